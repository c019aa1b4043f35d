"""A checker for each exercise: it says in words what is wrong with an answer, and gives hints.

``check.uses_positions(answer)`` examines, ``check.uses_positions.hint()`` gives the next hint.
"""

from dnnlpy.exercises.check.easily_confused import louder, move_rows
from dnnlpy.exercises.check.lm_head import leaks, longer_hidden_state, odds
from dnnlpy.exercises.check.mended import mended
from dnnlpy.exercises.check.one_vocabulary import head_from, one_table, way_out
from dnnlpy.exercises.check.parameters_saved import padded_vocabulary, tables_in_file, widest_untied
from dnnlpy.exercises.check.positional_embedding import (
    places_of,
    positional_gradient,
    uses_positions,
)
from dnnlpy.exercises.check.shared_gradient import cosines_with_mean, lookup_loss
from dnnlpy.exercises.check.summary import giveaways
from dnnlpy.exercises.check.tied_minigpt import aliased, frequency_loss, too_loud
from dnnlpy.exercises.check.token_embedding import as_linear, lookup_gradient, repair
from dnnlpy.exercises.check.weight_tying import look_alike, symmetric_scores, tied_names

__all__ = [
    "aliased",
    "as_linear",
    "cosines_with_mean",
    "frequency_loss",
    "giveaways",
    "head_from",
    "leaks",
    "longer_hidden_state",
    "look_alike",
    "lookup_gradient",
    "lookup_loss",
    "louder",
    "mended",
    "move_rows",
    "odds",
    "one_table",
    "padded_vocabulary",
    "places_of",
    "positional_gradient",
    "repair",
    "symmetric_scores",
    "tables_in_file",
    "tied_names",
    "too_loud",
    "uses_positions",
    "way_out",
    "widest_untied",
]
