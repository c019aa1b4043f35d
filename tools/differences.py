"""What a cell says now beside what is stored, in words that name what to look at.

A pytest plugin too: for make check it adds these words to the report of each of nbval's cells.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator
from difflib import SequenceMatcher

import pytest
from nbformat import NotebookNode
from nbval.plugin import IPyNbCell, NbCellError, coalesce_streams

from tools.cells import ANSI

Outputs = list[NotebookNode]
MOST_LINES, MOST_CHARACTERS = 6, 96
LABELS = {"stdout": "prints", "stderr": "warns", "text/plain": "shows", "text/html": "shows HTML"}
FRAME = re.compile(r"Cell In\[\d+\], line (\d+)")


def differences(
    stored: Outputs, now: Outputs, same: Callable[[str], str] = str
) -> tuple[str, list[str]]:
    """The headline for a cell whose outputs differ, and the lines that differ, old and new.

    ``same`` makes equal what may differ between machines.
    """
    if (was := pictures(stored)) != (are := pictures(now)):
        return f"draws {figures(are)}, stored: {figures(was)}", []
    if (raised := error(stored)) != (raises := error(now)):
        return f"{raises or 'no error'} now, stored: {raised or 'no error'}", []
    before, after = texts(stored, same), texts(now, same)
    for kind, label in LABELS.items():
        old, new = before[kind], after[kind]
        if old and not new:
            return f"{label} nothing, something is stored", pairs(old, [])
        if new and not old:
            return f"{label} something, nothing is stored", pairs([], new)
        if old != new:
            figure = any(line.startswith("<Figure size") for line in old)
            other = "a figure of another size" if figure else "something else"
            return f"{'draws' if figure else label} {other}", pairs(old, new)
    return "says something else", []


def pairs(old: list[str], new: list[str]) -> list[str]:
    """The lines that differ, stored above now; what is too long is cut around the difference."""
    shown: list[str] = []
    for what, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            continue
        left, right = old[a:b], new[c:d]
        for i in range(max(len(left), len(right))):
            one, two = (lines[i] if i < len(lines) else None for lines in (left, right))
            start = first_difference(one or "", two or "")
            shown.append(f"stored: {cut(one, start)}\nnow:    {cut(two, start)}")
    more = len(shown) - MOST_LINES
    return shown[:MOST_LINES] + ([f"and {more} more"] if more > 0 else [])


def cut(line: str | None, start: int) -> str:
    """The line, or the part of it around the character at which it starts to differ."""
    if line is None:
        return "(no such line)"
    begin = max(0, start - MOST_CHARACTERS // 2) if len(line) > MOST_CHARACTERS else 0
    end = begin + MOST_CHARACTERS
    return f"{'…' if begin else ''}{line[begin:end]}{'…' if end < len(line) else ''}"


def first_difference(one: str, two: str) -> int:
    """The place of the first character in which two lines differ."""
    alike = (i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b)
    return next(alike, min(len(one), len(two)))


def texts(outputs: Outputs, same: Callable[[str], str]) -> defaultdict[str, list[str]]:
    """The lines of text that a cell put out, by stream or MIME type."""
    lines: defaultdict[str, list[str]] = defaultdict(list)
    for kind, text in parts(outputs):
        lines[kind] += same(text).splitlines()
    return lines


def parts(outputs: Outputs) -> Iterator[tuple[str, str]]:
    """Every text of the outputs with its stream or MIME type."""
    for output in outputs:
        if output.output_type == "stream":
            yield output.name, output.text
        else:
            yield from ((k, t) for k, t in output.get("data", {}).items() if k.startswith("text/"))


def pictures(outputs: Outputs) -> int:
    """How many figures the outputs hold."""
    return sum("image/png" in output.get("data", {}) for output in outputs)


def figures(count: int) -> str:
    """A number of figures in words."""
    return "no figure" if count == 0 else "1 figure" if count == 1 else f"{count} figures"


def error(outputs: Outputs) -> str:
    """The error in the outputs, in one line; empty when there is none."""
    found = [output for output in outputs if output.output_type == "error"]
    return f"{found[0].ename}: {found[0].evalue}".rstrip(": ") if found else ""


def where(cell: NotebookNode, outputs: Outputs) -> list[str]:
    """The cell's own line in which it failed."""
    traceback = [ANSI.sub("", part) for o in outputs for part in o.get("traceback", [])]
    numbers = [int(found) for part in traceback for found in FRAME.findall(part)]
    lines = cell.source.splitlines()
    if not numbers or not 0 < numbers[0] <= len(lines):
        return []
    return [f"in its line {numbers[0]}: {lines[numbers[0] - 1].strip()}"]


def words(item: IPyNbCell, raised: BaseException | None) -> tuple[str, list[str]] | None:
    """What there is to say about a cell: its kind, a headline and lines; None when it agrees."""
    cell, now, name = item.cell, item.test_outputs or [], f"cell `{item.cell.id}`"
    if raised is None:
        unstored = f"{name} has no stored output yet, so nothing is compared"
        return ("unstored", [unstored]) if cell.execution_count is None else None
    if "Kernel dead on test start" in str(raised):
        return "not run", []
    if str(raised).startswith("Timeout"):
        limit = item.config.option.nbval_cell_timeout
        return "hangs", [f"{name} was stopped after {limit:.0f} s", *where(cell, now)]
    if str(raised).startswith("Unrun"):
        half = f"{name} has an output but no number: it was changed and not run to its end"
        return "differs", [half]
    if not isinstance(raised, NbCellError):
        return "ends", [f"{name} ended its kernel: {raised}"]
    if error(now) and not item.options["check_exception"]:
        return "fails", [f"{name} fails: {error(now)}", *where(cell, now)]
    headline, lines = differences(coalesce_streams(cell.outputs), now, item.sanitize)
    return "differs", [f"{name} {headline}", *lines]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Adds the words to a cell's report, where the cell ran."""
    report = yield
    if isinstance(item, IPyNbCell) and (call.when == "call" or report.failed):
        raised = call.excinfo.value if call.excinfo and report.failed else None
        if hasattr(report, "wasxfail"):  # after a cell that was stopped, nbval expects no more
            said: object = ("not run", [])
        else:
            said = words(item, raised)
        if said:
            item.user_properties.append(said)
    return report
