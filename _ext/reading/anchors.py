"""Anchors that Markdown links can point at and MyST then checks, beside those of headings."""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment


def add_anchor(env: BuildEnvironment, name: str) -> None:
    """Let a page that is being read be linked to as ``page.md#name``."""
    env.temp_data.setdefault("anchors", []).append(name)


def publish(app: Sphinx, doctree: nodes.document) -> None:
    """Hand the page's anchors to MyST, which looks for them where it keeps those of headings."""
    slugs = app.env.metadata[app.env.docname].setdefault("myst_slugs", {})
    slugs.update({name: (0, name, name) for name in app.env.temp_data.get("anchors", [])})


def setup(app: Sphinx) -> None:
    """Register the pass."""
    app.connect("doctree-read", publish)
