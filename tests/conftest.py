"""What every test shares: one seed, one thread, property tests that repeat exactly, a browser."""

import gc
import sys
from collections.abc import Generator, Iterator

import pytest
from hypothesis import settings
from playwright.sync_api import Browser

from tools.browser import browser

settings.register_profile("repeatable", derandomize=True, deadline=None, max_examples=25)
settings.load_profile("repeatable")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is imported stays: the garbage collector need not look at it, neither now nor later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(autouse=True)
def seed() -> None:
    """Torch draws the same in every test, on one thread; the site's tests do without torch."""
    if torch := sys.modules.get("torch"):
        torch.set_num_threads(1)
        torch.manual_seed(0)


@pytest.fixture(scope="session", name="browser")
def a_browser() -> Iterator[Browser]:
    """A browser without a window."""
    with browser() as started:
        yield started
