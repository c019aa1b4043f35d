"""Every key is what the code it talks about says, and a quiz works without kernel and script."""

import math
import re

import pytest
import torch
import torch.nn.functional as F
from torch import nn

import dnnlpy.models.gpt as gpt
import dnnlpy.nn as dnn
from dnnlpy.exercises import quiz
from tests.accessibility import violations
from tools.paths import ROOT

SECTIONS = [f"18.4.{number}" for number in range(1, 10)]
ALL = [(section, place) for section in SECTIONS for place in range(len(quiz(section).questions))]


def found_by(check: str) -> list[bool]:
    """Run the code of a question; return which options hold."""
    names = {"torch": torch, "nn": nn, "F": F, "math": math, "dnn": dnn, "gpt": gpt}
    exec(check, names)
    return [bool(held) for held in names["holds"]]


@pytest.mark.parametrize(("section", "place"), ALL)
def test_the_key_is_what_a_run_finds(section, place):
    question = quiz(section).questions[place]
    expected = [i == question.right for i in range(len(question.options))]
    assert found_by(question.check) == expected, question.asks


@pytest.mark.parametrize("section", SECTIONS)
def test_a_section_asks_four_to_six_questions_and_explains_every_option(section):
    questions = quiz(section).questions
    assert 4 <= len(questions) <= 6
    for question in questions:
        assert len({option.says for option in question.options}) >= 3
        assert all(len(option.why) >= 30 for option in question.options)
        assert question.asks.endswith("?")


def test_right_answers_do_not_all_stand_at_one_place():
    rights = [quiz(section).questions[place].right for section, place in ALL]
    assert all(rights.count(place) <= 0.7 * len(rights) for place in range(3))
    assert len(set(rights)) == 3


def test_the_chapters_quiz_asks_one_question_of_every_section():
    asked = {question.asks for question in quiz("18.4").questions}
    assert len(asked) == len(SECTIONS)
    for section in SECTIONS:
        assert asked & {question.asks for question in quiz(section).questions}


@pytest.mark.parametrize("section", [*SECTIONS, "18.4"])
def test_a_quiz_stands_in_its_section(section):
    number = int(section.split(".")[2]) if section != "18.4" else 10
    (path,) = (ROOT / "chapters").glob(f"18-4-{number:02}-*.ipynb")
    assert f'exercises.quiz(\\"{section}\\")' in path.read_text("utf8")


def test_an_unknown_section_is_refused_with_the_list():
    with pytest.raises(ValueError, match=r"no quiz of '18\.5': take one of 18\.4, 18\.4\.1, "):
        quiz("18.5")


def test_the_html_is_the_same_each_time_and_has_nothing_in_it_from_outside():
    html = quiz("18.4.5")._repr_html_()
    assert html == quiz("18.4.5")._repr_html_()
    assert not re.search(r"https?:|src=|href=|url\(| id=|@import|<script", html)


def test_the_text_form_gives_questions_and_then_the_key():
    lines = repr(quiz("18.4.5")).splitlines()
    assert lines[1].startswith("1. Which test proves")
    assert lines[-1] == "Key: 1 a, 2 b, 3 a, 4 b"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_without_scripts_an_option_unfolds_its_explanation_by_keyboard_and_by_touch(theme, browser):
    context = browser.new_context(
        viewport={"width": 360, "height": 800}, java_script_enabled=False, has_touch=True
    )
    page = context.new_page()
    page.set_content(
        f'<!doctype html><html lang="en" data-theme="{theme}"><head><title>Quiz</title>'
        '<meta name="viewport" content="width=device-width"></head>'
        f"<body><main><h1>Quiz</h1>{quiz('18.4')._repr_html_()}</main></body></html>"
    )
    first, second = (page.locator("details").nth(place) for place in range(2))
    assert not first.locator("p").is_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert first.locator("p").is_visible()
    assert not second.locator("p").is_visible()
    second.locator("summary").tap()
    assert second.locator("p").is_visible()
    height = "all => all.map(option => option.getBoundingClientRect().height)"
    assert min(page.locator("summary").evaluate_all(height)) >= 24
    context.close()


@pytest.mark.parametrize(("theme", "width"), [("light", 360), ("dark", 800)])
def test_axe_finds_nothing_and_nothing_sticks_out(theme, width, browser):
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.set_content(
        f'<!doctype html><html lang="en" data-theme="{theme}"><head><title>Quiz</title></head>'
        f"<body><main><h1>Quiz</h1>{quiz('18.4')._repr_html_()}</main></body></html>"
    )
    page.locator("summary").evaluate_all("all => all.forEach(option => option.click())")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()
