"""Hidden states and targets in, one number out: how surprised the model is by the next ids.

Letters: B batch, T positions, D width, V vocabulary size.
"""

import torch
import torch.nn.functional as F
from torch import Tensor

import dnnlpy.nn as dnn
from dnnlpy.models.gpt.targets import check_some_count, target_out_of_range

LARGE = 2**23  # scores; from 32 MiB of float32 on, never holding them all saves time as well


def next_token_loss(
    hidden: Tensor, lm_head: dnn.Linear, targets: Tensor, ignore_index: int
) -> Tensor:
    """Average, over the targets that count, the cross entropy of the head's scores.

    The formula, with ``logits = lm_head(hidden)``::

        loss = mean of -log softmax(logits[b, t])[targets[b, t]]

    The scores are the largest tensor of a training step. When there are very many, they are made
    and used up a few rows at a time, see :func:`dnnlpy.nn.functional.linear_cross_entropy`.

    Args:
        hidden: Shape (B, T, D).
        lm_head: Maps D to V scores.
        targets: int64, shape (B, T), values 0 to V - 1 or ``ignore_index``.
        ignore_index: Targets of this value do not count.

    Returns:
        A scalar in nats/token. When every target is ignored it is nan on a GPU, where looking
        would mean waiting; on the CPU that is an error.

    Raises:
        ValueError: Every target is ``ignore_index``.
        IndexError: A target is outside 0 to V - 1 and not ``ignore_index`` (on the CPU).
    """
    check_some_count(targets, ignore_index)
    rows, labels = hidden.flatten(0, 1), targets.flatten()  # (B * T, D), (B * T,)
    try:
        if len(rows) * lm_head.weight.size(0) >= LARGE and _is_only_a_product(lm_head, rows):
            return dnn.functional.linear_cross_entropy(
                rows, lm_head.weight, labels, ignore_index=ignore_index
            )
        return F.cross_entropy(lm_head(rows), labels, ignore_index=ignore_index)
    except IndexError as error:
        raise target_out_of_range(targets, lm_head.weight.size(0), ignore_index) from error


def _is_only_a_product(lm_head: dnn.Linear, rows: Tensor) -> bool:
    """Whether calling the head computes ``rows @ weight.T`` in full precision and nothing more."""
    return (
        type(lm_head) is dnn.Linear
        and lm_head.bias is None
        and not (lm_head._forward_hooks or lm_head._forward_pre_hooks)
        and not (lm_head._backward_hooks or lm_head._backward_pre_hooks)
        and rows.dtype == lm_head.weight.dtype
        and rows.dtype in (torch.float32, torch.float64)
        and not rows.is_meta  # shapes only: nothing to save, and autocast does not know it
        and not torch.is_autocast_enabled(rows.device.type)
        and not torch.compiler.is_compiling()
    )
