"""What all figures share: fonts, sizes, colours, and the colour scale of the table."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.colors import LinearSegmentedColormap

from dnnlpy.palette import LIGHT

WIDTH = 7.2
"""Width of a figure in inches: as wide as the text."""

DIVERGING = LinearSegmentedColormap.from_list(
    "table", [LIGHT["negative"], LIGHT["neutral"], LIGHT["positive"]]
)
"""Colours of cell values: below zero, zero, above zero."""


@contextmanager
def book_style() -> Iterator[None]:
    """Draw inside this context to get the book's look.

    It puts back only what it set: matplotlib's own ``rc_context`` would also undo the interactive
    mode that a notebook's backend turns on with its first figure, and no later figure would show.
    """
    settings = {
        "figure.dpi": 144,
        "savefig.dpi": 144,
        "figure.facecolor": LIGHT["paper"],
        "figure.constrained_layout.use": True,
        "font.size": 10,
        "axes.edgecolor": LIGHT["line"],
        "axes.labelcolor": LIGHT["text"],
        "axes.titlesize": 10,
        "axes.titlecolor": LIGHT["text"],
        "axes.spines.top": False,
        "axes.spines.right": False,
        "text.color": LIGHT["text"],
        "xtick.color": LIGHT["muted"],
        "ytick.color": LIGHT["muted"],
        "legend.frameon": False,
        "lines.linewidth": 2,
    }
    parameters: Any = plt.rcParams
    before = {name: parameters[name] for name in settings}
    shown = set(plt.get_fignums())
    parameters.update(settings)
    try:
        yield
        if plt.isinteractive():
            for number in set(plt.get_fignums()) - shown:
                _lay_out(plt.figure(number))
    finally:
        parameters.update(before)


def _lay_out(figure: Any) -> None:
    """Keep matplotlib from drawing a figure when its cell ends: the notebook draws what it shows.

    What that drawing leaves behind, the places of the axes, is found here.
    """
    figure.get_layout_engine().execute(figure)
    figure.stale = False
