"""Rules for how a notebook is put together: those for every notebook, then those for a section."""

import ast
import re

from tools import setup_cell
from tools.cells import CELL_KEYS, is_readable
from tools.paths import CHAPTERS
from tools.rules.page import MATHS, Found, Page, pictures, tags, without_code

LINES = 16
FOLDED = re.compile(r"<details>\s*<summary>.+?</summary>\n\n.+?\n\n</details>", re.DOTALL)
DIRECTIVE = re.compile(
    r"^\s*(?::{3,}.*|[`~]{3,}\{.*|\([\w-]+\)=)$|(?<!`)\{[a-z:+-]+\}`", re.MULTILINE
)
HTML = re.compile(r"</?(?!details>|summary>)[a-zA-Z][^>]*>")
CALLOUT = r"^> \*\*{}\.\*\* \S"


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
        if extra := set(cell.metadata) - set(CELL_KEYS):
            yield cell.id, f"metadata {sorted(extra)} is not the book's: run make notebooks"


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


def titled_by_number(page: Page) -> Found:
    """A section opens with the number in its file's name, in its one level-1 heading."""
    titles = [h for c in page.markdown for h in re.findall(r"^# .*", without_code(c.source), re.M)]
    first = page.cells[0].source if page.cells else ""
    if not first.startswith(f"# 18.4.{page.number} "):
        yield "", f"the first cell must open with the title '# 18.4.{page.number} …'"
    if len(titles) != 1:
        yield "", f"one level-1 heading a notebook, found {len(titles)}: use ## for the others"


def has_its_parts(page: Page) -> Found:
    """A section has goals, a figure, asserts, and each kind of call-out."""
    words = "\n\n".join(cell.source for cell in page.markdown)
    if not re.search(r"^After this section you can\n\n- ", words, re.MULTILINE):
        yield "", "no goals: write 'After this section you can' and a list"
    if not any(pictures(cell) for cell in page.code):
        yield "", "no figure: draw the section's idea from this run's numbers"
    if not any(re.search(r"^\s*assert ", cell.source, re.MULTILINE) for cell in page.code):
        yield "", "no assert: hold each printed claim with one"
    for kind, least in {"Predict": 1, "Confusion": 1, "Takeaway": 2, "Source": 1}.items():
        found = len(re.findall(CALLOUT.format(kind), words, re.MULTILINE))
        if found < least:
            yield "", f"{found} call-outs '> **{kind}.** …', at least {least} wanted"


def predictions_are_answered(page: Page) -> Found:
    """Each question before a run has its answer right below, folded."""
    for cell in page.markdown:
        for part in re.split(CALLOUT.format("Predict"), cell.source, flags=re.MULTILINE)[1:]:
            question = re.match(r"(?:.*\n)(?:> ?.*\n)*\n", part + "\n")
            if not question or not FOLDED.match(part[question.end() :]):
                problem = "Predict without a folded answer right below it"
                yield cell.id, f"{problem}: <details><summary>Answer</summary>, with empty lines"


def exercises_are_solved(page: Page) -> Found:
    """One to three exercises stand under their heading; each solution is folded and asserted."""
    at = next((i for i, c in enumerate(page.cells) if "\n## Exercises" in f"\n{c.source}"), None)
    if at is None:
        yield "", "no heading '## Exercises'"
        return
    part = page.cells[at:]
    text = "\n".join(c.source for c in part if c.cell_type == "markdown")
    asked = re.findall(r"^\*\*(\d)\. \S", text.partition("## Exercises")[2], re.MULTILINE)
    solutions = [c for c in part if "solution" in tags(c)]
    if not 1 <= len(asked) <= 3 or asked != [str(i + 1) for i in range(len(asked))]:
        yield part[0].id, f"exercises {asked}: one to three, numbered '**1. Title.** Question'"
    if len(solutions) != len(asked):
        yield part[0].id, f"{len(asked)} exercises, {len(solutions)} cells tagged solution"
    for cell in solutions:
        if "hide-cell" not in tags(cell) or "assert" not in cell.source:
            yield cell.id, "a solution is tagged hide-cell and solution, and asserts its claim"


def leads_to_the_next(page: Page) -> Found:
    """The end of a section links the next one, as soon as that is written."""
    end = "\n".join(cell.source for cell in page.cells[-3:] if cell.cell_type == "markdown")
    for path in CHAPTERS.glob(f"18-4-{(page.number or 0) + 1:02d}-*.ipynb"):
        if f"]({path.name})" not in end:
            yield "", f"one of the last cells must link the next section: [18.4.…]({path.name})"


def _defines(source: str) -> bool:
    try:
        body = ast.parse(source).body
    except SyntaxError:  # a magic
        return False
    return any(isinstance(node, ast.ClassDef | ast.FunctionDef) for node in body)


EVERY_NOTEBOOK = [
    ids_are_words,
    setup_comes_first,
    imports_come_second,
    cells_are_short,
    plain_markdown,
]
SECTION = [
    titled_by_number,
    has_its_parts,
    predictions_are_answered,
    exercises_are_solved,
    leads_to_the_next,
]
