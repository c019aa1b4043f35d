"""Each rule for what a section must have, broken once in a section that keeps the others."""

import pytest

from tools.rules import section


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """The folder in which the next section is looked for: empty, at first."""
    monkeypatch.setattr(section, "CHAPTERS", tmp_path)
    return tmp_path


def test_the_good_section_keeps_every_rule_for_sections(page):
    assert [found for rule in section.RULES for found in rule(page)] == []


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
    ("source", "tags"),
    [("check.count(160)", ["hide-cell", "solution"]), ("assert 1\ncheck.count(1)", ["solution"])],
)
def test_a_solution_that_is_open_or_asserts_nothing_is_named(page, cell, source, tags):
    cell("solution").source, cell("solution").metadata = source, {"tags": tags}
    [(name, _)] = section.exercises_are_solved(page)
    assert name == "solution"


@pytest.mark.parametrize(
    ("source", "verdict"),
    [("assert 8 * 20 == 160", "Right: 20 rows."), ("assert 1\ncheck.count(7)", "Not yet: no.")],
)
def test_a_solution_that_no_checker_calls_right_is_named(page, cell, source, verdict):
    cell("solution").source = source
    cell("solution").outputs[0]["data"]["text/plain"] = verdict
    [(name, text)] = section.exercises_are_solved(page)
    assert (name, "ends with its checker" in text) == ("solution", True)


def test_a_missing_link_to_the_next_section_is_noticed(page, cell, folder):
    (folder / "18-4-06-next.ipynb").touch()
    assert list(section.leads_to_the_next(page)) == []
    cell("source").source = "The end."
    [(_, text)] = section.leads_to_the_next(page)
    assert "(18-4-06-next.ipynb)" in text
