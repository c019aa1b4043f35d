"""A pytest plugin for make nbval: cells run with history, as in Jupyter.

IPython looks into the history for the `;` that keeps a cell from showing its last value. nbval
runs cells outside of the history, so that such a cell would show what its author never saw.
"""

import pytest
from nbval.kernel import RunningKernel


def execute_cell_input(
    kernel: RunningKernel, cell_input: str, allow_stdin: bool | None = None
) -> str:
    """Sends one cell to the kernel, to be kept in its history; returns the message's id."""
    return str(kernel.kc.execute(cell_input, allow_stdin=allow_stdin, stop_on_error=False))


def pytest_configure(config: pytest.Config) -> None:
    """Puts our way of running a cell in nbval's place."""
    RunningKernel.execute_cell_input = execute_cell_input
