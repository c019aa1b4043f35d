"""Give plain Markdown the book's looks: call-outs, folded cells, wide tables, figures.

Notebooks hold nothing but CommonMark, so that they read well in Jupyter, on Colab and on GitHub.
What they mean by it is recognised here: a quote that starts with a bold label is a call-out.
"""

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.writers.html5 import HTML5Translator

logger = logging.getLogger(__name__)
SET_UP = "# Set-up"  # how the first cell of every notebook starts: nothing to read in it
LABELS = ("Predict.", "Confusion.", "Takeaway.", "Source.")


class Callout(nodes.General, nodes.Element):
    """A call-out; ``kind`` is its label in lower case, without the full stop."""


class Scroll(nodes.General, nodes.Element):
    """A box in which what is wider than the page scrolls by itself."""


class Words(nodes.General, nodes.Element):
    """What a picture shows, in words."""


def recognise(app: Sphinx, doctree: nodes.document) -> None:
    """Turn quotes with a bold label into call-outs, and put tables into boxes that scroll."""
    for quote in list(doctree.findall(nodes.block_quote)):
        label = quote.next_node(nodes.strong)
        opening = quote.next_node(nodes.paragraph)
        if label is None or not opening.astext().startswith(label.astext()):
            continue
        if label.astext() not in LABELS:
            message = "a quote starts with %r; a call-out starts with one of: %s"
            logger.warning(message, label.astext(), " ".join(LABELS), location=quote)
            continue
        kind = label.astext().removesuffix(".")
        quote.replace_self(Callout("", *quote.children, kind=kind))
    for cell in doctree.findall(nodes.container):
        code = cell.next_node(nodes.literal_block)
        if cell.get("nb_element") == "cell_code" and code.astext().startswith(SET_UP):
            cell["hide_mode"], cell["prompt_hide"] = "input", ""
            cell["prompt_show"] = "Set-up, for Colab"
    for output in list(doctree.findall(nodes.literal_block)):
        if "traceback" in output["classes"]:
            text = own_frames(output.astext())
            output.replace_self(nodes.literal_block(text, text, **output.attributes))
    for table in list(doctree.findall(nodes.table)):
        table.replace_self(Scroll("", table.deepcopy()))


def own_frames(traceback: str) -> str:
    """Return the cell's own frame and the error, without the libraries' frames and their paths."""
    heading, cell, rest = traceback.partition("Cell In[")
    frames = (cell + rest or heading).split("\n\n")
    return "\n\n".join(frame for frame in frames if not frame.startswith("File "))


def put_into_words(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put each picture's alt text under it, folded, for all to read; warn where it is missing."""
    for image in list(doctree.findall(nodes.image)):
        if alt := image.get("alt"):
            image.parent.insert(image.parent.index(image) + 1, Words(alt=alt))
        else:
            message = "figure without alt text: say what it shows in the cell's metadata, %s"
            logger.warning(message, "mystnb.image.alt", location=image)


def visit_callout(translator: HTML5Translator, node: Callout) -> None:
    """Open a call-out."""
    kind = node["kind"]
    html = f'<div class="callout {kind.lower()}" role="note" aria-label="{kind}">\n'
    translator.body.append(html)


def visit_scroll(translator: HTML5Translator, node: Scroll) -> None:
    """Open a box that scrolls."""
    translator.body.append('<div class="scroll">\n')


def visit_words(translator: HTML5Translator, node: Words) -> None:
    """Write a picture's description, folded."""
    text = translator.encode(node["alt"])
    html = f'<details class="words"><summary>The figure in words</summary><p>{text}</p></details>\n'
    translator.body.append(html)
    raise nodes.SkipNode


def close_box(translator: HTML5Translator, node: nodes.Element) -> None:
    """Close either."""
    translator.body.append("</div>\n")


def visit_fold(translator: HTML5Translator, node: HideCodeCellNode) -> None:
    """Open what a cell hides (its tags say so), under the words of its ``code_prompt_show``."""
    words = translator.encode(node["prompt_show"])
    translator.body.append(f'<details class="fold"><summary>{words}</summary>\n')


def close_fold(translator: HTML5Translator, node: HideCodeCellNode) -> None:
    """Close a fold."""
    translator.body.append("</details>\n")


def setup(app: Sphinx) -> None:
    """Register the nodes and the pass that makes them."""
    app.connect("doctree-read", recognise)
    app.connect("doctree-resolved", put_into_words)
    app.add_node(Words, html=(visit_words, None))
    app.add_node(Callout, html=(visit_callout, close_box))
    app.add_node(Scroll, html=(visit_scroll, close_box))
    app.add_node(HideCodeCellNode, override=True, html=(visit_fold, close_fold))
