"""The trail of shapes that a batch leaves on its way through a model."""

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch

from dnnlpy.palette import LIGHT
from dnnlpy.plots.style import WIDTH, book_style

GAP = 0.55


def shape_trail(
    stops: Mapping[str, Sequence[int]],
    moves: Sequence[str],
    *,
    letters: Sequence[str] = (),
    colors: Sequence[str] = (),
) -> Figure:
    """Draw tensors from left to right with what turns each into the next.

    Args:
        stops: Name of a tensor -> its shape, in the order of the data.
        moves: What happens between two stops, one fewer than there are stops.
        letters: The shape of each stop in letters, such as "(B, T, D)".
        colors: Palette name of each move's colour: "input", "output", "shared", "position".

    Returns:
        The figure.

    Raises:
        ValueError: If the number of moves, letters or colours does not fit the number of stops.
    """
    count = len(stops)
    if len(moves) != count - 1 or len(letters) not in (0, count):
        raise ValueError(
            f"{count} stops need {count - 1} moves and {count} letters (or none), and there are "
            f"{len(moves)} and {len(letters)}: give one move between every two stops"
        )
    colors = colors or ["muted"] * len(moves)
    if len(colors) != len(moves):
        raise ValueError(
            f"{len(moves)} moves need as many colours and there are {len(colors)}: "
            "name one palette colour a move"
        )
    with book_style():
        figure, axes = plt.subplots(figsize=(WIDTH, 1.45))
        axes.axis("off")
        for place, (name, shape) in enumerate(stops.items()):
            left = place * (1 + GAP)
            axes.add_patch(
                FancyBboxPatch(
                    (left, 0),
                    1,
                    1,
                    boxstyle="round,pad=0,rounding_size=0.08",
                    facecolor=LIGHT["neutral"],
                    edgecolor=LIGHT["line"],
                )
            )
            axes.text(left + 0.5, 0.72, name, ha="center", va="center", weight="bold", fontsize=9)
            axes.text(left + 0.5, 0.42, str(tuple(shape)), ha="center", va="center")
            if letters:
                axes.text(
                    left + 0.5, 0.17, letters[place], ha="center", va="center", color=LIGHT["muted"]
                )
            if place:
                color = LIGHT[colors[place - 1]]
                axes.add_patch(
                    FancyArrowPatch(
                        (left - GAP, 0.5),
                        (left, 0.5),
                        arrowstyle="-|>",
                        mutation_scale=12,
                        color=color,
                        linewidth=2,
                    )
                )
                axes.text(
                    left - GAP / 2, 0.56, moves[place - 1], ha="center", va="bottom", color=color
                )
        axes.set(xlim=(-0.05, count + (count - 1) * GAP + 0.05), ylim=(-0.05, 1.05))
    return figure
