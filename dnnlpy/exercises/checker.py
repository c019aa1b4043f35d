"""A learner's answer in, a verdict out that says in words what was tried and what is wrong.

A check is a function that examines an answer: it returns what a right one shows, and raises
:class:`AnswerError` with what is wrong. :func:`checker` adds hints and makes it a :class:`Checker`.
"""

import inspect
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from textwrap import fill

import numpy as np
import torch

WIDTH = 44
"""Letters in a line, so that a phone shows it whole."""


class AnswerError(Exception):
    """What a check raises when an answer is wrong; its text says why."""


@dataclass(frozen=True)
class Verdict:
    """What came of a check; it shows itself as text and is true if the answer is right.

    Args:
        right: Whether the answer is right.
        text: What was shown, or what is wrong.
        help: The call that gives a hint.
    """

    right: bool
    text: str
    help: str

    def __bool__(self) -> bool:
        return self.right

    def __repr__(self) -> str:
        """Return the verdict in short lines."""
        if self.right:
            return _lines(f"Right: {self.text}")
        return f"{_lines(f'Not yet: {self.text}')}\nA hint: {self.help}"


class Hint(str):
    """A hint in short lines; it shows itself without quotes."""

    def __repr__(self) -> str:
        """Return the hint as it stands."""
        return str(self)


class Checker:
    """Examines answers to one exercise, and unfolds its hints one by one.

    Args:
        examine: Returns what a right answer shows; raises :class:`AnswerError` for a wrong one.
        hints: From a nudge to nearly the answer.

    Attributes:
        name: The checker's name in ``dnnlpy.exercises.check``.
        hints: As passed.
    """

    def __init__(self, examine: Callable[..., str], hints: tuple[str, ...]) -> None:
        self.name = examine.__name__
        self.hints = hints
        self.__doc__ = examine.__doc__
        self.__signature__ = inspect.signature(examine)
        self._examine = examine
        self._given = 0

    def __call__(self, *answer: object, **named: object) -> Verdict:
        """Examine an answer; random numbers go on afterwards as if nothing had been drawn.

        Args:
            answer: What the exercise asks for.
            named: The same by name.

        Returns:
            The verdict; as the last expression of a cell it shows itself.
        """
        try:
            self.__signature__.bind(*answer, **named)
        except TypeError:
            given, wanted = len(answer) + len(named), len(self.__signature__.parameters)
            counts = f" Arguments wanted: {wanted}, given: {given}." if given > wanted else ""
            return self._verdict(False, f"call it as {self._usage()}.{counts}")
        with _random_numbers_put_back():
            try:
                return self._verdict(True, self._examine(*answer, **named))
            except AnswerError as wrong:
                return self._verdict(False, str(wrong))
            except Exception as error:  # an answer of a kind that no check has foreseen
                text = f"this could not be examined, it led to {said(error)}"
                return self._verdict(False, text)

    def __repr__(self) -> str:
        """Return how to use the checker."""
        return f"{self._usage()}: {inspect.getdoc(self)}"

    def hint(self) -> Hint:
        """Return the next hint; after the last, say so and begin again."""
        given, total = self._given, len(self.hints)
        self._given = (given + 1) % (total + 1)
        if given == total:
            return Hint(_lines("That was the last hint: a solution is folded below the exercise."))
        return Hint(_lines(f"Hint {given + 1} of {total}: {self.hints[given]}"))

    def _usage(self) -> str:
        return f"check.{self.name}({', '.join(self.__signature__.parameters)})"

    def _verdict(self, right: bool, text: str) -> Verdict:
        return Verdict(right, text, f"check.{self.name}.hint()")


def checker(*hints: str) -> Callable[[Callable[..., str]], Checker]:
    """Make a checker of the function below.

    Args:
        hints: From a nudge to nearly the answer.

    Returns:
        What turns the function into a :class:`Checker`.

    Example:
        >>> @checker("Count the fingers of both hands.", "One hand has five.")
        ... def fingers(count: int) -> str:
        ...     if count == 5:
        ...         raise AnswerError("5 are on one hand; how many hands are there?")
        ...     return "two hands of five."
        >>> fingers(5)
        Not yet: 5 are on one hand; how many hands
        are there?
        A hint: check.fingers.hint()
        >>> fingers.hint()
        Hint 1 of 2: Count the fingers of both
        hands.
    """
    return lambda examine: Checker(examine, hints)


def said(error: Exception) -> str:
    """Return an error as one short line: its type and what it says."""
    first = (str(error).strip().splitlines() or ["no message"])[0]
    return f"{type(error).__name__}: {first[:200]}"


@contextmanager
def _random_numbers_put_back() -> Iterator[None]:
    """Draw the same numbers in every check, and leave no trace in the learner's."""
    states = random.getstate(), np.random.get_state()
    with torch.random.fork_rng(devices=[]):
        torch.default_generator.manual_seed(0)
        try:
            yield
        finally:
            random.setstate(states[0])
            np.random.set_state(states[1])


def _lines(text: str) -> str:
    return fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)
