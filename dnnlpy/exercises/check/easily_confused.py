"""The exercises of 18.4.9: a vocabulary that is renumbered, and a table that is too loud."""

import torch
from torch import Tensor

from dnnlpy.exercises.answers import run
from dnnlpy.exercises.check.tied_minigpt import examine_loud_start
from dnnlpy.exercises.checker import AnswerError, checker
from dnnlpy.models.gpt import MiniGPT


@checker(
    "Which tables have a row for each token? In a tied model, how many Parameters are they?",
    "Row `renumber[old]` of the new table is row `old` of the old one. An assignment to "
    "`weight[renumber]` does that for all rows, if the right side is a copy.",
    "Under `torch.no_grad()`: `weight[renumber] = weight.clone()`, for the embedding, and for the "
    "head if `model.lm_head.weight is not model.token_embed.weight`.",
)
def move_rows(move_rows: object) -> str:
    """Exercise 1 of 18.4.9, Renumber an untied model.

    Args:
        move_rows: A function of a MiniGPT and ``renumber``, shape (V,), where ``renumber[old]`` is
            the new id of a token. It changes the model, tied or not, so that it does with new ids
            what it did with the old ones.
    """
    renumber = torch.tensor([0, 4, 5, 1, 8, 2, 9, 3, 6, 7])  # no number returns after two moves
    ids = torch.tensor([[1, 2, 3, 4, 5, 6, 7], [9, 8, 7, 0, 6, 5, 4]])
    for tied in (False, True):
        given = f"{'a tied' if tied else 'an untied'} model"
        model = MiniGPT(10, 10, 8, 1, 2, 16, weight_tying=tied)
        with torch.no_grad():
            model.token_embed.weight.mul_(20)
            model.lm_head.weight.mul_(1 if tied else 20)
        names = ("token_embed.weight", "lm_head.weight", "pos_embed.weight")
        before = [model.get_parameter(name).detach().clone() for name in names]
        expected = model(ids).detach()
        run("move_rows", move_rows, model, renumber.clone(), given=given, in_place=True)
        if tied and model.lm_head.weight is not model.token_embed.weight:
            raise AnswerError(
                "the model was tied, and now its head has a Parameter of its own. Write into the "
                "weights instead of assigning new ones, or assign the tie again."
            )
        after = [model.get_parameter(name).detach() for name in names]
        if not torch.equal(after[2], before[2]):
            raise AnswerError(
                "the positional table has changed. Its rows belong to places, and these keep "
                "their numbers."
            )
        ends = [
            _what_happened(old, new, renumber) for old, new in zip(before, after[:2], strict=False)
        ]
        if ends != ["moved", "moved"]:
            raise AnswerError(_why(ends, tied))
        if not torch.allclose(model(renumber[ids])[..., renumber], expected, atol=1e-4):
            raise AnswerError(f"both ends of {given} are right, but something else has changed.")
    return "both ends know the new numbers. A tied model has one table, and one move."


def _what_happened(old: Tensor, new: Tensor, renumber: Tensor) -> str:
    if new.shape != old.shape:
        return "reshaped"
    for what, back in (
        ("moved", new[renumber]),
        ("kept", new),
        ("moved twice", new[renumber[renumber]]),
        ("moved backwards", new[renumber.argsort()]),
    ):
        if torch.allclose(back, old, atol=1e-6):
            return what
    return "mixed up"


def _why(ends: list[str], tied: bool) -> str:
    if ends == ["kept", "kept"]:
        return "both tables are as they were: the model itself is to change."
    if tied and "moved twice" in ends:
        return (
            "the rows of the tied model were moved twice: embedding and head are one table, and "
            "the second move takes the rows to wrong places again."
        )
    if ends == ["moved", "kept"]:
        return "the model reads the new ids now, and still writes the old ones: the head waits."
    if ends == ["kept", "moved"]:
        return "the model writes the new ids now, and still reads the old ones."
    if "moved backwards" in ends:
        return (
            "the rows went the other way: new row `old` got row `renumber[old]`. It is row "
            "`renumber[old]` that is to get row `old`."
        )
    if "reshaped" in ends:
        return "a table has another shape now. Renumbering keeps every row."
    return (
        "rows are lost: some were overwritten before they had moved. Put a copy on the right "
        "side, `.clone()`."
    )


@checker(
    "Which logits does a louder token table change in the tied model, and in the untied one?",
    "The final norm gives h the length sqrt(D). The own row now has about that length as well, and "
    "points nearly the same way.",
    "The own logit is about D = 128, all others are far smaller, and the right id is another one: "
    "that costs about 128 nats. The untied head has not changed.",
)
def louder(tied_loss: object, untied_loss: object) -> str:
    """Exercise 2 of 18.4.9, Louder rows, louder habit.

    Args:
        tied_loss: The first loss of the tied model in nats/token, its table 50 times as loud.
        untied_loss: The same for the untied model.
    """
    examine_loud_start(tied_loss, untied_loss, width=128)
    return "about D nats at nearly every token, where the untied model pays ln 100."
