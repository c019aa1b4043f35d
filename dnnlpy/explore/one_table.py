"""One table or two: edit a number, take an optimiser's step, and see which side notices."""

from collections.abc import Sequence

import torch
import torch.nn.functional as F
from torch import Tensor

from dnnlpy.explore import checks, drawing
from dnnlpy.explore.core import Explorable, Question
from dnnlpy.explore.drawing import num

ROWS, COLUMNS = 10, 5
MODES = ("tied", "copied", "aliased", "untied")
SHARED = ("tied", "aliased")
OPTIMISERS = ("AdamW", "SGD")


def one_table(
    table: Tensor,
    head: Tensor | None = None,
    *,
    modes: Sequence[str] = MODES,
    token_id: int = 1,
    target: int = 2,
    rate: float = 0.1,
) -> Explorable:
    """Edit the table of the embedding or of the head; watch the vector that enters and the logits.

    The model is a table at each end with nothing between: h = x = E[id], logits = W h. It trains
    on one example, ``token_id`` followed by ``target``, without weight decay.

    Args:
        table: The embedding's table E, shape (V, D), 2 to 10 rows and 1 to 5 columns.
        head: The head's weight W when untied, shape (V, D); by default drawn from ±1/sqrt(D)
            with seed 0, as a linear layer would be.
        modes: The ways to make W that are offered, the first one chosen: "tied" (the same
            Parameter), "copied" (equal values), "aliased" (two Parameters in one memory),
            "untied" (values of its own).
        token_id: The id that is looked up, 0 to V - 1.
        target: The id that should come next, 0 to V - 1.
        rate: The learning rate.

    Returns:
        The figure.

    Raises:
        TypeError: If a table is not a tensor of floats.
        ValueError: If a table cannot be drawn, the two differ in shape, fewer than two modes or an
            unknown one are offered, or the rate is not positive.
        IndexError: If an id names no row.
    """
    rows = checks.table("table", table, rows=ROWS, columns=COLUMNS)
    vocab_size, width = rows.shape
    if head is None:
        generator = torch.Generator().manual_seed(0)
        head = (2 * torch.rand(vocab_size, width, generator=generator) - 1) / width**0.5
    own = checks.table("head", head, rows=ROWS, columns=COLUMNS)
    if own.shape != rows.shape:
        raise ValueError(
            f"table has shape {tuple(rows.shape)} and head {tuple(own.shape)}: a table can be tied "
            "only to one of its own shape, (V, D)"
        )
    if len(set(modes)) < 2 or not set(modes) <= set(MODES):
        raise ValueError(f"modes must be two or more of {MODES} and are {modes}: choose others")
    if not rate > 0:
        raise ValueError(f"rate must be positive and is {rate}: try 0.1")
    checks.row_id("token_id", token_id, vocab_size)
    checks.row_id("target", target, vocab_size)

    mode = modes[0]
    weight = own if mode == "untied" else rows
    logits = weight @ rows[token_id]  # (V,)
    loss = F.cross_entropy(logits, torch.tensor(target)).item()
    limit = max(rows.abs().max().item(), own.abs().max().item())
    other = next(row for row in reversed(range(vocab_size)) if row != token_id)
    say = (
        "Token {id} in: x = ({x}). Largest logit: token {best}, {logit}. "
        "Loss for token {target}: {loss} nats."
    )
    return Explorable(
        kind="one_table",
        label=f"An embedding and a head of {vocab_size} rows and {width} columns, tied or not",
        data={
            "modes": list(modes),
            "head": own.tolist(),
            "limit": limit,
            "rate": rate,
            "start": {
                "mode": mode,
                "E": rows.tolist(),
                "W": weight.tolist(),
                "id": token_id,
                "target": target,
                "cell": [0, other, 0],
                "optimiser": 0,
                "steps": 0,
                "moments": [],
                "moved": 0,
            },
            "say": say,
        },
        question=_question(modes, token_id, other),
        controls=drawing.buttons("mode", modes, 0, "How the head is made")
        + drawing.slider("edit", "E", -3, 3, 0.05, rows[other, 0].item())
        + drawing.select("token", "id", list(map(str, range(vocab_size))), token_id)
        + drawing.select("target", "next", list(map(str, range(vocab_size))), target)
        + drawing.select("optimiser", "optimiser", OPTIMISERS)
        + '<button type="button" data-part="step">Take a step</button>',
        drawing=(
            '<div class="stage tight">'
            + _tables(rows, weight, mode, token_id, limit)
            + f'<div class="answer">{_logits(logits, target)}</div>'
            + f"{_facts(mode, rows.numel())}</div>"
        ),
        say=say.format(
            id=token_id,
            x=", ".join(num(value) for value in rows[token_id].tolist()),
            best=int(logits.argmax()),
            logit=num(logits.max().item()),
            target=target,
            loss=num(loss),
        ),
        text=f"  {mode}: logits ({', '.join(num(value) for value in logits.tolist())})",
    )


