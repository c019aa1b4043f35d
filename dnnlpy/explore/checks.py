"""What explorables ask of their input, and rounding that makes their HTML the same everywhere."""

from collections.abc import Sequence

import torch
from torch import Tensor

DIGITS = 5
"""Significant digits of every number an explorable carries; it computes with these numbers."""


def rounded(values: Tensor) -> Tensor:
    """Round to five significant digits, in float64.

    Args:
        values: Numbers of any shape.

    Returns:
        The rounded numbers, float64, on the CPU, without a gradient.
    """
    flat = [float(f"{value:.{DIGITS}g}") for value in values.detach().flatten().tolist()]
    return torch.tensor(flat, dtype=torch.float64).reshape(values.shape)


def table(name: str, values: Tensor, *, rows: int, columns: int) -> Tensor:
    """Check a table that is to be drawn in full, and round it.

    Args:
        name: What the caller calls it.
        values: Numbers, shape (V, D).
        rows: The most rows that can be drawn.
        columns: The most columns that can be drawn.

    Returns:
        The table, shape (V, D), rounded to five significant digits, float64.

    Raises:
        TypeError: If it is not a tensor of floats.
        ValueError: If its shape is not (V, D), it is too large to draw, or a value is not finite.
    """
    if not isinstance(values, Tensor) or not values.is_floating_point():
        kind = values.dtype if isinstance(values, Tensor) else type(values).__name__
        raise TypeError(f"{name} must be a tensor of floats and is {kind}: pass a layer's weight")
    shape = tuple(values.shape)
    if values.dim() != 2 or not (2 <= shape[0] <= rows and 1 <= shape[1] <= columns):
        raise ValueError(
            f"{name} has shape {shape}, and the figure draws every number of a table (V, D) of 2 "
            f"to {rows} rows and 1 to {columns} columns: pass a part of it, such as "
            f"{name}[:{rows}, :{columns}]"
        )
    if not torch.isfinite(values).all():
        raise ValueError(f"{name} has values that are infinite or nan: nothing can be drawn of it")
    return rounded(values)


def row_id(name: str, value: int, size: int) -> int:
    """Check the id of a row.

    Args:
        name: What the caller calls it.
        value: The id.
        size: V, how many rows there are.

    Returns:
        The id.

    Raises:
        IndexError: If no row has this id.
    """
    if not 0 <= int(value) < size:
        raise IndexError(f"{name} must name a row, 0 to {size - 1}, and is {value}: choose another")
    return int(value)


def id_row(name: str, ids: Tensor, size: int, longest: int) -> list[int]:
    """Check one sequence of ids.

    Args:
        name: What the caller calls it.
        ids: Ids, shape (T,) or (1, T).
        size: V; every id is below it.
        longest: The largest T that can be drawn.

    Returns:
        The ids.

    Raises:
        TypeError: If they are not a tensor of integers.
        ValueError: If the shape is another one, or T is 0 or too large.
        IndexError: If an id names no row.
    """
    if not isinstance(ids, Tensor) or ids.is_floating_point():
        kind = ids.dtype if isinstance(ids, Tensor) else type(ids).__name__
        raise TypeError(f"{name} must be a tensor of integers and is {kind}: pass token ids")
    flat = ids.reshape(-1)
    if ids.dim() not in (1, 2) or ids.shape[-1] != len(flat) or not 1 <= len(flat) <= longest:
        raise ValueError(
            f"{name} has shape {tuple(ids.shape)}, and the figure draws one sequence, (T,) or "
            f"(1, T), of 1 to {longest} ids: pass one row of the batch, {name}[0, :{longest}]"
        )
    return [row_id(f"{name}[{place}]", id_, size) for place, id_ in enumerate(flat.tolist())]


def names(values: Sequence[str] | None, size: int) -> list[str]:
    """Check the names of rows; the row's number stands in for a missing name.

    Args:
        values: One name a row, or None.
        size: V, how many rows there are.

    Returns:
        The names.

    Raises:
        ValueError: If there is not one name for each row.
    """
    if values is not None and len(values) != size:
        raise ValueError(
            f"{len(values)} names for {size} rows: pass one name a row, or none at all"
        )
    return list(values) if values is not None else [str(row) for row in range(size)]
