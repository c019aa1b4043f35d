"""make colab: runs every notebook the way Colab does: alone, with torch but without dnnlpy.

Each notebook is copied into an empty folder and runs from the top in an environment of its own,
its set-up cell unmodified. What that cell installed must be dnnlpy, from the repository, and
nothing else: torch, numpy and matplotlib stay. Then it runs beside a stranger called dnnlpy, and
must stop.
"""

import json
import sys
import tempfile
from importlib.metadata import distributions
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from tools import running, setup_cell
from tools.environments import Environments
from tools.paths import repository
from tools.running import CellFailedError, execute

STRANGER = '__version__ = "2026.10.2"\n'
"""All that the set-up cell can see of the other package of that name on the public index."""


def said_by_setup(nb: NotebookNode) -> str:
    """What the set-up cell printed: pip tells there why it could not install."""
    outputs = [out for c in nb.cells if c.id == setup_cell.CELL_ID for out in c.get("outputs", [])]
    said: list[str] = [out.text for out in outputs if out.output_type == "stream"]
    return "".join(said)


async def alone(place: Environments, path: Path, seconds: int) -> str:
    """Runs the notebook alone, from the top; returns what went wrong, or nothing."""
    name = f"{path.stem}.alone".lower()
    site, empty = place.environment(name), place.folder / f"{name}.folder"
    empty.mkdir()
    copy = empty / path.name
    copy.write_bytes(path.read_bytes())
    try:
        await execute(nb := nbformat.read(copy, as_version=4), empty, seconds, name)
    except CellFailedError as error:
        return f"{error}\n{said_by_setup(nb)}".strip()
    found = {
        d.name: json.loads(d.read_text("direct_url.json") or "{}").get("url", "an index")
        for d in distributions(path=[str(site)])
    }
    if found != {"dnnlpy": repository()}:
        told = ", ".join(f"{name} from {url}" for name, url in found.items()) or "nothing"
        return f"it must install dnnlpy from {repository()} and no more; it installed {told}"
    return ""


async def beside_a_stranger(place: Environments, path: Path, seconds: int) -> str:
    """Runs the set-up cell where another dnnlpy is; returns nothing if it stopped there."""
    name = f"{path.stem}.stranger".lower()
    stranger = place.environment(name) / "dnnlpy"
    stranger.mkdir()
    (stranger / "__init__.py").write_text(STRANGER, encoding="utf-8")
    nb = nbformat.read(path, as_version=4)
    nb.cells = [cell for cell in nb.cells if cell.id == setup_cell.CELL_ID]
    try:
        await execute(nb, stranger.parent, seconds, name)
    except CellFailedError as error:
        return "" if "another package of that name" in str(error) else str(error)
    return "its set-up cell lets another package called dnnlpy pass"


async def problem(place: Environments, path: Path, seconds: int) -> str:
    """What is wrong with the notebook; empty when it runs in Colab."""
    return await alone(place, path, seconds) or await beside_a_stranger(place, path, seconds)


def main() -> int:
    """Command line: the one of tools.running."""
    with tempfile.TemporaryDirectory() as folder:
        place = Environments(Path(folder))

        async def work(path: Path, seconds: int) -> str:
            if found := await problem(place, path, seconds):
                raise CellFailedError(found)
            return "passed"

        return running.main(__doc__, work)


if __name__ == "__main__":
    sys.exit(main())
