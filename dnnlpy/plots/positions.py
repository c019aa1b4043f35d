"""What enters the first block: a row for what is read plus a row for where it stands."""

import matplotlib.pyplot as plt
from matplotlib.figure import Figure
from torch import Tensor

from dnnlpy.palette import LIGHT
from dnnlpy.plots.style import WIDTH, book_style
from dnnlpy.plots.table import draw_table


def token_plus_position(x_tok: Tensor, x_pos: Tensor, ids: Tensor) -> Figure:
    """Draw one sequence's token rows, position rows and their sum.

    Args:
        x_tok: Rows of the token table, shape (T, D), T at most 40.
        x_pos: Rows of the positional table, shape (T, D).
        ids: The ids of the sequence, shape (T,).

    Returns:
        The figure: E[ids] + P[positions] = X, three panels on one colour scale.

    Raises:
        ValueError: If the three do not describe the same T positions and D columns.
    """
    if x_tok.dim() != 2 or x_tok.shape != x_pos.shape or ids.shape != x_tok.shape[:1]:
        raise ValueError(
            "the figure needs x_tok (T, D), x_pos (T, D) and ids (T,) of one sequence; they have "
            f"{tuple(x_tok.shape)}, {tuple(x_pos.shape)} and {tuple(ids.shape)}: "
            "pass one sequence, such as x_tok[0]"
        )
    x = x_tok + x_pos
    limit = max(part.detach().abs().max().item() for part in (x_tok, x_pos, x))
    what = [f"id {row}" for row in ids.tolist()]
    where = [f"t={place}" for place in range(len(what))]
    both = [f"{token}, {place}" for token, place in zip(what, where, strict=True)]
    panels = (
        (x_tok, "E[ids]: what is read", what, "input"),
        (x_pos, "+ P[positions]: where it is", where, "position"),
        (x, "= X: what and where", both, "text"),
    )
    with book_style():
        figure, row = plt.subplots(1, 3, figsize=(WIDTH, 0.32 * len(what) + 0.9))
        for axes, (values, title, names, color) in zip(row, panels, strict=True):
            draw_table(axes, values, title=title, limit=limit)
            axes.title.set_color(LIGHT[color])
            axes.set_yticks(range(len(names)), names, fontsize=8)
            axes.set_xlabel(f"{values.shape[1]} columns")
            gaps = [column + 0.5 for column in range(values.shape[1] - 1)]
            axes.vlines(gaps, -0.5, len(what) - 0.5, color=LIGHT["paper"], linewidth=1)
    return figure
