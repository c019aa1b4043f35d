"""The exercises of 18.4.4: odds, the length of a hidden state, and a test for leaks."""

import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn

import dnnlpy.nn as dnn
from dnnlpy.exercises.answers import kind, number, run, truth
from dnnlpy.exercises.checker import AnswerError, checker
from dnnlpy.models.gpt import MiniGPT


@checker(
    "Write the softmax of both tokens and divide one by the other. What cancels?",
    "exp(3.1) / exp(1.7) is exp of one number; temperature 2 halves that number.",
)
def odds(ratio: object, depends: object, warm: object) -> str:
    """Exercise 1 of 18.4.4, Odds without a softmax.

    Args:
        ratio: How many times likelier "cat" is, to two decimals.
        depends: Whether that depends on the other tokens: True or False.
        warm: How many times likelier at temperature 2, to two decimals.
    """
    gap = 3.1 - 1.7
    right, found = math.exp(gap), number("ratio", ratio)
    for other, why in (
        (gap, "that is the difference of the logits. A softmax takes exp of each."),
        (3.1 / 1.7, "that is one logit divided by the other. A softmax takes exp of each first."),
        (1 / right, "that is how many times likelier the dog is."),
        (right / (1 + right), 'that is the probability of "cat" among the two, not the odds.'),
        (2**gap, "that is a power of 2. A softmax takes powers of e."),
        (10**gap, "that is a power of 10. A softmax takes powers of e."),
    ):
        if math.isclose(found, other, rel_tol=3e-3):
            raise AnswerError(f"{found:.2f} times? {why[0].upper()}{why[1:]}")
    if not math.isclose(found, right, rel_tol=3e-3):
        raise AnswerError(
            f"ratio is {found:g}. Divide the two probabilities, and give two decimals."
        )
    if truth("depends", depends):
        raise AnswerError(
            "the other tokens stand in the softmax's denominator, which both probabilities share: "
            "in their ratio it cancels."
        )
    cooled = number("warm", warm)
    for other, why in (
        (right / 2, "the odds themselves were halved. Temperature divides the logits."),
        (right**2, "the logits were doubled. Temperature 2 divides them, and odds come closer."),
        (right, "that is as before, but logits half as far apart give other odds."),
        (gap / 2, "that is the difference of the logits at temperature 2, before exp."),
    ):
        if math.isclose(cooled, other, rel_tol=3e-3):
            raise AnswerError(f"warm is {cooled:.2f}: {why}")
    if not math.isclose(cooled, math.sqrt(right), rel_tol=3e-3):
        raise AnswerError(f"warm is {cooled:g}. Halve both logits, repeat the first step.")
    return "only the gap counts, and half the gap is the square root of the odds."


_WHAT = ("token", "cosines", "probabilities")


@checker(
    "Each logit is an inner product: length times length times cosine. Which factor grows, and is "
    "it the same for all tokens?",
    "All logits are multiplied by 3, so their order stays and their gaps grow.",
    "A larger gap between the best token and the rest makes its probability larger: cheap where "
    "it is right, dear where the label is the last choice.",
)
def longer_hidden_state(changes: object, right: object, wrong: object) -> str:
    """Exercise 2 of 18.4.4, A longer hidden state.

    Args:
        changes: A set of what changes, from "token", "cosines" and "probabilities".
        right: "falls" or "rises": the loss where the label is the best token.
        wrong: The same where the label is the model's last choice.
    """
    named = {changes} if isinstance(changes, str) else changes
    if not isinstance(named, set | frozenset | list | tuple):
        raise AnswerError(f"changes is to be a set of names, and this is {kind(changes)}.")
    if unknown := [name for name in named if name not in _WHAT]:
        raise AnswerError(f"changes may name {', '.join(_WHAT)}; it has {unknown[0]!r}.")
    for name, way in (("right", right), ("wrong", wrong)):
        if not isinstance(way, str) or way not in ("falls", "rises"):
            raise AnswerError(f'{name} is to be "falls" or "rises", and this is {way!r}.')
    if "token" in named:
        raise AnswerError(
            "all logits are multiplied by the same positive number, and the highest of them stays "
            "the highest: the token does not change."
        )
    if "cosines" in named:
        raise AnswerError(
            "a cosine is divided by both lengths, so the factor 3 drops out: cosines do not change."
        )
    if "probabilities" not in named:
        raise AnswerError(
            "a softmax sees gaps between logits, and all gaps are three times as wide: the "
            "probabilities do change."
        )
    if (right, wrong) == ("rises", "falls"):
        raise AnswerError(
            "the two losses are the other way round: a surer model pays less where it is right."
        )
    if right == "rises":
        raise AnswerError(
            "where the model is right, its best token gets still likelier, and the loss is minus "
            "the logarithm of that probability: it falls."
        )
    if wrong == "falls":
        raise AnswerError(
            "where the label is the last choice, it gets still less likely: that loss rises. Being "
            "sure helps only where one is right."
        )
    return "the order stays and the sureness grows: cheaper where right, dearer where wrong."


