"""The built site and a real browser. `make site` builds and then runs these tests.

Pages are opened from the folder, as a reader without a network would.
"""

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.accessibility import violations

ROOT = Path(__file__).parents[2]
SITE = ROOT / "_build" / "stored" / "_build" / "html"
expect.set_options(timeout=(PATIENCE := 60_000))  # milliseconds; the machine may be busy
WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 390, "height": 844}


def addresses() -> list[str]:
    """Return every page of the built site, by its address inside it."""
    if not (SITE / "sitemap.xml").is_file():
        raise FileNotFoundError(f"{SITE} holds no site: run `make site`, which builds it first")
    base = ElementTree.parse(SITE / "sitemap.xml").getroot()
    locations = [location.text or "" for location in base.iter() if location.tag.endswith("loc")]
    root = locations[0].removesuffix("chapters/index.html")
    pages = [location.removeprefix(root) for location in locations]
    return [*pages, "search.html", "_modules/index.html", "_modules/dnnlpy/models/gpt/model.html"]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for an address once for every page."""
    if "address" in metafunc.fixturenames:
        metafunc.parametrize("address", addresses(), scope="module")


class Reader:
    """A page in a browser, with all it asked for and all it complained of."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.set_default_timeout(PATIENCE)
        self.requests: list[str] = []
        self.messages: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("console", lambda message: self.messages.append(message.text))
        page.on("pageerror", lambda error: self.messages.append(str(error)))

    def open(self, address: str) -> Page:
        """Open a page of the site."""
        self.page.goto(f"{SITE.as_uri()}/{address}")
        return self.page

    def axe(self) -> list[str]:
        """Return what axe finds wrong with the page as it stands."""
        return violations(self.page)


@pytest.fixture
def reader(browser: Browser) -> Iterator[Reader]:
    """A reader with a wide window and light colours, of whom nothing is remembered."""
    context = browser.new_context(viewport=WIDE, color_scheme="light", reduced_motion="reduce")
    yield Reader(context.new_page())
    context.close()


@pytest.fixture(scope="module")
def window(browser: Browser) -> Iterator[Reader]:
    """A reader who goes on in one window: in a new one all scripts would be compiled anew."""
    context = browser.new_context(reduced_motion="reduce")
    reader = Reader(context.new_page())
    session = context.new_cdp_session(reader.page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    yield reader
    context.close()


@pytest.fixture
def visitor(window: Reader) -> Reader:
    """The same, before the next page: wide and light, nothing asked for. No choice is stored."""
    window.page.goto("about:blank")
    window.page.set_viewport_size(WIDE)
    window.page.emulate_media(color_scheme="light")
    window.requests.clear()
    window.messages.clear()
    return window


@pytest.fixture(scope="module")
def window_without_scripts(browser: Browser) -> Iterator[Page]:
    """A window for all pages: a new one would cost more than a page does."""
    context = browser.new_context(java_script_enabled=False)
    yield context.new_page()
    context.close()


@pytest.fixture(scope="module")
def plain(window_without_scripts: Page, address: str) -> Page:
    """A page of the site without scripts; the tests that ask for it run one after the other.

    It opens as narrow as the first of them wants it: to lay out a long page takes long.
    """
    window_without_scripts.goto("about:blank")
    window_without_scripts.set_viewport_size(NARROW)
    window_without_scripts.goto(f"{SITE.as_uri()}/{address}")
    return window_without_scripts
