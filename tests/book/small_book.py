"""A book of two small sections in a folder of its own, for the targets that run notebooks."""

import os
import shutil
import subprocess
import sys

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tools.paths import ROOT

NEEDED = ["tools", "tests/book/nbval.cfg", "Makefile", "pyproject.toml", "requirements.txt"]


def make_small_book(book, sections):
    """Writes the book; a section is a file's name and cells, each an id with source and outputs."""
    for name in NEEDED:
        (book / name).parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, book / name)
    (book / ".venv").symlink_to(sys.prefix)
    (book / "chapters").mkdir()
    for name, cells in sections.items():
        made = [
            new_code_cell(source, id=cell_id, outputs=outputs, execution_count=count)
            for count, (cell_id, (source, outputs)) in enumerate(cells.items(), start=1)
        ]
        nb = new_notebook(cells=[new_markdown_cell(f"# Of {name}", id="title"), *made])
        nbformat.write(nb, book / "chapters" / f"{name}.ipynb")


def command(book, target, *variables):
    """What subprocess needs to call a target of the book's Makefile."""
    return {
        "args": [
            *("make", "--no-print-directory", "-o", ".venv/ready", target),
            *("WORKERS=0", "ONLY=", *variables),
        ],
        "cwd": book,
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
        "text": True,
        "env": {**os.environ, "MAKEFLAGS": "", "PYTEST_ADDOPTS": ""},
    }


def make(book, target, *variables):
    """Calls the target."""
    return subprocess.run(**command(book, target, *variables))
