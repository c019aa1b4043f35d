"""make mutants on a small book of its own, whose checks are lines of shell."""

import pytest

from tools import mutants
from tools.mutants import Mutant

MAKEFILE = """\
unit:
\t@grep -q 'v = 1' dnnlpy/nn/value.py || { echo 'FAILED tests/test_v.py::test_v - no'; exit 1; }
nbval:
\t@test ! -e dnnlpy/crash || exit 2
\t@grep -q 'w = 1' dnnlpy/nn/value.py || { echo 'FAILED chapters/a.ipynb::two - no'; exit 1; }
"""


@pytest.fixture(autouse=True)
def book(tmp_path, monkeypatch):
    """A package with two values; each check looks at one."""
    for folder in ("dnnlpy/nn", "dnnlpy/models/gpt"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "dnnlpy" / "__init__.py").touch()
    (tmp_path / "dnnlpy/nn/__init__.py").write_text("from dnnlpy.nn.value import v, w\n")
    (tmp_path / "dnnlpy/nn/value.py").write_text("v = 1\nw = 1\n")
    (tmp_path / "dnnlpy/models/gpt/__init__.py").touch()
    (tmp_path / "Makefile").write_text(MAKEFILE)
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    return tmp_path


def mutant(old, new):
    return Mutant("m", "dnnlpy/nn/value.py", old, new)


def test_a_mutant_that_tests_and_notebooks_notice_passes():
    passed, line = mutants.verdict(mutant("v = 1\nw = 1", "v = 2\nw = 2"))
    assert passed
    assert line.split() == ["m", "noticed", "test_v.py::test_v,", "a.ipynb::two"]


@pytest.mark.parametrize(
    ("old", "new", "missed"), [("v = 1", "v = 2", "nbval"), ("w = 1", "w = 2", "unit")]
)
def test_a_mutant_that_one_of_them_misses_fails(old, new, missed):
    passed, line = mutants.verdict(mutant(old, new))
    assert not passed
    assert f"MISSED by {missed}" in line


@pytest.mark.parametrize("old", ["u = 1", "= 1"])
def test_a_mutant_that_does_not_fit_the_source_fails(old):
    passed, line = mutants.verdict(mutant(old, "x"))
    assert not passed
    assert "times, not once" in line


def test_a_mutant_that_does_not_import_fails():
    passed, line = mutants.verdict(mutant("v = 1", "raise SystemError"))
    assert not passed
    assert "does not import" in line


def test_a_check_that_breaks_off_is_no_notice(book):
    (book / "dnnlpy" / "crash").touch()
    passed, line = mutants.verdict(mutant("v = 1", "v = 2"))
    assert not passed
    assert "make nbval broke off" in line


def test_the_book_is_examined_on_a_copy(book):
    assert mutants.examine(mutant("v = 1", "v = 2")) == {"unit": "test_v.py::test_v", "nbval": ""}
    assert mutants.examine(None) == {"unit": "", "nbval": ""}
    assert (book / "dnnlpy/nn/value.py").read_text() == "v = 1\nw = 1\n"


def test_the_list_holds_at_least_ten_breakages_of_different_kinds():
    listed = mutants.read()
    assert len(listed) >= 10
    assert len({(one.file, one.old, one.new) for one in listed}) == len(listed)
