"""The order of the pages, and what is known of each: section number, promise, reading time."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

SECTION = re.compile(r"(\d+\.\d+\.(\d+))\s+(.*)", re.S)
WORDS_A_MINUTE = 238
"""How fast adults read English non-fiction (Brysbaert 2019, doi.org/10.1016/j.jml.2019.104047)."""
SECONDS_A_LINE_OF_CODE = 1.5
SECONDS_A_FIGURE_OR_FORMULA = 6
UNREAD = (nodes.literal_block, nodes.raw)
"""Text inside is not prose: code, and the markup and scripts of an explorable."""


@dataclass(frozen=True)
class Page:
    """A page of the book; ``number`` is 0 for a page that is not a numbered section."""

    docname: str
    title: str
    minutes: int
    promise: str
    label: str = ""
    number: int = 0


def open_page(app: Sphinx, doctree: nodes.document) -> None:
    """Note a page's reading time and its promise, the first paragraph under its title."""
    metadata = app.env.metadata[app.env.docname]
    metadata["minutes"] = reading_minutes(doctree)
    title = doctree.next_node(nodes.title)
    promise = title.next_node(nodes.paragraph, descend=False, siblings=True) if title else None
    metadata["promise"] = " ".join(promise.astext().split()) if promise else ""
    if promise:
        promise["classes"].append("promise")


def reading_minutes(doctree: nodes.document) -> int:
    """Estimate the minutes it takes to read a page, without folded answers and exercises."""
    words = seconds = 0.0
    for node in unfolded(doctree):
        if isinstance(node, nodes.literal_block):
            if "output" not in node["classes"]:
                seconds += SECONDS_A_LINE_OF_CODE * len(node.astext().splitlines())
        elif isinstance(node, nodes.math_block | nodes.image):
            seconds += SECONDS_A_FIGURE_OR_FORMULA
        elif isinstance(node, nodes.Text) and not isinstance(node.parent, UNREAD):
            words += len(node.split())
    return max(1, round(words / WORDS_A_MINUTE + seconds / 60))


def unfolded(doctree: nodes.document) -> Iterator[nodes.Node]:
    """Yield what stands open on a page: no exercises, and nothing folded in text or as a cell."""
    skipped = {
        id(node)
        for part in doctree.findall()
        if (isinstance(part, nodes.section) and "exercises" in part["names"])
        or (isinstance(part, nodes.container) and part.get("hide_mode"))
        for node in part.findall()
    }
    folds = 0
    for node in doctree.findall():
        if isinstance(node, nodes.raw):
            folds += node.astext().count("<details") - node.astext().count("</details")
        elif not folds and id(node) not in skipped:
            yield node


def read_outline(env: BuildEnvironment) -> list[tuple[str, list[Page]]]:
    """Return the parts of the book in order: caption and pages, the landing page apart."""
    root = env.get_doctree(env.config.root_doc)
    return [
        (tree.get("caption") or "", [page(env, docname) for _, docname in tree["entries"]])
        for tree in root.findall(addnodes.toctree)
    ]


def page(env: BuildEnvironment, docname: str) -> Page:
    """Describe one page."""
    title, metadata = env.titles[docname].astext(), env.metadata[docname]
    plain = Page(docname, title, metadata["minutes"], metadata["promise"])
    if not (found := SECTION.match(title)):
        return plain
    label, number, words = found.groups()
    return Page(docname, words, plain.minutes, plain.promise, label, int(number))


def sections(parts: Iterable[tuple[str, list[Page]]]) -> list[Page]:
    """Return the numbered sections of the chapter."""
    return [page for _, pages in parts for page in pages if page.number]


def rewrite_all_if_changed(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Ask for every page to be written again when what all of them show has changed."""
    parts = read_outline(env)
    changed = getattr(env, "reading_outline", None) != parts
    env.reading_outline = parts  # type: ignore[attr-defined]
    return sorted(env.found_docs) if changed else []


def setup(app: Sphinx) -> None:
    """Register the passes."""
    app.connect("doctree-read", open_page)
    app.connect("env-updated", rewrite_all_if_changed)
