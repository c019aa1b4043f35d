"""How much of a model its token table is, over the model's size."""

from collections.abc import Collection, Mapping
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullFormatter, PercentFormatter

from dnnlpy.palette import LIGHT
from dnnlpy.plots.style import WIDTH, book_style

MARKS: dict[bool, dict[str, Any]] = {
    True: {"marker": "o", "color": LIGHT["shared"], "label": "tied", "s": 42},
    False: {
        "marker": "s",
        "color": LIGHT["output"],
        "label": "untied",
        "facecolors": "none",
        "s": 42,
    },
}
"""Tied or not -> a filled circle or a hollow square: the shape says what the colour says."""


def table_share(models: Mapping[str, tuple[int, int, bool]], names: Collection[str] = ()) -> Figure:
    """Draw, for each model, one table's share of all parameters over their number.

    Args:
        models: Name of a model -> its parameters, the numbers in one (V, D) table, and whether it
            was published with one table.
        names: The models whose names stand beside their marks, right of a tied and left of an
            untied one.

    Returns:
        The figure; sizes are on a logarithmic axis, shares are of the model as it was published.

    Raises:
        ValueError: There is no model, a table is larger than its model, or a name is unknown.
    """
    wrong = [name for name, (total, table, _) in models.items() if not 0 < table <= total]
    if not models or wrong or not set(names) <= models.keys():
        raise ValueError(
            f"table_share draws models that hold their table, and names only those: got "
            f"{len(models)} models, tables that are no part of {wrong}, and the unknown names "
            f"{sorted(set(names) - models.keys())}: pass parameters, table and tie for each name"
        )
    with book_style():
        figure, axes = plt.subplots(figsize=(WIDTH, 4.2))
        for tied, mark in MARKS.items():
            chosen = [
                (total, table / total)
                for total, table, is_tied in models.values()
                if is_tied == tied
            ]
            axes.scatter(*zip(*chosen, strict=True) if chosen else ([], []), clip_on=False, **mark)
        for name in names:
            total, table, tied = models[name]
            side, ha = (7, "left") if tied else (-7, "right")
            place: dict[str, Any] = {
                "xytext": (side, 2),
                "textcoords": "offset points",
                "ha": ha,
                "size": 9,
            }
            axes.annotate(name, (total, table / total), **place)
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(FuncFormatter(_count))
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        axes.set(xlabel="parameters of the model", ylabel="share of one table")
        axes.set_ylim(bottom=0)
        axes.margins(x=0.12)
        axes.legend()
    return figure


def _count(size: float, _place: int) -> str:
    """Write a number of parameters as people say it."""
    return f"{size / 1e9:g}B" if size >= 1e9 else f"{size / 1e6:g}M"
