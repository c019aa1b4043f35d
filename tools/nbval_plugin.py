"""A pytest plugin for make nbval and make check: how cells run, and that they go by their own ids.

IPython looks into the history for the `;` that keeps a cell from showing its last value. nbval
runs cells outside of the history, so that such a cell would show what its author never saw. And
nbval waits for a kernel that has died until the cell's time is over, and passes a cell whose time
is over if it catches the interrupt.
"""

import time
from collections.abc import Generator
from queue import Empty
from typing import Any

import pytest
from nbformat import NotebookNode
from nbval.kernel import RunningKernel
from nbval.plugin import IPyNbCell, IPyNbFile

SECONDS_BETWEEN_LOOKS = 2.0
wait_for_reply = RunningKernel.await_reply


def execute_cell_input(
    kernel: RunningKernel, cell_input: str, allow_stdin: bool | None = None
) -> str:
    """Sends one cell to the kernel, to be kept in its history; returns the message's id."""
    return str(kernel.kc.execute(cell_input, allow_stdin=allow_stdin, stop_on_error=False))


def await_reply(kernel: RunningKernel, msg_id: str, timeout: float) -> None:
    """Waits until the cell has run, and looks now and then whether its kernel is alive."""
    end = time.monotonic() + timeout
    while True:
        left = end - time.monotonic()
        try:
            wait_for_reply(kernel, msg_id, timeout=max(0, min(left, SECONDS_BETWEEN_LOOKS)))
            return
        except Empty:
            if not kernel.is_alive():
                raise RuntimeError("it crashed or ran out of memory") from None
            if left < SECONDS_BETWEEN_LOOKS:
                raise


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: IPyNbCell) -> Generator[None]:
    """Lets a cell fail that was stopped, even one that caught the interrupt and went on."""
    before = item.parent.timed_out
    yield
    if item.parent.timed_out and not before:
        raise RuntimeError("Timeout exceeded, and the cell caught the interrupt")


def named_by_id(parent: IPyNbFile, *, name: str, cell: NotebookNode, **options: Any) -> IPyNbCell:
    """Makes the test of one cell, called `two-paths` by its id instead of `Cell 9`."""
    return super(IPyNbCell, IPyNbCell).from_parent(parent, name=cell.id, cell=cell, **options)


def pytest_configure(config: pytest.Config) -> None:
    """Puts our ways in nbval's place."""
    RunningKernel.execute_cell_input = execute_cell_input
    RunningKernel.await_reply = await_reply
    IPyNbCell.from_parent = named_by_id
