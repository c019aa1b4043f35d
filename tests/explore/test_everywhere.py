"""What holds for every explorable, on any screen, with any input device, with scripts or not."""

import re

import pytest

from dnnlpy.explore.core import source
from dnnlpy.explore.drawing import num
from tests.accessibility import violations
from tests.explore.figures import FIGURES

each = pytest.mark.parametrize("name", FIGURES)


@each
def test_the_same_data_gives_the_same_html_with_nothing_in_it_from_outside(name, figures):
    html = figures[name]._repr_html_()
    assert html == FIGURES[name]()._repr_html_()
    assert not re.search(r"https?:|src=|href=|url\(| id=|@import", html)


@each
def test_the_script_stays_below_20_kb(name):
    assert len((source("core.js") + source(f"{name}.js")).encode()) <= 20_000


@each
def test_the_text_form_tells_the_first_state(name, figures):
    lines = repr(figures[name]).splitlines()
    assert len(lines) >= 3
    assert lines[-1] == figures[name].say


@each
def test_without_scripts_the_drawing_stands_and_dead_controls_are_gone(name, figures, show):
    page = show(figures[name], java_script_enabled=False)
    assert page.locator("[data-part=controls]").is_hidden()
    assert page.locator("summary").is_visible()
    assert page.locator("[data-part=say]").inner_text() == figures[name].say
    assert page.locator("table, svg, ol").first.is_visible()


@each
def test_the_script_starts_in_the_state_that_was_drawn(name, figures, show):
    figure = figures[name]
    parts = "td[data-part], [data-part=say], [data-part$=-value], tr.on > th, caption"
    still, alive = show(figure, java_script_enabled=False), show(figure)
    assert still.locator(parts).all_text_contents() == alive.locator(parts).all_text_contents()
    colours = "all => all.map(e => [e.style.getPropertyValue('--v'), getComputedStyle(e).color])"
    assert still.locator("td").evaluate_all(colours) == alive.locator("td").evaluate_all(colours)


@each
def test_the_answer_is_hidden_until_the_reader_predicts(name, figures, show):
    figure = figures[name]
    page = show(figure, answered=False)
    hidden = page.locator(".answer > *, [data-part=say], [data-part=verdict], summary")
    assert not any(element.is_visible() for element in hidden.all())

    page.locator("[data-part=choices] button").nth(figure.question.answer).click()
    assert page.locator("[data-part=verdict]").inner_text() == "Right."
    assert page.locator("details p").is_visible()
    assert page.locator("[data-part=say]").is_visible()

    wrong = (figure.question.answer + 1) % len(figure.question.choices)
    page.locator("[data-part=choices] button").nth(wrong).click()
    assert page.locator("[data-part=verdict]").inner_text() == "Not quite."


@each
def test_a_keyboard_reaches_every_control_and_answers(name, figures, show):
    page = show(figures[name], answered=False)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.locator("[data-part=verdict]").is_visible()
    reached, focused = set(), "(e => e.dataset.part ?? e.tagName)(document.activeElement)"
    for _ in range(60):
        page.keyboard.press("Tab")
        part = page.evaluate(focused)
        if part == "BODY":  # behind the last control
            break
        reached.add(part)
    wanted = page.locator(
        "[data-part=controls] :is(button, select, input):not([hidden])"
    ).evaluate_all("all => all.map(e => e.dataset.part)")
    assert "reset" in wanted
    assert reached >= set(wanted)


@each
def test_fingers_can_work_it_on_a_phone_and_nothing_sticks_out(name, figures, show):
    page = show(figures[name], width=360, has_touch=True, answered=False)
    page.locator("[data-part=choices] button").first.tap()
    assert page.locator("[data-part=say]").is_visible()
    page.locator("[data-part=reset]").tap()
    outside = (
        "figure => [...figure.querySelectorAll('td, th, button, select, input, svg')]"
        ".filter(e => e.checkVisibility()"
        " && e.getBoundingClientRect().right > figure.getBoundingClientRect().right - 8)"
        ".map(e => e.outerHTML)"
    )
    for wide in (560, 660, 720, 760, 360):
        page.set_viewport_size({"width": wide, "height": 900})
        assert page.locator(".dnnx").evaluate(outside) == [], f"at a width of {wide}"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    small = (
        "all => all.map(e => e.getBoundingClientRect())"
        ".filter(r => r.width && (r.height < 24 || r.width < 24)).length"
    )
    assert page.locator("button, select, input").evaluate_all(small) == 0


