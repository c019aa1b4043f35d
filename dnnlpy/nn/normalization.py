"""Vectors in, vectors of mean 0 and variance 1 out, then scaled and shifted.

Letters: D width of a vector.
"""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from dnnlpy.nn.checks import checked_integer


class LayerNorm(nn.Module):
    """Normalise each vector by its own mean and variance.

    The formula, over the last axis (the variance divides by D, not D - 1)::

        output = (input - mean) / sqrt(variance + eps) * weight + bias

    Args:
        embed_dim: D, the width of the vectors.
        eps: Added to the variance, so that a constant vector does not divide by zero.
        bias: Whether to add ``bias``.

    Attributes:
        weight: Shape (D,), starts at 1.
        bias: Shape (D,), starts at 0, or None.

    Raises:
        TypeError: ``embed_dim`` is not an integer.
        ValueError: ``embed_dim`` is below 1, or ``eps`` is not above 0.

    Source:
        Ba, Kiros & Hinton, "Layer Normalization" (arXiv 1607.06450), equation 4.

    Example:
        >>> LayerNorm(2)(torch.tensor([[10.0, 30.0]])).round(decimals=3)
        tensor([[-1.,  1.]], grad_fn=<RoundBackward1>)
    """

    def __init__(self, embed_dim: int, eps: float = 1e-5, bias: bool = True) -> None:
        super().__init__()
        self.embed_dim = checked_integer("embed_dim", embed_dim)
        if not eps > 0:
            raise ValueError(f"eps must be above 0, got {eps}: pass a small number like 1e-5")
        self.eps = eps
        self.weight = nn.Parameter(torch.empty(self.embed_dim))
        self.bias = nn.Parameter(torch.empty(self.embed_dim)) if bias else None
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set ``weight`` to 1 and ``bias`` to 0."""
        nn.init.ones_(self.weight)
        if self.bias is not None:
            nn.init.zeros_(self.bias)

    def forward(self, input: Tensor) -> Tensor:
        """Return the normalised vectors.

        Args:
            input: Shape (..., D).

        Returns:
            Shape (..., D).
        """
        return F.layer_norm(input, (self.embed_dim,), self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        """Describe the width, ``eps`` and whether there is a bias."""
        return f"{self.embed_dim}, eps={self.eps}, bias={self.bias is not None}"
