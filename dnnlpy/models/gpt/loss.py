"""Hidden states and targets in, one number out: how surprised the model is by the next id.

Letters: B batch, T positions, D width, V vocabulary size.
"""

import torch.nn.functional as F
from torch import Tensor, nn

from dnnlpy.models.gpt.checks import check_batch
from dnnlpy.nn.embedding import check_ids


def align_targets(input_ids: Tensor, targets: Tensor | None) -> tuple[Tensor, Tensor]:
    """Pair every input id with the id that follows it.

    Args:
        input_ids: int32 or int64, shape (B, T).
        targets: One of three forms. None: the ids are their own targets, shifted here, once.
            Shape (B, T - 1): the targets of all ids but the last. Shape (B, T): aligned already,
            ``targets[b, t]`` is the id that follows ``input_ids[b, t]``.

    Returns:
        Input ids and int64 targets of one shape, (B, T) when they came aligned, else (B, T - 1).

    Raises:
        TypeError: Either is not a tensor of int32 or int64.
        ValueError: ``targets`` has another shape, or nothing is left to predict.

    Example:
        >>> import torch
        >>> inputs, targets = align_targets(torch.tensor([[10, 25, 31]]), None)
        >>> inputs.tolist(), targets.tolist()
        ([[10, 25]], [[25, 31]])
    """
    check_batch(input_ids)
    B, T = input_ids.shape
    if targets is None:
        targets = input_ids[:, 1:]
    check_ids(targets, "targets")
    if targets.shape == (B, T):
        return input_ids, targets.long()
    if targets.shape != (B, T - 1):
        raise ValueError(
            f"targets must have the shape of input_ids, {(B, T)}, or be one shorter, {(B, T - 1)}, "
            f"got {tuple(targets.shape)}: pass input_ids[:, 1:], or leave targets out"
        )
    if T == 1:
        raise ValueError(
            f"a sequence of one id has no next id to predict, got input_ids of shape {(B, T)}: "
            "pass two ids or more, or aligned targets"
        )
    return input_ids[:, :-1], targets.long()


def next_token_loss(
    hidden: Tensor, lm_head: nn.Module, targets: Tensor, ignore_index: int
) -> Tensor:
    """Average, over the targets that count, the cross entropy of the head's scores.

    The formula, with ``logits = lm_head(hidden)``::

        loss = mean of -log softmax(logits[b, t])[targets[b, t]]

    Args:
        hidden: Shape (B, T, D).
        lm_head: Maps D to V scores.
        targets: int64, shape (B, T).
        ignore_index: Targets of this value do not count.

    Returns:
        A scalar in nats/token.
    """
    logits: Tensor = lm_head(hidden)  # (B, T, V)
    return F.cross_entropy(logits.flatten(0, 1), targets.flatten(), ignore_index=ignore_index)
