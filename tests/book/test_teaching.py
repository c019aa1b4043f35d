"""The lesson plans add up, and every cell they name exists."""

import re

import pytest

from tools.paths import CHAPTERS
from tools.rules import references
from tools.rules.page import Page

PAGE = CHAPTERS / "reference" / "teaching.md"
TEXT = PAGE.read_text(encoding="utf-8")
CELLS = re.findall(r"\[`([\w-]+)`\]\(([^)]+)\)", TEXT)


@pytest.mark.parametrize("minutes", [50, 90])
def test_a_plan_takes_the_minutes_of_its_title(minutes):
    plan = TEXT.partition(f"## A plan for {minutes} minutes")[2].partition("\n## ")[0]
    assert sum(map(int, re.findall(r"^\| (\d+) \|", plan, re.MULTILINE))) == minutes


def test_every_cell_that_is_named_leads_to_its_own_place_and_exists():
    assert len(CELLS) > 30
    assert [target for cell, target in CELLS if not target.endswith(f".ipynb#cell-{cell}")] == []
    assert list(references.links_lead_somewhere(Page.read(PAGE))) == []
