"""Pages for the rules to read, a section that keeps them all or made out of text; and Ctrl-C."""

import signal

import pytest
from nbformat.v4 import new_markdown_cell

from tests.book.good_section import good_cells
from tools.paths import CHAPTERS
from tools.rules.page import Page


@pytest.fixture
def page():
    """The section that keeps every rule; its cells may be changed."""
    return Page(CHAPTERS / "18-4-05-a-section.ipynb", good_cells())


@pytest.fixture
def cell(page):
    """Finds a cell of the section by its id."""
    return lambda name: next(c for c in page.cells if c.id == name)


@pytest.fixture
def markdown():
    """Makes a page out of Markdown text."""

    def make(text, name="18-4-05-a-section.ipynb", folder=CHAPTERS):
        return Page(folder / name, [new_markdown_cell(text, id="text")])

    return make


@pytest.fixture
def interruptible():
    """Ctrl-C is heard, also where the tests run in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
