"""What make check tells of runs that end early; of one that does not: tests/book/test_nbval.py."""

import io
from types import SimpleNamespace

import pytest

from tools import compare


@pytest.fixture
def teller():
    return compare.Teller(io.StringIO())


def reports(teller, name, *said):
    for when in ("setup", "call", "teardown"):
        report = SimpleNamespace(nodeid=name, duration=1.0, when=when, user_properties=list(said))
        teller.pytest_runtest_logreport(report)


def test_a_stopped_run_says_which_sections_it_did_not_compare(teller, monkeypatch):
    monkeypatch.setattr(compare, "title", str)
    teller.expect(["a.ipynb::one", "b.ipynb::one", "b.ipynb::two"])
    reports(teller, "a.ipynb::one")
    reports(teller, "b.ipynb::one")
    teller.pytest_keyboard_interrupt(SimpleNamespace(type=KeyboardInterrupt))
    teller.close(2)
    told = teller.out.getvalue()
    assert "1 section agrees, 0 differ" in told
    assert "Not compared to the end: b.ipynb" in told
    assert "You stopped the run" in told


def test_a_cell_without_a_stored_output_is_a_note_and_no_difference(teller, monkeypatch):
    monkeypatch.setattr(compare, "title", str)
    teller.expect(["a.ipynb::one"])
    reports(teller, "a.ipynb::one", ("unstored", ["cell `one` has no stored output yet"]))
    teller.close(0)
    assert teller.out.getvalue().startswith("a.ipynb: agrees  (3 s)\n  cell `one` has no stored")


STORE = "store what the cells say now, then read git diff:\n  make notebooks ONLY=a"


@pytest.mark.parametrize(
    ("kinds", "first", "last"),
    [
        (["differs"], "You did not mean the change: undo it", f"You meant the change: {STORE}"),
        (["unstored"], "No output is stored: store", f"No output is stored: {STORE}"),
        (["fails"], "A cell fails: mend the first", "those below it may only follow."),
        (["hangs"], "A cell was stopped: mend it if it hangs", "or raise CELL_SECONDS."),
        (["ends"], "A kernel ended: mend the cell that ended it", "or free memory."),
        (["fails", "differs", "unstored"], "A cell fails", "those below it may only follow."),
        (["ends", "not run"], "A kernel ended", "or free memory."),
    ],
)
def test_what_to_do_next_fits_what_was_found(teller, monkeypatch, kinds, first, last):
    monkeypatch.setattr(compare, "title", str)
    teller.expect(["a.ipynb::one", "b.ipynb::one"])
    reports(teller, "a.ipynb::one", *((kind, ["cell `one`"]) for kind in kinds))
    reports(teller, "b.ipynb::one")
    teller.close(1)
    advice = teller.out.getvalue().partition("What next\n  ")[2]
    assert advice.startswith(first)
    assert advice.endswith(f"{last}\n")
    assert "\n\n" not in advice


def test_where_all_agree_there_is_nothing_to_do(teller, monkeypatch):
    monkeypatch.setattr(compare, "title", str)
    teller.expect(["a.ipynb::one"])
    reports(teller, "a.ipynb::one")
    teller.close(0)
    assert "What next" not in teller.out.getvalue()


def test_a_run_that_breaks_off_for_another_reason_sends_to_make_nbval(teller):
    teller.close(3)
    assert "The run broke off (pytest's exit code 3). make nbval shows why" in teller.out.getvalue()


def test_a_file_that_is_no_notebook_is_named_with_the_place(teller, tmp_path):
    path = tmp_path / "a.ipynb"
    path.write_text('{"cells": []\n"nbformat": 4}')
    report = SimpleNamespace(failed=True, nodeid=str(path), longrepr="x\nE   NotJSONError")
    teller.pytest_collectreport(report)
    teller.pytest_keyboard_interrupt(SimpleNamespace(type=pytest.Session.Interrupted))
    teller.close(2)
    told = teller.out.getvalue()
    assert told.startswith(f"{path}: no notebook that can be read. Around line 2: Expecting ','")
    assert "0 sections agree, 1 differs" in told
    assert "You stopped the run" not in told
    assert "What next" not in told
