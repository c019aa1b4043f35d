"""One layer of the model: hidden states in, hidden states of the same shape out.

Letters: B batch, T positions, D width.
"""

from torch import Tensor, nn

import dnnlpy.nn as dnn


class Block(nn.Module):
    """Add what attention gathers, then what the MLP computes, each from normalised input.

    The formula (pre-LayerNorm: the sum itself is never normalised)::

        x = x + attention(attention_norm(x))
        x = x + mlp(mlp_norm(x))

    Args:
        embed_dim: D, the width of the vectors.
        num_heads: The number of attention heads; divides D.
        hidden_dim: The width inside the MLP.
        bias: Whether linear maps and norms have a bias.
        dropout: Share dropped in training, in attention and after each of the two parts.

    Source:
        Radford et al., "Language Models are Unsupervised Multitask Learners" (GPT-2, 2019),
        section 2.3.
    """

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        hidden_dim: int,
        bias: bool = True,
        dropout: float = 0.0,
    ) -> None:
        super().__init__()
        self.attention_norm = dnn.LayerNorm(embed_dim, bias=bias)
        self.attention = dnn.CausalSelfAttention(embed_dim, num_heads, bias=bias, dropout=dropout)
        self.mlp_norm = dnn.LayerNorm(embed_dim, bias=bias)
        self.mlp = dnn.MLP(embed_dim, hidden_dim, bias=bias, dropout=dropout)

    def forward(self, x: Tensor) -> Tensor:
        """Return the hidden states after this layer.

        Args:
            x: Shape (B, T, D).

        Returns:
            Shape (B, T, D).
        """
        x = x + self.attention(self.attention_norm(x))
        output: Tensor = x + self.mlp(self.mlp_norm(x))
        return output
