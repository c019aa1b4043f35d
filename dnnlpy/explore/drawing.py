"""The one way to draw a table, its numbers and its controls, as HTML that a script can find again.

Numbers that a script keeps up to date carry ``data-part``; the script fills a part in order.
"""

from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_UP, Decimal
from html import escape

from torch import Tensor


def num(value: float, digits: int = 2) -> str:
    """Write a number for people; the script's ``num`` writes the same.

    Args:
        value: The number.
        digits: Digits after the point.

    Returns:
        Fixed digits, thousands apart, a true minus, no minus zero; "0" for what is exactly zero.

    Example:
        >>> num(-1234.565), num(-0.001), num(0.125), num(0)
        ('−1,234.57', '0.00', '0.13', '0')
    """
    if value == 0:
        return "0"
    rounded = Decimal(value).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    text = f"{abs(rounded):,}"
    return f"−{text}" if rounded < 0 else text


def cell(part: str, value: float, *, digits: int = 2, limit: float = 0.0, kind: str = "") -> str:
    """Draw one number of a table.

    Args:
        part: Name under which the script finds it.
        value: The number.
        digits: Digits after the point.
        limit: Value at which the colour or bar ends; 0 for none.
        kind: "v" for colour around zero, "bar" for a bar from the left, with others after a space.

    Returns:
        A ``td`` element.
    """
    style = f' style="--v:{Decimal(max(-1.0, min(1.0, value / limit))):.3f}"' if limit else ""
    kind = f' class="{kind}"' if kind else ""
    return f'<td data-part="{part}"{kind}{style}>{num(value, digits)}</td>'


def table(
    part: str,
    values: Tensor,
    *,
    caption: str,
    tone: str,
    limit: float,
    heads: Sequence[str] | None = None,
    on: Iterable[int] = (),
    before: Sequence[str] = (),
    after: Sequence[str] = (),
    head: str = "",
    foot: str = "",
) -> str:
    """Draw a table of V rows and D columns: ids at the left edge, colour around zero.

    Args:
        part: Name of its cells; its rows are named ``part`` + "-row".
        values: Numbers, shape (V, D).
        caption: Words above the table.
        tone: Class of its path: "in", "out", "both" or "where".
        limit: Value at which the colours end.
        heads: HTML at the left edge of each row; the row's number by default.
        on: Rows to frame.
        before: HTML of cells that stand between the left edge and the row.
        after: HTML of cells that stand at the right of each row.
        head: HTML of a row above, in ``thead``.
        foot: HTML of rows below.

    Returns:
        A ``table`` element.
    """
    framed, rows = set(on), []
    for index, row in enumerate(values.tolist()):
        cells = "".join(cell(part, value, limit=limit, kind="v") for value in row)
        mark = ' class="on"' if index in framed else ""
        left = heads[index] if heads else str(index)
        rows.append(
            f'<tr data-part="{part}-row"{mark}><th scope="row">{left}</th>'
            f"{before[index] if before else ''}{cells}{after[index] if after else ''}</tr>"
        )
    top = f"<thead>{head}</thead>" if head else ""
    return (
        f'<table class="{tone}"><caption>{escape(caption)}</caption>{top}'
        f"<tbody>{''.join(rows)}{foot}</tbody></table>"
    )


def select(part: str, label: str, options: Sequence[str], chosen: int = 0) -> str:
    """Draw a labelled list to choose from; the option's number is its value."""
    items = "".join(
        f'<option value="{index}"{" selected" if index == chosen else ""}>{escape(text)}</option>'
        for index, text in enumerate(options)
    )
    return f'<label>{escape(label)} <select data-part="{part}">{items}</select></label>'


def slider(part: str, label: str, low: float, high: float, step: float, value: float) -> str:
    """Draw a labelled slider with its value beside it; label and value are parts too."""
    digits = 0 if step >= 1 else 2
    return (
        f'<label><span data-part="{part}-label">{escape(label)}</span> '
        f'<input type="range" data-part="{part}" min="{low:g}" max="{high:g}" '
        f'step="{step:g}" value="{value:g}">'
        f'<span data-part="{part}-value">{num(value, digits)}</span></label>'
    )


def buttons(part: str, texts: Sequence[str], pressed: int = -1, label: str = "") -> str:
    """Draw buttons in a row, one of them pressed or none."""
    items = "".join(
        f'<button type="button" data-part="{part}" aria-pressed="{str(index == pressed).lower()}">'
        f"{escape(text)}</button>"
        for index, text in enumerate(texts)
    )
    return f'<div class="row" role="group" aria-label="{escape(label)}">{items}</div>'
