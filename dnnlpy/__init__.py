"""The small GPT of section 18.4, written for reading.

Start at :mod:`dnnlpy.nn` (the layers) and go on to :mod:`dnnlpy.models.gpt` (the model).

Letters used everywhere: B batch, T positions in the sequence, D embedding width, K width
of an attention head, V vocabulary size, L layers.
"""

__version__ = "1.0.0"

BOOK = "18.4 Embedding, LM Head, and Weight Tying"
"""Tells this package from any other that is called dnnlpy; the notebooks' first cell reads it."""
