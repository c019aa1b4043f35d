"""The chapter's contract: the exact lines that each section prints, and asserts."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

from tools.rules.page import Found, Page, texts

TUPLE_OR_NUMBER = re.compile(r"\(\d[\d, ]*\)|(?<![\w.])\d[\d,]*(?:\.\d+)?")


@cache
def contract() -> dict[str, list[str]]:
    """The lines of values.toml, by the first part of the notebook's name."""
    path = Path(__file__).with_name("values.toml")
    return dict(tomllib.loads(path.read_text(encoding="utf-8")))


def prints_its_values(page: Page) -> Found:
    """Every line of the contract stands in an output, spaces and colons aside."""
    said = _squeezed("\n".join(text for cell in page.code for text in texts(cell)))
    for line in contract().get(page.path.name[:7], []):
        if f" {_squeezed(line)} " not in f" {said} ":
            yield "", f"must print {line!r} (tools/rules/values.toml)"


def asserts_its_values(page: Page) -> Found:
    """Every tuple and number of the contract stands in an assert; the version of torch differs."""
    held = "\n".join(line for cell in page.code for line in _asserts(cell.source))
    for line in contract().get(page.path.name[:7], []):
        for value in TUPLE_OR_NUMBER.findall("" if line.startswith("PyTorch") else line):
            python = value if value.startswith("(") else value.replace(",", "")
            if python not in held:
                yield "", f"prints {line!r} but no assert holds {value}"


def _squeezed(text: str) -> str:
    return re.sub(r"[\s:]+", " ", text).strip()


def _asserts(source: str) -> list[str]:
    """The asserts of a cell in plain form: one line each, numbers without underscores."""
    try:
        tree = ast.parse(source)
    except SyntaxError:  # a magic
        return []
    return [ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Assert)]


RULES = [prints_its_values, asserts_its_values]
