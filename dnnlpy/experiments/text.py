"""The text of a race: topics that repeat each other dropped, a part held out, all made ids.

Letters: N ids in a stream, V vocabulary size.
"""

import hashlib
from dataclasses import dataclass, field
from functools import cache

import torch
from tokenizers import Tokenizer
from torch import Tensor

from dnnlpy import training
from dnnlpy.experiments import neighbours
from dnnlpy.experiments.similarity import TOKENS


@dataclass(frozen=True)
class Text:
    """A text as every model of a race reads it.

    Attributes:
        tokenizer: Trained on the text to train on.
        training: int64 ids, shape (N,).
        validation: int64 ids of the topics held out.
        sha256: Of all topics kept.
        bytes: Length of both parts in UTF-8.
        words: Frequent tokens that are whole words; their neighbours are noted.
        frequent: The most frequent tokens, most frequent first; their rows are compared.
    """

    tokenizer: Tokenizer
    training: Tensor
    validation: Tensor
    sha256: str
    bytes: dict[str, int]
    words: list[int] = field(repr=False)
    frequent: Tensor = field(repr=False)


@cache
def prepare(vocab_size: int) -> Text:
    """Read Python's topics, drop repeats, hold a quarter of the topics out and train a tokenizer.

    Args:
        vocab_size: V.

    Returns:
        The text.
    """
    topics = training.drop_repeats(training.read_topics())
    learned, held_out = training.split_topics(topics)
    tokenizer = training.train_tokenizer(learned.values(), vocab_size)
    ids = training.encode(tokenizer, learned.values())
    counts = torch.bincount(ids, minlength=vocab_size)
    return Text(
        tokenizer=tokenizer,
        training=ids,
        validation=training.encode(tokenizer, held_out.values()),
        sha256=hashlib.sha256("".join(topics.values()).encode()).hexdigest(),
        bytes={
            "training": len(training.BETWEEN.join(learned.values()).encode()),
            "validation": len(training.BETWEEN.join(held_out.values()).encode()),
        },
        words=neighbours.readable(tokenizer, ids),
        frequent=counts.argsort(descending=True, stable=True)[:TOKENS],
    )
