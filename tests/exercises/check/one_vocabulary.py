"""Right and wrong answers to the exercises of 18.4.1."""

import numpy as np
import torch
from torch import nn

import dnnlpy.nn as dnn
from dnnlpy.exercises import check
from tests.exercises.check.given import Given, filled

HIDDEN, LOGITS = 6_291_456, 411_705_344


def with_a_new_parameter(stored):
    head = nn.Linear(*stored.shape, bias=False)
    head.weight = nn.Parameter(stored.T.contiguous())
    return head


def turned_if_it_does_not_fit(stored):
    fits = stored.shape == (stored.shape[1], stored.shape[0])
    return filled(stored if fits else stored.T)


def copied_as_it_is(stored):
    head = dnn.Linear(*stored.shape, bias=False)
    head.weight.data.copy_(stored)
    return head


def without_a_parameter(stored):
    head = dnn.Linear(*stored.shape, bias=False)
    head.weight = stored.T
    return head


def unfilled(stored):
    filled(stored.T)
    return dnn.Linear(*stored.shape, bias=False)


RIGHT = {
    check.way_out: [
        Given(HIDDEN, LOGITS, 1.53),
        Given(torch.tensor(HIDDEN), np.int64(LOGITS), logit_gib=LOGITS * 4 / 2**30),
    ],
    check.head_from: [lambda stored: filled(stored.T), with_a_new_parameter],
    check.one_table: [Given("English in", "English out"), Given("english out ", "English in")],
}

WRONG = {
    check.way_out: {
        "the other way round": Given(LOGITS, HIDDEN, 1.53),
        "are in the weight of the head": Given(HIDDEN, 50257 * 768, 0.14),
        "leaves out the batch of 8": Given(1024 * 768, LOGITS, 1.53),
        "leaves out the 1,024 positions": Given(HIDDEN, 8 * 50257, 1.53),
        "leaves out batch and positions": Given(HIDDEN, 50257, 1.53),
        "not the product": Given(HIDDEN, 8 * 1000 * 50257, 1.5),
        "GB of 10**9": Given(HIDDEN, LOGITS, 1.65),
        "counts one byte": Given(HIDDEN, LOGITS, 0.38),
        "in MiB": Given(HIDDEN, LOGITS, 1570.5),
        "in bytes": Given(HIDDEN, LOGITS, LOGITS * 4),
        "counts 8 bytes": Given(HIDDEN, LOGITS, 3.07),
        "give two decimals": Given(HIDDEN, LOGITS, 2),
        "this is a str": Given(HIDDEN, LOGITS, "1.53 GiB"),
    },
    check.head_from: {
        "must be turned or cut": copied_as_it_is,
        "Wrap the tensor": without_a_parameter,
        "has a bias": lambda stored: filled(stored.T, bias=True),
        "weight has the shape": filled,
        "In a square": turned_if_it_does_not_fit,
        "cut anew into rows": lambda stored: filled(stored.reshape(stored.shape[::-1])),
        "does not hold the numbers": unfilled,
        "weight is no stored.T": lambda stored: filled(stored.T.flip(0)),
        "came back with a tensor": lambda stored: stored.T,
        "work on x.clone()": lambda stored: filled(stored.mul_(2).T),
    },
    check.one_table: {
        "looked up, but in different languages": Given("German in", "English in"),
        "as in a GPT": Given("English out", "German in"),
        "is one table already": Given("English out", "English out"),
        'no table "German out"': Given("German in", "German out"),
        "call it as": Given("German in", "English in", "English out"),
        "this is a tuple": Given((30, 4), (20, 4)),
    },
}
