"""The layers of the chapter, each short enough to read beside its formula.

``import dnnlpy.nn as dnn`` gives layers that take the place of those of the same name in
:mod:`torch.nn`: same parameters, same ``state_dict`` keys, and the two kinds mix freely.

Letters: B batch, T positions in the sequence, D embedding width, K width of a head, V
vocabulary size.
"""

from dnnlpy.nn import functional
from dnnlpy.nn.activation import GELU
from dnnlpy.nn.attention import CausalSelfAttention
from dnnlpy.nn.embedding import Embedding
from dnnlpy.nn.language_model_head import LanguageModelHead
from dnnlpy.nn.linear import Linear
from dnnlpy.nn.mlp import MLP
from dnnlpy.nn.normalization import LayerNorm

__all__ = [
    "GELU",
    "MLP",
    "CausalSelfAttention",
    "Embedding",
    "LanguageModelHead",
    "LayerNorm",
    "Linear",
    "functional",
]
