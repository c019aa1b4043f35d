"""Right and wrong answers to the exercises of 18.4.8."""

import math
from collections import Counter

import torch
import torch.nn.functional as F
from torch import nn

import dnnlpy.models.gpt as gpt
from dnnlpy.exercises import check
from tests.exercises.check.given import Given


def smoothed(train, V):
    counts = torch.bincount(train, minlength=V) + 1
    return counts / counts.sum()


def of_frequencies(train, valid, V):
    return -smoothed(train, V).log()[valid[1:]].mean()


def by_counting(train, valid, V):
    counts = Counter(train.tolist())
    total = len(train) + V
    return sum(math.log(total / (counts[i] + 1)) for i in valid.tolist()) / len(valid)


def by_cross_entropy(train, valid, V):
    log_p = smoothed(train, V).log().expand(len(valid) - 1, V)
    return F.cross_entropy(log_p, valid[1:]).item()


def without_adding(train, valid, V):
    p = torch.bincount(train, minlength=V) / len(train)
    return -p.log()[valid[1:]].mean()


def one_more_than_all(train, valid, V):
    p = (torch.bincount(train, minlength=V) + 1) / len(train)
    return -p.log()[valid[1:]].mean()


def with_weight(assign, weight_tying=False):
    model = gpt.MiniGPT(10, 8, 8, 1, 2, 16, weight_tying=weight_tying)
    assign(model)
    return model


def by_data(model):
    model.lm_head.weight.data = model.token_embed.weight.data


def by_a_parameter(model):
    model.token_embed.weight = nn.Parameter(model.lm_head.weight.detach())


def by_copying(model):
    model.lm_head.weight.data.copy_(model.token_embed.weight.data)


def frozen(model):
    by_data(model)
    model.lm_head.weight.requires_grad_(False)


RIGHT = {
    check.too_loud: [Given(31.2, 4.7), Given(torch.tensor(29.0), 5)],
    check.frequency_loss: [of_frequencies, by_counting, by_cross_entropy],
    check.aliased: [with_weight(by_data), with_weight(by_a_parameter)],
}

WRONG = {
    check.too_loud: {
        "the other way round": Given(4.7, 31),
        "as quiet as before": Given(31, 31),
        "nothing can be known": Given(31, 0.5),
        "certain, but of a repetition": Given(0.0, 4.6),
        "the loss of a quiet table": Given(4.6, 4.6),
        "point nearly the same way": Given(5.7, 4.6),
        "takes the loudness out of h": Given(230, 4.6),
        "think of the own logit": Given(16, 4.6),
        "is to be a number": Given(31, None),
    },
    check.frequency_loss: {
        "the loss is infinite": without_adding,
        "the sign": lambda *given: -of_frequencies(*given),
        "that is in bits": lambda *given: of_frequencies(*given) / math.log(2),
        "that is the perplexity": lambda *given: of_frequencies(*given).exp(),
        "the sum over all ids": lambda train, valid, V: -smoothed(train, V).log()[valid[1:]].sum(),
        "of valid_ids themselves": lambda train, valid, V: of_frequencies(valid, valid, V),
        "logarithms of counts": lambda train, valid, V: (
            -(torch.bincount(train, minlength=V) + 1).log()[valid[1:]].mean()
        ),
        "more than 1": one_more_than_all,
        "no share of mistakes": lambda train, valid, V: 1 - smoothed(train, V)[valid[1:]].mean(),
        "knowing nothing": lambda train, valid, V: math.log(V),
        "that is the entropy": lambda train, valid, V: (
            -(smoothed(train, V) * smoothed(train, V).log()).sum()
        ),
        "raised IndexError": lambda train, valid, V: (
            -(torch.bincount(train) / len(train)).log()[valid].mean()
        ),
        "and 1.": lambda train, valid, V: of_frequencies(train, valid, V + 5),
        "is to be a number": lambda train, valid, V: smoothed(train, V),
    },
    check.aliased: {
        "this is a tie": with_weight(lambda model: None, weight_tying=True),
        "a copy, which": with_weight(by_copying),
        "these are two tables": with_weight(lambda model: None),
        "so it takes no step": with_weight(frozen),
        "pass the model": gpt.MiniGPT,
        "to look at": nn.Linear(2, 2),
    },
}
