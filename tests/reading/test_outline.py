"""Where a page stands in the book, and what is written around it."""

import json
from pathlib import Path

from docutils import nodes
from reading.outline import reading_minutes


def test_a_section_knows_its_place_its_promise_and_its_neighbours(plain) -> None:
    built = plain
    html = built.read("chapters/two.html")
    assert "<span>Section 2 of 2</span>" in html
    assert '<p class="promise">A second promise.</p>' in html
    assert '<meta name="description" content="A second promise.">' in html
    assert '<a rel="prev" href="one.html"' in html
    assert '<a rel="next" href="reference/glossary.html"' in html
    assert 'href="https://github.com/a/b/edit/main/chapters/two.md"' in html
    assert built.warnings == ""


def test_the_contents_say_how_long_the_chapter_takes(build) -> None:
    words = "word " * 14_518
    html = build({"chapters/one.md": f"# 18.4.1 First\n\n{words}\n"}).read("chapters/two.html")
    assert "The chapter <span>1 h 2 min</span>" in html


def test_the_contents_of_a_page_link_to_its_sections(plain) -> None:
    assert 'href="#inside">Inside</a>' in plain.read("chapters/one.html")


def test_the_landing_page_lists_the_sections(plain) -> None:
    html = plain.read("chapters/index.html")
    assert '<a href="one.html">18.4.1 First</a> <span>1 min</span><br>A first promise.' in html


def test_a_part_is_listed_by_its_caption_and_another_is_a_warning(build) -> None:
    lists = "\n".join(f"```{{sections}} {part}\n```\n" for part in ("Reference", "Apendix"))
    built = build({"chapters/index.md": f"# The book\n\nIt promises much.\n\n{lists}"})
    html = built.read("chapters/index.html")
    assert '<p class="section"><a href="reference/glossary.html">Glossary</a>' in html
    assert "no part 'Apendix' in _toc.yml, which has: The chapter, Reference" in built.warnings


def test_a_notebook_without_a_number_opens_with_its_minutes_and_colab(build) -> None:
    title = {"cell_type": "markdown", "id": "t", "metadata": {}, "source": "# More\n\nA promise."}
    notebook = {"cells": [title], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    toc = "format: jb-book\nroot: chapters/index\nchapters:\n  - file: chapters/more\n"
    built = build({"_toc.yml": toc, "chapters/more.ipynb": json.dumps(notebook)})
    opening = built.read("chapters/more.html").split('class="opening">')[1].split("</p>")[0]
    assert opening.startswith("<span>1 min</span><a href=")
    assert opening.endswith('chapters/more.ipynb">Open in Colab</a>')


def test_reading_time_counts_words_code_and_formulas() -> None:
    page = nodes.section("", nodes.paragraph("", "word " * 476))
    assert reading_minutes(page) == 2
    page += nodes.literal_block("", "line\n" * 80)
    assert reading_minutes(page) == 4
    page += [nodes.math_block("", "x") for _ in range(10)]
    assert reading_minutes(page) == 5


def test_reading_time_leaves_out_folded_answers_and_exercises() -> None:
    many = "word " * 4000
    page = nodes.section(
        "",
        nodes.raw("", "<details><summary>Answer</summary>", format="html"),
        nodes.paragraph("", many),
        nodes.raw("", "</details>", format="html"),
        nodes.section("", nodes.paragraph("", many), names=["exercises"]),
        nodes.container("", nodes.literal_block("", "line\n" * 400), hide_mode="input"),
        nodes.paragraph("", "word " * 476),
    )
    assert reading_minutes(page) == 2


def test_reading_time_leaves_out_the_markup_of_an_explorable() -> None:
    page = nodes.section("", nodes.raw("", "script " * 4000, format="html"))
    assert reading_minutes(page) == 1


def test_an_edit_writes_its_page_and_the_one_that_lists_it_and_a_new_title_all(build) -> None:
    out = Path(build().app.outdir)
    pages = sorted(out.glob("chapters/*.html"))

    def written(text: str) -> list[str]:
        before = {page: page.stat().st_mtime_ns for page in pages}
        build({"chapters/one.md": text})
        return [page.stem for page in pages if page.stat().st_mtime_ns != before[page]]

    assert written("# 18.4.1 First\n\nA first promise.\n\nMore.\n") == ["index", "one"]
    assert written("# 18.4.1 Renamed\n\nA first promise.\n") == ["index", "one", "two"]


def test_the_map_of_the_site_and_the_list_for_language_models(plain) -> None:
    built = plain
    assert "<loc>https://example.org/book/chapters/two.html</loc>" in built.read("sitemap.xml")
    line = "- [18.4.2 Second](https://example.org/book/chapters/two.html): A second promise."
    assert line in built.read("llms.txt")


def test_a_new_title_is_drawn_on_the_pages_card_and_other_cards_stay(build) -> None:
    def cards(built) -> list[tuple[bytes, int]]:
        folder = Path(built.app.outdir, "_static", "cards")
        paths = [folder / f"chapters-{name}.png" for name in ("one", "two")]
        return [(path.read_bytes(), path.stat().st_mtime_ns) for path in paths]

    one, two = cards(build())
    other_one, same_two = cards(build({"chapters/one.md": "# 18.4.1 Other\n\nA first promise.\n"}))
    assert other_one[0] != one[0]
    assert same_two == two
