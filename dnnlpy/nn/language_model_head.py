"""Both ends of a language model in one module: ids in, hidden states out, and back to scores.

The tie has one owner here: the module holds a single table, and :meth:`LanguageModelHead.project`
multiplies by it. There is no second name that could lose it.

Letters: B batch, T positions, D width of a hidden state, V vocabulary size.
"""

import torch
from torch import Tensor, nn

from dnnlpy.nn.checks import checked_integer, dropout_probability
from dnnlpy.nn.embedding import Embedding, check_ids
from dnnlpy.nn.linear import Linear, checked_linear


class LanguageModelHead(nn.Module):
    """The two ends of a language model; put any layers of width D between them.

    The formulas, for ids of shape (B, T) and hidden states of shape (B, T, D)::

        embed(ids)[b, t] = dropout(token_embedding[ids[b, t]] + position_embedding[t])
        project(h) = h @ token_embedding.weight.T       tied
        project(h) = h @ output_projection.weight.T     untied

    Args:
        vocab_size: V, the number of ids.
        hidden_dim: D, the width of a hidden state.
        max_seq_len: The longest sequence, rows of the positional table.
        dropout: Share of the embedded values dropped in training.
        tie_weights: Whether the scores come from the token table itself.

    Attributes:
        token_embedding: The token table, (V, D).
        position_embedding: The positional table, (max_seq_len, D).
        dropout: Applied to what ``embed`` returns.
        output_projection: A linear map from D to V without bias, or None when tied.

    Raises:
        TypeError: A size is not an integer, or ``dropout`` not a number.
        ValueError: A size is below 1, or ``dropout`` is outside [0, 1).

    Source:
        Press & Wolf, "Using the Output Embedding to Improve Language Models" (arXiv 1608.05859);
        the standard deviation 0.02 from GPT-2 (Radford et al. 2019).

    Example:
        >>> ends = LanguageModelHead(vocab_size=100, hidden_dim=16, max_seq_len=8)
        >>> ends.project(ends.embed(torch.tensor([[10, 25, 31]]))).shape
        torch.Size([1, 3, 100])
    """

    def __init__(
        self,
        vocab_size: int,
        hidden_dim: int,
        max_seq_len: int,
        dropout: float = 0.1,
        tie_weights: bool = True,
    ) -> None:
        super().__init__()
        self.vocab_size = checked_integer("vocab_size", vocab_size)
        self.hidden_dim = checked_integer("hidden_dim", hidden_dim)
        self.max_seq_len = checked_integer("max_seq_len", max_seq_len)
        self.token_embedding = Embedding(vocab_size, hidden_dim)
        self.position_embedding = Embedding(max_seq_len, hidden_dim)
        self.dropout = nn.Dropout(dropout_probability(dropout))
        self.output_projection = None if tie_weights else Linear(hidden_dim, vocab_size, bias=False)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw every table from N(0, 0.02²)."""
        for parameter in self.parameters():
            nn.init.normal_(parameter, std=0.02)

    def embed(self, token_ids: Tensor) -> Tensor:
        """Return token plus position for every id.

        Args:
            token_ids: int32 or int64, shape (..., T), T from 1 to ``max_seq_len``, values 0 to
                V - 1; usually (B, T).

        Returns:
            Shape (..., T, D).

        Raises:
            TypeError: ``token_ids`` is not a tensor of int32 or int64.
            ValueError: T is 0 or above ``max_seq_len``, or there is no such axis.
            IndexError: An id is outside 0 to V - 1 (on the CPU).
        """
        check_ids(token_ids, "token_ids")
        length = token_ids.size(-1) if token_ids.dim() else 0
        if not 1 <= length <= self.max_seq_len:
            raise ValueError(
                f"token_ids must have shape (..., T) with T from 1 to max_seq_len="
                f"{self.max_seq_len}, got shape {tuple(token_ids.shape)}: leave empty sequences "
                "out, crop long ones or build with a larger max_seq_len"
            )
        positions = torch.arange(length, device=token_ids.device)  # (T,)
        x = self.token_embedding(token_ids) + self.position_embedding(positions)  # (..., T, D)
        embedded: Tensor = self.dropout(x)
        return embedded

    def project(self, hidden_states: Tensor) -> Tensor:
        """Return a score for every id of the vocabulary.

        Args:
            hidden_states: Shape (..., D), in the table's dtype.

        Returns:
            Logits, shape (..., V).

        Raises:
            ValueError: The last axis is not D wide.
            TypeError: The dtype is not the table's.
        """
        owner = self.token_embedding if self.output_projection is None else self.output_projection
        return checked_linear(hidden_states, owner.weight)

    def extra_repr(self) -> str:
        """Say whether the scores come from the token table."""
        return f"tie_weights={self.output_projection is None}"
