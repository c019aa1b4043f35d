"""The exercises of 18.4.5: a line that looks like a tie, every tie of a model, and the ring."""

import copy

import torch
from torch import Tensor, nn

import dnnlpy.nn as dnn
from dnnlpy.exercises.answers import kind, number, run, truth
from dnnlpy.exercises.checker import AnswerError, checker


@checker(
    "Does the line assign a Parameter, or write numbers into one?",
    "`copy_` writes into memory that the head already has; nothing is shared afterwards.",
    'Equal numbers, two places in memory, two objects: it is the line "copied" of the table.',
)
def look_alike(
    which: object, equal: object, data_ptr: object, same_object: object, parameters: object
) -> str:
    """Exercise 1 of 18.4.5, A line that looks right.

    Args:
        which: "tie", "copy" or "alias".
        equal: Whether the two weights are equal, number for number: True or False.
        data_ptr: Whether they have the same data pointer.
        same_object: Whether one *is* the other.
        parameters: How many parameters the model has.
    """
    if not isinstance(which, str) or which not in ("tie", "copy", "alias"):
        said = f'"{which}"' if isinstance(which, str) else kind(which)
        raise AnswerError(f'say "tie", "copy" or "alias" first; this is {said}.')
    if which == "tie":
        raise AnswerError(
            "a tie is made by assigning the Parameter. `.copy_` leaves two Parameters and writes "
            "the numbers of one into the other."
        )
    if which == "alias":
        raise AnswerError(
            "`.data` is in the line, but an alias comes from assigning it, `a.data = b.data`. "
            "`.data.copy_` writes into memory that the head keeps for itself."
        )
    if not truth("equal", equal):
        raise AnswerError("the numbers were just copied: until the next step they are equal.")
    if truth("data_ptr", data_ptr):
        raise AnswerError("a copy has memory of its own, so the two data pointers differ.")
    if truth("same_object", same_object):
        raise AnswerError(
            "no name was assigned: the head still has the Parameter it was born with."
        )
    if number("parameters", parameters) != 2:
        raise AnswerError(
            f"{parameters} is not their number. The line neither drops a parameter nor makes one: "
            "there are the table and the head's weight."
        )
    return "equal numbers in two places. The first step drives them apart."


class _TwoEnds(nn.Module):
    def __init__(self, kind: str) -> None:
        super().__init__()
        self.token_embed = dnn.Embedding(5, 3)
        self.lm_head = dnn.Linear(3, 5, bias=False)
        table = self.token_embed.weight
        if kind == "tied":
            self.lm_head.weight = table
        if kind == "copied":
            self.lm_head.weight = nn.Parameter(table.detach().clone())
        if kind == "aliased":
            self.lm_head.weight = nn.Parameter(torch.empty_like(table))
            self.lm_head.weight.data = table.data


def _translator() -> nn.Module:
    """Three tables that are one, under names of their own, and a tie of two norms."""
    parts = {"source": dnn.Embedding(5, 3), "target": dnn.Embedding(5, 3)}
    model = nn.ModuleDict({**parts, "score": dnn.Linear(3, 5, bias=False)})
    model["target"].weight = model["score"].weight = parts["source"].weight
    model["first_norm"], model["last_norm"] = (nn.LayerNorm(3, bias=False) for _ in range(2))
    model["last_norm"].weight = model["first_norm"].weight
    return model


_ENDS = [["token_embed.weight", "lm_head.weight"]]
_THREE = ["source.weight", "target.weight", "score.weight"]


@checker(
    "`named_parameters(remove_duplicate=False)` gives pairs of name and Parameter. When do two "
    "names mean the same Parameter?",
    "Equal values are a copy, equal addresses an alias: collect the names by `id(parameter)`.",
    "In a dictionary from `id(parameter)` to a list of names, keep the lists of two or more.",
)
def tied_names(tied_names: object) -> str:
    """Exercise 2 of 18.4.5, Find every tie.

    Args:
        tied_names: A function of a model that returns a list of groups, one for each Parameter that
            has two or more names; a group is a list of these names.
    """
    cases: dict[str, tuple[nn.Module, list[list[str]]]] = {
        "a tied model": (_TwoEnds("tied"), _ENDS),
        "an untied model": (_TwoEnds("untied"), []),
        "a copied model": (_TwoEnds("copied"), []),
        "an aliased model": (_TwoEnds("aliased"), []),
        "a deepcopy of a tied model": (copy.deepcopy(_TwoEnds("tied")), _ENDS),
        "a translator with one table under three names and one norm under two": (
            _translator(),
            [_THREE, ["first_norm.weight", "last_norm.weight"]],
        ),
    }
    for given, (model, wanted) in cases.items():
        groups = _groups(run("tied_names", tied_names, model, given=given), given)
        found, expected = {frozenset(g) for g in groups}, {frozenset(g) for g in wanted}
        if found != expected:
            raise AnswerError(f"given {given}, you return {groups}: {_why(given, found, expected)}")
    return "it finds what is one Parameter under several names, and no look-alike."


