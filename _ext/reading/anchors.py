"""Anchors that Markdown links can point at and MyST then checks, beside those of headings.

A code cell has the anchor ``cell-`` and its id: ``18-4-05-weight-tying.ipynb#cell-one-step``.
"""

import json
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment


def add_anchor(env: BuildEnvironment, name: str) -> None:
    """Let a page that is being read be linked to as ``page.md#name``."""
    env.temp_data.setdefault("anchors", []).append(name)


def anchor_cells(app: Sphinx, doctree: nodes.document) -> None:
    """Give each code cell of a notebook its anchor."""
    source = Path(app.env.doc2path(app.env.docname))
    if source.suffix != ".ipynb":
        return
    cells = json.loads(source.read_text("utf8"))["cells"]
    for node in doctree.findall(nodes.container):
        if node.get("nb_element") == "cell_code":
            name = f"cell-{cells[node['cell_index']]['id']}"
            node["ids"].append(name)
            add_anchor(app.env, name)


def publish(app: Sphinx, doctree: nodes.document) -> None:
    """Hand the page's anchors to MyST, which looks for them where it keeps those of headings."""
    slugs = app.env.metadata[app.env.docname].setdefault("myst_slugs", {})
    slugs.update({name: (0, name, name) for name in app.env.temp_data.get("anchors", [])})


def setup(app: Sphinx) -> None:
    """Register the passes."""
    app.connect("doctree-read", anchor_cells)
    app.connect("doctree-read", publish)