def _question(modes: Sequence[str], token_id: int, other: int) -> Question:
    """Ask which heads notice a change of E in a row that is not read."""
    notice = " and ".join(mode for mode in modes if mode in SHARED) or "none of them"
    choices = list(dict.fromkeys(["none of them", "tied", notice, "all of them"]))
    why = "A tied head reads the very memory you changed; an untied one has a table of its own."
    if "aliased" in modes:
        why = (
            "The tied and the aliased head read the very memory you changed, the others their own. "
            "Then take a step: with AdamW the alias moves up to twice as far as the tie, because "
            "its one memory is two parameters."
        )
    return Question(
        f"Token {token_id} comes in. You change a number in row {other} of the embedding's table, "
        f"a row that is not read. Where does token {other}'s logit move: {', '.join(modes)}?",
        choices,
        choices.index(notice),
        why,
    )


def _tables(rows: Tensor, weight: Tensor, mode: str, token_id: int, limit: float) -> str:
    """The embedding's table with x below it, and the head's unless it is the same."""
    tied = mode == "tied"
    shape = f"{tuple(rows.shape)}"
    x = "".join(drawing.cell("x", v, limit=limit, kind="v") for v in rows[token_id].tolist())
    first = drawing.table(
        "E",
        rows,
        caption=f"E = W {shape}" if tied else f"in: E {shape}",
        tone="both" if tied else "in",
        limit=limit,
        on=[token_id],
        foot=f'<tr class="on in"><th scope="row">x=h</th>{x}</tr>',
    )
    second = drawing.table("W", weight, caption=f"out: W {shape}", tone="out", limit=limit)
    hidden = " hidden" if tied else ""
    return f'<div>{first}</div><div data-part="second"{hidden}>{second}</div>'


def _logits(logits: Tensor, target: int) -> str:
    rows = "".join(
        f'<tr data-part="logit-row"{" class=on" if row == target else ""}>'
        f'<th scope="row">{row}</th>{drawing.cell("logit", logit)}'
        f"{drawing.cell('p', p, limit=1, kind='bar')}</tr>"
        for row, (logit, p) in enumerate(
            zip(logits.tolist(), logits.softmax(0).tolist(), strict=True)
        )
    )
    return (
        '<table class="out"><caption>out: logits = W h</caption><thead><tr><th scope="col">id</th>'
        f'<th scope="col">logit</th><th scope="col">probability</th></tr></thead><tbody>{rows}'
        "</tbody></table>"
    )


def _facts(mode: str, size: int) -> str:
    """What tells the four apart, as 18.4.5 does: equal values, one memory, one Parameter."""
    facts = {
        "values": ("equal values", "no" if mode == "untied" else "yes"),
        "memory": ("same memory (data_ptr)", "yes" if mode in SHARED else "no"),
        "same": ("same Parameter (is)", "yes" if mode == "tied" else "no"),
        "trained": ("numbers the optimiser trains", f"{size}" if mode == "tied" else f"2 × {size}"),
        "moved": ("farthest move in the last step", "0"),
    }
    rows = "".join(
        f'<tr><th scope="row">{name}</th><td data-part="{part}">{value}</td></tr>'
        for part, (name, value) in facts.items()
    )
    return (
        '<div class="answer"><table class="words"><caption>E and W</caption>'
        f"<tbody>{rows}</tbody></table></div>"
    )
