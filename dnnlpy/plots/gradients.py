"""What reaches the shared table through each of its two uses."""

from collections.abc import Collection, Sequence

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from torch import Tensor

from dnnlpy.palette import LIGHT
from dnnlpy.plots.style import WIDTH, book_style
from dnnlpy.plots.table import draw_table


def gradient_sum(
    lookup: Tensor,
    head: Tensor,
    tied: Tensor,
    *,
    read: Collection[int] = (),
    labels: Collection[int] = (),
) -> Figure:
    """Draw the gradient of a tied table beside the two parts that should add up to it.

    Args:
        lookup: Gradient through the lookup, shape (V, D), V at most 40.
        head: Gradient through the head, shape (V, D).
        tied: Gradient that autograd stored for the shared table, shape (V, D).
        read: The ids that were looked up; their rows are marked.
        labels: The ids that were to be predicted; their rows are marked.

    Returns:
        The figure: three tables of one colour scale, lookup + head = tied.

    Raises:
        ValueError: If the three shapes differ, or there are too many rows to be read.
    """
    if not lookup.shape == head.shape == tied.shape:
        raise ValueError(
            "the parts and their sum have one shape (V, D), and these have "
            f"{tuple(lookup.shape)}, {tuple(head.shape)} and {tuple(tied.shape)}: "
            "pass the three gradients of one table"
        )
    limit = max(part.abs().max().item() for part in (lookup, head, tied))
    parts = (
        (lookup, "lookup path", "input"),
        (head, "head path", "output"),
        (tied, "tied: the .grad", "shared"),
    )
    with book_style():
        figure, panels = plt.subplots(1, 3, figsize=(WIDTH, 0.26 * len(tied) + 0.9))
        for axes, (part, title, color) in zip(panels, parts, strict=True):
            draw_table(axes, part, title=title, limit=limit)
            axes.title.set(color=LIGHT[color], weight="bold")
            _write_values(axes, part, limit)
        for axes, sign in zip(panels[1:], "+=", strict=True):
            axes.text(-0.16, 0.5, sign, transform=axes.transAxes, ha="right", va="center", size=16)
        panels[0].set_ylabel("token id")
        _write_roles(panels[2], read, labels)
    return figure


def _write_values(axes: Axes, part: Tensor, limit: float) -> None:
    """Write each value into its cell; a dot stands for an exact zero."""
    for row, values in enumerate(part.tolist()):
        for column, value in enumerate(values):
            strong = abs(value) > 0.5 * limit
            axes.text(
                column,
                row,
                f"{round(value, 2) + 0:.2f}" if value else "·",  # + 0: no "-0.00"
                ha="center",
                va="center",
                size=8,
                color=LIGHT["paper" if strong else "text"],
            )


def _write_roles(axes: Axes, read: Collection[int], labels: Collection[int]) -> None:
    """Say at the right edge which rows were read and which were labels."""
    side = axes.secondary_yaxis("right")
    rows = [row for row in range(int(axes.get_ylim()[0] + 0.5)) if row in read or row in labels]
    roles = {(True, False): "read", (False, True): "label", (True, True): "read, label"}
    side.set_yticks(rows, [roles[row in read, row in labels] for row in rows], fontsize=8)
    side.tick_params(length=0)
    side.spines[:].set_visible(False)


def gradient_norms(lookup: Sequence[float], head: Sequence[float]) -> Figure:
    """Draw how strong the two parts of a tied gradient are while a model learns.

    Args:
        lookup: Norm of the gradient through the lookup, one value a training step, above 0.
        head: Norm of the gradient through the head, as many values.

    Returns:
        The figure: both norms over the step, on a logarithmic scale.

    Raises:
        ValueError: If the two have different lengths.
    """
    if len(lookup) != len(head):
        raise ValueError(
            f"both paths need one norm a step, and there are {len(lookup)} and {len(head)}: "
            "record both in every step"
        )
    with book_style():
        figure, axes = plt.subplots(figsize=(WIDTH, 2.9))
        axes.plot(head, color=LIGHT["output"], linestyle="--", label="head path")
        axes.plot(lookup, color=LIGHT["input"], label="lookup path")
        axes.set(xlabel="training step", ylabel="norm of the gradient (log scale)", yscale="log")
        axes.legend()
    return figure