class _Honest(nn.Module):
    """Looks at one id at a time."""

    def __init__(self) -> None:
        super().__init__()
        self.token_embed = dnn.Embedding(10, 16)
        self.lm_head = dnn.Linear(16, 10, bias=False)

    def forward(self, input_ids: Tensor) -> Tensor:
        logits: Tensor = self.lm_head(self.seen(self.token_embed(input_ids)))
        return logits

    def seen(self, x: Tensor) -> Tensor:
        return x


class _Average(_Honest):
    def seen(self, x: Tensor) -> Tensor:
        return x + x.mean(dim=1, keepdim=True)


class _Peek(_Honest):
    def seen(self, x: Tensor) -> Tensor:
        return x + F.pad(x[:, 1:], (0, 0, 0, 1))


@checker(
    "Change something that earlier positions must not see, and look at what they say.",
    "Run the model on `ids`, and on a copy in which the last id of each sequence is another; the "
    "logits of which positions must then be the same?",
    "Compare `model(ids)[:, :-1]` with `model(changed)[:, :-1]` by `torch.allclose`.",
)
def leaks(leaks: object) -> str:
    """Exercise 3 of 18.4.4, Find the leak.

    Args:
        leaks: A function of a model of 10 ids and of ids (B, T), which returns True if the logits
            of a position depend on a later id, else False.
    """
    ids = torch.randint(10, (3, 6))
    models: dict[str, tuple[nn.Module, bool]] = {
        "MiniGPT": (MiniGPT(10, 8, embed_dim=16, num_layers=2, num_heads=2, hidden_dim=32), False),
        "a model that averages the whole sequence": (_Average(), True),
        "a model that looks at one id at a time": (_Honest(), False),
        "a model that peeks at the next id": (_Peek(), True),
    }
    seen = []
    for given, (model, leaking) in models.items():
        runs: list[Tensor] = []
        model.register_forward_pre_hook(
            lambda model, inputs, runs=runs: runs.append(inputs[0].clone())
        )
        says = truth("leaks", run("leaks", leaks, model, ids, given=given), given=given)
        seen.append((given, leaking, says, runs))
    if all(says != leaking for _, leaking, says, _ in seen):
        raise AnswerError(
            "you say True where nothing leaks and False where it does: the other way round. Logits "
            "that stay the same are the good sign."
        )
    for given, leaking, says, runs in seen:
        if says != leaking:
            why = _why(leaking, given, _changed_places(runs, ids)) if runs else "it was never run."
            raise AnswerError(f"given {given}, you say {says}: {why}")
    return "it finds leaks from afar and from next door, and raises no false alarm."


def _changed_places(runs: list[Tensor], ids: Tensor) -> list[int] | None:
    """Return the places at which some run had other ids than these; None if that cannot be told."""
    if any(seen.shape[1:] != ids.shape[1:] or len(seen) % len(ids) for seen in runs):
        return None
    differs = [(seen.view(-1, *ids.shape) != ids).any(dim=0).any(dim=0) for seen in runs]
    return torch.stack(differs).any(dim=0).nonzero()[:, 0].tolist() if differs else []


def _why(leaking: bool, given: str, changed: list[int] | None) -> str:
    if changed == []:
        return "all runs had the same ids, so the same logits. Change an id of a copy in between."
    if changed and changed[0] == 0:
        return "you changed the first id, and no place before it could give a leak away."
    if not leaking and changed:
        return (
            f"you changed the id at place {changed[0]}, which the logits from there on may see. "
            "Compare only the places before it."
        )
    if not leaking:
        return "its earlier logits stay the same up to rounding. Compare these, by torch.allclose."
    if "next id" in given:
        return "only the place right before the changed id sees it. Compare that place, too."
    return "change a late id, and compare the logits of all places before it."
