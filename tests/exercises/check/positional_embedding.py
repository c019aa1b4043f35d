"""Right and wrong answers to the exercises of 18.4.3."""

import torch

from dnnlpy.exercises import check


def rows(*numbers):
    return torch.tensor(numbers)[:, None].expand(-1, 2)


def changes_the_table(model):
    ids = torch.tensor([[0, 3, 1, 5]])
    before = model(ids)
    with torch.no_grad():
        model.pos_embed.weight[:4] += torch.randn(4, model.pos_embed.embedding_dim)
    return not torch.allclose(before, model(ids), rtol=0, atol=1e-9)


def asks_autograd(model):
    model(torch.tensor([[0, 3, 1, 5]])).square().sum().backward()
    grad = model.pos_embed.weight.grad
    return grad is not None and grad.any()


def swaps_ids(model):
    last, last_swapped = model(torch.tensor([[0, 3, 1, 5], [3, 0, 1, 5]]))[:, -1]
    return not torch.allclose(last, last_swapped, rtol=0, atol=1e-9)


def changes_both(model):
    before = model(torch.tensor([[0, 3, 1, 5]]))
    torch.nn.init.normal_(model.pos_embed.weight)
    return not torch.allclose(before, model(torch.tensor([[3, 0, 1, 5]])))


def compares_roughly(model):
    ids = torch.tensor([[0, 3, 1, 5]])
    start = model.pos_embed.weight.detach().clone()
    torch.nn.init.normal_(model.pos_embed.weight)
    moved = model(ids)
    with torch.no_grad():
        model.pos_embed.weight.copy_(start)
    return not torch.allclose(moved, model(ids), atol=9)


def after(change):
    """Compare the logits before and after a change of the table."""

    def uses_positions(model):
        ids = torch.tensor([[0, 3, 1, 5]])
        before = model(ids)
        with torch.no_grad():
            change(model.pos_embed.weight)
        return not torch.allclose(before, model(ids), rtol=0, atol=1e-9)

    return uses_positions


def silences_pads(real):
    return torch.arange(real.shape[1]) * real


def changes_real(real):
    real[:, 0] = True
    return real.cumsum(dim=1) - 1


RIGHT = {
    check.positional_gradient: [rows(2.0, 2, 2, 0, 0), [[2, 2]] * 3 + [[0, 0]] * 2],
    check.places_of: [
        lambda real: (real.cumsum(dim=1) - 1).clamp_min(0),
        lambda real: (torch.arange(real.shape[1]) - (~real).sum(dim=1, keepdim=True)).clamp_min(0),
        lambda real: torch.where(real, real.cumsum(dim=1) - 1, 1),
    ],
    check.uses_positions: [changes_the_table, asks_autograd],
}

WRONG = {
    check.positional_gradient: {
        "1 in each column is what one sequence gives": rows(1, 1, 1, 0, 0),
        "all 5 rows of the table are in it": rows(2, 2, 2),
        "no one reads rows 3 and 4": rows(2, 2, 2, 2, 2),
        "`arange(3)` counts from 0": rows(0, 2, 2, 0, 0),
        "6 counts all tokens": rows(6, 6, 6, 0, 0),
        "fractions come from a mean": rows(1 / 6, 1 / 6, 1 / 6, 0, 0),
        "you give shape (5,)": [2, 2, 2, 0, 0],
        "how many uses are there?": rows(1, 2, 3, 0, 0),
        "this is a str": "rows 0 to 2",
    },
    check.places_of: {
        "counts as 1": lambda real: real.cumsum(dim=1),
        "no row -1": lambda real: real.cumsum(dim=1) - 1,
        "that is arange(T)": lambda real: torch.arange(real.shape[1]).expand(real.shape),
        "one row of 4 places": lambda real: torch.arange(real.shape[1]),
        "pads are silenced": silences_pads,
        "counts down the batch": lambda real: (real.cumsum(dim=0) - 1).clamp_min(0),
        "share place 0": lambda real: torch.zeros(real.shape, dtype=torch.long),
        "count with whole numbers": lambda real: (real.float().cumsum(dim=1) - 1).clamp_min(0),
        "you return shape (2, 4, 1)": lambda real: real.cumsum(dim=1)[..., None],
        "should count 0, 1, 2": lambda real: (real.cumsum(dim=1) - 2).clamp_min(0),
        "a pad stands at place": lambda real: torch.where(real, real.cumsum(dim=1) - 1, 99),
        "work on x.clone()": changes_real,
        "came back with a list": lambda real: real.tolist(),
    },
    check.uses_positions: {
        "the causal mask gives the order away": swaps_ids,
        "a trained one, need not be used": lambda model: hasattr(model, "pos_embed"),
        "Only its logits can tell": lambda model: False,
        "not a copy of it": after(lambda table: table.clone().normal_()),
        "a small tolerance": compares_roughly,
        "at which no id stands": after(lambda table: table[4:].normal_()),
        "LayerNorm subtracts the mean": after(lambda table: table.add_(1)),
        "A table of zeros stays the same": after(lambda table: table.mul_(2)),
        "the other way round": lambda model: not changes_the_table(model),
        "The question is one of yes or no": lambda model: model(torch.tensor([[0, 3]])),
        "Change nothing but the table": changes_both,
        "raised AttributeError": lambda model: model.wpe.weight.any(),
    },
}
