"""The exercises of 18.4.3: what one row of positions learns, and whether a model uses them."""

import torch
from torch import Tensor

from dnnlpy.exercises.answers import kind, run, table, truth
from dnnlpy.exercises.checker import AnswerError, checker
from dnnlpy.models.gpt import MiniGPT


@checker(
    "Which rows does a sequence of 3 tokens read? No other row can get a gradient.",
    "The loss adds up all numbers of the result, so the gradient of each of them is 1. A row "
    "gets the sum of these over all its uses.",
    "Broadcasting uses row t once in each of the 2 sequences: in every column, 1 + 1.",
)
def positional_gradient(by_hand: object) -> str:
    """Exercise 1 of 18.4.3, Count by hand.

    Args:
        by_hand: The gradient of the positional table, 5 rows of 2 numbers: a tensor or lists.
    """
    grad = table("by_hand", by_hand)
    if grad.shape == (3, 2):
        raise AnswerError(
            "you give 3 rows, one for each place that is read. A gradient has the shape of what "
            "it is the gradient of: all 5 rows of the table are in it."
        )
    if grad.shape != (5, 2):
        raise AnswerError(
            f"you give shape {tuple(grad.shape)}. The gradient of a table has the table's shape, "
            "(5, 2)."
        )
    if grad[3:].any():
        raise AnswerError(
            "you give row 3 or 4 a gradient, but 3 tokens stand at the places 0, 1 and 2: no one "
            "reads rows 3 and 4, so changing them cannot change the loss."
        )
    if not grad[:3].any(dim=1).all():
        raise AnswerError(
            "one of the rows 0, 1 and 2 gets nothing from you, but each is read: `arange(3)` "
            "counts from 0."
        )
    if (grad[:3] == 1).all():
        raise AnswerError(
            "1 in each column is what one sequence gives. The batch has two, and broadcasting "
            "hands the same row to both."
        )
    if (grad[:3] == 6).all():
        raise AnswerError(
            "6 counts all tokens of the batch in every row. Row t is used only where a token "
            "stands at place t."
        )
    if (grad[:3].abs() < 1).all():
        raise AnswerError("fractions come from a mean; this loss is the sum of all numbers.")
    if not (grad[:3] == 2).all():
        raise AnswerError(
            f"you give row 0 {grad[0].tolist()}, row 1 {grad[1].tolist()}, row 2 "
            f"{grad[2].tolist()}. Each of these rows is used equally often, and each use adds 1 "
            "to both columns: how many uses are there?"
        )
    return "rows 0 to 2 are used by both sequences, 1 + 1 in each column; rows 3 and 4 by none."


@checker(
    "Within a row of `real`, the place of a token is the number of real tokens before it.",
    "`real.cumsum(dim=1)` counts along the sequence, including the token itself.",
    "Subtract 1, then give the pads a row that exists: `.clamp_min(0)`.",
)
def places_of(places_of: object) -> str:
    """Exercise 2 of 18.4.3, Padding on the left.

    Args:
        places_of: A function of ``real``, a bool tensor (B, T) that is False at pads, which returns
            positions (B, T): 0, 1, … for the real tokens of each text, any row that exists for
            pads.
    """
    masks = ([[1, 1, 1, 1], [0, 0, 1, 1]], [[0, 1, 1], [1, 1, 1], [0, 0, 1]], [[0, 0, 0, 1, 1]])
    for rows in masks:
        real = torch.tensor(rows, dtype=torch.bool)
        given = f"real = {rows}"
        _examine_places(run("places_of", places_of, real, given=given), real, given)
    return "every text begins at 0, however many pads stand before it."


def _examine_places(places: object, real: Tensor, given: str) -> None:
    B, T = real.shape
    if not isinstance(places, Tensor):
        raise AnswerError(f"places_of came back with {kind(places)}; return a tensor, (B, T).")
    if places.shape == (T,):
        raise AnswerError(
            f"given {given}, you return one row of {T} places for all texts. Each text begins "
            "after its own pads, so each needs a row of its own: (B, T)."
        )
    if places.shape != (B, T):
        raise AnswerError(
            f"given {given}, you return shape {tuple(places.shape)}. Each token has one place: "
            f"({B}, {T})."
        )
    if places.dtype not in (torch.int32, torch.int64):
        raise AnswerError(
            f"your places are {places.dtype}, and a table is indexed with int64: count with "
            "whole numbers."
        )
    came = f"given {given}, you return {places.tolist()}:"
    right = real.cumsum(dim=1) - 1
    if torch.equal(places[real], right[real] + 1):
        raise AnswerError(f"{came} the first real token counts as 1, and texts begin at place 0.")
    if torch.equal(places, torch.arange(T).expand(B, T)):
        raise AnswerError(f"{came} that is arange(T), where a text begins after its pads.")
    if torch.equal(places[real], torch.arange(T).expand(B, T)[real]):
        raise AnswerError(
            f"{came} the pads are silenced, but the text after them still does not begin at 0."
        )
    if B > 1 and torch.equal(places[real], (real.cumsum(dim=0) - 1)[real]):
        raise AnswerError(f"{came} that counts down the batch. The sequence is axis 1.")
    if not places[real].any():
        raise AnswerError(f"{came} all tokens of a text share place 0, so its order is lost.")
    if not torch.equal(places[real], right[real]):
        raise AnswerError(f"{came} the real tokens of each row should count 0, 1, 2, …")
    if places.min() < 0:
        raise AnswerError(
            f"{came} the real tokens are right, but a table has no row -1: the lookup would "
            "raise IndexError. Give pads any row that exists."
        )
    if places.max() >= T:
        raise AnswerError(f"{came} a pad stands at place {T} or later, where a table may end.")


