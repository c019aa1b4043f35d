"""Vectors in, vectors out: each position on its own, through a wider layer.

Letters: D width of the vectors, M width of the hidden layer.
"""

from torch import Tensor, nn

from dnnlpy.nn.activation import GELU
from dnnlpy.nn.checks import checked_integer, dropout_probability
from dnnlpy.nn.linear import Linear


class MLP(nn.Module):
    """Widen, bend, narrow.

    The formula::

        output = project(GELU(expand(input)))

    Args:
        embed_dim: D, the width of input and output.
        hidden_dim: M, the width in between; GPT-2 takes 4D.
        bias: Whether the linear maps have a bias.
        dropout: Share of the output dropped in training.

    Attributes:
        expand: Linear map D -> M.
        activation: The exact :class:`~dnnlpy.nn.GELU`.
        project: Linear map M -> D.

    Raises:
        TypeError: A size is not an integer, or ``dropout`` not a number.
        ValueError: A size is below 1, or ``dropout`` is outside [0, 1).

    Example:
        >>> import torch
        >>> MLP(embed_dim=8, hidden_dim=32)(torch.zeros(1, 5, 8)).shape
        torch.Size([1, 5, 8])
    """

    def __init__(
        self, embed_dim: int, hidden_dim: int, bias: bool = True, dropout: float = 0.0
    ) -> None:
        super().__init__()
        self.embed_dim = checked_integer("embed_dim", embed_dim)
        self.hidden_dim = checked_integer("hidden_dim", hidden_dim)
        self.expand = Linear(self.embed_dim, self.hidden_dim, bias=bias)
        self.activation = GELU()
        self.project = Linear(self.hidden_dim, self.embed_dim, bias=bias)
        self.dropout = nn.Dropout(dropout_probability(dropout))

    def forward(self, input: Tensor) -> Tensor:
        """Return ``project(GELU(expand(input)))``.

        Args:
            input: Shape (..., D).

        Returns:
            Shape (..., D).
        """
        hidden = self.activation(self.expand(input))  # (..., M)
        output: Tensor = self.dropout(self.project(hidden))  # (..., D)
        return output
