"""The one picture of the book: a table of V rows and D columns, an arrow in, an arrow out."""

import matplotlib.pyplot as plt
import torch
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from torch import Tensor

from dnnlpy.palette import LIGHT
from dnnlpy.plots.style import DIVERGING, WIDTH, book_style

MOST_ROWS = 40


def draw_table(axes: Axes, table: Tensor, *, title: str, limit: float | None = None) -> None:
    """Draw a table into axes: ids down the left edge, colour for values around zero.

    Args:
        axes: Where to draw.
        table: Values, shape (V, D), V at most 40.
        title: Headline above the table.
        limit: Value at which the colours end; the largest magnitude in the table by default.

    Raises:
        ValueError: If the table is not two-dimensional, or has too many rows to be read.
    """
    if table.dim() != 2 or table.shape[0] > MOST_ROWS:
        raise ValueError(
            f"a drawn table has shape (V, D) with V at most {MOST_ROWS}, and this one has shape "
            f"{tuple(table.shape)}: pass the rows that matter, such as table[:10]"
        )
    values = table.detach().float().cpu()
    limit = limit or max(values.abs().max().item(), 1e-12)
    axes.imshow(values.numpy(), cmap=DIVERGING, vmin=-limit, vmax=limit, aspect="auto")
    axes.set_yticks(range(len(values)), [str(row) for row in range(len(values))], fontsize=8)
    axes.set_xticks([])
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_title(title)


def frame_row(axes: Axes, row: int, width: int, color: str) -> None:
    """Frame one row of a drawn table."""
    axes.add_patch(Rectangle((-0.5, row - 0.5), width, 1, fill=False, edgecolor=color, linewidth=2))


def one_table(table: Tensor, token_id: int, hidden: Tensor) -> Figure:
    """Draw one table with both its uses: a row looked up, and a score for every row.

    Args:
        table: The shared table E, shape (V, D), V at most 40.
        token_id: The id whose row is looked up, 0 to V - 1.
        hidden: The hidden state h that is scored against every row, shape (D,).

    Returns:
        The figure: the row E[id] on the left, the table in the middle, the logits E h on the right.

    Raises:
        IndexError: If the table has no row ``token_id``.
        ValueError: If ``hidden`` has another width than the table.
    """
    vocab_size, width = table.shape
    if not 0 <= token_id < vocab_size:
        raise IndexError(
            f"token_id is a row of the table, 0 to {vocab_size - 1}, and is {token_id}: "
            "choose one of its rows"
        )
    if hidden.shape != (width,):
        raise ValueError(
            f"hidden needs shape ({width},), the width of the table, and has "
            f"{tuple(hidden.shape)}: pass one position's hidden state"
        )
    rows = table.detach().float().cpu()
    logits = rows @ hidden.detach().float().cpu()
    limit = rows.abs().max().item()
    with book_style():
        figure, (left, middle, right) = plt.subplots(
            1, 3, figsize=(WIDTH, 0.16 * vocab_size + 1.2), width_ratios=(1, 1, 1.1)
        )
        vector = rows[token_id]
        left.barh(range(width), vector.numpy(), color=LIGHT["input"])
        left.invert_yaxis()
        left.set(xlabel="value", ylabel="column of D", title=f"in: x = row {token_id}")
        draw_table(middle, rows, title=f"the one table E ({vocab_size}, {width})", limit=limit)
        middle.set_ylabel("token id")
        frame_row(middle, token_id, width, LIGHT["input"])
        best = int(torch.argmax(logits))
        colors = [LIGHT["output"] if row == best else LIGHT["quiet"] for row in range(vocab_size)]
        right.barh(range(vocab_size), logits.numpy(), color=colors)
        right.invert_yaxis()
        right.set_yticks(range(vocab_size), [str(row) for row in range(vocab_size)], fontsize=8)
        right.axvline(0, color=LIGHT["muted"], linewidth=0.8)
        right.set(xlabel="logit (inner product)", title=f"out: scores of h, {best} wins")
    return figure
