"""Each rule for how notebooks are put together, broken once in a section that keeps the others."""

import pytest

from tools.rules import notebook


def test_the_good_section_keeps_every_rule_for_notebooks(page):
    assert [found for rule in notebook.RULES for found in rule(page)] == []


@pytest.mark.parametrize("name", ["3f9c02ab", "Cell_4", "count"])
def test_an_id_that_is_random_or_taken_is_named(page, cell, name):
    cell("figure")["id"] = name
    [(found, text)] = notebook.ids_are_words(page)
    assert (found, "the id must be words" in text) == (name, True)


def test_metadata_of_an_editor_is_named(page, cell):
    cell("count").metadata = {"collapsed": True}
    [(name, text)] = notebook.ids_are_words(page)
    assert (name, "'collapsed'" in text) == ("count", True)


def test_a_cell_that_only_the_site_folds_is_named(page, cell):
    del cell("solution").metadata["jupyter"]
    [(name, text)] = notebook.ids_are_words(page)
    assert (name, "open in Jupyter" in text) == ("solution", True)


def test_an_explanation_that_is_not_folded_is_named(page, cell):
    cell("source").source = "It is 160, because a row has 8 numbers."
    [(name, text)] = notebook.answers_stay_folded(page)
    assert (name, "an answer in sight" in text) == ("source", True)


def test_a_changed_setup_cell_is_noticed(page, cell):
    cell("setup").source += "\nimport os"
    [(_, text)] = notebook.setup_comes_first(page)
    assert "must be the set-up cell" in text


def test_a_setup_cell_in_another_place_is_noticed(page):
    page.cells.insert(1, page.cells.pop(2))
    assert len(list(notebook.setup_comes_first(page))) == 1


@pytest.mark.parametrize(
    ("source", "missing"),
    [
        ("import torch", "visible seed"),
        ("import torch\n# torch.manual_seed(0)", "visible seed"),
        ("torch.manual_seed(0);", "imports"),
    ],
)
def test_a_second_cell_without_imports_or_seed_is_noticed(page, cell, source, missing):
    cell("imports").source = source
    [(_, text)] = notebook.imports_come_second(page)
    assert missing in text


def test_a_long_cell_is_named_unless_it_defines_something(page, cell):
    lines = "\n".join(f"a{i} = {i}" for i in range(notebook.LINES + 1))
    cell("count").source = lines
    [(name, text)] = notebook.cells_are_short(page)
    assert (name, f"{notebook.LINES + 1} lines" in text) == ("count", True)
    cell("count").source = f"def f():\n    return 1\n\n\n{lines}"
    assert list(notebook.cells_are_short(page)) == []


@pytest.mark.parametrize(
    "text",
    [
        "```{note}\nx\n```",
        ":::{tip}\nx\n:::",
        "See {ref}`there`.",
        "(label)=\n## Heading",
        'A <span class="x">word</span>.',
    ],
)
def test_markdown_that_shows_raw_in_jupyter_is_named(page, cell, text):
    cell("question").source += f"\n\n{text}"
    assert {name for name, _ in notebook.plain_markdown(page)} == {"question"}


@pytest.mark.parametrize("text", ["`{ref}`", "```python\nx\n```", "a < b > c", "$a <b> c$"])
def test_markdown_that_reads_well_everywhere_is_left_alone(page, cell, text):
    cell("question").source = f"Read {text}" if "\n" not in text else text
    assert list(notebook.plain_markdown(page)) == []
