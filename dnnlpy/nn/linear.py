"""Vectors in, vectors of another width out: one inner product per output.

Letters: I width of the input, O width of the output.
"""

import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from dnnlpy.nn.checks import checked_integer


class Linear(nn.Module):
    """Multiply by a trainable matrix and add a trainable vector.

    The formula::

        output = input @ weight.T + bias

    Row ``j`` of ``weight`` is what output ``j`` is compared with, so a head from width D to V
    scores holds a (V, D) matrix: the shape of a token table.

    Args:
        in_features: I, the width of the input.
        out_features: O, the width of the output.
        bias: Whether to add ``bias``.

    Attributes:
        weight: Shape (O, I), drawn uniformly from ±1/sqrt(I), PyTorch's default.
        bias: Shape (O,), drawn from the same range, or None.

    Raises:
        TypeError: A size is not an integer.
        ValueError: A size is below 1.

    Example:
        >>> head = Linear(4, 10, bias=False)
        >>> head.weight.shape, head(torch.zeros(2, 5, 4)).shape
        (torch.Size([10, 4]), torch.Size([2, 5, 10]))
    """

    def __init__(self, in_features: int, out_features: int, bias: bool = True) -> None:
        super().__init__()
        self.in_features = checked_integer("in_features", in_features)
        self.out_features = checked_integer("out_features", out_features)
        self.weight = nn.Parameter(torch.empty(self.out_features, self.in_features))
        self.bias = nn.Parameter(torch.empty(self.out_features)) if bias else None
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw ``weight`` and ``bias`` uniformly from ±1/sqrt(I)."""
        bound = 1 / math.sqrt(self.in_features)
        nn.init.uniform_(self.weight, -bound, bound)
        if self.bias is not None:
            nn.init.uniform_(self.bias, -bound, bound)

    def forward(self, input: Tensor) -> Tensor:
        """Return ``input @ weight.T + bias``.

        Args:
            input: Shape (..., I), in the weight's dtype.

        Returns:
            Shape (..., O).

        Raises:
            ValueError: The input's width is not I.
            TypeError: The input's dtype is not the weight's.
        """
        return checked_linear(input, self.weight, self.bias)

    def extra_repr(self) -> str:
        """Describe the sizes as :class:`torch.nn.Linear` does."""
        sizes = f"in_features={self.in_features}, out_features={self.out_features}"
        return f"{sizes}, bias={self.bias is not None}"


def checked_linear(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """Return ``input @ weight.T + bias``, and say what does not fit when it cannot be computed.

    Args:
        input: Shape (..., I).
        weight: Shape (O, I).
        bias: Shape (O,), or None.

    Returns:
        Shape (..., O).

    Raises:
        ValueError: The input's width is not I.
        TypeError: The input's dtype is not the weight's.
    """
    try:
        return F.linear(input, weight, bias)
    except RuntimeError as error:
        if (explained := _explain(input, weight)) is not None:
            raise explained from error
        raise


def _explain(input: Tensor, weight: Tensor) -> Exception | None:
    """Say which width or dtype does not fit, if one of them is what torch could not use."""
    if input.shape[-1:] != weight.shape[-1:]:
        return ValueError(
            f"the last axis of the input must be in_features={weight.size(-1)} wide, "
            f"got shape {tuple(input.shape)}: build the layers around it with one width"
        )
    if input.dtype != weight.dtype:
        return TypeError(
            f"the input is {input.dtype} but the weight is {weight.dtype}: cast the whole "
            "model, model.to(dtype); casting one end of a tied weight casts the other as well"
        )
    return None
