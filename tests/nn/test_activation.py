"""dnn.GELU in its two forms."""

import pytest
import torch
from torch import nn

import dnnlpy.nn as dnn
from tests.formulas import assert_agree, gelu, gelu_tanh


@pytest.mark.parametrize(("approximate", "formula"), [("none", gelu), ("tanh", gelu_tanh)])
def test_each_form_agrees_with_its_formula(approximate, formula):
    layer = dnn.GELU(approximate)
    assert_agree(layer, formula, torch.linspace(-6, 6, 101, dtype=torch.float64), [])
    assert repr(layer) == repr(nn.GELU(approximate))


def test_the_two_forms_differ_by_less_than_a_thousandth():
    x = torch.linspace(-6, 6, 101, dtype=torch.float64)
    difference = (dnn.GELU()(x) - dnn.GELU("tanh")(x)).abs().max()
    assert 1e-5 < difference < 1e-3


def test_another_form_is_refused():
    with pytest.raises(ValueError, match=r"must be 'none' \(exact\) or 'tanh'.*got 'sigmoid'"):
        dnn.GELU("sigmoid")
