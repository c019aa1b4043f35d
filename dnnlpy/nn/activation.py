"""Numbers in, numbers out: the bend between the two layers of an MLP."""

import torch.nn.functional as F
from torch import Tensor, nn


class GELU(nn.Module):
    """Weigh each number by the chance that a standard normal draw is below it.

    The exact form, with Φ the standard normal distribution function::

        output = x * Φ(x) = x * (1 + erf(x / sqrt(2))) / 2

    and GPT-2's approximation, ``approximate="tanh"``::

        output = x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x**3))) / 2

    Args:
        approximate: ``"none"`` for the exact form or ``"tanh"``.

    Raises:
        ValueError: ``approximate`` is something else.

    Source:
        Hendrycks & Gimpel, "Gaussian Error Linear Units" (arXiv 1606.08415), section 2.

    Example:
        >>> import torch
        >>> GELU()(torch.tensor([-1.0, 0.0, 1.0]))
        tensor([-0.1587,  0.0000,  0.8413])
    """

    def __init__(self, approximate: str = "none") -> None:
        super().__init__()
        if approximate not in ("none", "tanh"):
            raise ValueError(
                f"approximate must be 'none' (exact) or 'tanh' (GPT-2's), got {approximate!r}"
            )
        self.approximate = approximate

    def forward(self, input: Tensor) -> Tensor:
        """Return GELU of every number.

        Args:
            input: Any shape, a floating-point type.

        Returns:
            The same shape.
        """
        return F.gelu(input, approximate=self.approximate)

    def extra_repr(self) -> str:
        """Describe the form as :class:`torch.nn.GELU` does."""
        return f"approximate={self.approximate!r}"
