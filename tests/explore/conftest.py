"""A browser page that shows explorables and complains about anything they print or fetch."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from dnnlpy.explore import Explorable
from tests.explore.figures import FIGURES

Show = Callable[..., Page]


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
    """Shows explorables on a page: show(figure, ..., theme="light", answered=True, width=800)."""
    shown: set[Page] = set()

    def open_page(
        *figures: Explorable,
        theme: str = "light",
        answered: bool = True,
        width: int = 800,
        **context: Any,
    ) -> Page:
        page = page_with(**context)
        shown.add(page)
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(media="screen", color_scheme="light")
        body = "".join(figure._repr_html_() for figure in figures)
        page.set_content(
            f'<!doctype html><html lang="en" data-theme="{theme}"><head><title>Explorables</title>'
            '<meta name="viewport" content="width=device-width"></head>'
            f'<body style="margin:16px"><main><h1>Explorables</h1>{body}</main></body></html>'
        )
        if answered and context.get("java_script_enabled", True):
            first = page.locator('[data-part="choices"] button:first-child')
            first.evaluate_all("all => all.forEach(button => button.click())")
        return page

    yield open_page
    for page in shown:
        page.goto("about:blank")  # the next test gets a new window that nobody listens to
    said = [noise.pop() for _ in noise.copy()]
    assert said == [], "an explorable printed or fetched something"
