"""Spelling: every word is in the dictionary or in words.txt, and British where the two differ.

pyspellchecker's dictionary finds what is no word; typos finds the slips that are words elsewhere
and American spellings. Names and terms of the trade are in tools/words.txt.
"""

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from spellchecker import SpellChecker

from tools.paths import CHAPTERS
from tools.rules.page import Complaint, Found, Page, plain

WORDS = Path(__file__).parent.parent / "words.txt"
WORD = re.compile(r"(?<![\w\\@])[A-Za-z][a-z]+(?:['’][a-z]+)?(?![\w@])")
TWICE = re.compile(r"\b([A-Za-z]+)\s+\1\b", re.IGNORECASE)


@cache
def project_words() -> frozenset[str]:
    """The words beyond the dictionary, in lower case: words.txt, and the authors who are cited."""
    bib = (CHAPTERS / "references.bib").read_text(encoding="utf-8")
    authors = re.findall(r"^\s*author\s*=\s*{(.*)},$", bib, re.MULTILINE)
    return frozenset(WORDS.read_text(encoding="utf-8").split() + _words(" ".join(authors)))


@cache
def _dictionary() -> SpellChecker:
    return SpellChecker()


def prose(page: Page) -> list[tuple[str, str]]:
    """The page's words by cell: its Markdown, and the alt texts of its figures."""
    alts = [(c.id, c.metadata.get("mystnb", {}).get("image", {}).get("alt", "")) for c in page.code]
    return [(c.id, plain(c.source)) for c in page.markdown] + [(i, alt) for i, alt in alts if alt]


def words_are_known(page: Page) -> Found:
    """Every word is in the dictionary or in the project's list."""
    for cell, text in prose(page):
        for word in sorted(_dictionary().unknown(set(_words(text)) - project_words())):
            yield cell, f"'{word}' is not in the dictionary: mend it, or add it to tools/words.txt"


def _words(text: str) -> list[str]:
    """The words that the dictionary knows about, in lower case: no acronyms, no names of code."""
    return [re.sub(r"['’]s$", "", word).replace("’", "'").lower() for word in WORD.findall(text)]


def words_stand_once(page: Page) -> Found:
    """No word is written twice in a row."""
    for cell, text in prose(page):
        for found in TWICE.findall(text):
            yield cell, f"'{found} {found}': remove one"


def spelling_is_british(pages: Sequence[Page]) -> list[Complaint]:
    """The program typos, called once for all pages, has nothing to mend in one of them.

    It names slips and American spellings.
    """
    lines = [
        (page.path, cell, line)
        for page in pages
        for cell, text in prose(page)
        for line in text.splitlines() or [""]
    ]
    return [
        Complaint(*lines[number - 1][:2], f"'{word}' should be {' or '.join(corrections)}")
        for number, word, corrections in typos("\n".join(line for *_, line in lines))
        if word.lower() not in project_words()
    ]


def typos(text: str) -> list[tuple[int, str, list[str]]]:
    """What typos would mend: the line, the word, and what it might be."""
    program = str(Path(sys.executable).parent / "typos")
    run = subprocess.run(
        [program, "--isolated", "--locale", "en-gb", "--format", "json", "-"],
        input=text,
        capture_output=True,
        text=True,
    )
    if run.returncode not in (0, 2):
        raise SystemExit(f"typos failed: {run.stderr}")
    found = [json.loads(line) for line in run.stdout.splitlines()]
    return [(i["line_num"], i["typo"], i["corrections"]) for i in found if i["type"] == "typo"]


RULES = [words_are_known, words_stand_once]
