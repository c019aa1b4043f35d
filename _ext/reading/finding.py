"""The search index: every section of every page, and the words of a reader who lacks the term.

Those words stand in two files: the glossary has them for a term, ``questions.yml`` for a section
and, for all of them, words that say the same.

It is a script, since a page opened from a folder may not fetch data. ``book.js`` loads it when the
reader first searches.
"""

import json
import re
from pathlib import Path
from typing import Any

import yaml
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from reading.glossary import entries

FILE = "chapters/reference/questions.yml"
Record = dict[str, Any]


def records(app: Sphinx, docname: str) -> list[Record]:
    """Return one record for each section of a page: address, page, heading, text and code."""
    page = app.env.titles[docname].astext()
    found = []
    for section in app.env.get_doctree(docname).findall(nodes.section):
        heading = section.next_node(nodes.title).astext()
        text = " ".join(own_text(child) for child in section.children[1:])
        code = " ".join(own_code(child) for child in section.children[1:])
        address = app.builder.get_target_uri(docname)
        if section.parent.document is not section.parent:
            address += f"#{section['ids'][0]}"
        record = {"a": address, "p": page, "h": heading, "t": " ".join(text.split())}
        found.append({**record, **({"c": " ".join(code.split())} if code.strip() else {})})
    return found


def asked(app: Sphinx) -> tuple[dict[str, list[str]], str, list[str]]:
    """Return each section's questions by its address, where others are answered, and like words.

    Raises:
        ExtensionError: If the file names a section that no page has.
    """
    content = yaml.safe_load(Path(app.srcdir, FILE).read_text("utf8"))
    found = {address(app, link): asks for link, asks in content["sections"].items()}
    return found, address(app, content["otherwise"]), content.get("alike", [])


def address(app: Sphinx, link: str) -> str:
    """Return the address of a section in the site; the link is one as in a page of chapters/."""
    name, _, slug = link.partition("#")
    docname = f"chapters/{name.rpartition('.')[0]}"
    if docname not in app.env.found_docs:
        raise ExtensionError(f"{FILE}: {link}: there is no page chapters/{name}")
    page = app.builder.get_target_uri(docname)
    if not slug:
        return page
    slugs = app.env.metadata[docname].get("myst_slugs", {})
    if slug not in slugs:
        raise ExtensionError(f"{FILE}: {link}: the page has no heading '{slug}': mend the link")
    return f"{page}#{slugs[slug][1]}"


def own_text(node: nodes.Node) -> str:
    """Return a node's text without sections inside it, raw HTML, formulas, code and outputs."""
    if isinstance(node, nodes.section | nodes.raw | nodes.math_block | nodes.literal_block):
        return ""
    if isinstance(node, nodes.Text):
        return str(node)
    if isinstance(node, nodes.math):
        return re.sub(r"\\(text|math\w+|operatorname)\b|[{}\\]", "", node.astext())
    inline = isinstance(node, nodes.TextElement)
    return ("" if inline else " ").join(map(own_text, node.children))


def own_code(node: nodes.Node) -> str:
    """Return a node's code and outputs without those of the sections inside it."""
    if isinstance(node, nodes.section):
        return ""
    if isinstance(node, nodes.literal_block):
        return node.astext()
    return " ".join(map(own_code, node.children))


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
            **({"q": asks} if (asks := [*entry.also, *entry.asks]) else {}),
        }
        for entry in entries(app.env)
    ]
    sections = [record for docname in pages for record in records(app, docname)] + listed
    questions, otherwise, alike = asked(app)
    for record in sections:
        if record["a"] in questions:
            record["q"] = questions[record["a"]]
    index = {
        "sections": sections,
        "otherwise": next({"a": r["a"], "h": r["h"]} for r in sections if r["a"] == otherwise),
        "alike": alike,
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
