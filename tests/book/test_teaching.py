"""The lesson plans add up, and every cell they name exists."""

import re

import pytest

from tools.paths import CHAPTERS
from tools.rules import references
from tools.rules.page import Page

PAGE = CHAPTERS / "reference" / "teaching.md"
TEXT = PAGE.read_text(encoding="utf-8")
CELLS = re.findall(r"\[`([\w-]+)`\]\(([^)]+)\)", TEXT)
PRACTICE = [f"../practice/{path.name}" for path in sorted((CHAPTERS / "practice").glob("*.ipynb"))]


def under(heading):
    """What stands under a heading."""
    return TEXT.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def rows(heading, first=""):
    """The rows of the tables under a heading whose first cell is like that."""
    return re.findall(rf"^\| {first}.*\|$", under(heading), re.MULTILINE)


@pytest.mark.parametrize(
    ("heading", "minutes"),
    [("A plan for 50 minutes", 50), ("A plan for 90 minutes", 90), ("A plan for engineers", 90)],
)
def test_a_plan_takes_the_minutes_of_its_title(heading, minutes):
    assert f"{minutes} minutes" in heading + under(heading)
    taken = [int(re.findall(r"\d+", row)[0]) for row in rows(heading, r"\d")]
    assert sum(taken) == minutes


def test_the_minutes_that_engineers_save_are_those_of_the_plan_they_change():
    saved = [
        row for row in rows("A plan for 50 minutes", r"\d") if "18.4.1]" in row or "18.4.2]" in row
    ]
    minutes = sum(int(re.findall(r"\d+", row)[0]) for row in saved)
    assert len(saved) == 2
    assert f"their {minutes} minutes" in " ".join(under("A plan for engineers").split())


@pytest.mark.parametrize("page", PRACTICE)
def test_each_practice_page_has_a_goal_a_lesson_and_an_answer_to_expect(page):
    [goal] = rows("The practice pages", rf"\[Practice \d\]\({page}\)")
    [lesson] = [row for row in rows("The practice pages", r"\d") if f"({page})" in row]
    assert "18.4." in goal
    assert lesson.count(f"({page}#cell-") >= 3
    assert any(f"({page}#cell-" in row for row in rows("Answers you will hear"))


def test_every_cell_that_is_named_leads_to_its_own_place_and_exists():
    assert len(CELLS) > 30
    assert [target for cell, target in CELLS if not target.endswith(f".ipynb#cell-{cell}")] == []
    assert list(references.links_lead_somewhere(Page.read(PAGE))) == []
