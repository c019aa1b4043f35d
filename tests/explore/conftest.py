"""A browser page that shows explorables and complains about anything they print or fetch."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from dnnlpy.explore import Explorable
from tests.explore.figures import FIGURES

Show = Callable[..., Page]

PREDICT = """<script>
document.currentScript.remove()
document.querySelectorAll('[data-part="choices"] button:first-child').forEach(b => b.click())
</script>"""


def fill(page: Page, *figures: Explorable, theme: str = "light", answered: bool = True) -> None:
    """Writes a document with these explorables into the page, predictions made if answered."""
    body = "".join(figure._repr_html_() for figure in figures) + PREDICT * answered
    page.set_content(
        f'<!doctype html><html lang="en" data-theme="{theme}"><head><title>Explorables</title>'
        '<meta name="viewport" content="width=device-width"></head>'
        f'<body style="margin:16px"><main><h1>Explorables</h1>{body}</main></body></html>'
    )


@pytest.fixture(scope="session")
def figures() -> dict[str, Explorable]:
    """One of each kind."""
    return {name: make() for name, make in FIGURES.items()}


@pytest.fixture(scope="session")
def noise() -> list[str]:
    """What pages printed and fetched."""
    return []


@pytest.fixture(scope="session")
def page_with(browser: Browser, noise: list[str]) -> Callable[..., Page]:
    """Gives the page of these options: a new one would cost more than what a test does on it."""

    @cache
    def one(**context: Any) -> Page:
        page = browser.new_context(**context).new_page()
        page.on("console", lambda message: noise.append(message.text))
        page.on("pageerror", lambda error: noise.append(str(error)))
        page.on("request", lambda request: noise.append(request.url))
        return page

    return one


@pytest.fixture
def show(page_with: Callable[..., Page], noise: list[str]) -> Iterator[Show]:
    """Shows explorables on a page: show(figure, ..., theme="light", answered=True, width=800).

    The window stays the one of the test before, which costs a third of a new one; a figure leaves
    nothing in it. But Chromium lets no figure capture the pointer there: one that does is shown in
    a new_window. One whose medium a test changes is asked for with a color_scheme: no other
    test looks at its page.
    """
    shown: set[Page] = set()

    def open_page(
        *figures: Explorable,
        theme: str = "light",
        answered: bool = True,
        width: int = 800,
        new_window: bool = False,
        **context: Any,
    ) -> Page:
        page = page_with(**context)
        shown.add(page)
        if new_window:
            page.goto("about:blank")
        page.set_viewport_size({"width": width, "height": 900})
        fill(page, *figures, theme=theme, answered=answered)
        return page

    yield open_page
    for page in shown:
        page.evaluate("0")  # whose answer comes behind all that the page has said
    said = [noise.pop() for _ in noise.copy()]
    assert said == [], "an explorable printed or fetched something"
