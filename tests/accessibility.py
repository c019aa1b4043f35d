"""What axe finds wrong with a page by WCAG 2.2 A and AA and by good practice."""

from importlib.resources import files
from pathlib import Path

from playwright.sync_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OPTIONS = {"runOnly": TAGS, "resultTypes": ["violations"], "preload": False}
AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf8")
RUN = Path(__file__).with_suffix(".js").read_text("utf8")
_looks_that_passed: list[str] = []


def violations(page: Page) -> list[str]:
    """Return each rule that is broken, with the element that breaks it."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    result = page.evaluate(RUN, [OPTIONS, _looks_that_passed])
    _looks_that_passed[:] = result["passed"]
    return result["found"]
