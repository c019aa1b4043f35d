"""Texts in, token ids out: a byte-level BPE tokenizer trained on the spot.

Section 18.3 explains how it works. Letters: V vocabulary size, N tokens in a stream.
"""

from collections.abc import Iterable

import torch
from tokenizers import Tokenizer
from tokenizers.decoders import ByteLevel as ToText
from tokenizers.models import BPE
from tokenizers.pre_tokenizers import ByteLevel as ToBytes
from tokenizers.trainers import BpeTrainer
from torch import Tensor

BYTES = 256
BETWEEN = "\n\n"
"""What stands between two texts of a stream."""


def train_tokenizer(texts: Iterable[str], vocab_size: int) -> Tokenizer:
    """Merge the most frequent pair of tokens until there are ``vocab_size`` of them.

    The first 256 tokens are the bytes, so every text can be encoded. The same texts in the same
    order give the same tokenizer.

    Args:
        texts: What to count pairs in.
        vocab_size: V, 256 or more.

    Returns:
        The tokenizer, with ``encode(text).ids`` and ``decode(ids)``.

    Raises:
        ValueError: ``vocab_size`` is below 256, or the texts have too few pairs to reach it.

    Source:
        Sennrich, Haddow & Birch, "Neural Machine Translation of Rare Words with Subword Units"
        (arXiv 1508.07909), section 3.2; on bytes: Radford et al. (GPT-2, 2019), section 2.2.
    """
    if vocab_size < BYTES:
        raise ValueError(
            f"vocab_size must be at least {BYTES}, one token for each byte, got {vocab_size}: "
            "pass 512 or more, so that there is something to merge"
        )
    tokenizer = Tokenizer(BPE())
    tokenizer.pre_tokenizer = ToBytes(add_prefix_space=False)
    tokenizer.decoder = ToText()
    trainer = BpeTrainer(
        vocab_size=vocab_size,
        initial_alphabet=sorted(ToBytes.alphabet()),
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    if tokenizer.get_vocab_size() != vocab_size:
        raise ValueError(
            f"the texts have pairs for {tokenizer.get_vocab_size()} tokens and vocab_size is "
            f"{vocab_size}: pass more text or a smaller vocab_size"
        )
    return tokenizer


def encode(tokenizer: Tokenizer, texts: Iterable[str]) -> Tensor:
    """Return the texts as one stream of ids, an empty line between two.

    Args:
        tokenizer: As :func:`train_tokenizer` returns it.
        texts: In the order of the stream.

    Returns:
        int64 ids, shape (N,), values 0 to V - 1.
    """
    return torch.tensor(tokenizer.encode(BETWEEN.join(texts)).ids, dtype=torch.int64)