@each
def test_reset_goes_back_to_the_first_state(name, figures, show):
    page = show(figures[name])
    parts = page.locator("[data-x], [data-part=say]")
    before = parts.all_text_contents()
    _disturb(page)
    assert parts.all_text_contents() != before
    page.locator("[data-part=reset]").click()
    assert parts.all_text_contents() == before


@each
def test_numbers_are_written_for_people(name, figures, show):
    page = show(figures[name])
    _disturb(page)
    shown = page.locator("[data-x]").evaluate_all(
        "all => all.map(e => [e.textContent, e.dataset.x])"
    )
    assert shown or name == "still_tied"  # which has none
    for words, value in shown:
        digits = len(words.partition(".")[2])
        assert words == num(float(value), digits)


def test_two_on_a_page_do_not_disturb_each_other_nor_do_twins(figures, show):
    page = show(figures["lookup"], figures["positions"], figures["lookup"])
    first, other, twin = (page.locator(".dnnx").nth(place) for place in range(3))
    assert first.locator("[data-part=choices] button").count() == 4, "brought to life twice"
    before = other.inner_text(), twin.inner_text()
    first.locator("[data-part=id]").nth(4).click()
    assert "row 4" in first.locator("[data-part=say]").inner_text()
    assert (other.inner_text(), twin.inner_text()) == before
    twin.locator("[data-part=id]").nth(1).click()
    assert "row 4" in first.locator("[data-part=say]").inner_text()


def test_reduced_motion_has_nothing_to_reduce(figures, show):
    page = show(*figures.values(), reduced_motion="reduce")
    moving = (
        "all => all.map(getComputedStyle).filter(s => s.animationName !== 'none'"
        " || s.transitionDuration !== '0s').length"
    )
    assert page.locator(".dnnx, .dnnx *").evaluate_all(moving) == 0


@pytest.mark.parametrize(
    ("theme", "width", "answered"),
    [("light", 360, True), ("dark", 800, True), ("dark", 360, False)],
)
def test_axe_finds_nothing(theme, width, answered, figures, show):
    page = show(*figures.values(), theme=theme, width=width, answered=answered)
    assert violations(page) == []


def test_each_host_says_dark_in_its_own_way(figures, show):
    page = show(figures["lookup"])
    page.evaluate("document.documentElement.removeAttribute('data-theme')")
    hosts = [
        ("html", "class", "", "light", False),
        ("html", "class", "", "dark", True),
        ("html", "data-theme", "dark", "light", True),
        ("html", "data-theme", "light", "dark", False),
        ("html", "theme", "dark", "light", True),
        ("html", "theme", "light", "dark", False),
        ("body", "data-jp-theme-light", "false", "light", True),
        ("body", "data-jp-theme-light", "true", "dark", False),
        ("body", "class", "vscode-dark", "light", True),
        ("body", "class", "vscode-light", "dark", False),
    ]
    for where, name, value, system, dark in hosts:
        page.emulate_media(color_scheme=system)
        page.locator(where).evaluate(
            "(e, [name, value]) => e.setAttribute(name, value)", [name, value]
        )
        paper = page.locator(".dnnx").evaluate("e => getComputedStyle(e).backgroundColor")
        assert (paper == "rgb(18, 20, 23)") == dark, (where, name, value, system)
        page.locator(where).evaluate("(e, name) => e.removeAttribute(name)", name)


@each
def test_a_picture_is_the_drawing_alone(name, figures, show):
    page = show(figures[name].picture())
    assert page.locator("script, button, [data-part=controls], .ask").count() == 0
    assert page.get_by_role("img", name=figures[name].label).is_visible()
    still = show(figures[name], java_script_enabled=False)
    cells = "td, caption, code"
    assert page.locator(cells).all_inner_texts() == still.locator(cells).all_inner_texts()


def test_paper_is_white_and_shows_the_answer(figures, show):
    for theme in ("dark", "auto"):
        page = show(figures["lookup"], theme=theme, answered=False)
        page.emulate_media(media="print", color_scheme="dark")
        paper = page.locator(".dnnx").evaluate("e => getComputedStyle(e).backgroundColor")
        assert paper == "rgb(255, 255, 255)"
    assert page.locator("[data-part=say]").is_visible()


def _disturb(page) -> None:
    """Changes every list, slider and field once, and presses every button but the reset."""
    controls = page.locator("[data-part=controls]")
    for box in controls.locator("select:not([hidden])").all():
        last = box.locator("option").last.get_attribute("value")
        box.select_option(last)
    press_all = "all => all.forEach(button => button.click())"
    controls.locator("button:not([data-part=reset])").evaluate_all(press_all)
    for slider in controls.locator("input[type=range]").all():
        slider.fill(slider.get_attribute("min"))
    page.locator("th button, li button").evaluate_all(press_all)
