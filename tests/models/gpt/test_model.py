"""gpt.MiniGPT: ids in, scores for the next id out."""

import copy

import numpy as np
import pytest
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from torch import nn

import dnnlpy.models.gpt as gpt
from tests.formulas import assert_agree, cross_entropy, logits, perturb


@pytest.mark.parametrize("weight_tying", [True, False])
@pytest.mark.parametrize("bias", [True, False])
def test_it_agrees_with_its_formula(build, ids, bias, weight_tying):
    model = build(bias=bias, weight_tying=weight_tying).double()
    perturb(model)
    assert_agree(model, lambda i: logits(model, i), ids, list(model.parameters()))


@given(
    B=st.integers(1, 3),
    T=st.integers(1, 6),
    V=st.integers(1, 13),
    D=st.sampled_from([2, 4, 6]),
    L=st.integers(1, 2),
    weight_tying=st.booleans(),
)
def test_logits_are_b_t_v(B, T, V, D, L, weight_tying):
    model = gpt.MiniGPT(V, 6, D, L, num_heads=2, hidden_dim=3, weight_tying=weight_tying)
    ids = torch.randint(V, (B, T))
    assert model(ids).shape == (B, T, V)
    assert model.hidden_states(ids).shape == (B, T, D)
    assert model.generate(ids, 3).shape == (B, T + 3)


def test_the_head_has_no_bias(build):
    assert build().lm_head.bias is None
    assert build(weight_tying=False).lm_head.bias is None


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(t=st.integers(1, 4))
def test_changing_a_later_id_changes_no_earlier_score(build, ids, t):
    model = build()
    perturb(model)
    changed = ids.clone()
    changed[:, t] = (changed[:, t] + 1) % 11
    before, after = model(ids), model(changed)
    assert torch.equal(before[:, :t], after[:, :t])
    assert not torch.equal(before[:, t], after[:, t])


def test_the_same_id_at_another_position_gets_other_scores(build):
    model = build()
    perturb(model)
    scores = model(torch.tensor([[4, 4, 4]]))
    assert (scores[0, 0] - scores[0, 1]).abs().max() > 1e-3
    assert (scores[0, 1] - scores[0, 2]).abs().max() > 1e-3


def test_int32_ids_give_what_int64_ids_give(build, ids):
    model = build()
    assert torch.equal(model(ids.int()), model(ids))
    assert torch.equal(model.loss(ids.int()), model.loss(ids))
    assert model.generate(ids.int(), 2).dtype == torch.int32


def test_dropout_works_in_training_only_and_in_every_place(build, ids):
    model = build(dropout=0.3)
    assert {m.p for m in model.modules() if isinstance(m, nn.Dropout)} == {0.3}
    assert sum(isinstance(m, nn.Dropout) for m in model.modules()) == 1 + 2 * 2
    for part in model.blocks:
        part.eval()
    assert not torch.equal(model(ids), model(ids))  # that of the embeddings
    model.eval()
    assert torch.equal(model(ids), model(ids))
    plain = build()
    assert torch.equal(plain(ids), plain(ids))


@pytest.mark.parametrize("weight_tying", [True, False])
@pytest.mark.parametrize("bias", [True, False])
def test_the_parts_add_up_and_a_shared_table_counts_once(build, bias, weight_tying):
    model = build(bias=bias, weight_tying=weight_tying)
    parts = model.num_parameters_by_part()
    per_block = 4 * 8 * 8 + 2 * 8 * 12 + 2 * 8 + bias * (4 * 8 + 8 + 12 + 2 * 8)
    assert parts == {
        "token_embed": 11 * 8,
        "pos_embed": 6 * 8,
        "blocks": 2 * per_block,
        "final_norm": 8 + bias * 8,
        "lm_head": 0 if weight_tying else 11 * 8,
    }
    unique = {id(p): p.numel() for p in model.state_dict(keep_vars=True).values()}
    assert model.num_parameters() == sum(parts.values()) == sum(unique.values())


def test_tying_saves_v_times_d():
    sizes = {"vocab_size": 100, "block_size": 8, "embed_dim": 32}
    untied = gpt.MiniGPT(**sizes, weight_tying=False).num_parameters()
    assert untied - gpt.MiniGPT(**sizes).num_parameters() == 3200


def test_gpt2_small_has_124_439_808_parameters_tied_and_163_037_184_untied():
    sizes = {
        "vocab_size": 50_257,
        "block_size": 1024,
        "embed_dim": 768,
        "num_layers": 12,
        "num_heads": 12,
        "hidden_dim": 3072,
    }
    with torch.device("meta"):
        assert gpt.MiniGPT(**sizes).num_parameters() == 124_439_808
        assert gpt.MiniGPT(**sizes, weight_tying=False).num_parameters() == 163_037_184


def test_the_three_forms_of_targets_give_one_loss_and_it_is_that_of_the_next_id(build, ids):
    model = build().double()
    perturb(model)
    expected = cross_entropy(logits(model, ids[:, :-1]).flatten(0, 1), ids[:, 1:].flatten())
    for loss in (
        model.loss(ids),
        model.loss(ids, ids[:, 1:]),
        model.loss(ids[:, :-1], ids[:, 1:]),
    ):
        torch.testing.assert_close(loss, expected, rtol=0, atol=1e-10)


def test_a_sequence_one_longer_than_the_block_size_has_a_loss(build):
    ids = torch.randint(11, (2, 7))
    assert build().loss(ids).isfinite()


def test_compiling_changes_nothing(build, ids):
    model = build()
    compiled = torch.compile(model, backend="aot_eager", fullgraph=True)
    torch.testing.assert_close(compiled(ids), model(ids))
    assert torch.export.export(model, (ids,)).module()(ids).shape == (3, 5, 11)


def test_it_computes_shapes_without_values(build):
    with torch.device("meta"):
        model = build()
        ids = torch.zeros(2, 5, dtype=torch.long)
        assert model(ids).shape == (2, 5, 11)
        assert model.loss(ids).shape == ()


def test_sizes_may_be_numbers_of_numpy(build, ids):
    assert build(vocab_size=np.int64(11), embed_dim=np.int64(8))(ids).shape == (3, 5, 11)


@pytest.mark.parametrize(
    "name", ["vocab_size", "block_size", "embed_dim", "num_layers", "num_heads", "hidden_dim"]
)
def test_sizes_are_checked_by_name(build, name):
    with pytest.raises(ValueError, match=f"{name} must be at least 1, got 0"):
        build(**{name: 0})
    with pytest.raises(TypeError, match=rf"{name} must be an integer, got 2\.0"):
        build(**{name: 2.0})


def test_other_arguments_are_checked(build):
    with pytest.raises(ValueError, match="got embed_dim=8 and num_heads=3"):
        build(num_heads=3)
    with pytest.raises(ValueError, match=r"dropout must be in \[0, 1\), got 1\.0"):
        build(dropout=1.0)


def test_an_id_out_of_range_is_named(build, ids):
    ids[2, 3] = 11
    with pytest.raises(IndexError, match=r"id 11 at ids\[2, 3\] is outside 0 to 10"):
        build()(ids)


def test_a_copy_shares_nothing_with_the_original(build, ids):
    model = build()
    before = model(ids)
    perturb(copy.deepcopy(model))
    assert torch.equal(model(ids), before)
