"""Scores of the last position in, one next id out.

Letters: B batch, V vocabulary size.
"""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from dnnlpy.nn.checks import checked_integer


@dataclass(frozen=True)
class Sampler:
    """Choose one id for each sequence.

    Args:
        temperature: Divides the scores before the softmax; above 1 evens the chances out.
        top_k: Keep only the k best scores (and all that equal the k-th).
        top_p: Then keep only the best ids that together reach this probability.
        greedy: Take the best score and draw nothing.
        generator: Source of randomness; the same state draws the same ids.

    Raises:
        TypeError: ``top_k`` is not an integer.
        ValueError: A setting leaves nothing to draw from.

    Example:
        >>> Sampler(greedy=True)(torch.tensor([[1.0, 3.0, 2.0]]))
        tensor([[1]])
    """

    temperature: float = 1.0
    top_k: int | None = None
    top_p: float | None = None
    greedy: bool = False
    generator: torch.Generator | None = None

    def __post_init__(self) -> None:
        if not 0 < self.temperature < math.inf:
            raise ValueError(
                f"temperature must be above 0 and finite, got {self.temperature}: "
                "for the best id every time pass greedy=True"
            )
        if self.top_k is not None:
            checked_integer("top_k", self.top_k)
        if self.top_p is not None and not 0 < self.top_p <= 1:
            raise ValueError(
                f"top_p must be in (0, 1], got {self.top_p}: pass None to keep every id"
            )

    def __call__(self, logits: Tensor) -> Tensor:
        """Return int64 ids, shape (B, 1), for logits of shape (B, V)."""
        if self.greedy:
            return logits.argmax(dim=-1, keepdim=True)
        logits = logits.float() / self.temperature
        if self.top_k is not None:
            logits = keep_top_k(logits, self.top_k)
        if self.top_p is not None:
            logits = keep_top_p(logits, self.top_p)
        return torch.multinomial(logits.softmax(dim=-1), num_samples=1, generator=self.generator)


def keep_top_k(logits: Tensor, k: int) -> Tensor:
    """Set every score below the k-th best to -infinity.

    Args:
        logits: Shape (B, V).
        k: How many to keep; more than V keeps all.

    Returns:
        Shape (B, V).

    Example:
        >>> keep_top_k(torch.tensor([[1.0, 3.0, 2.0]]), 2)
        tensor([[-inf, 3., 2.]])
    """
    kth_best = logits.topk(min(k, logits.size(-1))).values[:, -1:]
    return logits.masked_fill(logits < kth_best, -math.inf)


def keep_top_p(logits: Tensor, p: float) -> Tensor:
    """Keep the fewest best ids whose probabilities sum to at least p; the rest get -infinity.

    Args:
        logits: Shape (B, V).
        p: In (0, 1]; the best id always stays.

    Returns:
        Shape (B, V).

    Example:
        >>> keep_top_p(torch.tensor([[0.5, 0.2, 0.3]]).log(), 0.6).exp()
        tensor([[0.5000, 0.0000, 0.3000]])
    """
    best_first, order = logits.sort(dim=-1, descending=True)
    probabilities = best_first.softmax(dim=-1)
    reached_without = probabilities.cumsum(dim=-1) - probabilities >= p
    return logits.masked_fill(reached_without.scatter(-1, order, reached_without), -math.inf)


@contextmanager
def evaluating(model: nn.Module) -> Iterator[None]:
    """Turn dropout off inside the ``with``, then give every module its own mode back."""
    modes = [(module, module.training) for module in model.modules()]
    model.eval()
    try:
        yield
    finally:
        for module, training in modes:
            module.training = training
