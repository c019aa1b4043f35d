"""make nbval in a small book: what it lets pass, and what it must notice."""

import os
import re
import shutil
import subprocess
import sys

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from tests.book.good_section import printed
from tools.paths import ROOT

NEEDED = ["tools", "tests/book/nbval.cfg", "Makefile", "pyproject.toml", "requirements.txt"]
CELLS = {
    "same": ("print(1 + 1)", [printed("2\n")]),
    "quiet": ("1 + 1;", []),
    "version": ('print("PyTorch 9.9.9+cu1")', [printed("PyTorch 2.13.0\n")]),
    "changed": ("print(1 + 1)", [printed("3\n")]),
    "lost": ("print(1 + 1)", []),
    "gone": ("x = 1", [printed("2\n")]),
    "broken": ("1 / 0", []),
}


@pytest.fixture(scope="module")
def failed(tmp_path_factory):
    """The cells that make nbval reports, of a notebook that holds one of each kind."""
    book = tmp_path_factory.mktemp("book")
    for name in NEEDED:
        (book / name).parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, book / name)
    (book / ".venv").symlink_to(sys.prefix)
    made = [
        new_code_cell(source, id=name, outputs=outputs, execution_count=i)
        for i, (name, (source, outputs)) in enumerate(CELLS.items(), start=1)
    ]
    (book / "chapters").mkdir()
    nbformat.write(new_notebook(cells=made), book / "chapters" / "18-4-05-small.ipynb")
    run = subprocess.run(
        ["make", "-o", ".venv/ready", "nbval", "WORKERS=0", "ONLY="],
        cwd=book,
        capture_output=True,
        text=True,
        env={**os.environ, "MAKEFLAGS": "", "PYTEST_ADDOPTS": ""},
    )
    return set(
        re.findall(r"^FAILED chapters/18-4-05-small\.ipynb::(\S+)", run.stdout, re.MULTILINE)
    )


@pytest.mark.parametrize("name", ["same", "quiet", "version"])
def test_a_cell_that_says_what_is_stored_passes(failed, name):
    assert name not in failed


@pytest.mark.parametrize("name", ["changed", "lost", "gone", "broken"])
def test_a_cell_that_says_something_else_is_reported_by_its_id(failed, name):
    assert name in failed
