"""Terms and symbols of one YAML file, listed on two pages."""

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import yaml
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

from reading.anchors import add_anchor

REFERENCE = "chapters/reference/"
TERMS_PAGE, SYMBOLS_PAGE = f"{REFERENCE}glossary", f"{REFERENCE}notation"
FILE = f"{REFERENCE}glossary.yml"
LEVELS = ("beginner", "practitioner", "expert")


@dataclass(frozen=True)
class Entry:
    """A term, or a symbol (it has ``tex``), with its definition.

    ``elsewhere`` has the phrases in which the words of a term mean something else; ``beside`` the
    words of which one stands beside a symbol where a page says what it is.
    """

    name: str
    definition: str
    level: str = "beginner"
    also: list[str] = field(default_factory=list, hash=False)
    elsewhere: list[str] = field(default_factory=list, hash=False)
    beside: list[str] = field(default_factory=list, hash=False)
    asks: list[str] = field(default_factory=list, hash=False)
    tex: str = ""
    shape: str = ""

    @property
    def anchor(self) -> str:
        """Where the entry stands on its page."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()) if not self.tex else self.name

    @property
    def page(self) -> str:
        """The page that lists the entry."""
        return SYMBOLS_PAGE if self.tex else TERMS_PAGE


@cache
def read(path: Path, changed: float) -> list[Entry]:
    """Read the file; ``changed`` is its time, so that a newer file is read again.

    Raises:
        ExtensionError: If an entry lacks something, says something unknown, or comes twice.
    """
    content = yaml.safe_load(path.read_text("utf8"))
    entries = []
    for key, kind in (("term", "terms"), ("symbol", "symbols")):
        for given in content[kind]:
            try:
                entry = Entry(name=given.pop(key), **given)
            except (KeyError, TypeError) as error:
                raise ExtensionError(f"{FILE}: {given}: {error}") from error
            if entry.level not in LEVELS:
                raise ExtensionError(f"{FILE}: {entry.name}: level is one of {', '.join(LEVELS)}")
            entries.append(entry)
    names = [name.lower() if not e.tex else name for e in entries for name in (e.name, *e.also)]
    if twice := {name for name in names if names.count(name) > 1}:
        raise ExtensionError(f"{FILE}: more than one entry for {', '.join(sorted(twice))}")
    return entries


def entries(env: BuildEnvironment) -> list[Entry]:
    """Return the entries of the book's file."""
    path = Path(env.srcdir, FILE)
    return read(path, path.stat().st_mtime)


class Terms(SphinxDirective):
    """List all terms."""

    def run(self) -> list[nodes.Node]:
        """Return the definition list."""
        self.env.note_dependency(FILE)
        listing = nodes.definition_list(classes=["glossary"])
        for entry in sorted(entries(self.env), key=lambda e: e.name.lower()):
            if entry.tex:
                continue
            term = nodes.term("", entry.name, ids=[entry.anchor])
            body = nodes.definition("", nodes.paragraph("", entry.definition))
            if entry.also:
                body += nodes.paragraph("", f"Also: {', '.join(entry.also)}.", classes=["also"])
            listing += nodes.definition_list_item("", term, body)
            add_anchor(self.env, entry.anchor)
        return [listing]


class Symbols(SphinxDirective):
    """List all symbols in a table."""

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        self.env.note_dependency(FILE)
        rows = ["| symbol | shape | meaning |", "|---|---|---|"]
        symbols = [entry for entry in entries(self.env) if entry.tex]
        for entry in symbols:
            shape = f"${entry.shape}$" if entry.shape else "a number"
            rows.append(f"| ${entry.tex}$ | {shape} | {entry.definition} |")
            add_anchor(self.env, entry.anchor)
        table = self.parse_text_to_nodes("\n".join(rows))
        for row, entry in zip(list(table[0].findall(nodes.row))[1:], symbols, strict=True):
            row["ids"].append(entry.anchor)
        return table


def setup(app: Sphinx) -> None:
    """Register the directives."""
    app.add_directive("terms", Terms)
    app.add_directive("symbols", Symbols)
