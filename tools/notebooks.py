"""make notebooks: re-executes every notebook and stores its outputs, cleaned for small diffs.

A notebook is written only when it changed and all its cells ran; a second run changes nothing.
"""

import subprocess
import sys
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from tools import cells, running
from tools.paths import ROOT


def ruff(text: str, path: Path) -> str:
    """Formats the notebook's code and sorts its imports, by the rules of pyproject.toml."""
    for command in (["check", "--fix-only", "--select", "I"], ["format"]):
        run = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "--stdin-filename", str(path), "-"],
            input=text,
            capture_output=True,
            text=True,
            cwd=ROOT,
            process_group=0,  # Ctrl-C is not for ruff, which would call the cell no Python
        )
        if run.returncode:
            raise running.CellFailedError(f"a cell is not Python: {run.stderr.strip()}")
        text = run.stdout
    return text


def prepare(path: Path) -> NotebookNode:
    """Reads a notebook as its author left it; gives ids, metadata, set-up cell and format."""
    nb = cells.read(path)
    for cell in nb.cells:
        cell.setdefault("id", "")
        cell.source = cell.source.strip("\n")
    nb.cells = [cell for cell in nb.cells if cell.source.strip()]
    cells.place_setup(nb)
    cells.name_cells(nb)
    cells.clean_metadata(nb)
    return NotebookNode(nbformat.reads(ruff(nbformat.writes(nb), path), as_version=4))


async def renew(path: Path, seconds: int) -> str:
    """Re-executes one notebook and replaces the file if anything changed; returns what happened."""
    before = path.read_text(encoding="utf-8")
    nb = prepare(path)
    await running.execute(nb, path.parent, seconds)
    cells.clean_metadata(nb)
    cells.clean_outputs(nb)
    after = nbformat.writes(nb) + "\n"
    if after == before:
        return "unchanged"
    temporary = path.with_suffix(".tmp")
    temporary.write_text(after, encoding="utf-8")
    temporary.replace(path)
    return "stored"


def main() -> int:
    """Command line: the one of tools.running."""
    return running.main(__doc__, renew, "FAILED, file left as it was")


if __name__ == "__main__":
    sys.exit(main())
