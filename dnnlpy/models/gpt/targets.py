"""Ids in, pairs of ids and targets out: at every position, the id to predict.

Letters: B batch, T positions, V vocabulary size.
"""

import torch
from torch import Tensor

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


def check_some_count(targets: Tensor, ignore_index: int) -> None:
    """Ask for at least one target that counts, where looking is free: on the CPU.

    Reading a value from a GPU would wait for it, and compiled code has no values yet; there the
    mean over nothing is nan.

    Args:
        targets: Shape (B, T).
        ignore_index: Targets of this value do not count.

    Raises:
        ValueError: Every target is ``ignore_index``.
    """
    has_values = targets.device.type == "cpu" and type(targets) is Tensor
    if torch.compiler.is_compiling() or not has_values:
        return
    if bool((targets == ignore_index).all()):
        raise ValueError(
            f"at least one target must count, got {targets.numel()} targets that all equal "
            f"ignore_index {ignore_index}: leave such batches out"
        )


def target_out_of_range(targets: Tensor, vocab_size: int, ignore_index: int) -> IndexError:
    """Say which target is out of range, where it stands and how many ids there are.

    Args:
        targets: Shape (B, T), with a value that is out of range.
        vocab_size: V.
        ignore_index: The one value outside 0 to V - 1 that is allowed.

    Returns:
        The error to raise.
    """
    outside = ((targets < 0) | (targets >= vocab_size)) & (targets != ignore_index)
    b, t = outside.nonzero()[0].tolist()
    return IndexError(
        f"target {int(targets[b, t])} at targets[{b}, {t}] is outside 0 to {vocab_size - 1}, the "
        f"ids of a model with vocab_size={vocab_size}: use this model's tokenizer, and "
        f"ignore_index={ignore_index} for targets that do not count"
    )
