"""Choosing the next id, and writing text with it."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

from dnnlpy.models.gpt.sampling import Sampler, keep_top_k, keep_top_p
from tests.formulas import perturb

LOGITS = torch.tensor([[0.5, 0.2, 0.3], [0.1, 0.1, 0.8]]).log()


def draw(sampler, logits=LOGITS, times=2000):
    """Return how often each id was drawn for each row, as shares."""
    rows = logits.repeat_interleave(times, dim=0)
    counts = nn.functional.one_hot(sampler(rows).view(len(logits), times), logits.size(1))
    return counts.double().mean(dim=1)


def test_ids_are_drawn_with_the_probabilities_of_the_softmax():
    assert torch.allclose(draw(Sampler()), LOGITS.exp().double(), atol=0.05)


@pytest.mark.parametrize("temperature", [0.5, 2.0])
def test_temperature_divides_the_scores(temperature):
    expected = (LOGITS / temperature).softmax(dim=-1).double()
    assert torch.allclose(draw(Sampler(temperature=temperature)), expected, atol=0.05)


def test_greedy_takes_the_best_and_leaves_the_random_state_alone():
    state = torch.get_rng_state()
    assert Sampler(greedy=True)(LOGITS).tolist() == [[0], [2]]
    assert torch.equal(torch.get_rng_state(), state)


def test_top_k_keeps_k_ids_and_their_proportions():
    shares = draw(Sampler(top_k=2), LOGITS[:1])
    assert torch.allclose(shares, torch.tensor([[0.625, 0.0, 0.375]]).double(), atol=0.05)
    assert draw(Sampler(top_k=1)).tolist() == [[1, 0, 0], [0, 0, 1]]


def test_top_p_keeps_the_fewest_ids_that_reach_it():
    kept = lambda p: keep_top_p(LOGITS, p).isfinite().tolist()  # noqa: E731
    assert kept(0.45) == [[True, False, False], [False, False, True]]
    assert kept(0.6) == [[True, False, True], [False, False, True]]
    assert kept(1.0) == [[True, True, True], [True, True, True]]
    assert draw(Sampler(top_p=0.01)).tolist() == [[1, 0, 0], [0, 0, 1]]


def test_top_k_is_applied_before_top_p():
    # Of the two best (0.5 and 0.3, together 0.8) the first holds 0.625 >= 0.6.
    assert draw(Sampler(top_k=2, top_p=0.6), LOGITS[:1]).tolist() == [[1, 0, 0]]


@given(
    scores=st.lists(st.integers(-40, 40), min_size=1, max_size=9, unique=True),
    k=st.integers(1, 12),
    p=st.floats(0.01, 1.0),
)
def test_what_is_kept_is_the_best(scores, k, p):
    logits = torch.tensor([scores]) / 10
    for kept in (keep_top_k(logits, k), keep_top_p(logits, p)):
        inside = kept.isfinite()
        assert inside[0, logits.argmax()]
        assert torch.equal(kept[inside], logits[inside])
        if not inside.all():
            assert logits[inside].min() > logits[~inside].max()
    assert keep_top_k(logits, k).isfinite().sum() == min(k, len(scores))
    assert logits.softmax(-1)[keep_top_p(logits, p).isfinite()].sum() >= p - 1e-6


@pytest.mark.parametrize("temperature", [0, -1.0, math.inf, math.nan])
def test_a_temperature_out_of_range_is_refused(build, ids, temperature):
    with pytest.raises(ValueError, match=rf"above 0 and finite, got {temperature}: .*greedy=True"):
        build().generate(ids, 1, temperature=temperature)


def test_other_settings_out_of_range_are_refused(build, ids):
    model = build()
    with pytest.raises(ValueError, match="top_k must be at least 1, got 0"):
        model.generate(ids, 1, top_k=0)
    with pytest.raises(TypeError, match=r"top_k must be an integer, got 2\.5"):
        model.generate(ids, 1, top_k=2.5)
    for top_p in (0.0, 1.1, math.nan):
        with pytest.raises(ValueError, match=rf"top_p must be in \(0, 1\], got {top_p}: pass None"):
            model.generate(ids, 1, top_p=top_p)
    with pytest.raises(ValueError, match="max_new_tokens must be at least 0, got -1"):
        model.generate(ids, -1)


def test_generate_adds_ids_to_the_ones_given(build, ids):
    text = build().generate(ids, 4)
    assert text.shape == (3, 9)
    assert torch.equal(text[:, :5], ids)
    assert torch.equal(build().generate(ids, 0), ids)


def test_generate_is_the_loop_one_would_write(build, ids):
    model = build(weight_tying=False)
    perturb(model)  # at its start a model repeats itself, whatever it reads
    expected = ids
    for _ in range(4):  # from the third step on the text is longer than the block
        scores = model(expected[:, -6:])[:, -1]
        expected = torch.cat([expected, scores.argmax(dim=-1, keepdim=True)], dim=1)
    assert torch.equal(model.generate(ids, 4, greedy=True), expected)


def test_each_step_reads_the_last_ids_that_fit_into_the_block(build, ids):
    model, read = build(), []
    model.token_embed.register_forward_pre_hook(lambda module, args: read.append(args[0]))
    text = model.generate(ids, 4)
    windows = [text[:, :5], text[:, :6], text[:, 1:7], text[:, 2:8]]
    assert all(torch.equal(a, b) for a, b in zip(read, windows, strict=True))


def test_a_generator_in_the_same_state_writes_the_same_text(build, ids):
    model = build()
    first, again, other = (
        model.generate(ids, 9, generator=torch.Generator().manual_seed(seed)) for seed in (1, 1, 2)
    )
    assert torch.equal(first, again)
    assert not torch.equal(first, other)


def test_settings_reach_the_sampler(build, ids):
    model = build()
    best = model.generate(ids, 5, greedy=True)
    assert torch.equal(model.generate(ids, 5, top_k=1), best)
    assert torch.equal(model.generate(ids, 5, top_p=1e-6), best)
    assert torch.equal(model.generate(ids, 5, temperature=1e-6), best)


def test_the_head_scores_the_last_position_alone(build, ids):
    model, shapes = build(), []
    model.lm_head.register_forward_hook(lambda module, args, output: shapes.append(output.shape))
    model.generate(ids, 2)
    assert shapes == [(3, 11), (3, 11)]


def test_generate_drops_nothing_and_gives_every_module_its_mode_back(build, ids):
    model = build(dropout=0.5)
    model.blocks[0].eval()
    modes = [module.training for module in model.modules()]
    assert torch.equal(model.generate(ids, 5, greedy=True), model.generate(ids, 5, greedy=True))
    assert [module.training for module in model.modules()] == modes
    ids[0, 0] = 99
    with pytest.raises(IndexError):
        model.generate(ids, 1)
    assert [module.training for module in model.modules()] == modes


def test_generate_records_no_gradient(build, ids):
    model, graphs = build(), []
    model.lm_head.register_forward_hook(lambda m, args, output: graphs.append(output.grad_fn))
    model.generate(ids, 1)
    assert graphs == [None]
