"""A model in, the nearest neighbours of some tokens in each of its tables out.

Letters: V vocabulary size, D width, N ids in a stream.
"""

import torch
import torch.nn.functional as F
from tokenizers import Tokenizer
from torch import Tensor

import dnnlpy.models.gpt as gpt

WORDS, NEAREST = 20, 5
Nearest = list[list[tuple[str, float]]]


def readable(tokenizer: Tokenizer, stream: Tensor, count: int = WORDS) -> list[int]:
    """Choose the most frequent tokens that are whole words.

    Args:
        tokenizer: What made the stream.
        stream: Ids, shape (N,).
        count: How many.

    Returns:
        Ids of tokens that begin with a space and go on with four or more letters, most frequent
        first.
    """
    frequency = torch.bincount(stream, minlength=tokenizer.get_vocab_size())
    order = frequency.argsort(descending=True, stable=True).tolist()
    words = [id_ for id_ in order if _is_word(tokenizer.decode([id_]))]
    return words[:count]


def _is_word(text: str) -> bool:
    return text[:1] == " " and len(text) > 4 and text[1:].isalpha() and text.isascii()


def nearest(table: Tensor, ids: list[int], count: int = NEAREST) -> list[list[tuple[int, float]]]:
    """Find the rows of a table that point most nearly in the direction of others.

    Args:
        table: Shape (V, D).
        ids: Rows whose neighbours are wanted.
        count: How many neighbours of each.

    Returns:
        For each id, its neighbours, nearest first, with their cosines.
    """
    rows = F.normalize(table.detach().float(), dim=1)
    cosines = rows[ids] @ rows.T  # (ids, V)
    cosines[torch.arange(len(ids)), ids] = -2.0  # no token is its own neighbour
    best = cosines.topk(count, dim=1)
    return [
        list(zip(row, values, strict=True))
        for row, values in zip(best.indices.tolist(), best.values.tolist(), strict=True)
    ]


def snapshot(model: gpt.MiniGPT, tokenizer: Tokenizer, ids: list[int]) -> dict[str, Nearest]:
    """Note the neighbours in each table that a model has.

    Args:
        model: Tied or untied.
        tokenizer: Its tokenizer.
        ids: Tokens whose neighbours are wanted.

    Returns:
        "tied", or "input" and "output" -> for each id, the texts of its neighbours and their
        cosines, to two digits.
    """
    tables = {"input": model.token_embed.weight, "output": model.lm_head.weight}
    if model.lm_head.weight is model.token_embed.weight:
        tables = {"tied": model.token_embed.weight}
    return {
        name: [
            [(tokenizer.decode([id_]), round(cosine, 2)) for id_, cosine in row]
            for row in nearest(table, ids)
        ]
        for name, table in tables.items()
    }
