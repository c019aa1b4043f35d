"""Right and wrong answers to the exercises of 18.4.9."""

import torch
from torch import nn

from dnnlpy.exercises import check
from tests.exercises.check.given import Given


@torch.no_grad()
def moves_what_is_there(model, renumber):
    model.token_embed.weight[renumber] = model.token_embed.weight.clone()
    if model.lm_head.weight is not model.token_embed.weight:
        model.lm_head.weight[renumber] = model.lm_head.weight.clone()


@torch.no_grad()
def each_parameter_once(model, renumber):
    for weight in {model.token_embed.weight, model.lm_head.weight}:
        weight.copy_(weight[renumber.argsort()])


@torch.no_grad()
def only_the_embedding(model, renumber):
    model.token_embed.weight[renumber] = model.token_embed.weight.clone()


@torch.no_grad()
def only_the_head(model, renumber):
    model.lm_head.weight[renumber] = model.lm_head.weight.clone()


@torch.no_grad()
def both_names(model, renumber):
    for layer in (model.token_embed, model.lm_head):
        layer.weight[renumber] = layer.weight.clone()


@torch.no_grad()
def backwards(model, renumber):
    for weight in {model.token_embed.weight, model.lm_head.weight}:
        weight.copy_(weight[renumber])


@torch.no_grad()
def overwrites(model, renumber):
    for weight in {model.token_embed.weight, model.lm_head.weight}:
        for old, new in enumerate(renumber):
            weight[new] = weight[old]


def new_parameters(model, renumber):
    for layer in (model.token_embed, model.lm_head):
        layer.weight = nn.Parameter(layer.weight[renumber.argsort()])


@torch.no_grad()
def everything(model, renumber):
    for weight in {model.token_embed.weight, model.lm_head.weight, model.pos_embed.weight}:
        weight[renumber] = weight.clone()


def new_names(model, renumber):
    table = model.token_embed.weight[renumber.argsort()]
    head = model.lm_head.weight[renumber.argsort()]
    return table, head


def longer(model, renumber):
    for layer in (model.token_embed, model.lm_head):
        layer.weight = nn.Parameter(torch.cat([layer.weight, layer.weight[renumber]]))


def recording(model, renumber):
    model.token_embed.weight[renumber] = model.token_embed.weight.clone()


@torch.no_grad()
def the_norm_too(model, renumber):
    moves_what_is_there(model, renumber)
    model.final_norm.weight.zero_()


RIGHT = {
    check.move_rows: [moves_what_is_there, each_parameter_once],
    check.louder: [Given(127.2, 4.62), Given(torch.tensor(118.0), 5)],
}

WRONG = {
    check.move_rows: {
        "still writes the old ones": only_the_embedding,
        "still reads the old ones": only_the_head,
        "were moved twice": both_names,
        "went the other way": backwards,
        "rows are lost": overwrites,
        "has a Parameter of its own": new_parameters,
        "belong to places": everything,
        "both tables are as they were": new_names,
        "another shape": longer,
        "raised RuntimeError": recording,
        "something else has changed": the_norm_too,
    },
    check.louder: {
        "the other way round": Given(4.6, 127),
        "as quiet as before": Given(127, 127),
        "nothing can be known": Given(127, 0.1),
        "certain, but of a repetition": Given(0.0, 4.6),
        "the loss of a quiet table": Given(4.6, 4.6),
        "point nearly the same way": Given(11.3, 4.6),
        "takes the loudness out of h": Given(230, 4.6),
        "think of the own logit": Given(64, 4.6),
        "is to be a number": Given("much", 4.6),
    },
}
