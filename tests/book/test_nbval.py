"""make nbval in a small book: what it lets pass, and what it must notice."""

import re
from textwrap import dedent

import pytest

from tests.book.good_section import printed
from tests.book.small_book import make, make_small_book

KERNEL = """
    import multiprocessing, sys
    from pathlib import Path

    print(Path.cwd().name, "_ext" in [Path(entry).name for entry in sys.path])
    print(sorted({"dnnlpy", "_pytest", "nbval"} & sys.modules.keys()))
    print((multiprocessing.parent_process() is None) == (sys.platform != "linux"))
"""
CELLS = {
    "kernel": (dedent(KERNEL), [printed("chapters False\n[]\nTrue\n")]),
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
    make_small_book(book, {"18-4-05-small": CELLS})
    run = make(book, "nbval")
    return set(
        re.findall(r"^FAILED chapters/18-4-05-small\.ipynb::(\S+)", run.stdout, re.MULTILINE)
    )


def test_a_kernel_works_in_the_notebooks_folder_is_fresh_and_on_linux_forked(failed):
    assert "kernel" not in failed


@pytest.mark.parametrize("name", ["same", "quiet", "version"])
def test_a_cell_that_says_what_is_stored_passes(failed, name):
    assert name not in failed


@pytest.mark.parametrize("name", ["changed", "lost", "gone", "broken"])
def test_a_cell_that_says_something_else_is_reported_by_its_id(failed, name):
    assert name in failed
