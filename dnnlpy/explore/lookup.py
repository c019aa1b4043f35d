"""Lookup and one-hot product: one thing at two prices."""

from collections.abc import Sequence
from html import escape

import torch
from torch import Tensor

from dnnlpy.explore import checks, drawing
from dnnlpy.explore.core import Explorable, Question
from dnnlpy.explore.drawing import num

ROWS, COLUMNS = 12, 6
SIZES = {"GPT-2 small": (50_257, 768), "Llama 3.2 1B": (128_256, 2_048)}


def lookup(table: Tensor, token_id: int = 0, *, names: Sequence[str] | None = None) -> Explorable:
    """Pick a token; see its one-hot row times the table, the row itself, and both prices.

    Of a table larger than 12 rows and 6 columns the figure draws rows spread evenly over it and
    its first columns, and says so; the prices count all of it.

    Args:
        table: The token table E, shape (V, D).
        token_id: The row that is chosen first; one of the drawn rows.
        names: A name for each drawn token; ids alone by default.

    Returns:
        The figure. Prices are for one token in float32, with ids in int64.

    Raises:
        TypeError: If ``table`` is not a tensor of floats.
        ValueError: If ``table`` is not (V, D), or there is not one name for each drawn row.
        IndexError: If ``token_id`` is not one of the drawn rows.
    """
    if isinstance(table, Tensor) and table.dim() == 2 and len(table) > 1:
        vocab_size, width = table.shape
        spread = torch.linspace(0, vocab_size - 1, min(ROWS, vocab_size)).round().long()
        ids, table = spread.tolist(), table.detach()[spread, :COLUMNS]
    rows = checks.table("table", table, rows=ROWS, columns=COLUMNS)
    if token_id not in ids:
        raise IndexError(f"token_id must be one of the drawn rows {ids}, and is {token_id}")
    names = checks.names(names, len(ids))
    chosen = ids.index(token_id)
    sizes = {f"this table ({vocab_size:,} × {width:,})": (vocab_size, width)}
    sizes |= {f"{name} ({v:,} × {d:,})": (v, d) for name, (v, d) in SIZES.items()}
    prices = _prices(vocab_size, width)

    sampled = rows.shape != (vocab_size, width)
    part = f": {len(ids)} of its rows, {rows.shape[1]} of its columns" if sampled else ""
    one_hot = torch.nn.functional.one_hot(torch.tensor(chosen), len(ids)).double()
    product = one_hot @ rows  # (D,)
    limit = rows.abs().max().item()
    say = "One-hot row {id} times E is ({x}): row {id} of E, number for number."
    vector = ", ".join(num(value) for value in product.tolist())
    labels = [
        str(id_) if name == str(place) else f"{name} {id_}"
        for place, (id_, name) in enumerate(zip(ids, names, strict=True))
    ]
    return Explorable(
        kind="lookup",
        label=f"Looking up a row of a table of {vocab_size:,} rows and {width:,} columns",
        data={
            "table": rows.tolist(),
            "ids": ids,
            "sizes": list(sizes.values()),
            "limit": limit,
            "start": {"row": chosen, "size": 0},
            "say": say,
        },
        question=Question(
            f"This table has {vocab_size:,} rows and {width:,} columns. How many multiplications "
            "does the one-hot product spend on one token?",
            ["none", f"{width:,}", f"{vocab_size * width:,}"],
            2,
            "The product multiplies every row by a number of e, and all but one of these are zero. "
            "The lookup reads the one row that is left, and multiplies nothing.",
        ),
        controls=drawing.select("size", "Price at the size of", list(sizes)),
        drawing=(
            '<div class="stage">'
            + drawing.table(
                "E",
                rows,
                caption=f"E ({vocab_size:,}, {width:,}){part}",
                tone="in",
                limit=limit,
                on=[chosen],
                heads=[
                    '<button type="button" data-part="id" '
                    f'aria-pressed="{str(i == chosen).lower()}">{escape(text)}</button>'
                    for i, text in enumerate(labels)
                ],
                before=[
                    drawing.cell("e", value, digits=0, limit=1, kind="hot")
                    for value in one_hot.tolist()
                ],
                head=f'<tr><th>id</th><th>e</th><th colspan="{rows.shape[1]}">row</th></tr>',
                foot='<tr class="on"><th scope="row">e E</th><td>=</td>'
                + "".join(drawing.cell("x", v, limit=limit, kind="v") for v in product.tolist())
                + "</tr>",
            )
            + _price_table(prices)
            + "</div>"
        ),
        say=say.format(id=token_id, x=vector),
        text=f"  price of the product, of the lookup: multiplications {prices[0][0]:,}, "
        f"{prices[0][1]:,}; bytes of the input {prices[1][0]:,}, {prices[1][1]:,}; "
        f"bytes of the table read {prices[2][0]:,}, {prices[2][1]:,}",
    )


def _prices(vocab_size: int, width: int) -> list[tuple[int, int]]:
    """What the product and the lookup cost for one token: multiplications, bytes in, bytes read."""
    return [(vocab_size * width, 0), (4 * vocab_size, 8), (4 * vocab_size * width, 4 * width)]


def _price_table(prices: list[tuple[int, int]]) -> str:
    names = ("multiplications", "bytes of the input", "bytes of E that are read")
    rows = "".join(
        f'<tr><th scope="row">{name}</th>'
        + "".join(drawing.cell("price", value, digits=0) for value in pair)
        + "</tr>"
        for name, pair in zip(names, prices, strict=True)
    )
    return (
        '<div class="answer"><table class="words"><caption>The price of one token</caption>'
        "<thead><tr><td></td>"
        '<th scope="col">product e E</th><th scope="col">lookup E[id]</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )
