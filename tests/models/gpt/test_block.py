"""gpt.Block: add what attention gathers, then what the MLP computes."""

import pytest
import torch

import dnnlpy.models.gpt as gpt
from tests.formulas import assert_agree, block, perturb


@pytest.mark.parametrize("bias", [True, False])
def test_it_agrees_with_its_formula(bias):
    layer = gpt.Block(6, 2, 10, bias=bias).double()
    perturb(layer)
    input = torch.randn(2, 4, 6, dtype=torch.float64)
    assert_agree(layer, lambda x: block(layer, x), input, list(layer.parameters()))


def test_dropout_reaches_both_parts():
    layer = gpt.Block(6, 2, 10, dropout=0.5)
    assert layer.attention.dropout == layer.attention.output_dropout.p == layer.mlp.dropout.p == 0.5
