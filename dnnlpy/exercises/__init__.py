"""Exercises that answer back: a quiz for each section.

Nothing here is imported by ``dnnlpy.nn`` or ``dnnlpy.models``.
"""

from dnnlpy.exercises.quiz import Quiz, quiz

__all__ = ["Quiz", "quiz"]
