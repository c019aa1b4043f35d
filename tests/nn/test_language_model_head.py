"""dnn.LanguageModelHead: both ends of a language model, and a tie with one owner."""

import copy

import pytest
import torch

import dnnlpy.nn as dnn
from tests.formulas import assert_agree, linear, perturb

TABLES = ["token_embedding.weight", "position_embedding.weight"]


def build(**changes):
    sizes = {"vocab_size": 11, "hidden_dim": 4, "max_seq_len": 6, "dropout": 0.0}
    return dnn.LanguageModelHead(**(sizes | changes))


def owner(ends):
    """The module whose weight the scores come from."""
    return ends.token_embedding if ends.output_projection is None else ends.output_projection


@pytest.mark.parametrize("tie_weights", [True, False])
def test_ids_become_token_plus_position_and_states_become_scores(tie_weights):
    ends = build(tie_weights=tie_weights).double()
    perturb(ends)
    ids = torch.tensor([[3, 0, 10], [3, 3, 1]])

    def plain(ids):
        x = ends.token_embedding.weight[ids] + ends.position_embedding.weight[:3]
        return linear(torch.tanh(x), owner(ends).weight, None)

    def ours(ids):
        return ends.project(torch.tanh(ends.embed(ids)))

    assert ends.embed(ids).shape == (2, 3, 4)
    assert ours(ids).shape == (2, 3, 11)
    assert_agree(ours, plain, ids, list(ends.parameters()))


def test_tied_there_is_one_table_and_untied_a_second():
    tied, untied = build(), build(tie_weights=False)
    assert tied.output_projection is None
    assert [name for name, _ in tied.named_parameters()] == TABLES
    assert [name for name, _ in untied.named_parameters()] == [*TABLES, "output_projection.weight"]
    assert untied.output_projection.weight is not untied.token_embedding.weight
    assert "tie_weights=True" in repr(tied)
    assert "tie_weights=False" in repr(untied)


def test_the_sizes_of_a_real_head():
    with torch.device("meta"):
        counts = [
            sum(
                p.numel()
                for p in dnn.LanguageModelHead(50_000, 768, 512, tie_weights=tie).parameters()
            )
            for tie in (True, False)
        ]
    assert counts == [38_793_216, 77_193_216]


@pytest.mark.parametrize("tie_weights", [True, False])
def test_every_table_starts_with_std_0_02(tie_weights):
    ends = build(vocab_size=300, hidden_dim=64, max_seq_len=200, tie_weights=tie_weights)
    for parameter in ends.parameters():
        assert parameter.std().item() == pytest.approx(0.02, rel=0.05)
        assert abs(parameter.mean().item()) < 0.002


def test_one_seed_gives_both_kinds_the_same_tables():
    torch.manual_seed(5)
    tied = build()
    tied.reset_parameters()
    torch.manual_seed(5)
    untied = build(tie_weights=False)
    torch.manual_seed(6)
    tied.reset_parameters()
    torch.manual_seed(6)
    untied.reset_parameters()
    for name in TABLES:
        assert torch.equal(tied.get_parameter(name), untied.get_parameter(name))


def test_dropout_acts_on_what_is_embedded_and_in_training_alone():
    ends = dnn.LanguageModelHead(11, 64, 6)
    assert ends.dropout.p == 0.1
    ids = torch.zeros(50, 6, dtype=torch.long)
    kept = ends.eval().embed(ids)
    dropped = ends.train().embed(ids)
    zeros = dropped == 0
    assert zeros.float().mean().item() == pytest.approx(0.1, abs=0.02)
    torch.testing.assert_close(dropped[~zeros], kept[~zeros] / 0.9)
    hidden = torch.ones(1, 64)
    assert torch.equal(ends.train().project(hidden), ends.eval().project(hidden))


@pytest.mark.parametrize("change", ["assign", "meta", "deepcopy", "float64"])
def test_a_tie_with_one_owner_cannot_be_lost(change):
    ends = build()
    if change == "assign":
        ends.load_state_dict(copy.deepcopy(ends.state_dict()), assign=True)
    elif change == "meta":
        ends = ends.to("meta").to_empty(device="cpu")
        ends.reset_parameters()
    else:
        ends = copy.deepcopy(ends) if change == "deepcopy" else ends.double()
    hidden = torch.eye(4, dtype=ends.token_embedding.weight.dtype)
    assert torch.equal(ends.project(hidden), ends.token_embedding.weight.T)
    assert [name for name, _ in ends.named_parameters()] == TABLES


def test_checkpoints_of_the_two_kinds_are_not_mistaken_for_each_other():
    tied, untied = build(), build(tie_weights=False)
    with pytest.raises(RuntimeError, match=r"Unexpected key.*output_projection\.weight"):
        tied.load_state_dict(untied.state_dict())
    with pytest.raises(RuntimeError, match=r"Missing key.*output_projection\.weight"):
        untied.load_state_dict(tied.state_dict())


@pytest.mark.parametrize("tie_weights", [True, False])
def test_it_compiles_whole(tie_weights):
    ends = build(tie_weights=tie_weights)
    ids = torch.tensor([[1, 2, 3]])
    whole = torch.compile(
        lambda ids: ends.project(ends.embed(ids)), backend="eager", fullgraph=True
    )
    torch.testing.assert_close(whole(ids), ends.project(ends.embed(ids)))


@pytest.mark.parametrize("shape", [(), (0,), (2, 0), (2, 7)])
def test_a_sequence_that_is_empty_or_too_long_is_refused(shape):
    message = (
        rf"T from 1 to max_seq_len=6, got shape \({', ?'.join(map(str, shape))},?\): leave empty"
    )
    with pytest.raises(ValueError, match=message):
        build().embed(torch.zeros(shape, dtype=torch.long))


def test_the_longest_sequence_and_one_without_a_batch_are_taken():
    assert build().embed(torch.zeros(2, 6, dtype=torch.int32)).shape == (2, 6, 4)
    assert build().embed(torch.zeros(1, dtype=torch.long)).shape == (1, 4)


def test_ids_of_another_type_and_out_of_range_are_refused():
    with pytest.raises(TypeError, match=r"token_ids must be int32 or int64.*got torch\.float32"):
        build().embed(torch.zeros(1, 2))
    with pytest.raises(IndexError, match=r"id 11 at ids\[0, 1\] is outside 0 to 10"):
        build().embed(torch.tensor([[0, 11]]))


@pytest.mark.parametrize("tie_weights", [True, False])
def test_hidden_states_that_do_not_fit_are_refused(tie_weights):
    ends = build(tie_weights=tie_weights)
    with pytest.raises(ValueError, match=r"must be in_features=4 wide, got shape \(2, 3\)"):
        ends.project(torch.zeros(2, 3))
    with pytest.raises(TypeError, match=r"float64 but the weight is torch\.float32"):
        ends.project(torch.zeros(2, 4, dtype=torch.float64))


@pytest.mark.parametrize("name", ["vocab_size", "hidden_dim", "max_seq_len"])
def test_sizes_are_checked_by_name(name):
    with pytest.raises(ValueError, match=f"{name} must be at least 1, got 0"):
        build(**{name: 0})
    with pytest.raises(TypeError, match=f"{name} must be an integer, got 2.5"):
        build(**{name: 2.5})


def test_dropout_is_checked():
    with pytest.raises(ValueError, match=r"dropout must be in \[0, 1\), got 1"):
        build(dropout=1)
