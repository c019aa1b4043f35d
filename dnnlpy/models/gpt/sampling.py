"""Scores of the last position in, one next id out.

Letters: B batch, V vocabulary size.
"""

import math
from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch import Tensor, nn


def next_ids(
    logits: Tensor,
    *,
    temperature: float = 1.0,
    top_k: int | None = None,
    top_p: float | None = None,
    greedy: bool = False,
    generator: torch.Generator | None = None,
) -> Tensor:
    """Choose one id for each sequence.

    Args:
        logits: Scores, shape (B, V).
        temperature: Divides the scores before the softmax; above 1 evens the chances out.
        top_k: Keep only the k best scores (all that equal the k-th).
        top_p: Then keep only the best ids that together reach this probability.
        greedy: Take the best score and draw nothing.
        generator: Source of randomness; the same state draws the same ids.

    Returns:
        int64 ids, shape (B, 1).
    """
    if greedy:
        return logits.argmax(dim=-1, keepdim=True)
    logits = logits.float() / temperature
    if top_k is not None:
        logits = keep_top_k(logits, top_k)
    if top_p is not None:
        logits = keep_top_p(logits, top_p)
    return torch.multinomial(logits.softmax(dim=-1), num_samples=1, generator=generator)


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
    before = probabilities.cumsum(dim=-1) - probabilities  # reached without this id
    return logits.masked_fill((before >= p).scatter(-1, order, before >= p), -math.inf)


def check_sampling(
    max_new_tokens: int, temperature: float, top_k: int | None, top_p: float | None
) -> None:
    """Ask for settings that leave something to draw.

    Raises:
        TypeError: ``max_new_tokens`` or ``top_k`` is not an integer.
        ValueError: A setting is outside its range.
    """
    for name, count in (("max_new_tokens", max_new_tokens), ("top_k", top_k)):
        if count is not None and (isinstance(count, bool) or not isinstance(count, int)):
            raise TypeError(f"{name} must be an integer, got {count!r} ({type(count).__name__})")
    if max_new_tokens < 0:
        raise ValueError(f"max_new_tokens must be 0 or more, got {max_new_tokens}")
    if not 0 < temperature < math.inf:
        raise ValueError(
            f"temperature must be above 0 and finite, got {temperature}: "
            "for the best id every time pass greedy=True"
        )
    if top_k is not None and top_k < 1:
        raise ValueError(f"top_k must be at least 1, got {top_k}: None keeps every id")
    if top_p is not None and not 0 < top_p <= 1:
        raise ValueError(f"top_p must be in (0, 1], got {top_p}: None keeps every id")


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
