"""A plane of token vectors: inner products are not cosines, and logits are not probabilities."""

from collections.abc import Sequence
from html import escape

import torch
import torch.nn.functional as F
from torch import Tensor

from dnnlpy.explore import checks, drawing
from dnnlpy.explore.core import Explorable, Question
from dnnlpy.explore.drawing import num

ROWS = 8
HALF = 160
"""Half the side of the drawing, in its own units."""


def logit_plane(
    weight: Tensor, hidden: Tensor, *, target: int = 0, names: Sequence[str] | None = None
) -> Explorable:
    """Drag a hidden state among token vectors; see inner products, softmax and loss.

    Args:
        weight: The head's weight with two columns, shape (V, 2), V at most 8.
        hidden: The hidden state h at first, shape (2,).
        target: The id whose loss is shown, 0 to V - 1.
        names: A name for each of the V tokens; ids by default.

    Returns:
        The figure; the loss is in nats.

    Raises:
        TypeError: If a tensor is not of floats.
        ValueError: If a shape is another one, a row of ``weight`` is zero, or there is not one
            name a token.
        IndexError: If ``target`` names no row.
    """
    rows = checks.table("weight", weight, rows=ROWS, columns=2)
    if rows.shape[1] != 2 or not isinstance(hidden, Tensor) or hidden.shape != (2,):
        shape = tuple(hidden.shape) if isinstance(hidden, Tensor) else type(hidden).__name__
        raise ValueError(
            f"a plane has two columns; weight is {tuple(rows.shape)} and hidden {shape}: pass "
            "(V, 2) and (2,), such as two columns of a larger table"
        )
    if not rows.norm(dim=1).all():
        raise ValueError("a row of weight is zero and has no direction: leave it out")
    labels = checks.names(names, len(rows))
    checks.row_id("target", target, len(rows))
    h = checks.rounded(hidden)
    reach = 1.5 * max(rows.norm(dim=1).max().item(), h.norm().item())
    logits = rows @ h  # (V,)
    cosines = F.cosine_similarity(rows, h, dim=1)
    best, nearest = int(logits.argmax()), int(cosines.argmax())
    loss = F.cross_entropy(logits, torch.tensor(target)).item()
    say = (
        "h = ({x}, {y}). Largest cosine: {nearest}, {cosine}. Largest logit: {best}, {logit}, "
        "probability {p}. Loss for {target}: {loss} nats."
    )
    why = f"Its inner product with h is {num(logits[best].item())}. "
    if best != nearest:
        why += f"{escape(labels[nearest])} points closer to h, but its row is shorter. "
    return Explorable(
        kind="logit_plane",
        label=f"A hidden state among {len(rows)} token vectors in a plane",
        data={
            "weight": rows.tolist(),
            "names": labels,
            "unit": HALF / reach,
            "start": {"h": h.tolist(), "scale": [1] * len(rows), "row": best}
            | {"target": target, "temperature": 1},
            "say": say,
        },
        question=Question(
            "Look at the arrows. Which token gets the largest logit from this h?",
            labels,
            best,
            why + "A logit is length times length times cosine: a long row wins at a wide angle.",
        ),
        controls=drawing.slider("scale", "length of the chosen row, times", 0.2, 1.5, 0.05, 1)
        + drawing.slider("temperature", "temperature", 0.1, 4, 0.05, 1)
        + drawing.select("target", "true next token", labels, target),
        drawing='<div class="stage"><div class="fill">'
        + _plane(rows, h, HALF / reach, labels, best)
        + f'</div><div class="answer">{_scores(rows, logits, cosines, labels, best)}</div></div>',
        say=say.format(
            x=num(h[0].item()),
            y=num(h[1].item()),
            nearest=labels[nearest],
            cosine=num(cosines[nearest].item()),
            best=labels[best],
            logit=num(logits[best].item()),
            p=num(logits.softmax(0)[best].item()),
            target=labels[target],
            loss=num(loss),
        ),
        text=f"  logits ({', '.join(num(value) for value in logits.tolist())})",
    )


def _plane(rows: Tensor, h: Tensor, unit: float, labels: Sequence[str], best: int) -> str:
    """The plane, from -HALF to HALF both ways, y upward: arrows of the rows, then of h."""
    arrows = "".join(
        f'<g data-part="arrow" class="out{" on" if row == best else ""}">'
        f'<line class="ray" x2="{x * unit:.1f}" y2="{-y * unit:.1f}"/>'
        f'<circle class="tip" r="4" cx="{x * unit:.1f}" cy="{-y * unit:.1f}"/>'
        f'<text x="{x * unit + (8 if x >= 0 else -8):.1f}" y="{-y * unit + 4:.1f}" '
        f'text-anchor="{"start" if x >= 0 else "end"}">{escape(labels[row])}</text></g>'
        for row, (x, y) in enumerate(rows.tolist())
    )
    x, y = (h * unit).tolist()
    foot = (rows[best] * (rows[best] @ h) / (rows[best] @ rows[best]) * unit).tolist()
    return (
        f'<svg viewBox="{-HALF} {-HALF} {2 * HALF} {2 * HALF}" role="group" data-part="plane" '
        'aria-label="Rows of the head as arrows from the origin, and h">'
        f'<line class="axis" x1="{-HALF}" x2="{HALF}"/>'
        f'<line class="axis" y1="{-HALF}" y2="{HALF}"/>'
        f'{arrows}<line data-part="foot" class="ray dash" x1="{x:.1f}" y1="{-y:.1f}" '
        f'x2="{foot[0]:.1f}" y2="{-foot[1]:.1f}"/>'
        f'<line data-part="h-line" class="ray" x2="{x:.1f}" y2="{-y:.1f}"/>'
        f'<g data-part="h" transform="translate({x:.1f} {-y:.1f})">'
        '<circle class="grab" r="16"/><circle class="tip" r="5"/><text x="9" y="-9">h</text></g>'
        "</svg>"
    )


def _scores(rows: Tensor, logits: Tensor, cosines: Tensor, labels: Sequence[str], best: int) -> str:
    """A line a token: length of its row, cosine and inner product with h, probability."""
    columns = (rows.norm(dim=1), cosines, logits)
    lines = "".join(
        f'<tr data-part="line"{" class=on" if row == best else ""}><th scope="row"><button '
        f'type="button" data-part="row" aria-pressed="{str(row == best).lower()}">{escape(label)}'
        "</button></th>"
        + "".join(
            drawing.cell(part, values[row].item())
            for part, values in zip(("length", "cosine", "logit"), columns, strict=True)
        )
        + drawing.cell("p", logits.softmax(0)[row].item(), limit=1, kind="bar")
        + "</tr>"
        for row, label in enumerate(labels)
    )
    heads = "".join(
        f'<th scope="col">{head}</th>' for head in ("row", "length", "cosine", "logit", "p")
    )
    return f'<table class="out"><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table>'
