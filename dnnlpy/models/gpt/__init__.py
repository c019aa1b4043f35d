"""A small GPT, in the order its data flows.

``import dnnlpy.models.gpt as gpt`` and begin at :class:`gpt.MiniGPT <dnnlpy.models.gpt.MiniGPT>`,
whose file shows the whole path from ids to loss on one screen.
"""

from dnnlpy.models.gpt.block import Block
from dnnlpy.models.gpt.gpt2_weights import from_gpt2
from dnnlpy.models.gpt.model import MiniGPT
from dnnlpy.models.gpt.resizing import resize_vocabulary

__all__ = ["Block", "MiniGPT", "from_gpt2", "resize_vocabulary"]
