"""Mark each term and symbol where a page first uses it, and keep its definition at hand.

A first use becomes a link to the reference. Its definition stands, hidden, at the end of the page
and describes the link to a screen reader; ``book.js`` shows it on hover, focus and tap, and takes
the link away for a reader of a higher level.
"""

import re

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

from reading.glossary import FILE, REFERENCE, Entry, entries

UNMARKED = (nodes.title, nodes.reference, nodes.literal, nodes.literal_block, nodes.raw)


class Mark(nodes.Inline, nodes.TextElement):
    """The first use of a term on a page; ``entry`` explains it."""


class Definitions(nodes.General, nodes.Element):
    """The hidden definitions of what a page marks."""


def mark_first_uses(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Mark each term and symbol where a page first uses it in running text."""
    if docname == app.config.root_doc or docname.startswith(REFERENCE):
        return
    open_terms = {
        form.lower(): e for e in entries(app.env) if not e.tex for form in (e.name, *e.also)
    }
    forms = any_form(open_terms)
    open_symbols = {e.tex: e for e in entries(app.env) if e.tex}
    marked: list[Entry] = []
    for node in list(doctree.findall(lambda n: isinstance(n, nodes.Text | nodes.math))):
        if not running_text(node):
            continue
        if isinstance(node, nodes.math):
            if entry := open_symbols.pop(node.astext().strip(), None):
                node.replace_self(Mark("", "", node.deepcopy(), entry=entry))
                marked.append(entry)
        elif open_terms:
            node.parent.replace(node, split(node, forms, open_terms, marked))
    if marked:
        doctree += Definitions(entries=marked)


def running_text(node: nodes.Node) -> bool:
    """Tell whether a node stands in a paragraph, and not in a heading, a link or code."""
    in_paragraph = False
    while node := node.parent:
        if isinstance(node, UNMARKED):
            return False
        in_paragraph |= isinstance(node, nodes.paragraph)
    return in_paragraph


def any_form(open_terms: dict[str, Entry]) -> re.Pattern[str]:
    """Return what finds a term, or a phrase that hides the term within it."""
    phrases = {phrase for entry in open_terms.values() for phrase in entry.elsewhere}
    longest_first = sorted(phrases | open_terms.keys(), key=len, reverse=True)
    forms = "|".join(map(re.escape, longest_first))
    return re.compile(rf"(?<![\w-])({forms})s?(?![\w-])", re.IGNORECASE)


def split(
    text: nodes.Text, forms: re.Pattern[str], open_terms: dict[str, Entry], marked: list[Entry]
) -> list[nodes.Node]:
    """Return a text with the terms that are still open marked; each is then closed."""
    parts: list[nodes.Node] = []
    start = 0
    for found in forms.finditer(text):
        if entry := open_terms.get(found.group(1).lower()):
            marked.append(entry)
            for form in (entry.name, *entry.also):
                del open_terms[form.lower()]
            parts += [nodes.Text(text[start : found.start()]), Mark("", found.group(), entry=entry)]
            start = found.end()
    return [*parts, nodes.Text(text[start:])]


def visit_mark(translator: HTML5Translator, node: Mark) -> None:
    """Open the link around a marked use."""
    entry: Entry = node["entry"]
    builder = translator.builder
    address = builder.get_relative_uri(builder.current_docname, entry.page)
    spoken = f' aria-label="{entry.name.replace("_", " ")}"' if entry.tex else ""
    translator.body.append(
        f'<a class="term"{spoken} href="{address}#{entry.anchor}" data-level="{entry.level}"'
        f' aria-describedby="def-{entry.anchor}">'
    )


def depart_mark(translator: HTML5Translator, node: Mark) -> None:
    """Close it."""
    translator.body.append("</a>")


def visit_definitions(translator: HTML5Translator, node: Definitions) -> None:
    """Write the hidden definitions."""
    for entry in node["entries"]:
        shape = re.sub(r"[{}\\]", "", entry.shape)
        shape = f" Shape {shape}." if shape else ""
        text = translator.encode(f"{entry.definition}{shape}")
        translator.body.append(f'<div id="def-{entry.anchor}" hidden>{text}</div>\n')
    raise nodes.SkipNode


def depend_on_file(app: Sphinx, doctree: nodes.document) -> None:
    """Read every page again when the file changes."""
    app.env.note_dependency(FILE)


def setup(app: Sphinx) -> None:
    """Register nodes and passes."""
    app.add_node(Mark, html=(visit_mark, depart_mark))
    app.add_node(Definitions, html=(visit_definitions, None))
    app.connect("doctree-read", depend_on_file)
    app.connect("doctree-resolved", mark_first_uses)
