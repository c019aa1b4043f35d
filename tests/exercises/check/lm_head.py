"""Right and wrong answers to the exercises of 18.4.4."""

import math

import torch

from dnnlpy.exercises import check
from tests.exercises.check.given import Given

ODDS, WARM = math.exp(1.4), math.exp(0.7)


def compares(places, changed_place=-1, same=False):
    """Compare logits at some places before and after one id was changed."""

    def leaks(model, ids):
        changed = ids.clone()
        changed[:, changed_place] = (changed[:, changed_place] + 1) % 10
        equal = torch.allclose(model(ids)[:, places], model(changed)[:, places], atol=1e-5)
        return equal if same else not equal

    return leaks


def cuts_the_end_off(model, ids):
    return not torch.allclose(model(ids)[:, :-1], model(ids[:, :-1]), atol=1e-5)


def asks_autograd(model, ids):
    at_zero = []
    hook = model.token_embed.register_forward_hook(lambda *args: at_zero.append(args[-1]))
    logits = model(ids)
    hook.remove()
    (grad,) = torch.autograd.grad(logits[:, -2].square().sum(), at_zero[0])
    return grad[:, -1].any()


def changes_the_callers_ids(model, ids):
    before = model(ids)
    ids[:, -1] = (ids[:, -1] + 1) % 10
    return not torch.allclose(before[:, :-1], model(ids)[:, :-1], atol=1e-5)


def changes_no_id(model, ids):
    changed = ids.clone()
    return not torch.allclose(model(ids)[:, :-1], model(changed)[:, :-1], atol=1e-5)


def takes_an_id_that_is_none(model, ids):
    changed = ids.clone()
    changed[:, -1] = 10
    return not torch.equal(model(ids)[:, :-1], model(changed)[:, :-1])


def compares_to_the_last_bit(model, ids):
    # The factor stands for the rounding of another machine.
    return not torch.equal(model(ids)[:, :-1], model(ids[:, :-1]) * (1 + 1e-6))


RIGHT = {
    check.odds: [Given(4.06, False, 2.01), Given(torch.tensor(ODDS), False, warm=WARM)],
    check.longer_hidden_state: [
        Given({"probabilities"}, "falls", "rises"),
        Given("probabilities", right="falls", wrong="rises"),
    ],
    check.leaks: [compares(slice(-1)), cuts_the_end_off, asks_autograd],
}

WRONG = {
    check.odds: {
        "the difference of the logits. A softmax": Given(1.4, False, 2.01),
        "one logit divided by the other": Given(1.82, False, 2.01),
        "likelier the dog is": Given(0.247, False, 0.5),
        "among the two": Given(0.802, False, 0.668),
        "a power of 2": Given(2.64, False, 1.62),
        "a power of 10": Given(25.12, False, 5.01),
        "ratio is 4": Given(4, False, 2.01),
        "in their ratio it cancels": Given(4.06, True, 2.01),
        "the odds themselves were halved": Given(4.06, False, 2.03),
        "the logits were doubled": Given(4.06, False, 16.44),
        "that is as before": Given(4.06, False, 4.06),
        "before exp": Given(4.06, False, 0.7),
        "Halve both logits": Given(4.06, False, 2),
        "is to be True or False": Given(4.06, "no", 2.01),
    },
    check.longer_hidden_state: {
        "stays the highest": Given({"token", "probabilities"}, "falls", "rises"),
        "cosines do not change": Given(["cosines", "probabilities"], "falls", "rises"),
        "the probabilities do change": Given(set(), "falls", "rises"),
        "the other way round": Given({"probabilities"}, "rises", "falls"),
        "gets still likelier": Given({"probabilities"}, "rises", "rises"),
        "Being sure helps only": Given({"probabilities"}, "falls", "falls"),
        "it has 'logits'": Given({"logits"}, "falls", "rises"),
        '"falls" or "rises"': Given({"probabilities"}, "smaller", "larger"),
    },
    check.leaks: {
        "you changed the id at place 5": compares(slice(None)),
        "the other way round": compares(slice(-1), same=True),
        "changed the first id": compares(slice(1), changed_place=0),
        "the place right before": compares(slice(1)),
        "all runs had the same ids": changes_no_id,
        "changed the tensor that it was given": changes_the_callers_ids,
        "is outside 0 to 9": takes_an_id_that_is_none,
        "up to rounding": compares_to_the_last_bit,
        "never run": lambda model, ids: not hasattr(model, "blocks"),
        "The question is one of yes or no": lambda model, ids: model(ids),
        "change a late id": lambda model, ids: not model(ids[:, :2]).isfinite().all(),
    },
}
