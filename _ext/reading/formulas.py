"""Formulas become HTML and MathML when the book is built: KaTeX runs in an embedded V8, here.

A page therefore needs no script to show mathematics, and a formula that does not compile is a
warning that quotes it, which fails the strict build. The fonts are cut down to the characters that
the book's formulas use and written into the style sheet, so they are there at first paint.
"""

import base64
import io
import re
from functools import cache
from pathlib import Path

from docutils import nodes
from fontTools import subset
from fontTools.ttLib import TTFont
from py_mini_racer import JSEvalException, MiniRacer
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number
from sphinx.writers.html5 import HTML5Translator

logger = logging.getLogger(__name__)
KATEX = Path(__file__).parent / "vendor" / "katex"
# These go into the style sheet, cut down; a page that needs a rarer one fetches it.
EVERYDAY = {
    *("KaTeX_Main-Regular", "KaTeX_Main-Bold", "KaTeX_Math-Italic", "KaTeX_AMS-Regular"),
    *("KaTeX_Caligraphic-Regular", "KaTeX_Size1-Regular", "KaTeX_Size2-Regular"),
    *("KaTeX_Size3-Regular", "KaTeX_Size4-Regular"),
}
# KaTeX has no double-struck digits and would print plain ones without a word.
UNSUPPORTED = re.compile(r"\\mathbb\s*\{?\s*\d")


@cache
def engine() -> MiniRacer:
    """Return the one JavaScript engine of this build, with KaTeX loaded."""
    context = MiniRacer()
    context.eval((KATEX / "katex.min.js").read_text("utf8"))
    return context


@cache
def to_html(tex: str, *, display: bool) -> str:
    """Return the formula as HTML for the eye and MathML for a screen reader.

    Raises:
        ValueError: If KaTeX does not accept the formula; the message is KaTeX's own.
    """
    if UNSUPPORTED.search(tex):
        raise ValueError("KaTeX has no double-struck digits: write \\mathbf instead")
    options = {"displayMode": display, "throwOnError": True, "strict": "error"}
    try:
        return str(engine().call("katex.renderToString", tex, options))
    except JSEvalException as error:
        found = re.search(r"(?:ParseError|LaTeX-incompatible)[^\n]*", str(error))
        raise ValueError(found.group() if found else str(error)) from None


def render_page(app: Sphinx, doctree: nodes.document) -> None:
    """Render every formula of a page as it is read, and note the characters it draws."""
    drawn: set[str] = set()
    for node in doctree.findall(lambda n: isinstance(n, nodes.math | nodes.math_block)):
        tex = node.astext()
        try:
            html = to_html(tex, display=isinstance(node, nodes.math_block))
        except ValueError as error:
            logger.warning("bad formula %r: %s", tex, error, location=node)
            html = ""
        node["katex"] = html
        drawn.update(re.sub(r"<math.*?</math>|<[^>]*>|&\w+;", "", html))
    app.env.metadata[app.env.docname]["math_characters"] = "".join(sorted(drawn))


def visit_inline(translator: HTML5Translator, node: nodes.math) -> None:
    """Write an inline formula."""
    translator.body.append(node["katex"])
    raise nodes.SkipNode


def visit_block(translator: HTML5Translator, node: nodes.math_block) -> None:
    """Write a displayed formula, with its number when it has one."""
    attributes = {"class": "math", "ids": node.get("ids", [])}
    translator.body.append(translator.starttag(node, "div", "", **attributes))
    translator.body.append(node["katex"])
    if node.get("number"):
        number = get_node_equation_number(translator, node)
        translator.body.append(f'<span class="eqno">({number})</span>')
    translator.body.append("</div>\n")
    raise nodes.SkipNode


def stylesheet(characters: str) -> str:
    """Return KaTeX's style sheet, and in it the everyday fonts with these characters."""
    css = (KATEX / "katex.min.css").read_text("utf8")

    def source(match: re.Match[str]) -> str:
        url = f"fonts/{match.group(1)}.woff2"
        if match.group(1) in EVERYDAY:
            url = f"data:font/woff2;base64,{shrink(KATEX / url, characters)}"
        return f'src:url({url}) format("woff2")'

    return re.sub(r"src:url\(fonts/(KaTeX_[\w-]+)\.woff2\)[^;}]*", source, css)


def shrink(font: Path, characters: str) -> str:
    """Return a font with only the given characters, as base64."""
    cutter = subset.Subsetter(subset.Options(notdef_outline=True))
    cutter.populate(text=characters)
    with TTFont(font, recalcTimestamp=False) as loaded:
        cutter.subset(loaded)
        out = io.BytesIO()
        loaded.save(out)
    return base64.b64encode(out.getvalue()).decode()


def setup(app: Sphinx) -> None:
    """Take over Sphinx's formulas."""
    app.connect("doctree-read", render_page)
    app.add_html_math_renderer("katex", (visit_inline, None), (visit_block, None))
