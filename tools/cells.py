"""Makes a notebook's cells plain: readable ids, known metadata, no traces of a machine."""

import json
import re
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from tools import setup_cell
from tools.paths import ROOT, shown

METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
CELL_KEYS = ("mystnb", "tags")
"""The cell metadata that the book uses; everything else is some editor's and is dropped."""
FOLDED = {
    "cellView": "form",  # Colab: "Show code" stands in the code's place
    "jupyter": {"outputs_hidden": True, "source_hidden": True},
}
"""What folds a cell in Colab and in Jupyter, which know nothing of the site's tag hide-cell."""

WORDS = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
HEX = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){0,3}(-[0-9a-f]{12})?")
ANSI = re.compile(r"\x1b\[[0-9;]*m")
NAMED = re.compile(r"^(?:class|def)\s+(\w+)|^(\w+)(?:,\s*\w+)*\s*(?::[^=\n]+)?=[^=]", re.MULTILINE)


class UnreadableError(Exception):
    """A file is no notebook; the message says where, and what to do."""


def read(path: Path) -> NotebookNode:
    """Reads a notebook.

    Raises:
        UnreadableError: It is no JSON, as after an edit by hand that lost a comma or a quote.
    """
    text = path.read_text(encoding="utf-8")
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        raise UnreadableError(
            f"no notebook that can be read. Around line {error.lineno}: {error.msg}. "
            f"Mend it there, or take back the last version: git restore {shown(path.absolute())}"
        ) from None
    return NotebookNode(nbformat.reads(text, as_version=4))


def is_readable(cell_id: str) -> bool:
    """Whether a cell id is made of words (`two-paths`), not drawn at random (`3f9c02ab`)."""
    return bool(WORDS.fullmatch(cell_id)) and not HEX.fullmatch(cell_id) and len(cell_id) <= 48


def slug(cell: NotebookNode) -> str:
    """An id out of what the cell says: its first heading or words, or the first name it defines."""
    text = str(cell.source)
    if cell.cell_type == "code":
        named = NAMED.search(text)
        if re.match(r"import |from ", text):
            text = "imports"
        elif named:
            text = named[1] or named[2]
        else:
            text = re.sub(r"#.*", " ", text)
        text = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text)
    text = re.sub(r"<[^>]*>|\$[^$]*\$|\]\([^)]*\)", " ", text)
    words = re.findall(r"[a-z0-9]+", text.replace("_", " ").lower())[:5]
    while words and not words[0][0].isalpha():
        words.pop(0)
    return "-".join(words)[:40].strip("-") or cell.cell_type


def name_cells(nb: NotebookNode) -> None:
    """Gives every cell an id of words, unique in the notebook; an id that is one already stays."""
    taken = {setup_cell.CELL_ID}
    for cell in nb.cells:
        wanted = cell.get("id", "")
        if wanted == setup_cell.CELL_ID and cell.cell_type == "code":
            continue
        if not is_readable(wanted) or wanted in taken:
            wanted = slug(cell)
        unique, count = wanted, 2
        while unique in taken:
            unique, count = f"{wanted}-{count}", count + 1
        cell["id"] = unique
        taken.add(unique)


def place_setup(nb: NotebookNode) -> None:
    """Writes the set-up cell where it stands, or before the first code cell when it is missing."""
    for cell in nb.cells:
        if cell.get("id") == setup_cell.CELL_ID and cell.cell_type == "code":
            cell.source = setup_cell.source()
            return
    first = next((i for i, c in enumerate(nb.cells) if c.cell_type == "code"), len(nb.cells))
    nb.cells.insert(first, new_code_cell(setup_cell.source(), id=setup_cell.CELL_ID))


def clean_metadata(nb: NotebookNode) -> None:
    """Keeps the metadata that the book uses, in the notebook and in its cells."""
    nb.metadata = NotebookNode(METADATA)
    nb.nbformat, nb.nbformat_minor = 4, 5
    for cell in nb.cells:
        if cell.cell_type == "code":
            cell.setdefault("outputs", [])
            cell.setdefault("execution_count", None)
        cell.setdefault("metadata", NotebookNode())
        cell.metadata = NotebookNode(known_metadata(cell))


def known_metadata(cell: NotebookNode) -> dict[str, object]:
    """What the book keeps of a cell's metadata; a cell that the site folds is folded everywhere."""
    known = {key: cell.metadata[key] for key in CELL_KEYS if key in cell.metadata}
    if "hide-cell" in known.get("tags", ()):
        known |= nbformat.from_dict(FOLDED)
    return known


def clean_outputs(nb: NotebookNode) -> None:
    """Takes this machine out of the outputs: paths, colour codes and frames outside the cell."""
    for cell in nb.cells:
        for output in cell.get("outputs", []):
            if output.output_type == "stream":
                output.text = _relative(output.text)
            elif output.output_type == "error":
                output.traceback = _cell_frames(output.traceback)


def _relative(text: str) -> str:
    return text.replace(f"{ROOT}/", "").replace(str(ROOT), ".")


def _cell_frames(traceback: list[str]) -> list[str]:
    """The frames that stand in the notebook, and the last line, which says what is wrong."""
    plain = [ANSI.sub("", part) for part in traceback]
    return [part for part in plain[:-1] if part.startswith("Cell In")] + [_relative(plain[-1])]
