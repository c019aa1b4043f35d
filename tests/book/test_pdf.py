"""make pdf on a small site: one document, whose contents know their pages."""

from contextlib import nullcontext
from types import SimpleNamespace

import pytest
from pypdf import PdfReader

from tests.book.small_site import make_small_site
from tools import pdf
from tools.built import pages


@pytest.fixture
def site(tmp_path):
    """A site of two sections."""
    return make_small_site(tmp_path / "site")


@pytest.fixture
def document(site):
    """The one document made of it."""
    return pdf.joined([page for page in pages(site) if page.name not in pdf.LEFT_OUT], site)


def test_pages_come_in_the_order_of_the_contents_with_their_part(site):
    found = [(page.part, page.title) for page in pages(site)]
    sections = [("Section 18.4", "18.4.5 One"), ("Section 18.4", "18.4.6 Two")]
    assert found == [*sections, ("Reference", "The package")]
    assert [page.name for page in pages(site, "18-4-06")] == ["18-4-06-two"]


def test_anchors_are_unique_and_links_stay_inside_the_document(document):
    ids = [tag["id"] for tag in document.select("[id]")]
    assert len(ids) == len(set(ids))
    inner = {link["href"][1:] for link in document.select("a[href^='#']")}
    assert "18-4-06-two--inside" in inner
    assert inner <= set(ids)
    other = [link["href"] for link in document.select("a[href]:not([href^='#'])")]
    assert other == ["https://example.org/"]


def test_folds_are_open_and_what_only_a_screen_needs_is_gone(document):
    assert [fold.has_attr("open") for fold in document.select("details")] == [True]
    assert document.select("script, .headerlink, .words, .opening, [id*='setup'], [hidden]") == []
    assert document.img["loading"] == "eager"


def test_only_long_code_may_run_on_to_the_next_page(site):
    [page] = pages(site, "18-4-05")
    code, _output = page.article.select(".cell pre")
    code.string = "x\n" * (pdf.LONG + 1)
    article = pdf.for_print(page, {})
    assert [block.get("class") for block in article.select(".cell pre")] == ["long", None]


def test_the_print_says_in_its_contents_on_which_page_a_section_stands(
    site, tmp_path, monkeypatch, browser
):
    first = site / "chapters" / "18-4-05-one.html"
    html = first.read_text(encoding="utf-8")
    title = "18.4.5 One" + " long title" * 10  # takes two lines
    html = html.replace("18.4.5 One", title).replace("<p>And", "<p>And so on.</p>" * 60 + "<p>And")
    first.write_text(html, encoding="utf-8")
    monkeypatch.setattr(pdf, "TO", tmp_path)
    monkeypatch.setattr(pdf, "browser", lambda: nullcontext(browser))
    monkeypatch.setattr("sys.argv", ["pdf", "--site", str(site)])
    assert pdf.main() == 0
    reader = PdfReader(tmp_path / "chapter.pdf")
    printed = [page.extract_text() for page in reader.pages]
    assert "18.4.5 One\n3" in printed[1].replace(" 3", "\n3")
    assert "18.4.6 Two\n5" in printed[1].replace(" 5", "\n5")
    assert "18.4.6 Two" in printed[4]
    assert "And so on." in printed[4]  # a section begins where the one before ends
    assert "That, by the package" in printed[2]
    assert "3" in printed[2].splitlines()
    assert title in [entry.title for entry in reader.outline if not isinstance(entry, list)]


def test_a_heading_that_the_print_has_no_place_for_is_an_error(document):
    assert "18-4-05-one--inside" in pdf.numbered(document, SimpleNamespace(named_destinations={}))
