"""A small book in a folder of its own, built by the extension under test, in this process."""

import gc
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import pytest
from reading import cards, formulas
from sphinx.environment.collectors.toctree import TocTreeCollector
from sphinx.testing.util import SphinxTestApp
from sphinx_external_toc import collectors

GLOSSARY = """
terms:
  - {term: hidden state, level: beginner, definition: A vector., asks: [activation]}
  - {term: nat, level: expert, definition: A unit.}
symbols:
  - {symbol: V, tex: V, definition: The size of the vocabulary.}
"""
BOOK = {
    "_toc.yml": (
        "format: jb-book\nroot: chapters/index\nparts:\n"
        "  - caption: The chapter\n    chapters:\n      - file: chapters/one\n"
        "      - file: chapters/two\n"
        "  - caption: Reference\n    chapters:\n      - file: chapters/reference/glossary\n"
        "      - file: chapters/reference/notation\n      - file: chapters/reference/sources\n"
    ),
    "chapters/index.md": "# The book\n\nIt promises much.\n\n```{sections}\n```\n",
    "chapters/one.md": "# 18.4.1 First\n\nA first promise.\n\n## Inside\n\nWords.\n",
    "chapters/two.md": "# 18.4.2 Second\n\nA second promise.\n",
    "chapters/reference/glossary.md": "# Glossary\n\n```{terms}\n```\n",
    "chapters/reference/notation.md": "# Notation\n\n```{symbols}\n```\n",
    "chapters/reference/sources.md": "# Sources\n\n```{bibliography} ../references.bib\n```\n",
    "chapters/reference/glossary.yml": GLOSSARY,
    "chapters/reference/questions.yml": (
        "otherwise: index.md\nsections: {index.md: [what does it promise]}\n"
    ),
    "chapters/references.bib": (
        "@misc{press2017, author={Press, Ofir}, title={A title}, year={2017}}\n"
    ),
}
CONFIG = {
    "extensions": ["myst_nb", "jupyter_book", "sphinx_external_toc", "reading"],
    "external_toc_path": "_toc.yml",
    "external_toc_exclude_missing": True,
    "myst_enable_extensions": ["dollarmath"],
    "html_theme": "reading",
    "html_theme_options": {"repository_url": "https://github.com/a/b", "repository_branch": "main"},
    "html_title": "The book",
    "html_baseurl": "https://example.org/book/",
    "html_math_renderer": "katex",
    "html_use_index": False,
    "nb_execution_mode": "off",
    "nb_code_prompt_show": "Show the code",
    "myst_heading_anchors": 3,
    "nitpicky": True,
}


@dataclass(frozen=True)
class Built:
    """What a build left: pages, warnings, and the application for a second build."""

    app: SphinxTestApp
    warnings: str

    def read(self, name: str) -> str:
        """Return a file of the site."""
        return (Path(self.app.outdir) / name).read_text("utf8")


card = cache(cards.card)
"""Cards are drawn once for each title."""


def toctree_collectors() -> list[object]:
    """Return what sphinx_external_toc looks for among all objects alive.

    It asks each for its class, which some that other tests leave behind answer with an error.
    """
    return [thing for thing in gc.get_objects() if type(thing) is TocTreeCollector]


def build_in(folder: Path, changed: dict[str, str]) -> Built:
    """Build the small book, with some of its files changed, in a folder; again, if it is there."""
    for name, text in {**BOOK, **changed}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_text("utf8") != text:
            path.write_text(text, "utf8")
    (folder / "conf.py").touch()
    warning = StringIO()
    with (
        patch.object(collectors, "gc", SimpleNamespace(get_objects=toctree_collectors)),
        patch.object(formulas, "stylesheet", "/* fonts of {} */".format),  # cutting takes long
        patch.object(cards, "card", card),
    ):
        app = SphinxTestApp(srcdir=folder, confoverrides=CONFIG, warning=warning)
        try:
            app.build()
        finally:
            app.cleanup()
    return Built(app, warning.getvalue())


@pytest.fixture
def build(tmp_path: Path) -> Callable[..., Built]:
    """Build the small book with changes: ``build({"chapters/one.md": ...})``."""
    return lambda changed=None: build_in(tmp_path / "book", changed or {})


@pytest.fixture(scope="session")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The small book as it is, built once for all tests."""
    return build_in(tmp_path_factory.mktemp("plain"), {})
