"""How alike the rows of a table are."""

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import torch.nn.functional as F
from matplotlib.figure import Figure
from torch import Tensor

from dnnlpy.plots.style import DIVERGING, WIDTH, book_style


def row_similarity(tables: Mapping[str, Tensor], names: Sequence[str]) -> Figure:
    """Draw the cosine of every two rows, for one or more tables with the same rows.

    Args:
        tables: Title -> table, shape (V, D) each.
        names: What the V rows stand for, in their order.

    Returns:
        The figure: one square of V by V cosines a table, on a shared scale from -1 to 1.

    Raises:
        ValueError: If there is no table, or one does not have a row for every name.
    """
    rows = {title: len(table) for title, table in tables.items()}
    if not rows or set(rows.values()) != {len(names)}:
        raise ValueError(
            f"{len(names)} names need tables of {len(names)} rows each, and the tables have "
            f"{rows or 'not been given'}: pass the names in the order of the rows"
        )
    with book_style():
        figure, panels = plt.subplots(
            1, len(tables), figsize=(WIDTH, 0.9 + 2.7 * 2 / len(tables)), squeeze=False
        )
        for axes, (title, table) in zip(panels[0], tables.items(), strict=True):
            unit = F.normalize(table.detach().float().cpu(), dim=1)
            image = axes.imshow((unit @ unit.T).numpy(), cmap=DIVERGING, vmin=-1, vmax=1)
            axes.set_xticks(range(len(names)), names, rotation=90, fontsize=8)
            axes.set_yticks(range(len(names)), names, fontsize=8)
            axes.tick_params(length=0)
            axes.spines[:].set_visible(False)
            axes.set_title(title)
        bar = figure.colorbar(image, ax=panels[0].tolist(), shrink=0.8, ticks=(-1, 0, 1))
        bar.set_label("cosine of two rows")
        bar.outline.set_visible(False)
    return figure
