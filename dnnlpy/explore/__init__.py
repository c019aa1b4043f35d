"""Figures that a reader can move, in a notebook, in Colab and on the site, without a kernel.

Each function takes tensors or a model, computes with torch, and returns an
:class:`~dnnlpy.explore.core.Explorable` that displays itself.
"""

from dnnlpy.explore.budget import budget
from dnnlpy.explore.core import Explorable
from dnnlpy.explore.gradient_split import gradient_split
from dnnlpy.explore.initial_loss import initial_loss
from dnnlpy.explore.logit_plane import logit_plane
from dnnlpy.explore.lookup import lookup
from dnnlpy.explore.neighbours import neighbours
from dnnlpy.explore.one_table import one_table
from dnnlpy.explore.positions import positions
from dnnlpy.explore.race import race
from dnnlpy.explore.still_tied import still_tied

__all__ = [
    "Explorable",
    "budget",
    "gradient_split",
    "initial_loss",
    "logit_plane",
    "lookup",
    "neighbours",
    "one_table",
    "positions",
    "race",
    "still_tied",
]
