"""Letters of the notation: a page that uses one says what it is, and means nothing else by it."""

import re
from functools import cache

import yaml

from tools.paths import CHAPTERS
from tools.rules.page import Found, Page, without_code

GLOSSARY = CHAPTERS / "reference" / "glossary.yml"


@cache
def notation() -> dict[str, list[str]]:
    """Each letter with the words of which one stands beside it."""
    symbols = yaml.safe_load(GLOSSARY.read_text(encoding="utf-8"))["symbols"]
    return {symbol["tex"]: symbol["beside"] for symbol in symbols if "beside" in symbol}


def letters_mean_what_the_notation_says(page: Page) -> Found:
    """Some paragraph says what a letter is: readers are shown its meaning in the notation."""
    if not page.code:
        return
    paragraphs = [
        (cell.id, paragraph)
        for cell in page.markdown
        for paragraph in re.split(r"\n\s*\n", without_code(cell.source))
    ]
    for letter, words in notation().items():
        uses = [(cell, text) for cell, text in paragraphs if f"${letter}$" in text]
        if uses and not any(word in text for _, text in uses for word in words):
            yield (
                uses[0][0],
                f"${letter}$ stands nowhere beside {' or '.join(words)}: say what it is, "
                "or take another letter for another thing",
            )


RULES = [letters_mean_what_the_notation_says]
