"""The search index: every section of every page, and the words of a reader who lacks the term.

It is a script, since a page opened from a folder may not fetch data. ``book.js`` loads it when the
reader first searches.
"""

import json
import re
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

from reading.glossary import entries

Record = dict[str, str]


def records(app: Sphinx, docname: str) -> list[Record]:
    """Return one record for each section of a page: address, page, heading and text."""
    page = app.env.titles[docname].astext()
    found = []
    for section in app.env.get_doctree(docname).findall(nodes.section):
        heading = section.next_node(nodes.title).astext()
        text = " ".join(own_text(child) for child in section.children[1:])
        address = app.builder.get_target_uri(docname)
        if section.parent.document is not section.parent:
            address += f"#{section['ids'][0]}"
        found.append({"a": address, "p": page, "h": heading, "t": " ".join(text.split())})
    return found


def own_text(node: nodes.Node) -> str:
    """Return a node's text without that of the sections inside it, of raw HTML, and of formulas."""
    if isinstance(node, nodes.section | nodes.raw | nodes.math_block):
        return ""
    if isinstance(node, nodes.Text):
        return str(node)
    if isinstance(node, nodes.math):
        return re.sub(r"\\(text|math\w+|operatorname)\b|[{}\\]", "", node.astext())
    inline = isinstance(node, nodes.TextElement)
    return ("" if inline else " ").join(map(own_text, node.children))


def write(app: Sphinx, exception: Exception | None) -> None:
    """Write the index."""
    if exception or app.builder.name != "html":
        return
    pages = [app.config.root_doc] + [p.docname for _, ps in app.env.reading_outline for p in ps]
    target = app.builder.get_target_uri
    listed = [
        {
            "a": f"{target(entry.page)}#{entry.anchor}",
            "p": "",
            "h": entry.name,
            "t": entry.definition,
        }
        for entry in entries(app.env)
    ]
    index = {
        "sections": [record for docname in pages for record in records(app, docname)] + listed,
        "words": {
            form.lower(): entry.name.lower()
            for entry in entries(app.env)
            for form in (*entry.also, *entry.asks)
        },
    }
    text = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    Path(app.outdir, "_static", "search.js").write_text(f"window.bookIndex={text}\n", "utf8")


def setup(app: Sphinx) -> None:
    """Register the pass."""
    app.connect("build-finished", write)
