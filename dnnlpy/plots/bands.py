"""Curves of several seeds each: a line for the mean, a band from the lowest to the highest."""

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

from dnnlpy.palette import LIGHT
from dnnlpy.plots.curves import STROKES
from dnnlpy.plots.style import WIDTH, book_style

Band = Sequence[Sequence[float]]


def seed_bands(
    curves: Mapping[str, Band],
    steps: Sequence[int],
    *,
    ylabel: str,
    title: str = "",
    log: bool = False,
    line: float | None = None,
) -> Figure:
    """Draw what several seeds measured over training.

    Args:
        curves: Name (up to four) -> mean, lowest and highest value at each step, shape (3, steps).
        steps: The steps, in order.
        ylabel: What was measured, and its unit.
        title: Headline of the figure.
        log: Whether the axis of the values is logarithmic.
        line: Draws a thin line at this value when given.

    Returns:
        The figure: value over training step, a line and its band a name.

    Raises:
        ValueError: If there is no curve or more than four, or one is not (3, steps).
    """
    sizes = {name: [len(row) for row in band] for name, band in curves.items()}
    if not 1 <= len(curves) <= len(STROKES) or any(
        size != [len(steps)] * 3 for size in sizes.values()
    ):
        raise ValueError(
            f"seed_bands draws 1 to {len(STROKES)} curves of mean, lowest and highest at "
            f"{len(steps)} steps, and received rows of {sizes}: summarise the seeds first"
        )
    with book_style():
        figure, axes = plt.subplots(figsize=(WIDTH, 3.2))
        for (name, band), stroke in zip(curves.items(), STROKES, strict=False):
            middle, lowest, highest = band
            axes.plot(steps, middle, label=name, **stroke)
            axes.fill_between(steps, lowest, highest, color=stroke["color"], alpha=0.2, linewidth=0)
        if line is not None:
            axes.axhline(line, color=LIGHT["muted"], linewidth=1)
        axes.set(xlabel="training step", ylabel=ylabel, title=title)
        if log:
            axes.set_yscale("log")
        axes.legend()
    return figure
