"""What the model asks of ids and targets before it computes anything.

Only shapes and types are looked at, which costs no arithmetic and never waits for a GPU. An id out
of range is found by the lookup itself, see :meth:`dnnlpy.nn.Embedding.forward`.

Letters: B batch, T positions.
"""

from torch import Tensor

from dnnlpy.nn.embedding import check_ids


def check_batch(ids: Tensor, name: str = "input_ids") -> None:
    """Ask for a non-empty batch of ids, shape (B, T).

    Args:
        ids: What the caller passed.
        name: The argument's name, for the message.

    Raises:
        TypeError: ``ids`` is not a tensor of int32 or int64.
        ValueError: ``ids`` is not (B, T), or B or T is 0.
    """
    check_ids(ids, name)
    if ids.dim() != 2:
        raise ValueError(
            f"{name} must have shape (B, T), a batch of sequences, got {tuple(ids.shape)}: "
            "one sequence alone is ids[None, :]"
        )
    if 0 in ids.shape:
        raise ValueError(
            f"{name} must hold at least one sequence of at least one id, "
            f"got shape {tuple(ids.shape)}: leave empty texts out, or begin them with a start token"
        )


def check_length(length: int, block_size: int) -> None:
    """Ask for no more positions than the positional table has rows.

    Args:
        length: T, positions in the sequence.
        block_size: Rows of the positional table.

    Raises:
        ValueError: ``length`` is larger.
    """
    if length > block_size:
        raise ValueError(
            f"sequence length {length} exceeds block_size {block_size}: "
            "crop the ids or build the model with a larger block_size"
        )
