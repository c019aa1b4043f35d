"""GPT-2's weights in, a MiniGPT that computes the same scores out.

Three things differ between the two: names, the orientation of GPT-2's matrices (it multiplies
``input @ weight``, so they are stored (in, out)), and GPT-2's approximate GELU.

Letters: D width, V vocabulary size.
"""

from collections.abc import Mapping

from torch import Tensor

import dnnlpy.nn as dnn
from dnnlpy.models.gpt.model import MiniGPT

NAMES = {
    "wte": "token_embed",
    "wpe": "pos_embed",
    "h": "blocks",
    "ln_1": "attention_norm",
    "attn": "attention",
    "c_attn": "query_key_value",
    "ln_2": "mlp_norm",
    "c_fc": "expand",
    "c_proj": "project",
    "ln_f": "final_norm",
}
"""GPT-2's words and MiniGPT's, in the order the data meets them."""


def from_gpt2(state_dict: Mapping[str, Tensor], num_heads: int) -> MiniGPT:
    """Build a tied MiniGPT from the weights of a GPT-2 of any size.

    Args:
        state_dict: From ``transformers``' ``GPT2LMHeadModel`` or ``GPT2Model``; every size but one
            is read off its shapes.
        num_heads: Heads in a block (12 in GPT-2 small), which no shape tells.

    Returns:
        The model, with copies of the weights, on the CPU.

    Raises:
        ValueError: A weight of GPT-2 is missing, ``num_heads`` does not divide the width, or the
            head's weight differs from the token table's.

    Source:
        Radford et al., "Language Models are Unsupervised Multitask Learners" (GPT-2, 2019).
    """
    weights = {name.removeprefix("transformer."): value for name, value in state_dict.items()}
    for name in ("wte.weight", "wpe.weight", "h.0.mlp.c_fc.weight"):
        if name not in weights:
            raise ValueError(
                f"a state dict of GPT-2 must hold {name!r}, got {len(weights)} other names: "
                "pass GPT2LMHeadModel(...).state_dict()"
            )
    vocab_size, embed_dim = weights["wte.weight"].shape
    model = MiniGPT(
        vocab_size,
        block_size=len(weights["wpe.weight"]),
        embed_dim=embed_dim,
        num_layers=sum(name.endswith("mlp.c_fc.weight") for name in weights),
        num_heads=num_heads,
        hidden_dim=weights["h.0.mlp.c_fc.weight"].size(1),
    )
    for module in model.modules():
        if isinstance(module, dnn.MLP):
            module.activation = dnn.GELU(approximate="tanh")
    model.load_state_dict(
        {
            ".".join(NAMES.get(word, word) for word in name.split(".")): (
                value.T if name.endswith("weight") and ".c_" in name else value
            )
            for name, value in weights.items()
            if not name.endswith((".attn.bias", ".attn.masked_bias"))  # masks of old checkpoints
        }
    )
    return model
