"""Rules for what a section of the chapter must have, besides those for every notebook."""

import re

from tools.paths import CHAPTERS
from tools.rules.page import Found, Page, pictures, tags, texts, without_code

FOLDED = re.compile(r"<details>\s*<summary>.+?</summary>\n\n.+?\n\n</details>", re.DOTALL)
CALLOUT = r"^> \*\*{}\.\*\* \S"


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
    """One to three exercises stand under their heading; each solution is folded and checked."""
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
        asks = re.search(r"^check\.\w+\(", cell.source, re.MULTILINE)
        if not asks or not any(text.startswith("Right: ") for text in texts(cell)):
            yield cell.id, "a solution ends with its checker, check.name(…), which says 'Right: …'"


def leads_to_the_next(page: Page) -> Found:
    """The end of a section links the next one, as soon as that is written."""
    end = "\n".join(cell.source for cell in page.cells[-3:] if cell.cell_type == "markdown")
    for path in CHAPTERS.glob(f"18-4-{(page.number or 0) + 1:02d}-*.ipynb"):
        if f"]({path.name})" not in end:
            yield "", f"one of the last cells must link the next section: [18.4.…]({path.name})"


RULES = [
    titled_by_number,
    has_its_parts,
    predictions_are_answered,
    exercises_are_solved,
    leads_to_the_next,
]
