"""make notebooks: re-executes every notebook and stores its outputs, cleaned for small diffs.

A notebook is written only when it changed and all its cells ran; a second run changes nothing.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbformat import NotebookNode

from tools import cells
from tools.paths import ROOT, counted, notebooks, shown

AT_A_TIME = 2
SECONDS_A_CELL = 300


class CellFailedError(Exception):
    """A cell did not run as it should; the message names the cell and the error."""


def ruff(text: str, path: Path) -> str:
    """Formats the notebook's code and sorts its imports, by the rules of pyproject.toml."""
    for command in (["check", "--fix-only", "--select", "I", "--quiet"], ["format", "--quiet"]):
        run = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "--stdin-filename", str(path), "-"],
            input=text,
            capture_output=True,
            text=True,
            cwd=ROOT,
        )
        if run.returncode:
            raise CellFailedError(f"a cell is not Python: {run.stderr.strip()}")
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


async def execute(nb: NotebookNode, folder: Path, kernel: str = "python3") -> None:
    """Runs every cell in a fresh kernel, in the notebook's folder, and fills in the outputs."""
    client = NotebookClient(
        nb,
        kernel_name=kernel,
        timeout=SECONDS_A_CELL,
        coalesce_streams=True,
        record_timing=False,
        extra_arguments=["--log-level=ERROR"],
        resources={"metadata": {"path": str(folder)}},
    )
    try:
        await client.async_execute()
    except CellExecutionError:
        broken = next(c for c in nb.cells if error_of(c) and not may_fail(c))
        raise CellFailedError(f"cell `{broken.id}`: {error_of(broken)}") from None
    except (CellTimeoutError, DeadKernelError) as error:
        raise CellFailedError(f"{type(error).__name__}: {error}") from None
    for cell in nb.cells:
        if may_fail(cell) and not error_of(cell):
            raise CellFailedError(f"cell `{cell.id}` is tagged raises-exception but raised nothing")


def may_fail(cell: NotebookNode) -> bool:
    """Whether the cell is there to show an error."""
    return "raises-exception" in cell.metadata.get("tags", [])


def error_of(cell: NotebookNode) -> str:
    """The error that a cell ended in, in one line; empty when it ran."""
    errors = [out for out in cell.get("outputs", []) if out.output_type == "error"]
    return f"{errors[0].ename}: {errors[0].evalue}" if errors else ""


async def renew(path: Path) -> str:
    """Re-executes one notebook and replaces the file if anything changed; returns what happened."""
    before = path.read_text(encoding="utf-8")
    nb = prepare(path)
    await execute(nb, path.parent)
    cells.clean_metadata(nb)
    cells.clean_outputs(nb)
    after = nbformat.writes(nb) + "\n"
    if after == before:
        return "unchanged"
    temporary = path.with_suffix(".tmp")
    temporary.write_text(after, encoding="utf-8")
    temporary.replace(path)
    return "stored"


async def renew_all(paths: list[Path]) -> int:
    """Re-executes the notebooks, two at a time, with a line for each; returns how many failed."""
    slots, done, failed = asyncio.Semaphore(AT_A_TIME), 0, 0

    async def one(path: Path) -> None:
        nonlocal done, failed
        async with slots:
            start = time.monotonic()
            try:
                result = await renew(path)
            except (CellFailedError, cells.UnreadableError) as error:
                failed += 1
                result = f"FAILED, file left as it was\n    {error}"
            done += 1
            seconds = time.monotonic() - start
            print(f"[{done}/{len(paths)}] {shown(path)}  {seconds:.1f} s  {result}", flush=True)

    await asyncio.gather(*(one(path) for path in paths))
    return failed


def main() -> int:
    """Command line: --only TEXT keeps the notebooks whose path contains it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="part of the path, such as 18-4-05")
    paths = notebooks(parser.parse_args().only)
    if not paths:
        print("No notebook matches: ONLY is part of a path in chapters/, such as 18-4-05")
        return 1
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    print(f"Running {counted(len(paths), 'notebook')}, {AT_A_TIME} at a time", flush=True)
    return 1 if asyncio.run(renew_all(paths)) else 0


if __name__ == "__main__":
    sys.exit(main())
