"""Rules for how every notebook is put together."""

import ast
import re
from itertools import pairwise

from tools import setup_cell
from tools.cells import is_readable, known_metadata
from tools.rules.page import MATHS, Found, Page, tags, without_code

LINES = 16
DIRECTIVE = re.compile(
    r"^\s*(?::{3,}.*|[`~]{3,}\{.*|\([\w-]+\)=)$|(?<!`)\{[a-z:+-]+\}`", re.MULTILINE
)
HTML = re.compile(r"</?(?!details>|summary>)[a-zA-Z][^>]*>")


def ids_are_words(page: Page) -> Found:
    """Cell ids are stable and unique, so that a diff and a report name a cell that one can find."""
    seen = set()
    for cell in page.cells:
        if not is_readable(cell.id) or cell.id in seen:
            yield (
                cell.id,
                "the id must be words (two-paths), once in a notebook: run make notebooks",
            )
        seen.add(cell.id)
        known = known_metadata(cell)
        if extra := set(cell.metadata) - set(known):
            yield cell.id, f"metadata {sorted(extra)} is not the book's: run make notebooks"
        elif known != cell.metadata:
            yield cell.id, "tagged hide-cell and open in Jupyter: run make notebooks"


def setup_comes_first(page: Page) -> Found:
    """The first code cell is the set-up cell, the same in every notebook."""
    first = page.code[0] if page.code else None
    if first is None or first.id != setup_cell.CELL_ID or first.source != setup_cell.source():
        yield "", "the first code cell must be the set-up cell: run make notebooks"


def imports_come_second(page: Page) -> Found:
    """The second code cell imports what the notebook uses and sets the seed, in sight."""
    source = page.code[1].source if len(page.code) > 1 else ""
    if not re.search(r"^(import|from) ", source, re.MULTILINE):
        yield "", "the second code cell must hold the imports"
    if not re.search(r"^torch\.manual_seed\(", source, re.MULTILINE):
        yield "", "the second code cell must set a visible seed: torch.manual_seed(0);"


def cells_are_short(page: Page) -> Found:
    """A cell fits a phone: 16 lines at most, unless it defines a class or a function."""
    for cell in page.code:
        lines = [line for line in cell.source.splitlines() if line.strip(" \t)]},;")]
        if len(lines) > LINES and cell.id != setup_cell.CELL_ID and not _defines(cell.source):
            yield (
                cell.id,
                f"{len(lines)} lines: split it; {LINES} at most unless it defines something",
            )


def plain_markdown(page: Page) -> Found:
    """Markdown reads well in plain Jupyter: no MyST directives, roles or labels, no raw HTML."""
    for cell in page.markdown:
        for found in (
            DIRECTIVE.search(cell.source),
            HTML.search(MATHS.sub(" ", without_code(cell.source))),
        ):
            if found:
                problem = f"{found[0].strip()!r} does not read well in plain Jupyter"
                yield cell.id, f"{problem}: use CommonMark or <details>"


def _defines(source: str) -> bool:
    try:
        body = ast.parse(source).body
    except SyntaxError:  # a magic
        return False
    return any(isinstance(node, ast.ClassDef | ast.FunctionDef) for node in body)


def answers_stay_folded(page: Page) -> Found:
    """What follows a solution is its folded explanation, the next exercise or the next heading."""
    for solution, cell in pairwise(page.cells):
        if "solution" not in tags(solution) or cell.cell_type != "markdown":
            continue
        if not re.match(r"<details>|\*\*\d\. |#", cell.source):
            yield cell.id, "an answer in sight: fold it, <details><summary>Explanation</summary>"


RULES = [
    ids_are_words,
    setup_comes_first,
    imports_come_second,
    cells_are_short,
    plain_markdown,
    answers_stay_folded,
]
