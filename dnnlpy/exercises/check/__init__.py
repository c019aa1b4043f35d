"""A checker for each exercise: it says in words what is wrong with an answer, and gives hints.

``check.uses_positions(answer)`` examines, ``check.uses_positions.hint()`` gives the next hint.
"""

from dnnlpy.exercises.check.positional_embedding import (
    places_of,
    positional_gradient,
    uses_positions,
)

__all__ = [
    "places_of",
    "positional_gradient",
    "uses_positions",
]
