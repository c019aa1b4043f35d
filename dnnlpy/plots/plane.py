"""Scores in the plane: why the nearest direction need not win."""

from collections.abc import Mapping

import matplotlib.pyplot as plt
import torch
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from torch import Tensor

from dnnlpy.palette import LIGHT
from dnnlpy.plots.style import WIDTH, book_style


def scores_in_plane(hidden: Tensor, rows: Mapping[str, Tensor]) -> Figure:
    """Draw a hidden state among the head's rows, and score the rows in two ways.

    The line through the best row's tip, at a right angle to h, holds all points of equal inner
    product: beyond it a row would win.

    Args:
        hidden: The hidden state h, shape (2,), not zero.
        rows: Name of a token -> its row of the head's weight, shape (2,), not zero; two or more.

    Returns:
        The figure: arrows on the left, inner products and cosines on the right, each best marked.

    Raises:
        ValueError: If there are fewer than two rows, or a vector has another shape or is zero.
    """
    if len(rows) < 2:
        raise ValueError(f"scores are compared among rows, got {len(rows)}: pass two or more")
    for name, vector in {"hidden": hidden, **rows}.items():
        if vector.shape != (2,) or not vector.any():
            raise ValueError(
                f"a vector in the plane has shape (2,) and a direction, got {vector.tolist()} "
                f"for {name}: pass two numbers that are not both zero"
            )
    state = hidden.detach().float().cpu()
    table = torch.stack([row.detach().float().cpu() for row in rows.values()])  # (rows, 2)
    scores = table @ state
    cosines = scores / (table.norm(dim=1) * state.norm())
    with book_style():
        figure, (plane, left, right) = plt.subplots(
            1, 3, figsize=(WIDTH, 2.9), width_ratios=(2, 1, 1)
        )
        _draw_arrows(plane, state, dict(zip(rows, table, strict=True)), best=int(scores.argmax()))
        _draw_bars(left, list(rows), scores, title="inner product h · w")
        _draw_bars(right, list(rows), cosines, title="cosine")
    return figure


def _draw_arrows(axes: Axes, state: Tensor, rows: Mapping[str, Tensor], best: int) -> None:
    """Draw every vector from the origin, and the line of the best score."""
    for number, (name, vector) in enumerate({"h": state, **rows}.items()):
        x, y = vector.tolist()
        color = LIGHT["text"] if number == 0 else LIGHT["quiet"]
        if number == best + 1:
            color = LIGHT["output"]
            turned = (x - state[1].item(), y + state[0].item())  # a step at a right angle to h
            axes.axline((x, y), turned, color=color, linewidth=1, linestyle="--")
        axes.annotate("", (x, y), (0, 0), arrowprops={"arrowstyle": "-|>", "color": color})
        beyond = 1 + 0.22 / vector.norm().item()
        font = {"ha": "center", "va": "center", "weight": "bold", "color": color}
        axes.text(beyond * x, beyond * y, name, font)
    reach = 1.2 * max(vector.abs().max().item() for vector in (state, *rows.values()))
    axes.set(xlim=(-reach / 2, reach), ylim=(-reach / 2, reach), aspect="equal")
    axes.set(xlabel="first of D = 2 coordinates", ylabel="second coordinate")


def _draw_bars(axes: Axes, names: list[str], values: Tensor, title: str) -> None:
    """Draw one bar a row, the largest in the output colour, each with its value."""
    colors = [LIGHT["output"] if value == values.max() else LIGHT["quiet"] for value in values]
    bars = axes.bar(names, values.tolist(), color=colors)
    axes.bar_label(bars, [f"{value:.2f}" for value in values], fontsize=9)
    axes.axhline(0, color=LIGHT["muted"], linewidth=0.8)
    axes.margins(y=0.15)
    axes.set_yticks([])
    axes.set(title=title, xlabel="token")
    axes.spines["left"].set_visible(False)
