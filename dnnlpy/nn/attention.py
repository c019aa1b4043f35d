"""Vectors in, vectors out: each position reads from itself and the positions before it.

Letters: B batch, T positions, D width, K width of a head, D / num_heads.
"""

import torch.nn.functional as F
from torch import Tensor, nn

from dnnlpy.nn.checks import checked_integer, dropout_probability
from dnnlpy.nn.linear import Linear


class CausalSelfAttention(nn.Module):
    """Mix each position with the ones before it, by how well query and key agree.

    The formula, for every head, with Q, K and V three linear maps of the input::

        scores[t, s] = Q[t] · K[s] / sqrt(width of a head)     for s <= t, else -infinity
        output[t] = sum over s of softmax(scores[t])[s] * V[s]

    The heads' outputs stand side by side and pass through one more linear map.

    Args:
        embed_dim: D, the width of the vectors.
        num_heads: The number of heads; divides D.
        bias: Whether the linear maps have a bias.
        dropout: Share of the attention weights, and of the output, dropped in training.

    Attributes:
        query_key_value: Linear map D -> 3D: Q, K and V side by side.
        project: Linear map D -> D of the heads' outputs.

    Raises:
        TypeError: A size is not an integer, or ``dropout`` not a number.
        ValueError: A size is below 1, ``num_heads`` does not divide ``embed_dim``, or ``dropout``
            is outside [0, 1).

    Source:
        Vaswani et al., "Attention Is All You Need" (arXiv 1706.03762), section 3.2.

    Example:
        >>> import torch
        >>> CausalSelfAttention(embed_dim=8, num_heads=2)(torch.zeros(1, 5, 8)).shape
        torch.Size([1, 5, 8])
    """

    def __init__(
        self, embed_dim: int, num_heads: int, bias: bool = True, dropout: float = 0.0
    ) -> None:
        super().__init__()
        self.embed_dim = checked_integer("embed_dim", embed_dim)
        self.num_heads = checked_integer("num_heads", num_heads)
        if self.embed_dim % self.num_heads:
            raise ValueError(
                f"num_heads must divide embed_dim, got embed_dim={embed_dim} and "
                f"num_heads={num_heads}: every head takes an equal share of the width"
            )
        self.dropout = dropout_probability(dropout)
        self.query_key_value = Linear(self.embed_dim, 3 * self.embed_dim, bias=bias)
        self.project = Linear(self.embed_dim, self.embed_dim, bias=bias)
        self.output_dropout = nn.Dropout(self.dropout)

    def forward(self, input: Tensor) -> Tensor:
        """Return, at each position, what it gathered from itself and earlier positions.

        Args:
            input: Shape (B, T, D).

        Returns:
            Shape (B, T, D).
        """
        B, T, D = input.shape
        heads = (B, T, 3, self.num_heads, D // self.num_heads)
        query_key_value: Tensor = self.query_key_value(input)  # (B, T, 3D)
        query, key, value = query_key_value.view(heads).permute(2, 0, 3, 1, 4)  # (B, heads, T, K)
        gathered = F.scaled_dot_product_attention(
            query, key, value, is_causal=True, dropout_p=self.dropout if self.training else 0.0
        )
        side_by_side = gathered.transpose(1, 2).reshape(B, T, D)
        output: Tensor = self.output_dropout(self.project(side_by_side))
        return output

    def extra_repr(self) -> str:
        """Describe the sizes."""
        return f"embed_dim={self.embed_dim}, num_heads={self.num_heads}, dropout={self.dropout}"
