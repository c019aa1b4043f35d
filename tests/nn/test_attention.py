"""dnn.CausalSelfAttention: each position reads from itself and those before it."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

import dnnlpy.nn as dnn
from tests.formulas import assert_agree, self_attention


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("num_heads", [1, 2, 6])
def test_it_agrees_with_its_formula(num_heads, bias):
    layer = dnn.CausalSelfAttention(6, num_heads, bias=bias).double()
    input = torch.randn(2, 5, 6, dtype=torch.float64)
    assert_agree(layer, lambda x: self_attention(layer, x), input, list(layer.parameters()))


def test_it_agrees_with_torch_under_a_causal_mask():
    layer = dnn.CausalSelfAttention(8, 2)
    theirs = nn.MultiheadAttention(8, 2, batch_first=True)
    theirs.in_proj_weight, theirs.in_proj_bias = (
        layer.query_key_value.weight,
        layer.query_key_value.bias,
    )
    theirs.out_proj.weight, theirs.out_proj.bias = layer.project.weight, layer.project.bias
    x = torch.randn(2, 5, 8)
    mask = nn.Transformer.generate_square_subsequent_mask(5)
    expected, _ = theirs(x, x, x, attn_mask=mask, is_causal=True)
    torch.testing.assert_close(layer(x), expected)


@given(T=st.integers(2, 7), data=st.data())
def test_a_later_vector_changes_nothing_before_it(T, data):
    t = data.draw(st.integers(1, T - 1))
    layer = dnn.CausalSelfAttention(4, 2)
    x = torch.randn(1, T, 4)
    changed = x.clone()
    changed[:, t] += 1
    before, after = layer(x), layer(changed)
    assert torch.equal(before[:, :t], after[:, :t])
    assert (before[:, t:] - after[:, t:]).abs().amax(dim=-1).min() > 0


def test_the_first_position_reads_only_itself():
    layer = dnn.CausalSelfAttention(4, 2)
    x = torch.randn(1, 3, 4)
    value = layer.query_key_value(x)[..., 8:]
    torch.testing.assert_close(layer(x)[:, 0], layer.project(value)[:, 0])


def test_dropout_works_on_the_weights_and_on_the_output_and_only_in_training():
    layer = dnn.CausalSelfAttention(64, 2, dropout=0.5)
    x = torch.randn(1, 6, 64)
    assert abs((layer(x) == 0).double().mean().item() - 0.5) < 0.15
    layer.output_dropout.p = 0.0
    assert not torch.equal(layer(x), layer(x))
    layer.eval()
    assert torch.equal(layer(x), layer(x))
    assert layer.query_key_value.weight.shape == (192, 64)


def test_without_dropout_training_is_repeatable():
    layer = dnn.CausalSelfAttention(8, 2)
    x = torch.randn(1, 6, 8)
    assert torch.equal(layer(x), layer(x))


def test_bad_arguments_are_refused():
    with pytest.raises(ValueError, match="embed_dim=10 and num_heads=4: every head takes an equal"):
        dnn.CausalSelfAttention(10, 4)
    with pytest.raises(ValueError, match="num_heads must be at least 1, got 0"):
        dnn.CausalSelfAttention(8, 0)
    with pytest.raises(ValueError, match=r"dropout must be in \[0, 1\), got 1\.0"):
        dnn.CausalSelfAttention(8, 2, dropout=1.0)


def test_it_describes_itself():
    text = repr(dnn.CausalSelfAttention(8, 2, dropout=0.1))
    assert "embed_dim=8, num_heads=2, dropout=0.1" in text
