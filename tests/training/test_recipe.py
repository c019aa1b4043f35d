"""The recipe: its ranges, its learning rate and its optimiser."""

import math

import pytest
import torch

import dnnlpy.models.gpt as gpt
from dnnlpy.training.recipe import Recipe

RECIPE = Recipe(steps=100, evaluate_every=50, peak_rate=0.5, warm_up=0.1)


def test_the_rate_rises_in_a_straight_line_to_the_peak():
    assert [RECIPE.rate(step) for step in (0, 4, 9)] == pytest.approx([0.05, 0.25, 0.5])


def test_then_it_falls_along_half_a_cosine_to_zero():
    halfway = 10 + 90 // 2
    assert RECIPE.rate(10) == pytest.approx(0.5)
    assert RECIPE.rate(halfway) == pytest.approx(0.25)
    assert RECIPE.rate(10 + 30) == pytest.approx(0.25 * (1 + math.cos(math.pi / 3)))
    assert RECIPE.rate(100) == pytest.approx(0)


def test_without_warm_up_the_rate_starts_at_the_peak():
    assert Recipe(steps=10, evaluate_every=10, warm_up=0).rate(0) == pytest.approx(3e-3)


@pytest.mark.parametrize("tied", [True, False])
def test_each_parameter_is_in_one_group_and_only_matrices_decay(tied):
    model = gpt.MiniGPT(vocab_size=11, block_size=4, embed_dim=8, num_layers=1, weight_tying=tied)
    decays = {}
    for group in RECIPE.optimiser(model).param_groups:
        for parameter in group["params"]:
            assert id(parameter) not in decays
            decays[id(parameter)] = group["weight_decay"]
    expected = {id(p): 0.1 if p.dim() == 2 else 0.0 for p in model.parameters()}
    assert decays == expected


def test_frozen_parameters_are_left_out():
    layer = torch.nn.Linear(2, 2)
    layer.bias.requires_grad_(False)
    groups = RECIPE.optimiser(layer).param_groups
    assert [p is layer.weight for group in groups for p in group["params"]] == [True]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"steps": 0}, "steps must be above 0, got 0"),
        ({"clip_norm": -1.0}, "clip_norm must be above 0, got -1.0"),
        ({"peak_rate": math.nan}, "peak_rate must be above 0, got nan"),
        ({"warm_up": 1.0}, "warm_up must be a share"),
        ({"weight_decay": -0.1}, "weight_decay 0 or more"),
        ({"steps": 60}, "evaluate_every must divide steps, got 50 and 60"),
    ],
)
def test_numbers_out_of_range_are_refused(change, message):
    with pytest.raises(ValueError, match=message):
        Recipe(**({"steps": 100} | change))
