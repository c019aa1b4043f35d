"""What holds for every explorable, on any screen, with any input device, with scripts or not."""

import re

import pytest

from dnnlpy.explore.core import source
from dnnlpy.explore.drawing import num
from tests.accessibility import violations
from tests.explore.conftest import fill
from tests.explore.figures import FIGURES, press

each = pytest.mark.parametrize("name", FIGURES)


# Changes every list, slider and field once, and presses every button but the reset.
DISTURB = """() => {
  const all = (selector) => document.querySelectorAll(selector)
  const set = (control, value) => {
    control.value = value
    for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, {bubbles: true}))
  }
  for (const list of all("[data-part=controls] select:not([hidden])"))
    set(list, list.options[list.length - 1].value)
  for (const button of all("[data-part=controls] button:not([data-part=reset])")) button.click()
  for (const slider of all("[data-part=controls] input[type=range]")) set(slider, slider.min)
  for (const button of all("th button, li button")) button.click()
}"""


@pytest.fixture(scope="module")
def still(figures, page_with):
    """Each of them where scripts do not run, on one page for all tests, which only look at it."""
    page = page_with(java_script_enabled=False)
    page.set_viewport_size({"width": 800, "height": 900})
    fill(page, *figures.values())
    return {name: page.locator(f'[data-explore^="{name}-"]') for name in FIGURES}


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
def test_without_scripts_the_drawing_stands_and_dead_controls_are_gone(name, figures, still):
    figure = still[name]
    assert figure.locator("[data-part=controls]").is_hidden()
    assert figure.locator("summary").is_visible()
    assert figure.locator("[data-part=say]").inner_text() == figures[name].say
    assert figure.locator("table, svg, ol").first.is_visible()


@each
def test_the_script_starts_in_the_state_that_was_drawn(name, figures, still, show):
    still, alive = still[name], show(figures[name])
    parts = "td[data-part], [data-part=say], [data-part$=-value], tr.on > th, caption"
    assert still.locator(parts).all_text_contents() == alive.locator(parts).all_text_contents()
    colours = "all => all.map(e => [e.style.getPropertyValue('--v'), getComputedStyle(e).color])"
    assert still.locator("td").evaluate_all(colours) == alive.locator("td").evaluate_all(colours)


@each
def test_the_answer_is_hidden_until_the_reader_predicts(name, figures, show):
    figure = figures[name]
    page = show(figure, answered=False)
    hidden = page.locator(".answer > *, [data-part=say], [data-part=verdict], summary")
    assert hidden.count() >= 3
    assert hidden.filter(visible=True).count() == 0

    page.locator("[data-part=choices] button").nth(figure.question.answer).click(force=True)
    assert page.locator("[data-part=verdict]").inner_text() == "Right."
    assert page.locator("details p").is_visible()
    assert page.locator("[data-part=say]").is_visible()

    wrong = (figure.question.answer + 1) % len(figure.question.choices)
    page.locator("[data-part=choices] button").nth(wrong).click(force=True)
    assert page.locator("[data-part=verdict]").inner_text() == "Not quite."


@each
def test_a_keyboard_reaches_every_control_and_answers(name, figures, show):
    page = show(figures[name], answered=False)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.locator("[data-part=verdict]").is_visible()
    marked = "document.addEventListener('focusin', event => event.target.dataset.reached = '')"
    page.evaluate(marked)
    stops = "all => all.filter(e => e.tabIndex >= 0 && e.checkVisibility()).length"
    for _ in range(page.locator("*").evaluate_all(stops)):
        page.keyboard.press("Tab")
    parts = "all => all.map(e => e.dataset.part)"
    controls = page.locator("[data-part=controls] :is(button, select, input):not([hidden])")
    wanted, reached = controls.evaluate_all(parts), page.locator("[data-reached]")
    assert "reset" in wanted
    assert set(reached.evaluate_all(parts)) >= set(wanted)


@each
def test_fingers_can_work_it_on_a_phone(name, figures, show):
    page = show(figures[name], width=360, has_touch=True, answered=False)
    page.locator("[data-part=choices] button").first.tap(force=True)
    assert page.locator("[data-part=say]").is_visible()
    page.locator("[data-part=reset]").tap()
    small = (
        "all => all.map(e => e.getBoundingClientRect())"
        ".filter(r => r.width && (r.height < 24 || r.width < 24)).length"
    )
    assert page.locator("button, select, input").evaluate_all(small) == 0


def test_nothing_sticks_out_on_any_screen(figures, show):
    page = show(*figures.values(), width=360, has_touch=True)
    outside = (
        "all => all.flatMap(figure => "
        "[...figure.querySelectorAll('td, th, button, select, input, svg')]"
        ".filter(e => e.checkVisibility()"
        " && e.getBoundingClientRect().right > figure.getBoundingClientRect().right - 8)"
        ".map(e => figure.dataset.explore + e.outerHTML))"
    )
    for wide in (560, 660, 720, 760, 360):
        page.set_viewport_size({"width": wide, "height": 900})
        assert page.locator(".dnnx").evaluate_all(outside) == [], f"at a width of {wide}"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@each
def test_numbers_are_written_for_people_and_reset_goes_back_to_the_first_state(name, figures, show):
    page = show(figures[name])
    parts = page.locator("[data-x], [data-part=say]")
    before = parts.all_text_contents()
    page.evaluate(DISTURB)
    assert parts.all_text_contents() != before

    shown = page.locator("[data-x]").evaluate_all(
        "all => all.map(e => [e.textContent, e.dataset.x])"
    )
    assert shown or name == "still_tied"  # which has none
    for words, value in shown:
        digits = len(words.partition(".")[2])
        assert words == num(float(value), digits)

    press(page, "reset")
    assert parts.all_text_contents() == before


def test_a_figure_leaves_nothing_in_the_window(figures, show):
    page = show(new_window=True)
    names = "Object.getOwnPropertyNames(window)"
    before = page.evaluate(names)
    fill(page, *figures.values())
    page.evaluate(DISTURB)
    assert page.evaluate(names) == before


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


def paper(page):
    """The colour behind the first figure."""
    return page.locator(".dnnx").evaluate_all("([e]) => getComputedStyle(e).backgroundColor")


def test_each_host_says_dark_in_its_own_way(figures, show):
    page = show(figures["lookup"], color_scheme="light")
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
        script = "([e], [name, value]) => e.setAttribute(name, value)"
        page.locator(where).evaluate_all(script, [name, value])
        assert (paper(page) == "rgb(18, 20, 23)") == dark, (where, name, value, system)
        page.locator(where).evaluate_all("([e], name) => e.removeAttribute(name)", name)


@each
def test_a_picture_is_the_drawing_alone(name, figures, still, show):
    page = show(figures[name].picture())
    assert page.locator("script, button, [data-part=controls], .ask").count() == 0
    assert page.get_by_role("img", name=figures[name].label).is_visible()
    cells = "td, caption, code"
    assert page.locator(cells).all_inner_texts() == still[name].locator(cells).all_inner_texts()


def test_paper_is_white_and_shows_the_answer(figures, show):
    for theme in ("dark", "auto"):
        page = show(figures["lookup"], theme=theme, answered=False, color_scheme="dark")
        page.emulate_media(media="print")
        assert paper(page) == "rgb(255, 255, 255)"
    assert page.locator("[data-part=say]").is_visible()
