"""make rules and make prose on a small book: what they read, print and return."""

import importlib

import nbformat
import pytest
from nbformat.v4 import new_notebook

from tests.book.good_section import good_cells
from tools.rules import references, section, values

main = importlib.import_module("tools.rules.__main__")

TOC = """\
root: chapters/index
parts:
  - chapters:
      - file: chapters/18-4-05-a-section
  - chapters:
      - file: chapters/reference/notation
"""


@pytest.fixture
def book(tmp_path, monkeypatch):
    """One good section, a landing page and a bibliography of one entry, which is cited."""
    chapters = tmp_path / "chapters"
    chapters.mkdir()
    (tmp_path / "dnnlpy").mkdir()
    (tmp_path / "_toc.yml").write_text(TOC)
    (chapters / "index.md").write_text("# Contents\n\nAfter [Ada](reference/b.md#ada1843).\n")
    (chapters / "references.bib").write_text("@book{ada1843,\n}\n")
    path = chapters / "18-4-05-a-section.ipynb"
    nbformat.write(new_notebook(cells=good_cells()), path)
    monkeypatch.setattr(main, "ROOT", tmp_path)
    monkeypatch.setattr(values, "contract", dict)
    for module in (main, section, references):
        monkeypatch.setattr(module, "CHAPTERS", chapters)
    monkeypatch.setattr(main, "notebooks", lambda only="": [p for p in [path] if only in str(p)])
    return tmp_path


def run(monkeypatch, *arguments):
    monkeypatch.setattr("sys.argv", ["rules", *arguments])
    return main.main()


def test_a_good_notebook_passes(book, monkeypatch, capsys):
    assert run(monkeypatch, "notebooks") == 0
    assert capsys.readouterr().out == "1 page read, 0 complaints\n"


def test_a_complaint_names_notebook_cell_breach_and_remedy(book, monkeypatch, capsys):
    cells = good_cells()
    cells[2].source = "import torch"
    cells[4].outputs = []
    nbformat.write(new_notebook(cells=cells), book / "chapters" / "18-4-05-a-section.ipynb")
    assert run(monkeypatch, "notebooks") == 1
    said = capsys.readouterr().out.splitlines()
    assert said == [
        "18-4-05-a-section.ipynb cell `count`: prints, but no output is stored: run make notebooks",
        "18-4-05-a-section.ipynb: the second code cell must set a visible seed: "
        "torch.manual_seed(0);",
        "1 page read, 2 complaints",
    ]


def test_a_notebook_that_the_contents_leave_out_is_named(book, monkeypatch, capsys):
    (book / "_toc.yml").write_text(TOC.replace("18-4-05-a-section", "18-4-05-another"))
    assert run(monkeypatch, "notebooks") == 1
    assert "stands 0 times in _toc.yml" in capsys.readouterr().out


@pytest.mark.parametrize("what", ["notebooks", "prose"])
def test_a_file_that_is_no_notebook_is_named_with_the_place(book, monkeypatch, capsys, what):
    path = book / "chapters" / "18-4-05-a-section.ipynb"
    path.write_text(path.read_text().replace(",\n", "\n", 1))
    assert run(monkeypatch, what) == 1
    told = capsys.readouterr().out
    assert f"{path.name}: no notebook that can be read. Around line " in told
    assert f"git restore {path.name}" in told


def test_a_filter_that_matches_nothing_is_no_pass(book, monkeypatch, capsys):
    assert run(monkeypatch, "notebooks", "--only", "18-4-77") == 1
    assert "No page matches" in capsys.readouterr().out


def test_prose_reads_pages_docstrings_and_the_bibliography(book, monkeypatch, capsys):
    (book / "README.md").write_text("A tokn of a color.\n")
    (book / "dnnlpy" / "x.py").write_text('"""A gradeint in color."""\n')
    (book / "chapters" / "references.bib").write_text("@book{ada1843,\n}\n@book{bob1900,\n}\n")
    assert run(monkeypatch, "prose") == 1
    said = capsys.readouterr().out
    assert "README.md: 'tokn'" in said
    assert "x.py cell `module`: 'gradeint'" in said
    assert "README.md: 'color' should be colour" in said
    assert "x.py cell `module`: 'color' should be colour" in said
    assert "references.bib: no page cites bob1900" in said
    assert "ada1843" not in said.replace("link to reference/b.md#ada1843", "")
