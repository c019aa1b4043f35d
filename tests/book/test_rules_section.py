"""Each rule for how a notebook is put together, broken once in a section that keeps the others."""

import pytest

from tools.rules import section


def test_the_good_section_keeps_every_rule_for_sections(page):
    rules = [*section.EVERY_NOTEBOOK, *section.SECTION]
    assert [found for rule in rules for found in rule(page)] == []


@pytest.mark.parametrize("name", ["3f9c02ab", "Cell_4", "count"])
def test_an_id_that_is_random_or_taken_is_named(page, cell, name):
    cell("figure")["id"] = name
    [(found, text)] = section.ids_are_words(page)
    assert (found, "the id must be words" in text) == (name, True)


def test_metadata_of_an_editor_is_named(page, cell):
    cell("count").metadata = {"collapsed": True}
    [(name, text)] = section.ids_are_words(page)
    assert (name, "'collapsed'" in text) == ("count", True)


def test_a_changed_setup_cell_is_noticed(page, cell):
    cell("setup").source += "\nimport os"
    [(_, text)] = section.setup_comes_first(page)
    assert "must be the set-up cell" in text


def test_a_setup_cell_in_another_place_is_noticed(page):
    page.cells.insert(1, page.cells.pop(2))
    assert len(list(section.setup_comes_first(page))) == 1


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
    [(_, text)] = section.imports_come_second(page)
    assert missing in text


def test_a_long_cell_is_named_unless_it_defines_something(page, cell):
    lines = "\n".join(f"a{i} = {i}" for i in range(section.LINES + 1))
    cell("count").source = lines
    [(name, text)] = section.cells_are_short(page)
    assert (name, f"{section.LINES + 1} lines" in text) == ("count", True)
    cell("count").source = f"def f():\n    return 1\n\n\n{lines}"
    assert list(section.cells_are_short(page)) == []


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
    assert {name for name, _ in section.plain_markdown(page)} == {"question"}


@pytest.mark.parametrize("text", ["`{ref}`", "```python\nx\n```", "a < b > c", "$a <b> c$"])
def test_markdown_that_reads_well_everywhere_is_left_alone(page, cell, text):
    cell("question").source = f"Read {text}" if "\n" not in text else text
    assert list(section.plain_markdown(page)) == []


def test_a_title_with_another_number_is_noticed(page, cell):
    cell("promise").source = cell("promise").source.replace("18.4.5", "18.4.6")
    [(_, text)] = section.titled_by_number(page)
    assert "# 18.4.5" in text


def test_a_second_title_is_noticed(page, cell):
    cell("end").source += "\n\n# Another"
    [(_, text)] = section.titled_by_number(page)
    assert "found 2" in text


@pytest.mark.parametrize(
    ("name", "old", "new", "complaint"),
    [
        ("promise", "After this section", "Afterwards", "no goals"),
        ("question", "> **Predict.**", "Predict:", "0 call-outs '> **Predict.**"),
        ("question", "> **Confusion.**", "Confusion:", "0 call-outs '> **Confusion.**"),
        ("end", "> **Takeaway.** Two.", "", "1 call-outs '> **Takeaway.**"),
        ("source", "> **Source.**", "Source:", "0 call-outs '> **Source.**"),
    ],
)
def test_a_part_that_is_missing_is_noticed(page, cell, name, old, new, complaint):
    assert old in cell(name).source
    cell(name).source = cell(name).source.replace(old, new)
    [(_, text)] = section.has_its_parts(page)
    assert complaint in text


def test_a_section_without_figure_or_assert_is_noticed(page, cell):
    cell("figure").outputs = []
    for name in ("count", "solution"):
        cell(name).source = "print(1)"
    assert [text[:9] for _, text in section.has_its_parts(page)] == ["no figure", "no assert"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<details>", "Answer:"),
        ("</summary>\n\n", "</summary>\n"),
        ("table?\n\n<details>", "table?\n\nThink first.\n\n<details>"),
    ],
)
def test_a_prediction_whose_answer_is_not_folded_below_it_is_named(page, cell, old, new):
    assert old in cell("question").source
    cell("question").source = cell("question").source.replace(old, new)
    [(name, text)] = section.predictions_are_answered(page)
    assert (name, "without a folded answer" in text) == ("question", True)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("## Exercises", "## Tasks", "no heading"),
        ("**1. Count.**", "**Count.**", "exercises []"),
        ("**1. Count.**", "**2. Count.**", "exercises ['2']"),
    ],
)
def test_exercises_that_are_missing_or_misnumbered_are_noticed(page, cell, old, new, complaint):
    cell("end").source = cell("end").source.replace(old, new)
    assert complaint in next(iter(section.exercises_are_solved(page)))[1]


def test_an_exercise_without_a_solution_is_noticed(page, cell):
    cell("solution").metadata = {}
    [(_, text)] = section.exercises_are_solved(page)
    assert "1 exercises, 0 cells tagged solution" in text


@pytest.mark.parametrize(
    ("source", "tags"), [("print(160)", ["hide-cell", "solution"]), ("assert 1", ["solution"])]
)
def test_a_solution_that_is_open_or_asserts_nothing_is_named(page, cell, source, tags):
    cell("solution").source, cell("solution").metadata = source, {"tags": tags}
    [(name, _)] = section.exercises_are_solved(page)
    assert name == "solution"


def test_a_missing_link_to_the_next_section_is_noticed(page, cell, tmp_path, monkeypatch):
    monkeypatch.setattr(section, "CHAPTERS", tmp_path)
    assert list(section.leads_to_the_next(page)) == []
    (tmp_path / "18-4-06-next.ipynb").touch()
    assert list(section.leads_to_the_next(page)) == []
    cell("source").source = "The end."
    [(_, text)] = section.leads_to_the_next(page)
    assert "(18-4-06-next.ipynb)" in text
