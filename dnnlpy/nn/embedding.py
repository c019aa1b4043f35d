"""Ids in, vectors out: row ``i`` of a table is the vector of id ``i``.

Letters: V vocabulary size (rows of the table), D embedding width (columns).
"""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from dnnlpy.nn.checks import checked_integer


class Embedding(nn.Module):
    """Look up rows of a trainable table.

    The formula, for ids of any shape::

        output[..., :] = weight[ids[...], :]

    which is what the product ``one_hot(ids) @ weight`` gives, without the product.

    Args:
        num_embeddings: V, the number of rows; valid ids are 0 to V - 1.
        embedding_dim: D, the length of a row.
        padding_idx: An id whose row starts at zero and gets no gradient *from the lookup*. A
            head tied to this table scores with the same row, and that path does have a
            gradient, so under a tie the row moves: mask padding in the targets as well.

    Attributes:
        weight: The table, shape (V, D), drawn from N(0, 1).

    Raises:
        TypeError: A size or ``padding_idx`` is not an integer.
        ValueError: A size is below 1, or ``padding_idx`` names no row.

    Example:
        >>> embedding = Embedding(5, 3)
        >>> row = embedding(torch.tensor([2]))
        >>> row.shape, torch.equal(row[0], embedding.weight[2])
        (torch.Size([1, 3]), True)
    """

    def __init__(
        self, num_embeddings: int, embedding_dim: int, padding_idx: int | None = None
    ) -> None:
        super().__init__()
        self.num_embeddings = checked_integer("num_embeddings", num_embeddings)
        self.embedding_dim = checked_integer("embedding_dim", embedding_dim)
        self.padding_idx = _row(padding_idx, self.num_embeddings)
        self.weight = nn.Parameter(torch.empty(self.num_embeddings, self.embedding_dim))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw the table from N(0, 1), and set the padding row to zero."""
        nn.init.normal_(self.weight)
        if self.padding_idx is not None:
            with torch.no_grad():
                self.weight[self.padding_idx].zero_()

    def forward(self, ids: Tensor) -> Tensor:
        """Return the rows that ``ids`` name.

        The lookup itself finds an id out of range, so a valid id pays nothing for the check. On
        a GPU the lookup runs after Python has moved on: there a bad id is a device-side assert
        that some later line reports. To find it, set ``CUDA_LAUNCH_BLOCKING=1`` or run the same
        ids on the CPU. Compiled code reports bad ids in its own words.

        Args:
            ids: int32 or int64, any shape, values 0 to V - 1.

        Returns:
            The rows, their shape that of ``ids`` with D added, in the table's dtype.

        Raises:
            TypeError: ``ids`` is not a tensor of int32 or int64.
            IndexError: An id is outside 0 to V - 1 (on the CPU).
        """
        check_ids(ids, "ids")
        try:
            return F.embedding(ids, self.weight, self.padding_idx)
        except IndexError as error:
            raise _out_of_range(ids, self.num_embeddings) from error

    def extra_repr(self) -> str:
        """Describe the sizes as :class:`torch.nn.Embedding` does."""
        padding = "" if self.padding_idx is None else f", padding_idx={self.padding_idx}"
        return f"{self.num_embeddings}, {self.embedding_dim}{padding}"


def check_ids(ids: Tensor, name: str) -> None:
    """Refuse what torch cannot index with.

    Args:
        ids: What should be a tensor of int32 or int64.
        name: The argument's name, for the message.

    Raises:
        TypeError: It is something else.
    """
    if not isinstance(ids, Tensor):
        kind = type(ids).__name__
        raise TypeError(f"{name} must be a torch.Tensor, got {kind}: pass torch.tensor({name})")
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError(
            f"{name} must be int32 or int64, the types that index a table, got {ids.dtype}: "
            f"pass {name}.long() if the values are whole numbers that name rows"
        )


def _row(padding_idx: int | None, num_embeddings: int) -> int | None:
    """Return ``padding_idx`` as a row number; negative values count from the end, as in torch."""
    if padding_idx is None:
        return None
    if isinstance(padding_idx, bool) or not isinstance(padding_idx, int):
        kind = type(padding_idx).__name__
        raise TypeError(f"padding_idx must be an integer or None, got {padding_idx!r} ({kind})")
    if not -num_embeddings <= padding_idx < num_embeddings:
        raise ValueError(
            f"padding_idx must name a row, -{num_embeddings} to {num_embeddings - 1}, "
            f"got {padding_idx}: pass the id that pads, or None"
        )
    return padding_idx % num_embeddings


def _out_of_range(ids: Tensor, num_embeddings: int) -> IndexError:
    """Say which id is out of range, where it stands and how many rows there are."""
    place = tuple(((ids < 0) | (ids >= num_embeddings)).nonzero()[0].tolist())
    return IndexError(
        f"id {int(ids[place])} at ids{list(place)} is outside 0 to {num_embeddings - 1}, the rows "
        f"of a table with num_embeddings={num_embeddings}: check that the ids come from this "
        "table's tokenizer (-100 marks an ignored target; it is never an id)"
    )
