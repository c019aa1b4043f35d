"""make notebooks on small notebooks of its own, with a real kernel."""

import asyncio

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tools import cells, notebooks


@pytest.fixture(autouse=True)
def light_setup_cell(monkeypatch):
    """A set-up cell that needs no torch, so that a kernel is ready sooner."""
    monkeypatch.setattr(cells.setup_cell, "source", lambda: "ready = True")


@pytest.fixture
def write(tmp_path):
    """Writes a notebook with these code cells, as an editor would leave it."""

    def write_one(*sources, tags=()):
        made = [new_code_cell(source) for source in sources]
        made[-1].metadata["tags"] = list(tags)
        path = tmp_path / "18-4-05-small.ipynb"
        nb = new_notebook(cells=[new_markdown_cell("# Small"), *made, new_code_cell("")])
        nbformat.write(nb, path)
        return path

    return write_one


def test_a_notebook_is_run_formatted_and_stored_and_the_second_run_changes_nothing(write):
    path = write("import sys\nimport os", "a = {'x':1}\nprint(a)")
    assert asyncio.run(notebooks.renew(path)) == "stored"
    nb = nbformat.read(path, as_version=4)
    assert [cell.id for cell in nb.cells] == ["small", "setup", "imports", "a"]
    assert nb.cells[2].source == "import os\nimport sys"
    assert nb.cells[3].source == 'a = {"x": 1}\nprint(a)'
    assert [out.text for out in nb.cells[3].outputs] == ["{'x': 1}\n"]
    assert [cell.execution_count for cell in nb.cells[1:]] == [1, 2, 3]
    stored = path.read_bytes()
    assert asyncio.run(notebooks.renew(path)) == "unchanged"
    assert path.read_bytes() == stored


@pytest.mark.parametrize(
    ("source", "tags", "message"),
    [
        ("b = 1 / 0", [], "cell `b`: ZeroDivisionError: division by zero"),
        ("b = 1", ["raises-exception"], "cell `b` is tagged raises-exception but raised nothing"),
        ("b = (", [], "a cell is not Python"),
    ],
)
def test_a_failing_cell_is_named_and_the_file_stays(write, capsys, source, tags, message):
    path = write(source, tags=tags)
    before = path.read_bytes()
    assert asyncio.run(notebooks.renew_all([path])) == 1
    assert path.read_bytes() == before
    assert message in capsys.readouterr().out


def test_a_file_that_is_no_notebook_is_named_and_stays(tmp_path, capsys):
    path = tmp_path / "18-4-05-small.ipynb"
    path.write_text('{"cells": []\n"nbformat": 4}')
    assert asyncio.run(notebooks.renew_all([path])) == 1
    assert "no notebook that can be read. Around line 2" in capsys.readouterr().out
    assert path.read_text() == '{"cells": []\n"nbformat": 4}'


def test_an_announced_error_is_stored(write):
    path = write("1 / 0", tags=["raises-exception"])
    asyncio.run(notebooks.renew(path))
    [error] = nbformat.read(path, as_version=4).cells[2].outputs
    assert error.traceback == [
        "Cell In[2], line 1\n----> 1 1 / 0\n",
        "ZeroDivisionError: division by zero",
    ]


def test_cells_run_in_the_notebooks_own_folder(write):
    path = write("from pathlib import Path\n\nprint(Path('18-4-05-small.ipynb').exists())")
    asyncio.run(notebooks.renew(path))
    assert nbformat.read(path, as_version=4).cells[2].outputs[0].text == "True\n"
