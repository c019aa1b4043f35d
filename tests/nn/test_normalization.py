"""dnn.LayerNorm: mean 0, variance 1, then scale and shift."""

import pytest
import torch
from torch import nn

import dnnlpy.nn as dnn
from tests.formulas import assert_agree, layer_norm, perturb


@pytest.mark.parametrize("bias", [True, False])
def test_it_agrees_with_its_formula(bias):
    layer = dnn.LayerNorm(6, bias=bias).double()
    perturb(layer)
    input = torch.randn(2, 4, 6, dtype=torch.float64)
    plain = lambda x: layer_norm(x, layer.weight, layer.bias)  # noqa: E731
    assert_agree(layer, plain, input, list(layer.parameters()))


def test_eps_is_one_hundred_thousandth_and_lies_inside_the_root():
    small = torch.tensor([[-1e-3, 1e-3]], dtype=torch.float64)  # variance 1e-6
    expected = 1e-3 / (1e-6 + 1e-5) ** 0.5
    torch.testing.assert_close(
        dnn.LayerNorm(2).double()(small), torch.tensor([[-expected, expected]]).double()
    )
    other = 1e-3 / (1e-6 + 1e-2) ** 0.5
    torch.testing.assert_close(
        dnn.LayerNorm(2, eps=1e-2).double()(small), torch.tensor([[-other, other]]).double()
    )


def test_a_constant_vector_becomes_the_bias():
    layer = dnn.LayerNorm(3)
    assert torch.equal(layer(torch.full((1, 3), 7.0)), torch.zeros(1, 3))


def test_it_starts_and_is_stored_as_torch_has_it():
    ours, theirs = dnn.LayerNorm(4), nn.LayerNorm(4)
    input = torch.randn(3, 4)
    assert ours.state_dict().keys() == theirs.state_dict().keys()
    assert torch.equal(ours(input), theirs(input))
    assert repr(ours) == "LayerNorm(4, eps=1e-05, bias=True)"


def test_bad_arguments_are_refused():
    with pytest.raises(ValueError, match="embed_dim must be at least 1, got 0"):
        dnn.LayerNorm(0)
    with pytest.raises(ValueError, match=r"eps must be above 0, got 0\.0: pass a small number"):
        dnn.LayerNorm(3, eps=0.0)
