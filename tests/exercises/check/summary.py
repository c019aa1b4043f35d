"""Right and wrong answers to the exercise of 18.4.10 that asks for tests."""

import torch
import torch.nn.functional as F

from dnnlpy.exercises import check

IDS = torch.tensor([[3, 1, 4, 1, 5, 9, 2, 6], [2, 7, 1, 8, 2, 8, 1, 8]])


def aliased(model):
    return model.lm_head.weight is not model.token_embed.weight


def biased(model):
    return model.lm_head.bias is not None


def too_many_places(model):
    return len(model.pos_embed.weight) != 8


def unshifted(model):
    repeats = F.cross_entropy(model(IDS).flatten(0, 1), IDS.flatten())
    return torch.isclose(model.loss(IDS), repeats)


def takes_a_long_text(model):
    try:
        return model(torch.zeros(1, 30, dtype=torch.long)).shape == (1, 30, 50)
    except IndexError:
        return False


def has_more_than_a_weight(model):
    return len(list(model.lm_head.parameters())) > 1


def parts_in_float64(model):
    model.double()
    with torch.no_grad():
        model.token_embed.weight.add_(1)
    return not torch.equal(model.token_embed.weight, model.lm_head.weight)


RIGHT = {
    check.giveaways: [
        [aliased, biased, too_many_places, unshifted],
        (unshifted, takes_a_long_text, has_more_than_a_weight, parts_in_float64),
    ]
}

WRONG = {
    check.giveaways: {
        "you give 3 tests": [aliased, biased, unshifted],
        "this is a function": aliased,
        "test 1 says True of a model without": [
            lambda model: torch.equal(model.lm_head.weight, model.token_embed.weight),
            biased,
            too_many_places,
            unshifted,
        ],
        "test 1 says False of the model of": [
            lambda model: model.lm_head.weight.data_ptr() != model.token_embed.weight.data_ptr(),
            biased,
            too_many_places,
            unshifted,
        ],
        "Only `is` tells": [biased, biased, too_many_places, unshifted],
        "no row of the table has": [aliased, aliased, too_many_places, unshifted],
        "a sequence that is too long": [aliased, biased, aliased, unshifted],
        "very id that it has read": [aliased, biased, too_many_places, biased],
        "not while it is all zeros": [
            aliased,
            lambda model: biased(model) and model.lm_head.bias.any(),
            too_many_places,
            unshifted,
        ],
        "one of yes or no": [aliased, lambda model: model.lm_head.bias, too_many_places, unshifted],
        "raised AttributeError": [lambda model: model.head, biased, too_many_places, unshifted],
    }
}
