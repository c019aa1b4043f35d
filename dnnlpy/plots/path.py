"""The whole path of the data through a tied model, with the shared table drawn once."""

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch, Rectangle
from torch import Tensor

from dnnlpy.palette import LIGHT
from dnnlpy.plots.style import WIDTH, book_style
from dnnlpy.plots.table import draw_table

STOPS = {"ids": "(B, T)", "X": "(B, T, D)", "H": "(B, T, D)", "logits": "(B, T, V)"}
BOX, STEP, TOP, TALL = 1.2, 1.95, 2.75, 0.85  # width, distance, lower edge and height, in inches
MEET_IN, MEET_OUT = BOX + (STEP - BOX) / 2, 2 * STEP + BOX + (STEP - BOX) / 2


def whole_path(table: Tensor, positions: Tensor, shapes: Mapping[str, Sequence[int]]) -> Figure:
    """Draw ids, embedded ids, hidden states and logits, and the tables that lead between them.

    Args:
        table: The shared table E, shape (V, D), V at most 40.
        positions: The positional table P, shape (T_max, D), T_max at most 40.
        shapes: Shapes of a run: "ids" (B, T), "X" and "H" (B, T, D), "logits" (B, T, V).

    Returns:
        The figure: four boxes from left to right above, E and P below, an arrow for each use.

    Raises:
        ValueError: The shapes are not those of one run with these tables.
    """
    batch = tuple(shapes["ids"])
    V, D = table.shape
    expected = {"ids": batch, "X": (*batch, D), "H": (*batch, D), "logits": (*batch, V)}
    if {name: tuple(shape) for name, shape in shapes.items()} != expected:
        raise ValueError(
            f"a run of ids {batch} through a table {(V, D)} has the shapes {expected}, got "
            f"{dict(shapes)}: take ids, table and shapes from one run"
        )
    with book_style():
        figure, axes = plt.subplots(figsize=(WIDTH, 4.0))
        axes.axis("off")
        axes.set(xlim=(-0.05, 3 * STEP + BOX + 0.05), ylim=(-0.35, TOP + TALL + 0.35))
        for place, (name, letters) in enumerate(STOPS.items()):
            _box(axes, place * STEP, name, str(expected[name]), letters)
        _arrow(axes, (BOX, TOP + TALL / 2), (STEP, TOP + TALL / 2), "input")
        _arrow(axes, (STEP + BOX, TOP + TALL / 2), (2 * STEP, TOP + TALL / 2), "muted")
        _arrow(axes, (2 * STEP + BOX, TOP + TALL / 2), (3 * STEP, TOP + TALL / 2), "output")
        _say(axes, STEP + BOX + (STEP - BOX) / 2, TOP + TALL / 2 + 0.08, "blocks,\nnorm", "muted")

        left, right, high = 2.6, 4.5, 1.85
        _table(axes, table, (left, 0, right - left, high), f"one table E {(V, D)}", "shared")
        _arrow(axes, (left - 0.2, high / 2), (MEET_IN, TOP + TALL / 2), "input", bend=-0.25)
        _arrow(axes, (right, high / 2), (MEET_OUT, TOP + TALL / 2), "output", bend=0.25)
        _say(axes, 1.78, 2.05, "look up the row\nof each id", "input", ha="left")
        _say(axes, 5.63, 2.05, "score against\nevery row", "output", ha="left")

        low = tuple(positions.shape)
        _table(axes, positions, (0.15, 0, 0.9, 1.3), f"P {low}", "position")
        _arrow(axes, (0.7, 1.38), (MEET_IN, TOP + TALL / 2), "position", bend=-0.15, dash="--")
        _say(axes, 0.85, 2.05, "add the row of\neach position", "position", ha="right")
    return figure


def _box(axes: Axes, left: float, name: str, shape: str, letters: str) -> None:
    """Draw a tensor: its name, its shape in this run, its shape in letters."""
    style = "round,pad=0,rounding_size=0.08"
    axes.add_patch(
        FancyBboxPatch(
            (left, TOP), BOX, TALL, style, facecolor=LIGHT["neutral"], edgecolor=LIGHT["line"]
        )
    )
    middle = left + BOX / 2
    axes.text(middle, TOP + 0.65, name, ha="center", va="center", weight="bold")
    axes.text(middle, TOP + 0.4, shape, ha="center", va="center")
    axes.text(middle, TOP + 0.17, letters, ha="center", va="center", color=LIGHT["muted"])


def _table(
    axes: Axes, values: Tensor, place: tuple[float, float, float, float], title: str, color: str
) -> None:
    """Draw a table in a frame of its colour, with its name below."""
    left, bottom, width, height = place
    inset = axes.inset_axes(place, transform=axes.transData)
    draw_table(inset, values, title="")
    inset.tick_params(labelsize=6.5)
    axes.add_patch(
        Rectangle((left, bottom), width, height, fill=False, edgecolor=LIGHT[color], linewidth=3)
    )
    _say(axes, left + width / 2, -0.1, title, color, va="top")


def _arrow(
    axes: Axes,
    start: tuple[float, float],
    end: tuple[float, float],
    color: str,
    *,
    bend: float = 0.0,
    dash: str = "-",
) -> None:
    """Draw an arrow in a colour of the palette."""
    axes.add_patch(
        FancyArrowPatch(
            start,
            end,
            arrowstyle="-|>",
            mutation_scale=13,
            color=LIGHT[color],
            linewidth=2,
            linestyle=dash,
            connectionstyle=f"arc3,rad={bend}",
        )
    )


def _say(
    axes: Axes, x: float, y: float, text: str, color: str, *, ha: str = "center", va: str = "bottom"
) -> None:
    """Write a label in a colour of the palette."""
    axes.text(x, y, text, ha=ha, va=va, color=LIGHT[color], fontsize=9)
