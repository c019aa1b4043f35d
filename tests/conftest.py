"""What every test shares: one seed, one thread, property tests that repeat exactly, a browser.

The browser is the system's Chromium or Chrome; without one, playwright installs its own, once.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest
import torch
from hypothesis import settings
from playwright.sync_api import Browser, sync_playwright

settings.register_profile("repeatable", derandomize=True, deadline=None, max_examples=25)
settings.load_profile("repeatable")
torch.set_num_threads(1)
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


@pytest.fixture(autouse=True)
def seed() -> None:
    torch.manual_seed(0)


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
