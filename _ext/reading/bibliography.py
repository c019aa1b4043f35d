"""The BibTeX file as a list with one anchor for every key.

A citation is a plain link, ``[Press & Wolf 2017](reference/bibliography.md#press2017)``, and
one whose key the file does not have fails the strict build.
"""

from functools import cache

from docutils import nodes
from pybtex.database import parse_file
from pybtex.exceptions import PybtexError
from pybtex.plugin import find_plugin
from pybtex.style.formatting import BaseStyle
from pybtex_docutils import Backend
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from reading.anchors import add_anchor


@cache
def style() -> BaseStyle:
    """Return what writes an entry: found once, because all installed packages are asked for it."""
    return find_plugin("pybtex.style.formatting", "plain")()


class Bibliography(SphinxDirective):
    """List the entries of a BibTeX file, by author."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the list."""
        name, path = self.env.relfn2path(self.arguments[0])
        self.env.note_dependency(name)
        entries = nodes.bullet_list(classes=["bibliography"])
        try:
            database = parse_file(path)
        except PybtexError as mistake:
            raise self.error(f"{self.arguments[0]}: {mistake}") from mistake
        for entry in style().format_bibliography(database):
            item = nodes.list_item("", Backend().paragraph(entry), ids=[entry.key])
            entries += item
            add_anchor(self.env, entry.key)
        return [entries]


def setup(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("bibliography", Bibliography)
