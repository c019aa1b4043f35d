"""Terms, symbols, sources and search."""

import json
import re

import pytest
from sphinx.errors import ExtensionError

from tests.reading.conftest import GLOSSARY

TEXT = """# 18.4.1 One hidden state

Two hidden states, a hidden state, `hidden state`, and $V$ of $V$.

## A hidden state again

[hidden state](two.md) but subhidden state.
"""


def test_the_first_use_in_running_text_is_marked_and_no_other(build) -> None:
    built = build({"chapters/one.md": TEXT})
    html = built.read("chapters/one.html")
    marks = re.findall(r'<a class="term"[^>]*href="([^"]+)" data-level="(\w+)"[^>]*>', html)
    assert marks == [
        ("reference/glossary.html#hidden-state", "beginner"),
        ("reference/notation.html#V", "beginner"),
    ]
    assert ">hidden states</a>" in html
    assert '<div id="def-hidden-state" hidden>A vector.</div>' in html
    assert built.warnings == ""


def test_a_term_is_not_marked_in_a_phrase_that_means_something_else(build) -> None:
    marked = r'([^<>]*)<a class="term"[^>]*>([^<]+)</a>'
    glossary = GLOSSARY.replace("term: nat,", "term: nat, elsewhere: [nat king cole],")
    text = "# One\n\nP.\n\nNat King Cole sang, at a loss of two nats.\n"
    built = build({"chapters/reference/glossary.yml": glossary, "chapters/one.md": text})
    assert re.findall(marked, built.read("chapters/one.html")) == [
        ("Nat King Cole sang, at a loss of two ", "nats")
    ]


def test_the_lists_have_an_anchor_for_every_entry_which_markdown_can_link_to(build) -> None:
    text = "# One\n\nP. [a](reference/glossary.md#nat) [b](reference/notation.md#V)\n"
    built = build({"chapters/one.md": text})
    assert '<dt id="nat">' in built.read("chapters/reference/glossary.html")
    assert 'id="V"' in built.read("chapters/reference/notation.html")
    assert built.warnings == ""


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ("level: beginner", "level is one of beginner, practitioner, expert"),
        ("definition: A vector.", "'sense'"),
        ("term: hidden state", "'term'"),
    ],
)
def test_a_mistake_in_the_file_is_named(build, wrong: str, complaint: str) -> None:
    changed = GLOSSARY.replace(wrong, "level: guru" if "level" in wrong else "sense: x", 1)
    with pytest.raises(ExtensionError, match=complaint):
        build({"chapters/reference/glossary.yml": changed})


def test_two_entries_for_one_word_are_refused(build) -> None:
    changed = GLOSSARY.replace("term: nat", "term: Hidden State")
    with pytest.raises(ExtensionError, match="more than one entry for hidden state"):
        build({"chapters/reference/glossary.yml": changed})


def test_a_citation_is_a_link_that_the_build_checks(build) -> None:
    good, bad = "[P](reference/sources.md#press2017)", "[P](reference/sources.md#press1817)"
    built = build({"chapters/one.md": f"# One\n\nSee {good} and {bad}.\n"})
    assert "press1817" in built.warnings
    assert "press2017" not in built.warnings
    assert 'href="reference/sources.html#press2017"' in built.read("chapters/one.html")
    assert '<li id="press2017">' in built.read("chapters/reference/sources.html")


def test_a_mistake_in_the_sources_says_its_line(build) -> None:
    broken = "@misc{a, title={A}, year={2017}\n\n@misc{b, title={B}}\n"
    assert (
        "../references.bib: syntax error in line 3"
        in build({"chapters/references.bib": broken}).warnings
    )


def test_the_index_has_a_record_for_each_section_and_each_term_and_a_reader_s_words(plain) -> None:
    text = plain.read("_static/search.js").removeprefix("window.bookIndex=")
    index = json.loads(text)
    assert {"a": "chapters/one.html#inside", "p": "18.4.1 First", "h": "Inside", "t": "Words."} in (
        index["sections"]
    )
    questions = {s["a"]: s["q"] for s in index["sections"] if "q" in s}
    assert questions == {
        "chapters/index.html": ["what does it promise"],
        "chapters/reference/glossary.html#hidden-state": ["activation"],
    }
    assert index["otherwise"] == {"a": "chapters/index.html", "h": "The book"}
    assert [s["t"] for s in index["sections"] if s["h"] == "18.4.1 First"] == ["A first promise."]
    assert "chapters/reference/glossary.html#nat" in [section["a"] for section in index["sections"]]
    assert index["words"] == {"activation": "hidden state"}
    assert index["alike"] == []


def test_the_index_keeps_code_apart_from_text_and_has_the_words_that_say_the_same(build) -> None:
    questions = "otherwise: one.md\nalike: [fast quick]\nsections: {}\n"
    page = "# 18.4.1 First\n\nA promise.\n\n```python\nx = 1\n```\n\n## Inside\n\n    y = 2\n"
    built = build({"chapters/reference/questions.yml": questions, "chapters/one.md": page})
    index = json.loads(built.read("_static/search.js").removeprefix("window.bookIndex="))
    found = {s["h"]: (s["t"], s.get("c")) for s in index["sections"]}
    assert found["18.4.1 First"] == ("A promise.", "x = 1")
    assert found["Inside"] == ("", "y = 2")
    assert found["18.4.2 Second"] == ("A second promise.", None)
    assert index["alike"] == ["fast quick"]


@pytest.mark.parametrize(
    ("link", "complaint"),
    [
        ("one.md#outside", "one.md#outside: the page has no heading 'outside'"),
        ("three.md", "there is no page chapters/three.md"),
    ],
)
def test_questions_about_a_section_that_is_not_there_are_refused(
    build, link: str, complaint: str
) -> None:
    questions = f"otherwise: one.md\nsections: {{'{link}': [why]}}\n"
    with pytest.raises(ExtensionError, match=re.escape(complaint)):
        build({"chapters/reference/questions.yml": questions})
