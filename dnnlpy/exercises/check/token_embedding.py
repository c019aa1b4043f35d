"""The exercises of 18.4.2: a lookup as a product, its gradient, and rows that move along."""

import torch
from torch import Tensor

import dnnlpy.nn as dnn
from dnnlpy.exercises.answers import linear, rows, run, table
from dnnlpy.exercises.checker import AnswerError, checker


@checker(
    "A one-hot vector has V numbers and a row has D. So what are the layer's in and out?",
    "The layer computes `one_hot @ weight.T`, and `one_hot @ E` is the row.",
    "Make `dnn.Linear(V, D, bias=False)` and, under `torch.no_grad()`, copy `embedding.weight.T` "
    "into its weight.",
)
def as_linear(as_linear: object) -> str:
    """Exercise 1 of 18.4.2, The same layer twice.

    Args:
        as_linear: A function of a ``dnn.Embedding`` that returns a linear layer without bias, which
            gives for one-hot vectors what the embedding gives for ids.
    """
    for V, D in ((9, 4), (5, 5)):
        embedding = dnn.Embedding(V, D)
        E = embedding.weight.detach().clone()
        given = f"an embedding of {V} rows and {D} columns"
        answer = run("as_linear", as_linear, embedding, given=given)
        if embedding.weight.shape != E.shape or not torch.equal(embedding.weight, E):
            raise AnswerError("as_linear changed the embedding that it was given: work on a copy.")
        layer = linear("as_linear", answer, given=given)
        weight = layer.get_parameter("weight").detach()
        if weight.shape != (D, V):
            raise AnswerError(
                f"given {given}, your layer takes {weight.shape[-1]} numbers and gives "
                f"{weight.shape[0]}. A one-hot vector has {V}, a row has {D}; what you have is "
                "rather a head."
            )
        if weight.dtype != E.dtype:
            raise AnswerError(
                f"the layer's numbers are {weight.dtype}, those of E {E.dtype}: copy them as they "
                "are."
            )
        if torch.allclose(layer(torch.eye(V)), E, atol=1e-6):
            named = [getattr(layer, "in_features", V), getattr(layer, "out_features", D)]
            if named != [V, D]:
                raise AnswerError(
                    f"given {given}, the numbers are right, but the layer was made to take "
                    f"{named[0]} numbers and give {named[1]}, and still says so. Read both sizes "
                    "off the embedding."
                )
            continue
        if torch.equal(weight, E):
            raise AnswerError(
                f"given {given}, the weight is E as it was. A linear layer multiplies by weight.T, "
                "so the layer hands out the columns of E."
            )
        if torch.equal(weight, E.reshape(D, V)):
            raise AnswerError(
                f"given {given}, E was cut anew into rows (reshape, view). Turned is something "
                "else: column i of the weight is row i of E."
            )
        raise AnswerError(
            f"given {given}, the one-hot vector of id 0 gives other numbers than row 0. Were the "
            "values of E copied into the layer that you return?"
        )
    return "the weight is E turned, (D, V), and a one-hot vector picks its column."


@checker(
    "Only rows that were read get a gradient. Which, and how often was each read?",
    "Each lookup of a row adds a row of ones to its gradient.",
    "AdamW moves what has a gradient, and then follows its running average of gradients, which one "
    "gradient of zero does not empty.",
)
def lookup_gradient(by_hand: object, moved: object, moved_next: object) -> str:
    """Exercise 2 of 18.4.2, A gradient by hand.

    Args:
        by_hand: The gradient of the table, 6 rows of 2 numbers: a tensor or lists.
        moved: Numbers of the rows that the first step of AdamW moves: a list.
        moved_next: Those that the next step moves, whose gradient is zero.
    """
    grad = table("by_hand", by_hand)
    if grad.shape == (4, 2):
        raise AnswerError(
            "by_hand has 4 rows, one for each id: that is the gradient of what comes out. The "
            "table has 6 rows, and its gradient too."
        )
    if grad.shape != (6, 2):
        raise AnswerError(f"by_hand has the shape {tuple(grad.shape)}; the table has (6, 2).")
    _examine_gradient(grad)
    first, second = rows("moved", moved), rows("moved_next", moved_next)
    if first - {0, 4}:
        raise AnswerError(
            f"moved names {sorted(first - {0, 4})}, never read, so their gradient is zero. Only "
            "weight decay would move them, and there is none."
        )
    if first != {0, 4}:
        raise AnswerError(
            f"moved leaves out {sorted({0, 4} - first)}: a row that was read has a gradient, and "
            "AdamW steps along it."
        )
    if not second:
        raise AnswerError(
            "you say that nothing moves in the next step. That is SGD. AdamW steps along a running "
            "average of gradients, and the first one is still in it."
        )
    if second - {0, 4}:
        raise AnswerError(
            f"moved_next names {sorted(second - {0, 4})}. Of a row that was never read, the "
            "running average is zero as well."
        )
    if second != {0, 4}:
        raise AnswerError(
            "moved_next has one row. Both were read in the first step, and the optimiser remembers "
            "both, however often they were read."
        )
    return "lookups are counted, 1 and 3; the second step moves what AdamW remembers."


