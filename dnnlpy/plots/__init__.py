"""Figures of the notebooks, one call each: numbers from the run in, a matplotlib figure out.

Every function returns the figure and draws with the colours of :mod:`dnnlpy.palette`.
"""

from dnnlpy.plots.bands import seed_bands
from dnnlpy.plots.cost import head_shares
from dnnlpy.plots.curves import loss_curves
from dnnlpy.plots.gradients import gradient_norms, gradient_sum
from dnnlpy.plots.lookup import lookup, row_gradients
from dnnlpy.plots.parameters import parameter_bars, second_table_bars
from dnnlpy.plots.path import whole_path
from dnnlpy.plots.plane import scores_in_plane
from dnnlpy.plots.positions import token_plus_position
from dnnlpy.plots.predictions import own_token_logits, token_probabilities
from dnnlpy.plots.shapes import shape_trail
from dnnlpy.plots.share import table_share
from dnnlpy.plots.similarity import row_similarity
from dnnlpy.plots.table import one_table

__all__ = [
    "gradient_norms",
    "gradient_sum",
    "head_shares",
    "lookup",
    "loss_curves",
    "one_table",
    "own_token_logits",
    "parameter_bars",
    "row_gradients",
    "row_similarity",
    "scores_in_plane",
    "second_table_bars",
    "seed_bands",
    "shape_trail",
    "table_share",
    "token_plus_position",
    "token_probabilities",
    "whole_path",
]
