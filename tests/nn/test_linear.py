"""dnn.Linear: one inner product per output."""

import pytest
import torch
from torch import nn

import dnnlpy.nn as dnn
from tests.formulas import assert_agree, linear


@pytest.mark.parametrize("bias", [True, False])
def test_it_agrees_with_its_formula(bias):
    layer = dnn.Linear(3, 5, bias=bias).double()
    input = torch.randn(2, 4, 3, dtype=torch.float64)
    plain = lambda x: linear(x, layer.weight, layer.bias)  # noqa: E731
    assert_agree(layer, plain, input, list(layer.parameters()))


@pytest.mark.parametrize("bias", [True, False])
def test_one_seed_gives_the_layer_that_torch_would_draw(bias):
    torch.manual_seed(3)
    theirs = nn.Linear(6, 4, bias=bias)
    torch.manual_seed(3)
    ours = dnn.Linear(6, 4, bias=bias)
    assert repr(ours) == repr(theirs)
    assert ours.state_dict().keys() == theirs.state_dict().keys()
    for name, values in theirs.state_dict().items():
        torch.testing.assert_close(ours.state_dict()[name], values, rtol=0, atol=1e-7)


def test_the_weight_is_out_by_in_so_that_a_head_looks_like_a_table():
    assert dnn.Linear(4, 10, bias=False).weight.shape == dnn.Embedding(10, 4).weight.shape


def test_it_stands_among_layers_of_torch():
    model = nn.Sequential(nn.Linear(3, 4), dnn.GELU(), dnn.Linear(4, 2), nn.LayerNorm(2))
    model(torch.randn(5, 3)).sum().backward()
    assert all(parameter.grad is not None for parameter in model.parameters())


def test_an_input_of_another_width_is_refused():
    with pytest.raises(ValueError, match=r"must be in_features=4 wide, got shape \(2, 3\): build"):
        dnn.Linear(4, 10)(torch.zeros(2, 3))


def test_an_input_of_another_type_is_refused():
    with pytest.raises(TypeError, match=r"float64 but the weight is torch\.float32: cast the"):
        dnn.Linear(4, 10)(torch.zeros(2, 4, dtype=torch.float64))


def test_any_other_error_of_torch_passes_through():
    layer = dnn.Linear(4, 10)
    layer.bias = nn.Parameter(torch.zeros(7))
    with pytest.raises(RuntimeError, match="size"):
        layer(torch.zeros(2, 4))


def test_autocast_may_mix_types():
    with torch.autocast("cpu", dtype=torch.bfloat16):
        assert dnn.Linear(4, 10)(torch.zeros(2, 4, dtype=torch.bfloat16)).dtype == torch.bfloat16


def test_sizes_are_checked_by_name():
    with pytest.raises(ValueError, match="in_features must be at least 1, got 0"):
        dnn.Linear(0, 2)
    with pytest.raises(ValueError, match="out_features must be at least 1, got 0"):
        dnn.Linear(2, 0)
