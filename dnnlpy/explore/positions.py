"""What and where: every token reads a row of two tables, and enters as their sum."""

from collections.abc import Sequence

from torch import Tensor

from dnnlpy.explore import checks, drawing
from dnnlpy.explore.core import Explorable, Question
from dnnlpy.explore.drawing import num

ROWS, COLUMNS, LONGEST = 10, 4, 8


def positions(
    token_table: Tensor,
    position_table: Tensor,
    input_ids: Tensor,
    *,
    names: Sequence[str] | None = None,
) -> Explorable:
    """Move tokens along a sequence; see which row of each table is read, and the sum.

    Args:
        token_table: E, shape (V, D), 2 to 10 rows and 1 to 4 columns.
        position_table: P, shape (T_max, D), 2 to 8 rows.
        input_ids: Ids of one sequence, shape (T,) or (1, T), 2 <= T <= T_max.
        names: A name for each of the V tokens; ids alone by default.

    Returns:
        The figure.

    Raises:
        TypeError: If a table is not a tensor of floats, or ids are not integers.
        ValueError: If a table is too large to draw, the widths differ, T is below 2 or above
            T_max, or there is not one name a token.
        IndexError: If an id names no row of E.
    """
    tokens = checks.table("token_table", token_table, rows=ROWS, columns=COLUMNS)
    places = checks.table("position_table", position_table, rows=LONGEST, columns=COLUMNS)
    if tokens.shape[1] != places.shape[1]:
        raise ValueError(
            f"token_table is {tokens.shape[1]} columns wide and position_table {places.shape[1]}: "
            "rows are added number by number, so give both the width D"
        )
    ids = checks.id_row("input_ids", input_ids, len(tokens), len(places))
    if len(ids) < 2:
        raise ValueError("input_ids holds one id: pass two or more, so that they can change places")
    labels = [
        str(row) if name == str(row) else f"{name} {row}"
        for row, name in enumerate(checks.names(names, len(tokens)))
    ]
    x = tokens[ids] + places[: len(ids)]  # (T, D)
    limit = max(part.abs().max().item() for part in (tokens, places, x))
    vector = {
        "e": ", ".join(num(v) for v in tokens[ids[0]].tolist()),
        "p": ", ".join(num(v) for v in places[0].tolist()),
        "x": ", ".join(num(v) for v in x[0].tolist()),
    }
    say = "Position {t} holds token {id}: E[{id}] ({e}) plus P[{t}] ({p}) is ({x})."
    return Explorable(
        kind="positions",
        label=f"{len(ids)} tokens, a table of tokens and a table of positions",
        data={
            "tokens": tokens.tolist(),
            "places": places.tolist(),
            "labels": labels,
            "limit": limit,
            "start": {"ids": ids, "t": 0},
            "say": say,
        },
        question=Question(
            f"You move token {labels[ids[0]]} from position 0 to position 1. "
            "Which table does it read at another row?",
            ["neither", "E", "P", "both"],
            2,
            "E is indexed by what the token is, P by where it stands. Moving changes only where.",
        ),
        controls=drawing.buttons("slot", [labels[i] for i in ids], 0, "The sequence, position 0 on")
        + '<button type="button" data-part="left">← Move left</button>'
        '<button type="button" data-part="right">Move right →</button>'
        + drawing.select("token", "token here", labels, ids[0]),
        drawing='<div class="stage heat answer">'
        + drawing.table(
            "E", tokens, caption="what: E", tone="in", limit=limit, on=[ids[0]], heads=labels
        )
        + drawing.table("P", places, caption="where: P", tone="where", limit=limit, on=[0])
        + drawing.table("x", x, caption="sum: X", tone="sum", limit=limit, on=[0])
        + "</div>",
        say=say.format(t=0, id=ids[0], **vector),
        text=f"  ids {ids}",
    )
