"""Formulas are in the page when it is built, and a bad one is named."""

import re

from reading.formulas import stylesheet, to_html


def test_a_formula_is_html_and_mathml(build) -> None:
    built = build({"chapters/one.md": "# One\n\n$x^2$ and\n\n$$y = W h$$\n"})
    html = built.read("chapters/one.html")
    assert html.count("<math ") == 2
    assert html.count('class="katex-html"') == 2
    assert "<script src=" not in html.replace("<script defer src=", "")
    assert built.warnings == ""


def test_a_bad_formula_is_a_warning_that_quotes_it_and_says_where(build) -> None:
    bad = [r"\nosuchcommand", r"\frac{1}{", r"\mathbb{1}"]
    text = "\n\n".join(["# One", *(f"${tex}$" for tex in bad)])
    warnings = build({"chapters/one.md": text}).warnings
    for line, tex in zip((3, 5, 7), bad, strict=True):
        assert f"one.md:{line}: WARNING: bad formula {tex!r}" in warnings


def test_the_style_sheet_is_made_for_the_characters_of_all_formulas(build) -> None:
    one, two = "# One\n\n$x^2$ and $y$\n", "# Two\n\n$$y = W h$$\n\n`code` and z\n"
    css = build({"chapters/one.md": one, "chapters/two.md": two}).read("_static/book.css")
    characters = re.search(r"/\* fonts of (.*) \*/", css)[1]
    assert re.findall(r"\w|=", characters) == list("2=VWhxy")  # V is in the list of symbols


def test_the_style_sheet_holds_the_fonts_of_the_characters_drawn() -> None:
    few, many = stylesheet("V"), stylesheet("VDBTExyzαβ∑∏0123456789")
    assert few.count("data:font/woff2;base64,") == 9
    assert len(few) < len(many)
    assert re.findall(r"url\((?!data:|fonts/)", few) == []


def test_the_same_formula_twice_is_the_same_html() -> None:
    first = to_html("a_b", display=True)
    to_html.cache_clear()
    assert to_html("a_b", display=True) == first
