"""The loss of a linear head, without ever holding all of its scores.

Letters: N rows (positions of the whole batch), D width, V vocabulary size.
"""

from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor
from torch.autograd.function import once_differentiable

from dnnlpy.nn.checks import checked_integer
from dnnlpy.nn.embedding import check_ids

FEW = 2**18
"""So many scores, 1 MiB in float32, fit a processor's cache. Cutting them up saves little."""


def linear_cross_entropy(
    hidden: Tensor,
    weight: Tensor,
    targets: Tensor,
    *,
    chunk_size: int | None = None,
    ignore_index: int = -100,
) -> Tensor:
    """Return the mean cross entropy of ``hidden @ weight.T``, a few rows at a time.

    The formula::

        loss = F.cross_entropy(hidden @ weight.T, targets, ignore_index=ignore_index)

    Written like that, a training step holds (N, V) scores about three times: V is the largest
    number in the model. Here ``chunk_size`` rows of scores exist at once. Each chunk's gradients
    are computed while its scores are at hand (``softmax - one_hot`` at the scores, then the two
    products of a linear map), so the backward pass only multiplies by the gradient coming in.

    Args:
        hidden: Shape (N, D), float32 or float64 (gradients add up in this type).
        weight: Shape (V, D), the same type.
        targets: int64, shape (N,), values 0 to V - 1 or ``ignore_index``.
        chunk_size: Rows of scores held at once. None takes as many as hold ``FEW`` scores, but at
            least 128; when all rows hold no more than that, it computes the formula as written.
        ignore_index: Targets of this value do not count.

    Returns:
        A scalar in nats/token; nan when every target is ignored, with gradients of 0, as torch
        has it. In chunks it can be differentiated once.

    Raises:
        TypeError: ``targets`` is not int32 or int64, or the other types are not one of the two.
        ValueError: The shapes do not fit together, or ``chunk_size`` is below 1.
        IndexError: A target is outside 0 to V - 1 and not ``ignore_index`` (on the CPU).

    Example:
        >>> hidden, weight = torch.eye(2), torch.zeros(10, 2)
        >>> linear_cross_entropy(hidden, weight, torch.tensor([3, 7]))  # ln 10
        tensor(2.3026)
    """
    _check(hidden, weight, targets)
    targets = targets.long()
    if chunk_size is None:
        if len(hidden) * len(weight) <= FEW:
            return F.cross_entropy(F.linear(hidden, weight), targets, ignore_index=ignore_index)
        chunk_size = max(FEW // len(weight), 128)
    checked_integer("chunk_size", chunk_size)
    differentiate = torch.is_grad_enabled() and (hidden.requires_grad or weight.requires_grad)
    arguments = (hidden, weight, targets, chunk_size, ignore_index, differentiate)
    loss: Tensor = _LinearCrossEntropy.apply(*arguments)
    return loss


class _LinearCrossEntropy(torch.autograd.Function):
    """Loss and gradients in one walk over the rows."""

    @staticmethod
    def forward(
        ctx: Any,  # torch gives it no public type
        hidden: Tensor,
        weight: Tensor,
        targets: Tensor,
        chunk_size: int,
        ignore_index: int,
        differentiate: bool,
    ) -> Tensor:
        counted = (targets != ignore_index).to(hidden.dtype)  # (N,), 1 or 0
        share = counted / counted.sum().clamp(min=1)  # of each row in the mean
        labels = targets.where(counted > 0, 0).unsqueeze(1)  # (N, 1)
        total = hidden.new_zeros(())
        if differentiate:
            grad_hidden, grad_weight = torch.empty_like(hidden), torch.zeros_like(weight)
            ctx.save_for_backward(grad_hidden, grad_weight)
        memory = hidden.new_empty(min(chunk_size, len(hidden)), len(weight))  # every chunk's
        for start in range(0, len(hidden), chunk_size):
            rows = slice(start, start + chunk_size)
            h = hidden[rows]
            scores = torch.mm(h, weight.T, out=memory[: len(h)])  # (chunk, V)
            scores -= scores.amax(dim=1, keepdim=True)  # the same softmax, and exp stays finite
            total += F.nll_loss(  # minus the labels' scores
                scores, targets[rows], ignore_index=ignore_index, reduction="sum"
            )
            sums = scores.exp_().sum(dim=1)  # softmax = scores / sums, from here on
            total += counted[rows] @ sums.log()
            if differentiate:  # softmax - one_hot, times share; the factors fall on the D side
                scores.scatter_add_(1, labels[rows], -sums.unsqueeze(1))
                factors = (share[rows] / sums).unsqueeze(1)
                torch.mm(scores, weight, out=grad_hidden[rows]).mul_(factors)
                grad_weight.addmm_(scores.T, h * factors)
        return total / counted.sum()

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:  # type: ignore[override]
        grad_hidden, grad_weight = ctx.saved_tensors
        return grad_hidden * grad, grad_weight * grad, None, None, None, None


def _check(hidden: Tensor, weight: Tensor, targets: Tensor) -> None:
    """Refuse types and shapes that do not fit together."""
    check_ids(targets, "targets")
    shapes = [tuple(tensor.shape) for tensor in (hidden, weight, targets)]
    if [len(shape) for shape in shapes] != [2, 2, 1] or not (
        shapes[0] == (shapes[2][0], shapes[1][1])
    ):
        raise ValueError(
            f"hidden, weight and targets must be (N, D), (V, D) and (N,), got {shapes}: "
            "flatten batch and positions into N rows"
        )
    if hidden.dtype != weight.dtype or hidden.dtype not in (torch.float32, torch.float64):
        raise TypeError(
            f"hidden and weight must both be float32 or both float64, got {hidden.dtype} and "
            f"{weight.dtype}: use F.cross_entropy(F.linear(hidden, weight), targets) for others"
        )
