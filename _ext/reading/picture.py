"""One table, two arrows: the book's picture, drawn once for pages and icon.

Colours are the palette's variables (``var(--c-input)`` and so on), so the drawing follows the page
into dark mode. It is nearly square, so the same drawing is read on a phone.
"""

import math

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

ROWS, COLUMNS, CELL = 7, 5, 24
LEFT, TOP = 150, 158
LOOKED_UP = 2


def value(row: int, column: int) -> float:
    """Return a cell of the drawn table, between -1 and 1; it only has to look like weights."""
    return math.sin(2.1 * row + 1.3 * column * (row + 1) + 0.4)


def cells(rows: int, columns: int, size: float, left: float, top: float) -> str:
    """Return the table's cells."""
    return "".join(
        f'<rect x="{left + c * size:g}" y="{top + r * size:g}" width="{size:g}" height="{size:g}" '
        f'fill="var(--c-{"positive" if value(r, c) > 0 else "negative"})" '
        f'fill-opacity="{0.15 + 0.6 * abs(value(r, c)):.2f}"/>'
        for r in range(rows)
        for c in range(columns)
    )


def arrow(path: str, colour: str, *, dashed: bool = False) -> str:
    """Return an arrow along a path, in a colour of the palette."""
    dash = ' stroke-dasharray="7 4"' if dashed else ""
    return (
        f'<path d="{path}" fill="none" stroke="var(--c-{colour})" stroke-width="2.5"{dash} '
        f'marker-end="url(#head-{colour})"/>'
    )


def words(x: float, y: float, text: str, colour: str = "text", anchor: str = "middle") -> str:
    """Return a label."""
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="var(--c-{colour})">{text}</text>'
    )


def box(x: float, y: float, width: float, height: float, colour: str, *, line: int = 3) -> str:
    """Return an empty box."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="none" '
        f'stroke="var(--c-{colour})" stroke-width="{line}" rx="{6 if line < 3 else 0}"/>'
    )


def score(row: int, x: float) -> str:
    """Return the arrow from a row of the table to its logit, and the logit as a bar."""
    middle, width = TOP + (row + 0.5) * CELL, 26 + 20 * value(row, 9)
    return (
        f'<path d="M{x + 8:g} {middle:g}h26" stroke="var(--c-output)" stroke-dasharray="4 3"/>'
        f'<rect x="{x + 38:g}" y="{middle - 6:g}" width="{width:.0f}" height="12" '
        'fill="var(--c-output)"/>'
    )


def one_table() -> str:
    """Return the whole picture as SVG."""
    right, bottom, middle = LEFT + COLUMNS * CELL, TOP + ROWS * CELL, LEFT + COLUMNS * CELL / 2
    row, up, down = TOP + (LOOKED_UP + 0.5) * CELL, LEFT + 30, right - 30
    heads = "".join(
        f'<marker id="head-{colour}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="4.5" '
        f'markerHeight="4.5" orient="auto"><path d="M0 0 8 4 0 8z" fill="var(--c-{colour})"/>'
        "</marker>"
        for colour in ("input", "output")
    )
    labels = [
        *((LEFT - 8, TOP + (r + 0.5) * CELL + 4, str(r), "muted", "end") for r in range(ROWS)),
        (middle, 44, "GPT blocks"),
        (44, row + 5, f"id {LOOKED_UP}", "input"),
        (44, row + 38, "ids (B, T)", "input"),
        (44, row - 47, "look up", "input"),
        (44, row - 28, "one row", "input"),
        (up - 12, 106, "vectors", "input", "end"),
        (up - 12, 125, "(B, T, D)", "input", "end"),
        (down + 12, 106, "hidden states", "output", "start"),
        (down + 12, 125, "(B, T, D)", "output", "start"),
        (middle, bottom + 24, "E, shared", "shared"),
        (middle, bottom + 44, "(V, D)", "shared"),
        (right + 66, bottom + 24, "score all rows", "output"),
        (right + 66, bottom + 44, "logits (B, T, V)", "output"),
    ]
    parts = [
        cells(ROWS, COLUMNS, CELL, LEFT, TOP),
        box(LEFT, TOP, right - LEFT, bottom - TOP, "shared"),
        box(LEFT - 1, TOP + LOOKED_UP * CELL, right - LEFT + 2, CELL, "input"),
        box(middle - 80, 12, 160, 54, "muted", line=2),
        box(22, row - 16, 44, 32, "input", line=2),
        arrow(f"M68 {row}H{LEFT - 24}", "input"),
        arrow(f"M{up} {TOP - 6}V70", "input"),
        arrow(f"M{down} 68V{TOP - 8}", "output", dashed=True),
        *(score(r, right) for r in range(ROWS)),
        *(words(*label) for label in labels),
    ]
    return (
        '<svg class="one-table" viewBox="0 0 400 390" role="img" '
        'xmlns="http://www.w3.org/2000/svg" aria-labelledby="one-table-title" '
        'aria-describedby="one-table-text">'
        '<title id="one-table-title">One table, two arrows</title>'
        f"<defs>{heads}</defs>{''.join(parts)}</svg>"
    )


class OneTable(SphinxDirective):
    """Put the picture on a page; the directive's content is its text equivalent and caption."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the figure."""
        opening = nodes.raw("", f"<figure>{one_table()}", format="html")
        caption = nodes.raw("", '<figcaption id="one-table-text">', format="html")
        closing = nodes.raw("", "</figcaption></figure>", format="html")
        return [opening, caption, *self.parse_content_to_nodes(), closing]


def logo() -> str:
    """Return the picture in its smallest form."""
    return (
        '<svg class="logo" viewBox="0 0 32 32" aria-hidden="true" '
        'xmlns="http://www.w3.org/2000/svg">'
        f"{cells(3, 3, 4.8, 8.8, 8.8)}"
        '<g fill="none" stroke-width="2.4">'
        '<path d="M8.8 8.8h14.4v14.4H8.8z" stroke="var(--c-shared)"/>'
        '<path d="M0 16h6M3 12.5 6.5 16 3 19.5" stroke="var(--c-input)"/>'
        '<path d="M25.5 16h6M28 12.5 31.5 16 28 19.5" stroke="var(--c-output)"/></g></svg>'
    )


def page_context(
    app: Sphinx, docname: str, template: str, context: dict[str, object], doctree: nodes.document
) -> None:
    """Give the template the logo."""
    context.setdefault("logo", logo())


def setup(app: Sphinx) -> None:
    """Register the directive and the logo."""
    app.add_directive("one-table", OneTable)
    app.connect("html-page-context", page_context)
