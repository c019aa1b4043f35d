"""Runs notebooks two at a time, each in a fresh kernel: for make notebooks and make colab."""

import argparse
import asyncio
import os
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbformat import NotebookNode

from tools.cells import UnreadableError
from tools.checks import STOPPED
from tools.paths import counted, notebooks, shown

AT_A_TIME = 2

Work = Callable[[Path, int], Awaitable[str]]
"""What a tool does with a notebook, in so many seconds a cell; returns in a word what came of it.

It raises CellFailedError or UnreadableError when something is wrong.
"""


class CellFailedError(Exception):
    """A cell did not run as it should; the message names the cell and the error."""


async def execute(nb: NotebookNode, folder: Path, seconds: int, kernel: str = "python3") -> None:
    """Runs every cell in a fresh kernel, in the notebook's folder, and fills in the outputs."""
    client = NotebookClient(
        nb,
        kernel_name=kernel,
        timeout=seconds,
        shutdown_kernel="immediate",
        coalesce_streams=True,
        record_timing=False,
        extra_arguments=["--log-level=ERROR"],
    )
    # Not by its async_execute, which takes Ctrl-C for itself and ends one kernel of the two.
    manager = client.create_kernel_manager()
    # Reached by files: another program may take a port before the kernel does.
    files = tempfile.TemporaryDirectory()
    manager.transport, manager.connection_file = "ipc", str(Path(files.name, "kernel.json"))
    try:
        await client.async_start_new_kernel(cwd=str(folder))
        await client.async_start_new_kernel_client()
        for place, cell in enumerate(nb.cells):
            await execute_cell(client, cell, place)
        client.shutdown_kernel = "graceful"  # it has nothing to do any more, and may tidy up
    finally:
        if client.km:
            await client._async_cleanup_kernel()
        files.cleanup()


async def execute_cell(client: NotebookClient, cell: NotebookNode, place: int) -> None:
    """Runs one cell."""
    name = f"cell `{cell.id}`"
    try:
        await client.async_execute_cell(cell, place)
    except CellExecutionError:
        raise CellFailedError(f"{name}: {error_of(cell)}") from None
    except CellTimeoutError:
        raise CellFailedError(
            f"{name} was stopped after {client.timeout} s: "
            "mend it if it hangs, or raise CELL_SECONDS"
        ) from None
    except DeadKernelError:
        task = asyncio.current_task()
        if task and task.cancelling():  # by Ctrl-C, which nbclient takes for the kernel's end
            raise asyncio.CancelledError(name) from None
        raise CellFailedError(f"{name} ended its kernel: it crashed or ran out of memory") from None
    if "raises-exception" in cell.metadata.get("tags", []) and not error_of(cell):
        raise CellFailedError(f"{name} is tagged raises-exception but raised nothing")


def error_of(cell: NotebookNode) -> str:
    """The error that a cell ended in, in one line; empty when it ran."""
    errors = [out for out in cell.get("outputs", []) if out.output_type == "error"]
    return f"{errors[0].ename}: {errors[0].evalue}" if errors else ""


class Run:
    """The notebooks of one call, two at a time, with a line for each when it is done."""

    def __init__(self, paths: list[Path], work: Work, seconds: int, failed: str) -> None:
        self.paths, self.work, self.seconds, self.said_of_failed = paths, work, seconds, failed
        self.done, self.failed = 0, 0
        self.stopped_in: list[str] = []

    async def all(self) -> None:
        """Works on all notebooks. A task group waits for those that are stopped, too."""
        slots = asyncio.Semaphore(AT_A_TIME)
        async with asyncio.TaskGroup() as group:
            for path in self.paths:
                group.create_task(self.one(path, slots))

    async def one(self, path: Path, slots: asyncio.Semaphore) -> None:
        """Works on one notebook and says what came of it."""
        async with slots:
            start = time.monotonic()
            try:
                result = await self.work(path, self.seconds)
            except (CellFailedError, UnreadableError) as error:
                self.failed += 1
                result = f"{self.said_of_failed}\n    {error}"
            except asyncio.CancelledError as cell:
                self.stopped_in.append(f"{cell} of {shown(path)}" if str(cell) else shown(path))
                raise
            self.done += 1
            place, seconds = f"[{self.done}/{len(self.paths)}]", time.monotonic() - start
            print(f"{place} {shown(path)}  {seconds:.1f} s  {result}", flush=True)


def main(description: str, work: Work, failed: str = "FAILED") -> int:
    """Command line: --only TEXT keeps the notebooks whose path contains it; --seconds a cell."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--only", default="", help="part of the path, such as 18-4-05")
    parser.add_argument("--seconds", type=int, default=300, help="that a cell may take")
    options = parser.parse_args()
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    run = Run(notebooks(options.only), work, options.seconds, failed)
    print(f"Running {counted(len(run.paths), 'notebook')}, {AT_A_TIME} at a time", flush=True)
    try:
        asyncio.run(run.all())
    except KeyboardInterrupt:
        where = " and ".join(run.stopped_in) or "no notebook"
        print(f"Stopped in {where}. Notebooks without a line above are as they were.")
        return STOPPED
    if run.failed:
        print(f"{run.failed} of {len(run.paths)} failed")
    return bool(run.failed)
