"""A real browser for the tests that need one.

It is the system's Chromium or Chrome; without one, playwright installs its own, once.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A browser without a window."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        install = [sys.executable, "-m", "playwright", "install", "chromium-headless-shell"]
        subprocess.run(install, check=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()
