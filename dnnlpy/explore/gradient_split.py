"""Two paths, one gradient: what reaches a tied table by the lookup, by the head, and together."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from dnnlpy.explore import checks, drawing
from dnnlpy.explore.core import Explorable, Question
from dnnlpy.explore.drawing import num

ROWS, COLUMNS, LONGEST = 12, 4, 5


def gradient_split(model: nn.Module, input_ids: Tensor, labels: Tensor) -> Explorable:
    """Choose ids and labels; see the gradient of a tied table as the sum of two.

    Args:
        model: A tied model with nothing between its ends: ``token_embed`` and ``lm_head`` share
            one table E (V, D) of 2 to 12 rows and 1 to 4 columns, and logits = E[ids] E^T.
        input_ids: Ids of one sequence, shape (T,) or (1, T), T at most 5.
        labels: The id that follows each, the same shape.

    Returns:
        The figure; gradients are of the mean cross entropy over the T positions.

    Raises:
        TypeError: If the model lacks the two layers, or ids are not integers.
        ValueError: If the model is not tied, computes anything else, or is too large to draw; if
            labels and ids differ in length; or if every row is looked up.
        IndexError: If an id names no row.
    """
    table = _tied_table(model)
    rows = checks.table("the table", table, rows=ROWS, columns=COLUMNS)
    vocab_size, width = rows.shape
    ids = checks.id_row("input_ids", input_ids, vocab_size, LONGEST)
    targets = checks.id_row("labels", labels, vocab_size, LONGEST)
    if len(ids) != len(targets):
        raise ValueError(
            f"input_ids has {len(ids)} ids and labels {len(targets)}: give each id the one that "
            "follows it"
        )
    place = torch.tensor([ids], device=table.device)
    if not torch.allclose(model(place), table[place] @ table.T, atol=1e-4):
        raise ValueError(
            "gradient_split computes logits = E[ids] E^T in the page, and this model's logits are "
            "others: pass a model with nothing between embedding and head, such as TiedEmbeddingLM"
        )
    unread = [row for row in range(vocab_size) if row not in ids]
    if not unread:
        raise ValueError(f"all {vocab_size} rows are looked up: leave one out to compare with")

    loss, lookup, head = split(rows, ids, targets)
    total = lookup + head
    limit = max(part.abs().max().item() for part in (lookup, head, total))
    slots = range(LONGEST)
    choices = [str(row) for row in range(vocab_size)]
    say = (
        "Loss {loss} nats per token. The lookup path reaches {read} of {V} rows, the head path "
        "all {V}. Norms: lookup {a}, head {b}, together {c}. E[{row}, {column}]: lookup {x} plus "
        "head {y} is {z}."
    )
    return Explorable(
        kind="gradient_split",
        label=f"The gradient of a tied table of {vocab_size} rows and {width} columns, in two",
        data={
            "table": rows.tolist(),
            "start": {"ids": ids, "labels": targets, "cell": ids[0] * width},
            "say": say,
        },
        question=Question(
            f"Token {unread[0]} is never looked up. Which path gives its row a gradient?",
            ["none", "the lookup", "the head", "both"],
            2,
            "The lookup reaches only the rows it read. The head scores every row at every "
            "position, and softmax gives every one of them a share of the error.",
        ),
        controls='<div class="row"><span>ids</span>'
        + "".join(_slot("id", t, choices, ids) for t in slots)
        + '</div><div class="row"><span>labels</span>'
        + "".join(_slot("label", t, choices, targets) for t in slots)
        + '</div><button type="button" data-part="repeat">Repeat the first id</button>'
        '<button type="button" data-part="more">Longer</button>'
        '<button type="button" data-part="less">Shorter</button>',
        drawing='<div class="stage heat answer">'
        + drawing.table("lookup", lookup, caption="lookup", tone="in", limit=limit, on=ids)
        + drawing.table("head", head, caption="+ head", tone="out", limit=limit)
        + drawing.table("total", total, caption="= E.grad", tone="both", limit=limit)
        + "</div>",
        say=say.format(
            loss=num(loss),
            read=len(set(ids)),
            V=vocab_size,
            a=num(lookup.norm().item(), 3),
            b=num(head.norm().item(), 3),
            c=num(total.norm().item(), 3),
            row=ids[0],
            column=0,
            x=num(lookup[ids[0], 0].item(), 3),
            y=num(head[ids[0], 0].item(), 3),
            z=num(total[ids[0], 0].item(), 3),
        ),
        text=f"  ids {ids}, labels {targets}",
    )


def split(table: Tensor, ids: list[int], labels: list[int]) -> tuple[float, Tensor, Tensor]:
    """Differentiate the loss by the table of the lookup and by the table of the head, apart.

    Args:
        table: E, shape (V, D).
        ids: T ids that are looked up.
        labels: T ids to predict.

    Returns:
        The loss in nats per token, and both gradients, shape (V, D).
    """
    below, above = (table.clone().requires_grad_() for _ in range(2))
    logits = below[torch.tensor(ids)] @ above.T  # (T, V)
    loss = F.cross_entropy(logits, torch.tensor(labels))
    lookup, head = torch.autograd.grad(loss, (below, above))
    return loss.item(), lookup, head


def _tied_table(model: nn.Module) -> Tensor:
    try:
        table = model.get_parameter("token_embed.weight")
        head = model.get_parameter("lm_head.weight")
    except AttributeError as error:
        raise TypeError(
            f"{type(model).__name__} has no token_embed and lm_head: pass a model like "
            "TiedEmbeddingLM of section 18.4.5"
        ) from error
    if head is not table:
        raise ValueError(
            "lm_head.weight and token_embed.weight are two parameters, so there is no gradient to "
            "split: tie the model first, lm_head.weight = token_embed.weight"
        )
    return table


def _slot(part: str, place: int, choices: list[str], chosen: list[int]) -> str:
    """One position's list of ids, hidden beyond the end of the sequence."""
    options = "".join(
        f'<option value="{row}"{" selected" if chosen[place : place + 1] == [row] else ""}>'
        f"{text}</option>"
        for row, text in enumerate(choices)
    )
    hidden = " hidden" if place >= len(chosen) else ""
    return (
        f'<select data-part="{part}" aria-label="{part} at position {place}"{hidden}>'
        f"{options}</select>"
    )
