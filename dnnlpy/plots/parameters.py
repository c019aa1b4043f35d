"""Where a model's parameters are, and what a second table would add to it."""

from collections.abc import Mapping

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from dnnlpy.palette import LIGHT
from dnnlpy.plots.style import WIDTH, book_style

COLORS = {"token_embed": "input", "pos_embed": "position", "lm_head": "output"}
"""Colour of each part that has one; the rest of a model is quiet."""


def parameter_bars(models: Mapping[str, Mapping[str, int]]) -> Figure:
    """Draw one bar a model, cut into its parts, on one scale.

    Args:
        models: Name of a model -> its parts, each with its number of parameters, as
            ``num_parameters_by_part`` of a model gives them. A head of 0 shares the token table.

    Returns:
        The figure; parts of 3 % or more carry their count, in millions, or in thousands when no
        model has a million.

    Raises:
        ValueError: If there is no model, or a model has no parameters.
    """
    totals = {name: sum(parts.values()) for name, parts in models.items()}
    if not totals or min(totals.values()) <= 0:
        raise ValueError(f"a bar needs parameters, got {totals}: pass models that have some")
    with book_style():
        figure, axes = plt.subplots(figsize=(WIDTH, 0.75 * len(models) + 0.9))
        for line, (name, parts) in enumerate(models.items()):
            _draw_parts(axes, line, parts, total=totals[name], widest=max(totals.values()))
        axes.set_yticks(range(len(models)), list(models))
        axes.invert_yaxis()
        size, _, unit = _unit(max(totals.values()))
        axes.set_xlabel(f"parameters ({unit})")
        axes.set_xlim(0, 1.13 * max(totals.values()) / size)
        axes.tick_params(axis="y", length=0)
    return figure


def _draw_parts(axes: Axes, line: int, parts: Mapping[str, int], total: int, widest: int) -> None:
    """Draw one bar from left to right, the parts in the order given."""
    left = 0.0
    size, letter, _ = _unit(widest)
    for part, count in parts.items():
        shared = part == "token_embed" and parts.get("lm_head") == 0
        color = LIGHT["shared"] if shared else LIGHT[COLORS.get(part, "muted")]
        width = count / size
        axes.barh(line, width, left=left, color=color, edgecolor=LIGHT["paper"], height=0.62)
        if count >= 0.03 * widest:
            label = "\n".join([part, *(["and lm_head"] if shared else []), f"{width:,.1f}{letter}"])
            place = {"ha": "center", "va": "center", "size": 10, "color": LIGHT["paper"]}
            axes.text(left + width / 2, line, label, place)
        left += width
    axes.text(left, line, f"  {total / size:,.1f}{letter}", va="center", weight="bold")


def _unit(widest: int) -> tuple[float, str, str]:
    """What to count in: how many that is, its letter and its name."""
    return (1e6, "M", "millions") if widest >= 1e6 else (1e3, "k", "thousands")


def second_table_bars(additions: Mapping[str, float], tied: Mapping[str, bool]) -> Figure:
    """Draw by how much a second (V, D) table makes each model larger.

    Args:
        additions: Name of a model, smallest first -> V D divided by the parameters of the model
            with one table, 0 to 1.
        tied: Name of a model -> whether it was published with one table.

    Returns:
        The figure: a filled bar for a tied model, a hollow one for an untied model.

    Raises:
        ValueError: If the two do not name the same models, or name none.
    """
    if not additions or additions.keys() != tied.keys():
        raise ValueError(
            f"every model needs both numbers, got additions of {list(additions)} and ties of "
            f"{list(tied)}: name the same models in both"
        )
    with book_style():
        figure, axes = plt.subplots(figsize=(WIDTH, 0.26 * len(additions) + 0.9))
        for line, (name, addition) in enumerate(additions.items()):
            color = LIGHT["shared"] if tied[name] else LIGHT["output"]
            fill = color if tied[name] else "none"
            axes.barh(line, addition, color=fill, edgecolor=color, linewidth=1.5, height=0.66)
            word = "tied" if tied[name] else "untied"
            axes.text(addition, line, f"  {addition:.1%}  {word}", va="center", color=color)
        axes.set_yticks(range(len(additions)), list(additions))
        axes.invert_yaxis()
        axes.set_xlim(0, 1.25 * max(additions.values()))
        axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        axes.set(xlabel="a second table would make the model larger by")
        axes.set_ylabel("larger models →", rotation=270, labelpad=14)
        axes.tick_params(axis="y", length=0)
    return figure
