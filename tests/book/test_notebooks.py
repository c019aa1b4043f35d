"""make notebooks on small notebooks of its own, with a real kernel."""

import asyncio
from textwrap import dedent

import nbformat
import psutil
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tools import cells, notebooks, running

KINDS = [
    "import sys\nimport os",
    "a = {'x':1}\nprint(a)",
    "from pathlib import Path\n\nprint(Path('18-4-05-small.ipynb').exists())",
    "1 / 0",
]
STOPS = """
    import os
    import signal
    import time
    from pathlib import Path

    while not Path("other").exists():
        time.sleep(0.01)
    os.kill(os.getppid(), signal.SIGINT)
    time.sleep(600)
"""
IS_STOPPED = """
    import time
    from pathlib import Path

    Path("other").touch()
    time.sleep(600)
"""


@pytest.fixture(autouse=True, scope="module")
def light_setup_cell():
    """A set-up cell that needs no torch, so that a kernel is ready sooner."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cells.setup_cell, "source", lambda: "ready = True")
        yield


def write(folder, *sources, tags=(), name="18-4-05-small"):
    """Writes a notebook with these code cells, as an editor would leave it."""
    made = [new_code_cell(dedent(source).strip()) for source in sources]
    made[-1].metadata["tags"] = list(tags)
    path = folder / f"{name}.ipynb"
    nb = new_notebook(cells=[new_markdown_cell("# Small"), *made, new_code_cell("")])
    nbformat.write(nb, path)
    return path


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """A notebook that make notebooks has run and stored."""
    path = write(tmp_path_factory.mktemp("book"), *KINDS, tags=["raises-exception"])
    assert asyncio.run(notebooks.renew(path, 300)) == "stored"
    return path


@pytest.fixture
def call(monkeypatch, capsys):
    """Calls make notebooks; returns its exit code and what it printed."""

    def call_main(*paths, seconds=300):
        monkeypatch.setattr(running, "notebooks", lambda only: list(paths))
        monkeypatch.setattr("sys.argv", ["notebooks", "--seconds", str(seconds)])
        return notebooks.main(), capsys.readouterr().out

    return call_main


def test_a_notebook_is_run_formatted_and_stored(stored):
    nb = nbformat.read(stored, as_version=4)
    assert [cell.id for cell in nb.cells[:4]] == ["small", "setup", "imports", "a"]
    assert nb.cells[2].source == "import os\nimport sys"
    assert nb.cells[3].source == 'a = {"x": 1}\nprint(a)'
    assert [out.text for out in nb.cells[3].outputs] == ["{'x': 1}\n"]
    assert [cell.execution_count for cell in nb.cells[1:]] == [1, 2, 3, 4, 5]


def test_the_second_run_changes_nothing(stored):
    before = stored.read_bytes()
    assert asyncio.run(notebooks.renew(stored, 300)) == "unchanged"
    assert stored.read_bytes() == before


def test_cells_run_in_the_notebooks_own_folder(stored):
    assert nbformat.read(stored, as_version=4).cells[4].outputs[0].text == "True\n"


def test_an_announced_error_is_stored(stored):
    [error] = nbformat.read(stored, as_version=4).cells[5].outputs
    assert error.traceback == [
        "Cell In[5], line 1\n----> 1 1 / 0\n",
        "ZeroDivisionError: division by zero",
    ]


@pytest.mark.parametrize(
    ("source", "tags", "message"),
    [
        ("b = 1 / 0", [], "cell `b`: ZeroDivisionError: division by zero"),
        ("b = 1", ["raises-exception"], "cell `b` is tagged raises-exception but raised nothing"),
        ("b = (", [], "a cell is not Python"),
        ("import os\n\nos._exit(1)", [], "cell `imports` ended its kernel: it crashed"),
    ],
)
def test_a_failing_cell_is_named_and_the_file_stays(tmp_path, call, source, tags, message):
    path = write(tmp_path, source, tags=tags)
    before = path.read_bytes()
    code, said = call(path)
    assert code == 1
    assert f"FAILED, file left as it was\n    {message}" in said
    assert path.read_bytes() == before


def test_a_cell_that_hangs_is_named_with_its_limit_and_what_to_do(tmp_path, call, monkeypatch):
    # The first cell of all, so that on a slow machine no other reaches the limit before.
    monkeypatch.setattr(cells.setup_cell, "source", lambda: "import time\n\ntime.sleep(600)")
    code, said = call(write(tmp_path, "b = 1"), seconds=1)
    assert code == 1
    assert "cell `setup` was stopped after 1 s: mend it if it hangs, or raise CELL_SECONDS" in said


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_stops_all_notebooks_and_kernels_and_says_where(tmp_path, call):
    paths = [write(tmp_path, STOPS, name="a"), write(tmp_path, IS_STOPPED, name="b")]
    waiting = write(tmp_path, "c = 1", name="c")
    before = [path.read_bytes() for path in (*paths, waiting)]
    code, said = call(*paths, waiting)
    assert code == 130
    first, stopped = said.splitlines()
    assert first == "Running 3 notebooks, 2 at a time"
    assert stopped.startswith("Stopped in cell `imports` of ")
    assert stopped.endswith(". Notebooks without a line above are as they were.")
    assert "a.ipynb" in stopped
    assert "b.ipynb" in stopped
    assert "c.ipynb" not in stopped
    assert [path.read_bytes() for path in (*paths, waiting)] == before
    children = [" ".join(child.cmdline()) for child in psutil.Process().children()]
    assert [child for child in children if "ipykernel" in child] == []


def test_a_file_that_is_no_notebook_is_named_and_stays(tmp_path, call):
    path = tmp_path / "18-4-05-small.ipynb"
    path.write_text('{"cells": []\n"nbformat": 4}')
    code, said = call(path)
    assert code == 1
    assert "no notebook that can be read. Around line 2" in said
    assert path.read_text() == '{"cells": []\n"nbformat": 4}'