def _groups(answer: object, given: str) -> list[list[str]]:
    if not isinstance(answer, list | tuple | set):
        raise AnswerError(
            f"given {given}, tied_names came back with {kind(answer)}. Return a list of groups."
        )
    if any(isinstance(group, str) for group in answer):
        raise AnswerError(
            f"given {given}, you return {list(answer)}, all names in one list. A model can have "
            "several ties: put the names of each into a list of their own."
        )
    groups = [list(g) if isinstance(g, list | tuple | set | frozenset) else [g] for g in answer]
    if not all(isinstance(name, str) for group in groups for name in group):
        raise AnswerError(f"given {given}, a group is to hold names, the texts, and nothing else.")
    return groups


def _why(given: str, found: set[frozenset[str]], expected: set[frozenset[str]]) -> str:
    if any(len(group) < 2 for group in found):
        return "a Parameter with one name is not tied to anything. Keep groups of two or more."
    if not found and "translator" in given:
        return "the tie is there under other names than token_embed and lm_head."
    if not found:
        return "the tie was missed. By default `named_parameters` lists a Parameter only once."
    if given == "a copied model":
        return "the values are equal now, but two Parameters are trained apart."
    if given == "an aliased model":
        return "one memory, but two Parameters, each stepped by the optimiser. Ask for the object."
    if given == "an untied model":
        return "these are two Parameters; the same shape is not enough."
    three = frozenset(_THREE)
    if any(group < three for group in found):
        return "three names mean one Parameter here, so they are one group, not pairs."
    if any(group > three for group in found):
        return "table and norm are two ties, not one."
    return f"wanted is {sorted(sorted(group) for group in expected)}."


@checker(
    "Every square matrix has a symmetric part. Which combination of M and its transpose is it?",
    "With M' = (M + M.T) / 2 between the ends, the score of j after i is E_i · M' E_j.",
    "As a product of matrices: `table @ (matrix + matrix.T) / 2 @ table.T`.",
)
def symmetric_scores(symmetric_scores: object) -> str:
    """Exercise 3 of 18.4.5, How strong must the middle be?

    Args:
        symmetric_scores: A function of ``table`` (V, D) and ``matrix`` (D, D) that returns the
            scores (V, V) of a tied model with the symmetric part of ``matrix`` between its ends.
    """
    table, matrix = torch.randn(3, 8), torch.randn(8, 8)
    scores = _scores(symmetric_scores, table, matrix, "any matrix")
    if not torch.allclose(scores, scores.T, atol=1e-4):
        came = f"after 0, token 1 scores {scores[0, 1]:.2f}; after 1, token 0 {scores[1, 0]:.2f}"
        if torch.allclose(scores, table @ matrix @ table.T, atol=1e-4):
            raise AnswerError(f"{came}. That is the matrix as it was; take its symmetric part.")
        raise AnswerError(f"{came}. A symmetric matrix in the middle makes them the same.")
    symmetric = matrix + matrix.T
    scores = _scores(symmetric_scores, table, symmetric, "a matrix that is symmetric already")
    wanted = table @ symmetric @ table.T
    for other, why in (
        (2 * wanted, "they are twice as large: M + M.T is twice the symmetric part."),
        (
            table @ symmetric @ symmetric @ table.T,
            "only some symmetric matrices are M M.T: with such a one, no token can score itself "
            "below zero.",
        ),
        (
            table @ symmetric.diag().diag() @ table.T,
            "only the diagonal was kept. It is symmetric, but a symmetric matrix may have more.",
        ),
        (table @ table.T, "the matrix has no part in them."),
    ):
        if torch.allclose(scores, other, atol=1e-3):
            raise AnswerError(f"the scores are symmetric, but {why}")
    if not torch.allclose(scores, wanted, atol=1e-3):
        raise AnswerError(
            "the scores are symmetric, but of a matrix that is symmetric already they should be "
            "table @ matrix @ table.T, which they are not."
        )
    trained = table.clone().requires_grad_(), matrix.clone().requires_grad_()
    if not _scores(symmetric_scores, *trained, "two Parameters").requires_grad:
        raise AnswerError("the scores are cut off from table and matrix, so neither would learn.")
    return "S[i, j] = S[j, i] whatever the matrix: the ring's contradiction stands."


def _scores(function: object, table: Tensor, matrix: Tensor, given: str) -> Tensor:
    V, D = table.shape
    scores = run("symmetric_scores", function, table, matrix, given=given)
    if not isinstance(scores, Tensor):
        raise AnswerError(f"symmetric_scores came back with {kind(scores)}; return a tensor.")
    if scores.shape == (V, D):
        raise AnswerError(
            f"you return shape ({V}, {D}), the rows after the middle. Score each against all rows "
            "of the table."
        )
    if scores.shape != (V, V):
        raise AnswerError(
            f"given a table of {V} rows, you return shape {tuple(scores.shape)}. Each token scores "
            f"each: ({V}, {V})."
        )
    return scores
