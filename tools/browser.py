"""The browser that looks at pages: the system's Chromium or Chrome, or playwright's own.

The build without windows comes first, because it opens a page three times as fast.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

NAMES = (
    *("chromium-headless-shell", "chromium", "chromium-browser"),
    *("google-chrome", "google-chrome-stable", "chrome"),
)


@contextmanager
def browser() -> Iterator[Browser]:
    """Starts the browser and closes it; installs playwright's, once, where there is none."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        install = [sys.executable, "-m", "playwright", "install", "chromium-headless-shell"]
        subprocess.run(install, check=True)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield started
        started.close()
