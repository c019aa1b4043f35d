"""A pytest plugin for make nbval: cells run with history, and go by their own ids.

IPython looks into the history for the `;` that keeps a cell from showing its last value. nbval
runs cells outside of the history, so that such a cell would show what its author never saw.
"""

from typing import Any

import pytest
from nbformat import NotebookNode
from nbval.kernel import RunningKernel
from nbval.plugin import IPyNbCell, IPyNbFile


def execute_cell_input(
    kernel: RunningKernel, cell_input: str, allow_stdin: bool | None = None
) -> str:
    """Sends one cell to the kernel, to be kept in its history; returns the message's id."""
    return str(kernel.kc.execute(cell_input, allow_stdin=allow_stdin, stop_on_error=False))


def named_by_id(parent: IPyNbFile, *, name: str, cell: NotebookNode, **options: Any) -> IPyNbCell:
    """Makes the test of one cell, called `two-paths` by its id instead of `Cell 9`."""
    return super(IPyNbCell, IPyNbCell).from_parent(parent, name=cell.id, cell=cell, **options)


def pytest_configure(config: pytest.Config) -> None:
    """Puts our ways in nbval's place."""
    RunningKernel.execute_cell_input = execute_cell_input
    IPyNbCell.from_parent = named_by_id
