"""dnn.MLP: widen, bend, narrow."""

import pytest
import torch

import dnnlpy.nn as dnn
from tests.formulas import assert_agree, mlp


@pytest.mark.parametrize("bias", [True, False])
def test_it_agrees_with_its_formula(bias):
    layer = dnn.MLP(4, 10, bias=bias).double()
    input = torch.randn(2, 3, 4, dtype=torch.float64)
    assert_agree(layer, lambda x: mlp(layer, x), input, list(layer.parameters()))


def test_each_position_is_on_its_own():
    layer = dnn.MLP(4, 10)
    x = torch.randn(1, 5, 4)
    torch.testing.assert_close(layer(x)[:, 2], layer(x[:, 2]))


def test_dropout_is_for_training_only():
    layer = dnn.MLP(4, 10, dropout=0.5)
    x = torch.randn(20, 4)
    assert abs((layer(x) == 0).double().mean().item() - 0.5) < 0.15
    layer.eval()
    assert not (layer(x) == 0).any()


def test_bad_arguments_are_refused():
    with pytest.raises(ValueError, match="hidden_dim must be at least 1, got 0"):
        dnn.MLP(4, 0)
    with pytest.raises(ValueError, match="embed_dim must be at least 1, got -1"):
        dnn.MLP(-1, 4)
    with pytest.raises(ValueError, match=r"dropout must be in \[0, 1\), got -0\.1"):
        dnn.MLP(4, 8, dropout=-0.1)
