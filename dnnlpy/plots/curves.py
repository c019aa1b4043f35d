"""Curves over training steps."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

from dnnlpy.palette import LIGHT
from dnnlpy.plots.style import WIDTH, book_style

STROKES: tuple[dict[str, Any], ...] = (
    {"color": LIGHT["shared"], "linestyle": "-"},
    {"color": LIGHT["output"], "linestyle": "--"},
    {"color": LIGHT["input"], "linestyle": ":"},
    {"color": LIGHT["position"], "linestyle": "-."},
)
"""One stroke a curve; the dash says what the colour says."""


def loss_curves(
    losses: Mapping[str, Sequence[float]],
    vocab_size: int | None = None,
    *,
    every: int = 1,
    from_zero: bool = True,
    title: str = "",
) -> Figure:
    """Draw the loss of one or more runs over their steps.

    Args:
        losses: Name of a run (up to four) -> its losses in nats/token, ``every`` steps apart.
        vocab_size: V; draws the line ln V, the loss of a uniform guess, when given.
        every: Steps between two losses.
        from_zero: Whether the axis of the loss starts at 0, where a model knows every token.
        title: Headline of the figure.

    Returns:
        The figure: loss in nats/token over step, a curve a run.

    Raises:
        ValueError: If there is no run, or there are more than four.
    """
    if not 1 <= len(losses) <= len(STROKES):
        raise ValueError(
            f"loss_curves draws 1 to {len(STROKES)} runs and received {len(losses)}: "
            "choose the runs that the reader should compare"
        )
    with book_style():
        figure, axes = plt.subplots(figsize=(WIDTH, 3.2))
        for (name, values), stroke in zip(losses.items(), STROKES, strict=False):
            steps = range(0, every * len(values), every)
            axes.plot(steps, values, label=name, **stroke)
        if vocab_size is not None:
            axes.axhline(math.log(vocab_size), color=LIGHT["muted"], linewidth=1)
            label = f"ln {vocab_size:,} = {math.log(vocab_size):.2f}: a uniform guess"
            axes.annotate(
                label,
                (1, math.log(vocab_size)),
                xycoords=("axes fraction", "data"),
                xytext=(0, 3),
                textcoords="offset points",
                ha="right",
                va="bottom",
                color=LIGHT["muted"],
            )
        axes.set(xlabel="training step", ylabel="loss (nats/token)", title=title)
        if from_zero:
            axes.set_ylim(bottom=0)
        axes.legend()
    return figure
