"""A browser page that shows explorables and complains about anything they print or fetch."""

from collections.abc import Callable, Iterator
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


@pytest.fixture
def show(browser: Browser) -> Iterator[Show]:
    """Shows explorables on a page: show(figure, ..., theme="light", answered=True, width=800)."""
    noise: list[str] = []
    pages: list[Page] = []

    def open_page(
        *figures: Explorable,
        theme: str = "light",
        answered: bool = True,
        width: int = 800,
        **context: Any,
    ) -> Page:
        page = browser.new_context(viewport={"width": width, "height": 900}, **context).new_page()
        pages.append(page)
        page.on("console", lambda message: noise.append(message.text))
        page.on("pageerror", lambda error: noise.append(str(error)))
        page.on("request", lambda request: noise.append(request.url))
        body = "".join(figure._repr_html_() for figure in figures)
        page.set_content(
            f'<!doctype html><html lang="en" data-theme="{theme}"><head><title>Explorables</title>'
            '<meta name="viewport" content="width=device-width"></head>'
            f'<body style="margin:16px"><main><h1>Explorables</h1>{body}</main></body></html>'
        )
        if answered and context.get("java_script_enabled", True):
            for question in page.query_selector_all('[data-part="choices"]'):
                question.query_selector("button").click()
        return page

    yield open_page
    for page in pages:
        page.context.close()
    assert noise == [], "an explorable printed or fetched something"
