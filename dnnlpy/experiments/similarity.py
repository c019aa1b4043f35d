"""Tables of token vectors in, how alike they arrange the same tokens out.

Two tables from different seeds cannot be compared number by number: their axes mean different
things. What can be compared is which pairs of tokens each holds to be close.

Letters: N tokens, D width, P pairs of tokens.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement

import torch
import torch.nn.functional as F
from torch import Tensor

TOKENS = 300


def cosine_ranks(table: Tensor) -> Tensor:
    """Rank all pairs of tokens by the cosine of their rows.

    Args:
        table: Shape (N, D).

    Returns:
        Ranks with mean 0 and length 1, float64, shape (P,) with P = N (N - 1) / 2.

    Example:
        >>> cosine_ranks(torch.tensor([[1.0, 0.0], [1.0, 0.1], [0.0, 1.0]])).argmax().item()
        0
    """
    rows = F.normalize(table.detach().double(), dim=1)
    first, second = torch.triu_indices(len(rows), len(rows), offset=1)
    cosines = (rows @ rows.T)[first, second]
    ranks = cosines.argsort(stable=True).argsort().double()
    return F.normalize(ranks - ranks.mean(), dim=0)


def spearman(first: Tensor, second: Tensor) -> float:
    """Return Spearman's rank correlation of the cosines of two tables.

    Args:
        first: Shape (N, D).
        second: Shape (N, D'); the same tokens in the same order.

    Returns:
        -1 to 1; 1 when both order all pairs of tokens alike. Equal cosines are ranked in the order
        of the pairs, which is of no weight where cosines are real numbers.

    Source:
        Press & Wolf, "Using the Output Embedding to Improve Language Models" (arXiv 1608.05859),
        whose tables of language models are compared in this way.
    """
    return (cosine_ranks(first) @ cosine_ranks(second)).item()


def compare(tables: Mapping[tuple[str, int], Tensor]) -> dict[str, list[float]]:
    """Compare tables of different seeds, each name with each.

    Tables of one seed began with the same numbers and saw the same batches, so they are left out.

    Args:
        tables: (name, seed) -> rows of the same tokens, shape (N, D).

    Returns:
        "name / name" -> mean, lowest and highest correlation; no entry without two seeds.
    """
    ranks = {key: cosine_ranks(table) for key, table in tables.items()}
    names = list(dict.fromkeys(name for name, _ in tables))
    found = {}
    for first, second in combinations_with_replacement(names, 2):
        if values := list(_across_seeds(ranks, first, second)):
            summary = (sum(values) / len(values), min(values), max(values))
            found[f"{first} / {second}"] = [round(value, 3) for value in summary]
    return found


def _across_seeds(
    ranks: Mapping[tuple[str, int], Tensor], first: str, second: str
) -> Iterator[float]:
    for name, seed in ranks:
        for other_name, other in ranks:
            if (name, other_name) == (first, second) and seed != other:
                yield (ranks[name, seed] @ ranks[other_name, other]).item()
