"""Right and wrong answers to the exercises of 18.4.5."""

from itertools import combinations

import torch

from dnnlpy.exercises import check
from tests.exercises.check.given import Given


def grouped(model, key, least=2, **options):
    """Group the names of parameters by something that is the same of them."""
    groups = {}
    for name, parameter in model.named_parameters(**options):
        groups.setdefault(key(parameter), []).append(name)
    return [names for names in groups.values() if len(names) >= least]


def finds_ties(model):
    return grouped(model, id, remove_duplicate=False)


def compares_pairs(model):
    named = dict(model.named_parameters(remove_duplicate=False))
    groups = {frozenset(n for n in named if named[n] is p) for p in named.values()}
    return {group for group in groups if len(group) > 1}


def by_values(parameter):
    return tuple(parameter.flatten().tolist())


def pairs(model):
    return [pair for group in finds_ties(model) for pair in combinations(group, 2)]


def in_one_list(model):
    return [name for group in finds_ties(model) for name in group]


def knows_two_names(model):
    named = dict(model.named_parameters(remove_duplicate=False))
    ends = ["token_embed.weight", "lm_head.weight"]
    return [ends] if named.get(ends[0], 0) is named.get(ends[1], 1) else []


def symmetric(matrix):
    return (matrix + matrix.T) / 2


RIGHT = {
    check.look_alike: [
        Given("copy", True, False, False, 2),
        Given("copy", equal=torch.tensor(True), data_ptr=0 > 1, same_object=False, parameters=2.0),
    ],
    check.tied_names: [finds_ties, compares_pairs],
    check.symmetric_scores: [
        lambda table, matrix: table @ symmetric(matrix) @ table.T,
        lambda table, matrix: symmetric(table @ matrix @ table.T),
        lambda table, matrix: table @ (matrix.triu() + matrix.triu(1).T) @ table.T,
    ],
}

WRONG = {
    check.look_alike: {
        "a tie is made by assigning": Given("tie", True, True, True, 1),
        "an alias comes from assigning it": Given("alias", True, True, False, 2),
        "until the next step they are equal": Given("copy", False, False, False, 2),
        "memory of its own": Given("copy", True, True, False, 2),
        "no name was assigned": Given("copy", True, False, True, 2),
        "neither drops a parameter": Given("copy", True, False, False, 1),
        'this is "tied"': Given("tied", True, True, True, 1),
        "is to be True or False": Given("copy", "yes", "no", "no", 2),
    },
    check.tied_names: {
        "lists a Parameter only once": lambda model: grouped(model, id),
        "two Parameters are trained apart": lambda model: grouped(
            model, by_values, remove_duplicate=False
        ),
        "each stepped by the optimiser": lambda model: grouped(
            model, lambda parameter: parameter.data_ptr(), remove_duplicate=False
        ),
        "the same shape is not enough": lambda model: grouped(
            model, lambda parameter: parameter.shape, remove_duplicate=False
        ),
        "with one name is not tied": lambda model: grouped(model, id, 1, remove_duplicate=False),
        "not pairs": pairs,
        "other names than token_embed": knows_two_names,
        "all names in one list": lambda model: [
            name for group in finds_ties(model) for name in group
        ],
        "came back with a bool": lambda model: bool(finds_ties(model)),
        "two ties, not one": lambda model: [names for names in [in_one_list(model)] if names],
        "to hold names": lambda model: [[model]],
        "wanted is": lambda model: finds_ties(model)[:1],
    },
    check.symmetric_scores: {
        "That is the matrix as it was": lambda table, matrix: table @ matrix @ table.T,
        "twice the symmetric part": lambda table, matrix: table @ (matrix + matrix.T) @ table.T,
        "matrices are M M.T": lambda table, matrix: table @ matrix @ matrix.T @ table.T,
        "only the diagonal": lambda table, matrix: table @ matrix.diag().diag() @ table.T,
        "no part in them": lambda table, matrix: table @ table.T,
        "the rows after the middle": lambda table, matrix: table @ symmetric(matrix),
        "you return shape (8, 8)": lambda table, matrix: symmetric(matrix),
        "cut off from": lambda table, matrix: (table @ symmetric(matrix) @ table.T).detach(),
        "makes them the same": lambda table, matrix: table @ matrix.tril() @ table.T,
        "which they are not": lambda table, matrix: table @ symmetric(matrix).exp() @ table.T,
        "return a tensor": lambda table, matrix: "S[i, j] = S[j, i]",
    },
}
