"""Right and wrong answers to the exercises of 18.4.2."""

import torch
from torch import nn

import dnnlpy.nn as dnn
from dnnlpy.exercises import check
from tests.exercises.check.given import Given, filled


def with_a_new_parameter(embedding):
    layer = nn.Linear(embedding.num_embeddings, embedding.embedding_dim, bias=False)
    layer.weight = nn.Parameter(embedding.weight.detach().T.clone())
    return layer


def of_one_size(embedding):
    layer = nn.Linear(5, 3, bias=False)
    layer.weight.data = embedding.weight.detach().T
    return layer


def turned_if_it_does_not_fit(embedding):
    E = embedding.weight
    return filled(E if E.shape[0] == E.shape[1] else E.T)


def changes_the_embedding(embedding):
    nn.init.zeros_(embedding.weight)
    return filled(embedding.weight.T)


def counts(*numbers):
    return torch.tensor(numbers)[:, None].expand(-1, 2)


GRADIENT = counts(1.0, 0, 0, 0, 3, 0)


def moved(words, alphabetical):
    return torch.tensor([words.index(word) for word in alphabetical])


@torch.no_grad()
def takes_rows(embedding, head, words, alphabetical):
    for layer in (embedding, head):
        layer.weight.copy_(layer.weight[moved(words, alphabetical)])


@torch.no_grad()
def multiplies(embedding, head, words, alphabetical):
    order = torch.eye(len(words))[moved(words, alphabetical)]
    embedding.weight.data = order @ embedding.weight
    head.weight = nn.Parameter(order @ head.weight)


@torch.no_grad()
def only_the_embedding(embedding, head, words, alphabetical):
    embedding.weight.copy_(embedding.weight[moved(words, alphabetical)])


@torch.no_grad()
def only_the_head(embedding, head, words, alphabetical):
    head.weight.copy_(head.weight[moved(words, alphabetical)])


@torch.no_grad()
def the_opposite_way(embedding, head, words, alphabetical):
    for layer in (embedding, head):
        layer.weight.copy_(layer.weight[moved(alphabetical, words)])


@torch.no_grad()
def overwrites(embedding, head, words, alphabetical):
    for layer in (embedding, head):
        for new, old in enumerate(moved(words, alphabetical)):
            layer.weight[new] = layer.weight[old]


@torch.no_grad()
def turns_them_round(embedding, head, words, alphabetical):
    for layer in (embedding, head):
        layer.weight.copy_(layer.weight.flip(0))


@torch.no_grad()
def sorts_each_column(embedding, head, words, alphabetical):
    for layer in (embedding, head):
        layer.weight.copy_(layer.weight.sort(dim=0).values)


@torch.no_grad()
def of_nine_words(embedding, head, words, alphabetical):
    embedding.weight.copy_(torch.eye(9) @ embedding.weight)


def makes_new_ones(embedding, head, words, alphabetical):
    order = moved(words, alphabetical)
    embedding, head = embedding.weight[order], head.weight[order]


def without_no_grad(embedding, head, words, alphabetical):
    embedding.weight.copy_(embedding.weight[moved(words, alphabetical)])


def makes_them_longer(embedding, head, words, alphabetical):
    embedding.weight = nn.Parameter(torch.cat([embedding.weight, embedding.weight]))


RIGHT = {
    check.as_linear: [lambda embedding: filled(embedding.weight.T), with_a_new_parameter],
    check.lookup_gradient: [
        Given(GRADIENT, [0, 4], [0, 4]),
        Given(GRADIENT.tolist(), {4, 0}, torch.tensor([4, 0])),
        Given(GRADIENT.numpy(), (4, 0, 4, 4), range(0, 5, 4)),
    ],
    check.repair: [takes_rows, multiplies],
}

WRONG = {
    check.as_linear: {
        "rather a head": lambda embedding: filled(embedding.weight),
        "has a bias": lambda embedding: filled(embedding.weight.T, bias=True),
        "hands out the columns of E": turned_if_it_does_not_fit,
        "cut anew into rows": lambda e: filled(e.weight.reshape(e.weight.shape[::-1])),
        "copied into the layer": lambda e: dnn.Linear(*e.weight.shape, bias=False),
        "came back with an Embedding": lambda embedding: embedding,
        "came back with a tensor": lambda embedding: embedding.weight.T,
        "changed the embedding": changes_the_embedding,
        "came back with an ndarray": lambda embedding: embedding.weight.detach().numpy().T,
        "Pass as_linear itself": filled(torch.ones(3, 5)),
        "still says so": of_one_size,
        "copy them as they are": lambda embedding: filled(embedding.weight.T).double(),
        "parameters that the exercise names": lambda: None,
    },
    check.lookup_gradient: {
        "gradients of the same row add up": Given(counts(1, 0, 0, 0, 1, 0), [0, 4], [0, 4]),
        "the gradient of what comes out": Given(torch.ones(4, 2), [0, 4], [0, 4]),
        "has the shape (6,)": Given([1, 0, 0, 0, 3, 0], [0, 4], [0, 4]),
        "one row off": Given(counts(0, 1, 0, 0, 0, 3), [1, 5], [1, 5]),
        "fractions come from a mean": Given(GRADIENT / 8, [0, 4], [0, 4]),
        "the two columns": Given([[1, 0], [0, 0], [0, 0], [0, 0], [3, 0], [0, 0]], [0], [0]),
        "are among the ids": Given(counts(1, 1, 1, 1, 3, 1), [0, 4], [0, 4]),
        "an id plays no part": Given(counts(0, 0, 0, 0, 12, 0), [4], [4]),
        "Only weight decay": Given(GRADIENT, [0, 1, 2, 3, 4, 5], [0, 4]),
        "leaves out [0]": Given(GRADIENT, [4], [4]),
        "That is SGD": Given(GRADIENT, [0, 4], []),
        "the running average is zero": Given(GRADIENT, [0, 4], [0, 1, 2, 3, 4, 5]),
        "the optimiser remembers both": Given(GRADIENT, [0, 4], [4]),
        "and this is a str.": Given(GRADIENT, "0 and 4", [0, 4]),
        "a list that holds a bool": Given(GRADIENT, [True, False, False, False, True, False], []),
        "Against the gradient": Given(-GRADIENT, [0, 4], [0, 4]),
    },
    check.repair: {
        "the embedding was repaired": only_the_embedding,
        "the head was repaired": only_the_head,
        "the opposite way": the_opposite_way,
        "overwritten before it was moved": overwrites,
        "both weights are as they were": makes_new_ones,
        'but id 0 is to be "."': turns_them_round,
        "Write into a weight under": without_no_grad,
        "another shape": makes_them_longer,
        "were no word's row": sorts_each_column,
        "sizes in the middle": of_nine_words,
    },
}
