"""A section's questions in, a quiz out that needs neither kernel nor script: every option unfolds.

The questions stand in ``questions/``, one file for each section. Each holds the code that finds
its answer; the tests run it, so that a key cannot be wrong for long.
"""

import re
import tomllib
from dataclasses import dataclass
from html import escape
from importlib.resources import files

from dnnlpy.explore.core import styles

QUESTIONS = files("dnnlpy.exercises").joinpath("questions")


@dataclass(frozen=True)
class Option:
    """One answer to choose.

    Args:
        says: The answer.
        why: Why it is right, or what whoever chose it may have thought.
    """

    says: str
    why: str


@dataclass(frozen=True)
class Question:
    """One question.

    Args:
        asks: The question.
        options: The answers to choose from.
        right: Index of the right one.
        check: Python that finds out: it assigns ``holds``, True or False for each option.
    """

    asks: str
    options: tuple[Option, ...]
    right: int
    check: str


@dataclass(frozen=True)
class Quiz:
    """Questions that show themselves in a notebook or on a page.

    Args:
        section: The section that they close.
        questions: In the order in which they are asked.
    """

    section: str
    questions: tuple[Question, ...]

    def __repr__(self) -> str:
        """Return the questions and, below them, the key, for consoles and for text/plain."""
        lines = [f"Quiz of {self.section}"]
        for number, question in enumerate(self.questions, 1):
            lines.append(f"{number}. {question.asks}")
            lines += [f"   {'abcd'[i]}) {o.says}" for i, o in enumerate(question.options)]
        key = (f"{i} {'abcd'[question.right]}" for i, question in enumerate(self.questions, 1))
        return "\n".join([*lines, f"Key: {', '.join(key)}"])

    def _repr_html_(self) -> str:
        """Return the quiz as HTML, the same for the same questions."""
        items = "\n".join(_item(question) for question in self.questions)
        css = files("dnnlpy.exercises").joinpath("quiz.css").read_text(encoding="utf-8")
        return (
            f"<style>{styles()}{css}</style>\n"
            f'<section class="dnnx" aria-label="Quiz of {self.section}">\n'
            f'<ol class="quiz">\n{items}\n</ol>\n</section>'
        )


def quiz(section: str) -> Quiz:
    """Return the quiz that closes a section.

    Args:
        section: Its number, such as ``"18.4.5"``; ``"18.4"`` takes one question from each section.

    Returns:
        The quiz; as the last expression of a cell it shows itself.

    Raises:
        ValueError: There is no quiz of that name.

    Example:
        >>> len(quiz("18.4.5").questions)
        4
    """
    names = sorted(path.name.removesuffix(".toml") for path in QUESTIONS.iterdir())
    numbers = {f"18.4.{int(name[-2:])}": name for name in names}
    if section == "18.4":
        drawn = tuple(quiz(number).questions[-1] for number in numbers)
        return Quiz("the whole chapter", drawn)
    if section not in numbers:
        raise ValueError(f"there is no quiz of {section!r}: take one of 18.4, {', '.join(numbers)}")
    text = QUESTIONS.joinpath(f"{numbers[section]}.toml").read_text(encoding="utf-8")
    return Quiz(section, tuple(_question(**entry) for entry in tomllib.loads(text)["question"]))


def _question(*, asks: str, options: list[dict[str, str]], right: int, check: str) -> Question:
    return Question(asks, tuple(Option(**option) for option in options), right, check)


def _item(question: Question) -> str:
    options = "\n".join(
        f"<details><summary>{_html(option.says)}</summary>"
        f'<p class="{"right" if i == question.right else "wrong"}">'
        f"<b>{'Right.' if i == question.right else 'Not quite.'}</b> {_html(option.why)}</p>"
        "</details>"
        for i, option in enumerate(question.options)
    )
    return f"<li><p>{_html(question.asks)}</p>\n{options}</li>"


def _html(text: str) -> str:
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))