@checker(
    "The swap test changes the ids. What tells about the order, besides the positional table? So "
    "ask about the table itself.",
    "If the logits depend on a table, changing the table changes them; the ids stay the same.",
    "Run the model, add random numbers to the rows of `model.pos_embed.weight` under "
    "`torch.no_grad()`, run it again, compare the logits.",
)
def uses_positions(uses_positions: object) -> str:
    """Exercise 3 of 18.4.3, A test that cannot be fooled.

    Args:
        uses_positions: A function of a MiniGPT (6 ids, block size 8) that returns True if the
            logits depend on the model's positional table, else False.
    """
    seen = []
    for given, uses in _MODELS.items():
        model = _model(given)
        start = model.pos_embed.weight.detach().clone()
        runs = _watched(model)
        answer = run("uses_positions", uses_positions, model, given=given)
        says = truth("uses_positions", answer, given=given)
        seen.append((given, uses, says, runs, start))
    if all(says != uses for _, uses, says, _, _ in seen):
        raise AnswerError(
            "you say True for the forgetful models and False for the good ones: the other way "
            "round. Logits that change mean that the table is used."
        )
    for given, uses, says, runs, start in seen:
        if says != uses:
            why = _why_forgetful_passed(runs) if says else _why_good_failed(runs, start)
            raise AnswerError(f"given {given}, you say {says}{why}")
    return "it tells good models from forgetful ones, of 1 block and of 4."


_MODELS = {
    "a good model of 4 blocks": True,
    "a forgetful model of 4 blocks": False,
    "a good model of 1 block": True,
    "a forgetful model of 1 block": False,
    "a good model whose table is still all zeros": True,
}


def _model(given: str) -> MiniGPT:
    """Return the model that these words describe, in float64: rounding is no excuse."""
    layers = 1 if "1 block" in given else 4
    model = MiniGPT(6, 8, embed_dim=32, num_layers=layers, hidden_dim=64).double()
    if "forgetful" in given:
        model.pos_embed.register_forward_hook(lambda _model, _ids, rows: rows * 0)
    if "zeros" in given:
        torch.nn.init.zeros_(model.pos_embed.weight)
    return model


def _watched(model: MiniGPT) -> list[tuple[list[int], Tensor]]:
    """Return a list that gets the ids and the positional table of every run of the model."""
    runs: list[tuple[list[int], Tensor]] = []

    def note(model: torch.nn.Module, inputs: tuple[Tensor, ...]) -> None:
        table = model.get_parameter("pos_embed.weight").detach().clone()
        runs.extend((row, table) for row in inputs[0].tolist())

    model.register_forward_pre_hook(note)
    return runs


def _why_forgetful_passed(runs: list[tuple[list[int], Tensor]]) -> str:
    if not runs:
        return (
            " without having run the model. A table that is there, even a trained one, need not be "
            "used."
        )
    first_ids, first_table = runs[0]
    if all(torch.equal(table, first_table) for _, table in runs) and any(
        ids != first_ids for ids, _ in runs
    ):
        return (
            ": the ids changed and the table did not. From the second block on the causal mask "
            "gives the order away, so such a test passes without positions."
        )
    return ". Change nothing but the table, and compare the logits before and after the change."


def _why_good_failed(runs: list[tuple[list[int], Tensor]], start: Tensor) -> str:
    if not runs:
        return " without having run the model. Only its logits can tell."
    changes = [(len(ids), table - start) for ids, table in runs if not torch.equal(table, start)]
    if not changes and not start.any():
        return (
            ". A table of zeros stays the same when it is zeroed, scaled or reordered: add "
            "something to it."
        )
    if not changes:
        return ": its table was the same in every run. Change the model's own, not a copy of it."
    T, moved = changes[-1]
    if not moved[:T].any():
        return (
            ": you changed rows of the table at which no id stands. T ids read the rows 0 to T - 1."
        )
    if torch.allclose(moved, moved[:, :1].expand_as(moved)):
        return (
            ": you added one number to all columns of a row, and LayerNorm subtracts the mean of "
            "a row. Change the columns differently."
        )
    return ": the table changed, and so did the logits. Compare them with a small tolerance."
