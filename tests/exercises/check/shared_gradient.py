"""Right and wrong answers to the exercises of 18.4.7."""

import torch.nn.functional as F
from torch import nn
from torch.func import functional_call

from dnnlpy.exercises import check


def loss_of(logits, labels, **how):
    return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), **how)


def cuts_the_head(model, ids, labels):
    table = model.token_embed.weight
    return loss_of(F.linear(model.token_embed(ids), table.detach()), labels)


def with_another_head(model, ids, labels):
    weights = {"lm_head.weight": model.lm_head.weight.detach()}
    return loss_of(functional_call(model, weights, (ids,), tie_weights=False), labels)


def freezes(model, ids, labels):
    model.lm_head.weight.requires_grad_(False)
    return loss_of(model(ids), labels)


def unties(model, ids, labels):
    model.lm_head.weight = nn.Parameter(model.lm_head.weight.detach(), requires_grad=False)
    return loss_of(model(ids), labels)


def goes_back(model, ids, labels):
    loss = cuts_the_head(model, ids, labels)
    loss.backward()
    return loss


def of_a_copy(model, ids, labels):
    table = model.token_embed.weight.detach().clone().requires_grad_()
    return loss_of(F.linear(table[ids], table.detach()), labels)


def without_the_head(model, ids, labels):
    return model.token_embed(ids).square().mean()


def doubled(model, ids, labels):
    loss = cuts_the_head(model, ids, labels)
    return 2 * loss - loss.detach()


def summed(model, ids, labels):
    logits = F.linear(model.token_embed(ids), model.token_embed.weight.detach())
    return loss_of(logits, labels, reduction="sum")


def cosines(rows):
    return F.cosine_similarity(rows, rows.mean(dim=0, keepdim=True), dim=1)


def by_hand(rows):
    unit = rows / rows.norm(dim=1, keepdim=True)
    total = rows.sum(dim=0)
    return unit @ (total / total.norm())


RIGHT = {
    check.lookup_loss: [cuts_the_head, with_another_head],
    check.cosines_with_mean: [cosines, by_hand, lambda rows: by_hand(rows)[:, None]],
}

WRONG = {
    check.lookup_loss: {
        "the head's path is still open": lambda model, ids, labels: loss_of(model(ids), labels),
        "the embedding is frozen as well": freezes,
        "cut off the lookup": lambda model, ids, labels: loss_of(
            model.lm_head(model.token_embed(ids).detach()), labels
        ),
        "has no gradient at all": lambda model, ids, labels: loss_of(model(ids).detach(), labels),
        "unties the model": unties,
        "called `backward()` already": goes_back,
        "went to a copy": of_a_copy,
        "is the sum over": summed,
        "not the loss.": without_the_head,
        "compare it with path_gradients": doubled,
        "A loss is one number": lambda model, ids, labels: model(ids),
        "without `.item()`": lambda *inputs: cuts_the_head(*inputs).item(),
        "come shifted already": lambda model, ids, labels: loss_of(
            model(ids)[:, :-1], labels[:, 1:]
        ),
        "Use the labels as they come": lambda model, ids, labels: cuts_the_head(model, ids, ids),
        "only the first sequence": lambda model, ids, labels: cuts_the_head(
            model, ids[:1], labels[:1]
        ),
        "`labels.flatten()`": lambda model, ids, labels: F.cross_entropy(model(ids), labels),
    },
    check.cosines_with_mean: {
        "these are inner products": lambda rows: rows @ rows.mean(dim=0),
        "and not by the mean's": lambda rows: cosines(rows) * rows.mean(dim=0).norm(),
        "and not by the row's": lambda rows: cosines(rows) * rows.norm(dim=1),
        "all are positive": lambda rows: cosines(rows).abs(),
        "these are distances": lambda rows: 1 - cosines(rows),
        "one length for the whole matrix": lambda rows: (
            rows @ rows.mean(dim=0) / (rows.norm() * rows.mean(dim=0).norm())
        ),
        "is one number.": lambda rows: F.cosine_similarity(rows, rows.mean(), dim=1),
        "the mean of cosines": lambda rows: F.cosine_similarity(
            rows[:, None], rows[None], dim=-1
        ).mean(dim=1),
        "is up to the call": lambda rows: cosines(rows[-50:]),
        "these are angles": lambda rows: cosines(rows).acos(),
        "as long as the others": lambda rows: cosines(rows / rows.norm(dim=1, keepdim=True)),
        "was subtracted first": lambda rows: F.cosine_similarity(
            rows - rows.mean(dim=0), rows.mean(dim=0)[None]
        ),
        "the mean of what is left": lambda rows: cosines(rows - rows.mean(dim=0)),
        "so sum over dim=1": lambda rows: F.cosine_similarity(
            rows, rows.mean(dim=1, keepdim=True), dim=0
        ),
        "each row with each": lambda rows: F.cosine_similarity(rows[:, None], rows[None], dim=-1),
        "one cosine for each row": lambda rows: cosines(rows).mean(),
        "Return a tensor": lambda rows: cosines(rows).tolist(),
        "and you return": lambda rows: cosines(rows) / 2,
        "They must not": lambda rows: F.cosine_similarity(rows, rows.mean(dim=0)[None], eps=0.1),
    },
}
