"""make nbval and make check in a small book: what they let pass, and what they must notice."""

import re
from textwrap import dedent

import pytest

from tests.book.good_section import drawn, png, printed
from tests.book.small_book import make, make_small_book

KERNEL = """
    import multiprocessing, sys
    from pathlib import Path
    from ipykernel.kernelapp import IPKernelApp

    print(Path.cwd().name, "_ext" in [Path(entry).name for entry in sys.path])
    print(sorted({"dnnlpy", "_pytest", "nbval"} & sys.modules.keys()))
    forked = multiprocessing.parent_process() is not None
    print(forked == (IPKernelApp.instance().transport == "ipc") == (sys.platform == "linux"))
"""
CELLS = {
    "kernel": (dedent(KERNEL), [printed("chapters False\n[]\nTrue\n")]),
    "same": ("print(1 + 1)", [printed("2\n")]),
    "quiet": ("1 + 1;", []),
    "version": ('print("PyTorch 9.9.9+cu1")', [printed("PyTorch 2.13.0\n")]),
    "changed": ('print("loss 0.51")', [printed("loss 0.49\n")]),
    "lost": ("print(1 + 1)", []),
    "gone": ("x = 1", [printed("2\n")]),
    "lost-figure": ("1;", [drawn(png(20, 10))]),
    "broken": ("a = 1\na / 0", []),
    "deadly": ("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)", []),
    "late": ("print(2)", [printed("2\n")]),
    "later": ("print(3)", [printed("3\n")]),
}
FINE = {"two": ("print(1 + 1)", [printed("2\n")])}
TOLD = """\
Of 18-4-05-small: 6 of 12 cells differ  (N s)
  cell `changed` prints something else
      stored: loss 0.49
      now:    loss 0.51
  cell `lost` prints something, nothing is stored
      stored: (no such line)
      now:    2
  cell `gone` prints nothing, something is stored
      stored: 2
      now:    (no such line)
  cell `lost-figure` draws no figure, stored: 1 figure
  cell `broken` fails: ZeroDivisionError: division by zero
      in its line 2: a / 0
  cell `deadly` ended its kernel: it crashed or ran out of memory
  the 2 cells after it did not run
Of 18-4-06-fine: agrees  (N s)

1 section agrees, 1 differs  (N s)

What next
  A cell fails: mend the first that does, for those below it may only follow.
  A kernel ended: mend the cell that ended it, or free memory.
"""


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """A section with one cell of each kind, and one that agrees."""
    book = tmp_path_factory.mktemp("book")
    make_small_book(book, {"18-4-05-small": CELLS, "18-4-06-fine": FINE})
    return book


@pytest.fixture(scope="module")
def failed(book):
    """The cells that make nbval reports."""
    return re.findall(r"^FAILED \S+::(\S+)", make(book, "nbval").stdout, re.MULTILINE)


def test_a_kernel_works_in_the_notebooks_folder_is_fresh_and_on_linux_forked(failed):
    assert "kernel" not in failed


@pytest.mark.parametrize("name", ["same", "quiet", "version"])
def test_a_cell_that_says_what_is_stored_passes(failed, name):
    assert name not in failed


def test_a_cell_that_says_something_else_is_reported_by_its_id(failed):
    assert failed[:5] == ["changed", "lost", "gone", "lost-figure", "broken"]


def test_a_cell_that_ends_its_kernel_is_reported_and_those_that_did_not_run(failed):
    assert failed[5:] == ["deadly", "late", "later"]


def test_make_check_names_section_cell_and_lines(book):
    run = make(book, "check")
    assert (re.sub(r"\(\d+ s\)", "(N s)", run.stdout), run.returncode) == (TOLD, 2)
