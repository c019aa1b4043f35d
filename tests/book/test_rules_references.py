"""Each rule for what a page points at, broken once."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from tests.book.good_section import printed
from tools.rules import references
from tools.rules.page import Page


@pytest.fixture
def book(tmp_path, monkeypatch):
    """A book of two pages and a bibliography, in a folder of its own."""
    (tmp_path / "reference").mkdir()
    (tmp_path / "other.md").write_text("# Other\n\n## The `head`, at last\n", encoding="utf-8")
    cells = [new_code_cell("1", id="two-paths")]
    nbformat.write(new_notebook(cells=cells), tmp_path / "18-4-05-tie.ipynb")
    (tmp_path / "references.bib").write_text("@article{ada1843,\n  year={1843},\n}\n")
    bibliography = tmp_path / "reference" / "bibliography.md"
    bibliography.write_text("# Bibliography\n")
    monkeypatch.setattr(references, "CHAPTERS", tmp_path)
    monkeypatch.setattr(references, "BIBLIOGRAPHY", bibliography)
    monkeypatch.setattr(references, "notebooks", lambda: [tmp_path / "18-4-05-tie.ipynb"])
    references.anchors.cache_clear()
    return tmp_path


@pytest.mark.parametrize(
    "target",
    [
        "other.md",
        "other.md#the-head-at-last",
        "18-4-05-tie.ipynb#cell-two-paths",
        "reference/bibliography.md#ada1843",
        "https://example.org/nowhere",
    ],
)
def test_a_link_that_leads_somewhere_passes(book, markdown, target):
    assert list(references.links_lead_somewhere(markdown(f"[x]({target})", folder=book))) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[x](gone.md)", "no such file"),
        ("![x](gone.png)", "no such file"),
        ('<a href="gone.html">x</a>', "no such file"),
        ("[x](18-4-05-tie.ipynb#cell-gone)", "no heading, cell or key 'cell-gone'"),
        ("[x](other.md#nothing)", "no heading, cell or key 'nothing'"),
        ("[x](reference/bibliography.md#ada1844)", "no heading, cell or key 'ada1844'"),
    ],
)
def test_a_link_that_leads_nowhere_is_named(book, markdown, text, problem):
    [(name, found)] = references.links_lead_somewhere(markdown(text, folder=book))
    assert (name, problem in found) == ("text", True)


def test_a_link_in_code_is_no_link(book, markdown):
    assert list(references.links_lead_somewhere(markdown("`[x](gone.md)`", folder=book))) == []


def test_an_entry_that_no_page_cites_is_found(book, markdown):
    assert references.unused_citations([markdown("No source.")]) == ["ada1843"]
    cited = markdown("[Ada 1843](reference/bibliography.md#ada1843)")
    assert references.unused_citations([cited]) == []


@pytest.mark.parametrize("number", ["18.4.6", "18.4.11", "18.4.0", "18.9", "18.3.1"])
def test_the_number_of_a_section_that_does_not_exist_is_named(book, markdown, number):
    [(_, text)] = references.section_numbers_exist(markdown(f"As {number} shows."))
    assert text.startswith(number)


@pytest.mark.parametrize(
    "text", ["18.4.5", "18.3", "`18.4.6`", "It costs 118.4.6", "section 18.5."]
)
def test_the_number_of_a_section_that_exists_passes(book, markdown, text):
    assert list(references.section_numbers_exist(markdown(text))) == []


def test_a_link_that_leads_to_another_section_than_it_says_is_named(markdown):
    wrong = markdown("[18.4.6](18-4-05-weight-tying.ipynb), [18.4.5](18-4-05-weight-tying.ipynb)")
    [(_, text)] = references.links_name_their_section(wrong)
    assert "called 18.4.6 leads to 18-4-05" in text


def test_a_notebook_that_links_to_a_source_past_the_bibliography_is_named(markdown):
    page = with_code(markdown("[a page](https://example.org/a), [P](bibliography.md#p)"), "1")
    [(_, text)] = references.sources_stand_in_the_bibliography(page)
    assert "https://example.org/a" in text


@pytest.mark.parametrize(
    "formula", [r"$\mathbb{1}$", r"$$\begin{align} a \end{align}$$", r"\begin{multline}"]
)
def test_a_formula_that_katex_cannot_set_is_named(markdown, formula):
    assert len(list(references.formulas_are_safe(markdown(formula)))) == 1


def test_an_aligned_formula_passes(markdown):
    assert not list(references.formulas_are_safe(markdown(r"$$\begin{aligned}a\end{aligned}$$")))


def with_code(page, source, output=""):
    return Page(page.path, [*page.cells, new_code_cell(source, outputs=[printed(output)])])


@pytest.mark.parametrize(
    "text",
    ["It has 38,400,000 rows.", "It saves 146.5 MiB.", "About 48.2% of it.", "A loss of 4.61."],
)
def test_a_number_that_nothing_computes_is_named(markdown, text):
    page = with_code(markdown(text), "print(1)", "12.5")
    [(name, problem)] = references.numbers_have_a_source(page)
    assert (name, "neither computed here nor cited" in problem) == ("text", True)


@pytest.mark.parametrize(
    "text",
    [
        "It has 38,400,000 numbers.",
        "It saves 146.5 MiB.",
        "About 48.2% of it.",
        "In 2017, with 20 rows, as section 3.4 and 18.4.5 and GPT-125 say.",
        "Others measured 9,999 ([Ada 1843](reference/bibliography.md#ada1843)).",
        "The file says 9,999 ([the file](https://example.org/config.json)).",
    ],
)
def test_a_number_that_is_computed_or_cited_passes(markdown, text):
    page = with_code(markdown(text), "rows = 38_400_000", "146.4844\nshare 0.4821")
    assert list(references.numbers_have_a_source(page)) == []
