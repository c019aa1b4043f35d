"""Spelling: what is found, and what is rightly left alone."""

import pytest

from tools.rules import spelling


def found(markdown, text):
    page = markdown(text)
    known = [problem for rule in spelling.RULES for _, problem in rule(page)]
    return known + [complaint.text for complaint in spelling.spelling_is_british([page])]


@pytest.mark.parametrize(
    "text", ["The gradeint is small.", "A vocabulery.", "It is wrogn.", "One tokn's row."]
)
def test_a_word_that_is_none_is_named(markdown, text):
    [(name, problem)] = spelling.words_are_known(markdown(text))
    assert (name, "not in the dictionary" in problem) == ("text", True)


@pytest.mark.parametrize(
    ("text", "right"), [("the color", "colour"), ("we normalize", "normalise"), ("teh head", "the")]
)
def test_american_spellings_and_known_slips_are_named(markdown, text, right):
    [complaint] = spelling.spelling_is_british([markdown(text)])
    assert (complaint.cell, right in complaint.text) == ("text", True)


def test_slips_are_named_each_with_its_own_page_and_cell(page, cell, markdown):
    cell("end").source += "\n\nA new color."
    other = markdown("Two lines,\nand teh last.", name="other.md")
    named = spelling.spelling_is_british([other, page, other])
    assert [(one.path, one.cell) for one in named] == [
        (other.path, "text"),
        (page.path, "end"),
        (other.path, "text"),
    ]


def test_a_word_written_twice_is_named(markdown):
    [(_, text)] = spelling.words_stand_once(markdown("Look at the\nthe head."))
    assert "'the the'" in text


def test_alt_text_is_read_too(page, cell):
    cell("figure").metadata["mystnb"]["image"]["alt"] = "A grey box with a colr of its own"
    assert [name for name, _ in spelling.words_are_known(page)] == ["figure"]


@pytest.mark.parametrize(
    "text",
    [
        "Call `torch.nn.functional.softmax_gradeint` and MiniGPT, `colr`.",
        "$\\mathrm{wrogn}_t$ and <details> and &nbsp; and [x](http://wrogn.example/tokn)",
        "```python\ncolr = 1\n```",
        "The optimiser's colour: normalised logits, as Vaswani says.",
    ],
)
def test_code_formulas_addresses_and_the_words_of_the_trade_pass(markdown, text):
    assert found(markdown, text) == []


def test_the_project_words_are_in_lower_case():
    words = spelling.WORDS.read_text(encoding="utf-8").split()
    assert words == [word.lower() for word in words]
