"""A stream of ids in, batches of inputs and labels out, shifted here and nowhere else.

Letters: N ids in the stream, B sequences in a batch, T positions in a sequence.
"""

from collections.abc import Iterator

import torch
import torch.nn.functional as F
from torch import Tensor

IGNORED = -100
"""Label of a position that does not count, PyTorch's default ``ignore_index``."""


def random_batches(
    stream: Tensor, *, steps: int, batch_size: int, length: int, seed: int | torch.Generator
) -> Iterator[tuple[Tensor, Tensor]]:
    """Draw batches whose sequences begin anywhere in the stream.

    Args:
        stream: int64 ids, shape (N,), N above ``length``.
        steps: How many batches.
        batch_size: B.
        length: T.
        seed: Of the places where sequences begin; nothing else draws from this generator. Pass a
            generator of your own to write its state down and go on from there another time.

    Returns:
        Pairs of inputs and labels, both (B, T), drawn one by one; ``labels[b, t]`` is the id that
        follows ``inputs[b, t]``.

    Raises:
        ValueError: The stream is not (N,) or is too short.
    """
    check_stream(stream, length)
    generator = seed if isinstance(seed, torch.Generator) else torch.Generator().manual_seed(seed)
    offsets = torch.arange(length + 1)

    def batch() -> tuple[Tensor, Tensor]:
        starts = torch.randint(len(stream) - length, (batch_size, 1), generator=generator)
        ids = stream[starts + offsets]  # (B, T + 1)
        return ids[:, :-1], ids[:, 1:]

    return (batch() for _ in range(steps))


def windows(stream: Tensor, *, batch_size: int, length: int) -> Iterator[tuple[Tensor, Tensor]]:
    """Cut the stream from end to end: every id but the first is a label exactly once.

    Args:
        stream: int64 ids, shape (N,), N above ``length``.
        batch_size: B; the last batch may be smaller.
        length: T; the last sequence is filled up with labels ``IGNORED``.

    Yields:
        Inputs and labels, both (B, T).

    Raises:
        ValueError: The stream is not (N,) or is too short.

    Example:
        >>> inputs, labels = next(windows(torch.tensor([5, 6, 7, 8]), batch_size=2, length=2))
        >>> inputs.tolist(), labels.tolist()
        ([[5, 6], [7, 0]], [[6, 7], [8, -100]])
    """
    check_stream(stream, length)
    fill = -(len(stream) - 1) % length
    inputs = F.pad(stream[:-1], (0, fill), value=0).view(-1, length)
    labels = F.pad(stream[1:], (0, fill), value=IGNORED).view(-1, length)
    yield from zip(inputs.split(batch_size), labels.split(batch_size), strict=True)


def check_stream(stream: Tensor, length: int) -> None:
    """Ask for one sequence of ids with more than ``length`` of them.

    Args:
        stream: What the caller passed.
        length: T.

    Raises:
        ValueError: The stream is not (N,) or is too short.
    """
    if stream.dim() != 1 or len(stream) <= length:
        raise ValueError(
            f"a stream has shape (N,) with N above the length {length} of a sequence, got "
            f"{tuple(stream.shape)}: pass a longer text, or a smaller length"
        )