def _examine_gradient(grad: Tensor) -> None:
    counts = torch.tensor([1.0, 0, 0, 0, 3, 0], dtype=grad.dtype)
    if (grad[:, :1] != grad).any():
        raise AnswerError(
            "the two columns of by_hand differ. The loss adds up both, so a lookup gives 1 to each."
        )
    given = grad[:, 0]
    if torch.equal(given, counts.clamp_max(1)):
        raise AnswerError(
            "you give 1 to each row that was read. Id 4 comes three times, and gradients of the "
            "same row add up."
        )
    if torch.equal(given, counts.roll(1)) or torch.equal(given, counts.roll(-1)):
        raise AnswerError("your counts stand one row off: id 0 is the first row, id 4 the fifth.")
    if torch.allclose(given * 4, counts) or torch.allclose(given * 8, counts):
        raise AnswerError("fractions come from a mean; this loss is the sum of all numbers.")
    if torch.equal(given, -counts):
        raise AnswerError(
            "the sizes are right and the signs are not: the loss grows with each of these numbers. "
            "Against the gradient goes the step."
        )
    if given[counts == 0].any():
        wrong = given.nonzero()[:, 0].tolist()
        raise AnswerError(
            f"you give a gradient to the rows {wrong}. Which of them are among the ids 4, 0, 4, 4?"
        )
    if not torch.equal(given, counts):
        raise AnswerError(
            f"row 0 has a gradient of {given[0]:g} and row 4 one of {given[4]:g}. The size of "
            "an id plays no part: count how often each is read."
        )


@checker(
    "Which row of the old table does the word need that now has id 0?",
    "For each new id, find the old one: `words.index(word) for word in alphabetical`. Indexing a "
    "weight with these takes its rows in the new order.",
    "The model reads with one weight and predicts with the other: move the rows of both, under "
    "`torch.no_grad()`, with `weight.copy_(weight[move])`.",
)
def repair(repair: object) -> str:
    """Exercise 3 of 18.4.2, Repair without training.

    Args:
        repair: A function of ``embedding``, ``head``, ``words`` and ``alphabetical``: two layers
            trained with the numbering ``words``, a list, which it changes in place so that they
            work with the numbering ``alphabetical``.
    """
    words = ["the", "cat", "sleeps", ".", "dog"]
    embedding, head = dnn.Embedding(5, 3), dnn.Linear(3, 5, bias=False)
    before = embedding.weight.detach().clone(), head.weight.detach().clone()
    inputs = embedding, head, list(words), sorted(words)
    run("repair", repair, *inputs, given=f"layers trained with words = {words}", in_place=True)
    after = embedding.weight.detach(), head.weight.detach()
    if any(new.shape != old.shape for new, old in zip(after, before, strict=True)):
        raise AnswerError("a weight has another shape than before: its rows are only to move.")
    same = [torch.equal(new, old) for new, old in zip(after, before, strict=True)]
    if all(same):
        raise AnswerError(
            "both weights are as they were. A new tensor or layer inside repair is not the "
            "model's: copy into the weights that you were given."
        )
    if same[1]:
        raise AnswerError(
            "the embedding was repaired and the head was not: the model reads alphabetical ids and "
            "still predicts the old ones."
        )
    if same[0]:
        raise AnswerError(
            "the head was repaired and the embedding was not: the model still takes alphabetical "
            "ids for the old ones when it reads."
        )
    for name, new, old in zip(("embedding", "head"), after, before, strict=True):
        _examine_rows(name, new, old, words)
    return "each word took its rows along, at both ends."


def _examine_rows(name: str, new: Tensor, old: Tensor, words: list[str]) -> None:
    alphabetical = sorted(words)
    held = [words[i] if e else "no word" for i, e in map(_found, [old == row for row in new])]
    if held == alphabetical:
        return
    place = next(i for i, word in enumerate(held) if word != alphabetical[i])
    if held[place] == "no word":
        raise AnswerError(
            f"row {place} of the {name} now holds numbers that were no word's row. A row moves as "
            "a whole."
        )
    came = f'row {place} of the {name} now holds the row of "{held[place]}"'
    if torch.equal(new, old[[alphabetical.index(word) for word in words]]):
        raise AnswerError(
            f'{came}, where "{alphabetical[place]}" is wanted: you moved the rows the opposite way.'
        )
    if lost := [word for word in words if word not in held]:
        raise AnswerError(
            f'{came}, and the row of "{lost[0]}" is gone: it was overwritten before it was moved. '
            "Read from a copy."
        )
    raise AnswerError(f'{came}, but id {place} is to be "{alphabetical[place]}".')


def _found(equal: Tensor) -> tuple[int, bool]:
    whole = equal.all(dim=1)
    return int(whole.int().argmax()), bool(whole.any())
