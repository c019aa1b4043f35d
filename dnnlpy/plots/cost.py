"""What share of a model's work its head does."""

from collections.abc import Mapping

import matplotlib.pyplot as plt
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from dnnlpy.palette import LIGHT
from dnnlpy.plots.style import WIDTH, book_style


def head_shares(flops: Mapping[str, tuple[float, float]]) -> Figure:
    """Draw one bar a model, as long as its blocks and its head together make it: 100 %.

    Args:
        flops: Name of a model -> FLOPs of its blocks and FLOPs of its head, for the same ids.

    Returns:
        The figure: the share of the blocks at the left, that of the head at the right, labelled.

    Raises:
        ValueError: If there is no model, or a model does no work.
    """
    if not flops or min(sum(parts) for parts in flops.values()) <= 0:
        raise ValueError(f"a bar needs FLOPs, got {dict(flops)}: pass models that compute")
    with book_style():
        figure, axes = plt.subplots(figsize=(WIDTH, 0.5 * len(flops) + 0.9))
        for line, (blocks, head) in enumerate(flops.values()):
            share = head / (blocks + head)
            parts = (("blocks", 0, 1 - share, "muted"), ("head", 1 - share, share, "output"))
            for name, left, width, color in parts:
                hue, edge = LIGHT[color], LIGHT["paper"]
                axes.barh(line, width, left=left, color=hue, edgecolor=edge, height=0.66)
                if width > 0.12:
                    place = {"ha": "center", "va": "center", "color": LIGHT["paper"]}
                    axes.text(left + width / 2, line, f"{name} {width:.0%}", place)
        axes.set_yticks(range(len(flops)), list(flops))
        axes.invert_yaxis()
        axes.set_xlim(0, 1)
        axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        axes.set_xlabel("share of the FLOPs of a forward pass")
        axes.tick_params(axis="y", length=0)
    return figure
