"""The lookup of rows, forwards and backwards: which rows are read, which rows get a gradient."""

import matplotlib.pyplot as plt
import torch
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from torch import Tensor

from dnnlpy.palette import LIGHT
from dnnlpy.plots.style import WIDTH, book_style
from dnnlpy.plots.table import draw_table, frame_row

ON_OFF = ListedColormap([LIGHT["neutral"], LIGHT["input"]])


def lookup(table: Tensor, ids: Tensor) -> Figure:
    """Draw a lookup as the product it stands for: one-hot rows times the table.

    Args:
        table: The table E, shape (V, D), V at most 40.
        ids: The ids that are looked up, shape (T,), values 0 to V - 1.

    Returns:
        The figure: the one-hot matrix (T, V), the table (V, D), the rows E[ids] (T, D).

    Raises:
        IndexError: If an id has no row in the table.
        ValueError: If ``ids`` is not one-dimensional, or is empty.
    """
    vocab_size, width = table.shape
    chosen = _check(ids, vocab_size)
    one_hot = torch.zeros(len(chosen), vocab_size)
    one_hot[torch.arange(len(chosen)), chosen] = 1
    rows = table.detach()[chosen]
    limit = table.detach().abs().max().item()
    with book_style():
        figure, (left, middle, right) = plt.subplots(
            1,
            3,
            figsize=(WIDTH, 0.3 * max(vocab_size, len(chosen)) + 1),
            width_ratios=(vocab_size, width, width),
        )
        left.imshow(one_hot.numpy(), cmap=ON_OFF, vmin=0, vmax=1, aspect="auto")
        for place, row in enumerate(chosen.tolist()):
            left.text(row, place, "1", ha="center", va="center", color=LIGHT["paper"])
        left.set_xticks(range(vocab_size))
        left.set(xlabel="token id", title=f"one-hot ({len(chosen)}, {vocab_size})")
        draw_table(middle, table, title=f"× table E ({vocab_size}, {width})", limit=limit)
        middle.set_ylabel("token id")
        draw_table(right, rows, title=f"= rows E[ids] ({len(chosen)}, {width})", limit=limit)
        for row in set(chosen.tolist()):
            frame_row(middle, row, width, LIGHT["input"])
        for axes in (left, right):
            _label_positions(axes, chosen)
    return figure


def row_gradients(gradient: Tensor, ids: Tensor) -> Figure:
    """Draw the gradient of a table beside how often each of its rows was looked up.

    Args:
        gradient: dL/dE, shape (V, D), V at most 40.
        ids: The ids that were looked up, shape (T,), values 0 to V - 1.

    Returns:
        The figure: lookups per row on the left, the gradient on the right.

    Raises:
        IndexError: If an id has no row in the table.
        ValueError: If ``ids`` is not one-dimensional, or is empty.
    """
    vocab_size, width = gradient.shape
    chosen = _check(ids, vocab_size)
    counts = torch.bincount(chosen, minlength=vocab_size)
    with book_style():
        figure, (left, right) = plt.subplots(1, 2, figsize=(WIDTH, 0.26 * vocab_size + 1))
        left.barh(range(vocab_size), counts.numpy(), color=LIGHT["input"])
        left.set_yticks(range(vocab_size))
        left.set_xticks(range(int(counts.max()) + 1))
        left.set_ylim(vocab_size - 0.5, -0.5)
        left.set(xlabel="lookups of the row", ylabel="token id", title="how often it was read")
        draw_table(right, gradient, title=f"its gradient dL/dE ({vocab_size}, {width})")
        for row in set(chosen.tolist()):
            frame_row(right, row, width, LIGHT["input"])
    return figure


def _check(ids: Tensor, vocab_size: int) -> Tensor:
    """Return the ids on the CPU, or say why they cannot be drawn."""
    if ids.dim() != 1 or not len(ids):
        raise ValueError(
            f"ids to draw have shape (T,) with T at least 1, and these have shape "
            f"{tuple(ids.shape)}: pass one sequence, such as ids[0]"
        )
    bad = ids[(ids < 0) | (ids >= vocab_size)]
    if len(bad):
        raise IndexError(
            f"ids are rows of the table, 0 to {vocab_size - 1}, and one is {int(bad[0])}: "
            "pass the table that belongs to these ids"
        )
    return ids.cpu()


def _label_positions(axes: Axes, ids: Tensor) -> None:
    """Name each row by the position it stands at and the id found there."""
    names = [f"t={place}: id {row}" for place, row in enumerate(ids.tolist())]
    axes.set_yticks(range(len(names)), names, fontsize=8)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
