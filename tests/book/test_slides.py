"""make slides on a small site: what stands on which slide, and a file that needs nothing else."""

import pytest
from bs4 import BeautifulSoup

from tests.book.small_site import make_small_site
from tools import slides
from tools.built import BuiltPage, pages

WORDS = "word " * 100


@pytest.fixture
def decks(tmp_path, monkeypatch):
    """The folder with the slides of a small site."""
    site = make_small_site(tmp_path / "site")
    monkeypatch.setattr(slides, "TO", tmp_path / "slides")
    monkeypatch.setattr("sys.argv", ["slides", "--site", str(site)])
    assert slides.main() == 0
    return tmp_path / "slides"


def test_a_heading_begins_a_slide_and_a_cell_has_one_and_an_answer_stays_with_its_question(
    tmp_path,
):
    [page] = pages(make_small_site(tmp_path / "site"), "18-4-05")
    page.article.select_one("#cell-setup").decompose()
    found = [" ".join(b.name for b in slide) for _, slide in slides.slides(page.article)]
    assert found == ["h1 p", "p p ul", "h2 div details", "div", "p div"]


def test_a_long_text_goes_on_to_another_slide(tmp_path):
    [page] = pages(make_small_site(tmp_path / "site"), "18-4-06")
    page.article.select_one("section section p").string = WORDS
    page.article.select_one("section section").append(page.article.new_tag("p", string=WORDS))
    assert [len(slide) for heading, slide in slides.slides(page.article)] == [2, 2, 1]


def on_slides(inside):
    """What stands on the slides of a section with one cell."""
    html = f'<h2>A</h2><div class="cell" id="cell-a">{inside}</div>'
    return [slide for _, slide in slides.slides(BeautifulSoup(html, "html.parser"))]


def test_an_output_too_high_to_stand_below_its_code_goes_on_to_another_slide():
    half = '<div class="cell_{}"><pre>{}</pre></div>'
    code, output = half.format("input", "x\n" * 14), half.format("output", "x\n" * 14)
    [first, second] = on_slides(code + output)
    assert first[1].select_one(".cell_output") is None
    assert second[0].select_one(".cell_input") is None
    assert second[0]["data-cell"] == "cell-a"
    assert len(on_slides(code + half.format("output", "x\n"))) == 1


def test_each_question_of_a_quiz_has_a_slide_and_keeps_its_number():
    html = '<div class="cell_input"></div><ol class="quiz"><li>a{0}</li><li>b{0}</li></ol>'
    assert len(on_slides(html)) == 1  # a figure that asks, but answers by script, stays whole
    html = html.format("<details></details>")
    found = [slide[-1].select_one("ol") for slide in on_slides(html)]
    assert [(quiz.get_text(), quiz["start"]) for quiz in found] == [("a", "1"), ("b", "2")]


def test_a_long_table_goes_on_and_says_again_what_its_columns_are():
    rows = "<tr><td>x</td></tr>" * (slides.ROWS + 1)
    html = f'<div class="scroll"><table><thead></thead><tbody>{rows}</tbody></table></div>'
    found = list(slides.blocks(BeautifulSoup(html, "html.parser")))
    assert [len(block.select("td")) for block in found] == [slides.ROWS, 1]
    assert all(block.thead for block in found)


@pytest.mark.parametrize(
    ("title", "where"), [("18.4.5 One", "18.4.5 A"), ("Practice 2: still?", "Practice 2: A")]
)
def test_a_slide_says_of_which_section_it_is_and_under_which_heading(tmp_path, title, where):
    block = BeautifulSoup("<p>x</p>", "html.parser").p
    page = BuiltPage(tmp_path, "Practice", title, block)
    assert f"<span>{where}</span>" in slides.written(page, "A", [block])


def test_there_is_a_file_for_each_section_and_none_for_the_reference(decks):
    assert sorted(path.name for path in decks.iterdir()) == ["18-4-05-one.html", "18-4-06-two.html"]


def test_slides_turn_by_keyboard_open_the_answer_first_and_ask_for_no_other_file(decks, browser):
    asked = []
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.on("request", lambda request: asked.append(request.url))
    page.goto((decks / "18-4-05-one.html").as_uri())
    seen = []
    for key in ("", "End", "Home", "ArrowRight", "PageDown", " ", "ArrowRight", "ArrowRight"):
        if key:
            page.keyboard.press(key)
        opened = page.locator(".now details[open]").count()
        seen.append((page.evaluate("location.hash"), opened))
    page.keyboard.press("d")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.locator(".slide").filter(visible=True).count() == 1
    assert page.title() == "moved"  # an explorable's script runs
    page.close()
    assert [number for number, _ in seen[:5]] == ["#1", "#5", "#1", "#2", "#3"]
    assert seen[5:] == [("#3", 1), ("#4", 0), ("#5", 0)]
    assert [url for url in asked if not url.startswith("data:")] == asked[:1]


def test_links_lead_to_other_slides_or_to_the_world_and_nowhere_else(decks):
    html = (decks / "18-4-05-one.html").read_text(encoding="utf-8")
    assert 'href="18-4-06-two.html"' in html
    assert "api.html" not in html
    assert 'href="https://example.org/"' in html
    assert "url(fonts/" not in html
