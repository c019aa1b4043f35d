"""The loss, small and large, with ignored targets and with a head that is more than a product."""

import pytest
import torch
from torch.nn import functional as F
from torch.nn.utils import parametrizations

import dnnlpy.nn as dnn
from dnnlpy.models.gpt import loss as loss_module
from tests.formulas import cross_entropy, logits, perturb


@pytest.fixture(params=["all scores", "a few rows at a time"])
def size(request, monkeypatch):
    """Run a test both ways, and see that it went the way it should."""
    calls = []

    def counting(*args, **kwargs):
        calls.append(args)
        return original(*args, **kwargs)

    original = dnn.functional.linear_cross_entropy
    monkeypatch.setattr(dnn.functional, "linear_cross_entropy", counting)
    if request.param == "a few rows at a time":
        monkeypatch.setattr(loss_module, "LARGE", 1)
        monkeypatch.setattr(dnn.functional, "FEW", 0)
    yield request.param
    assert bool(calls) == (request.param == "a few rows at a time")


@pytest.mark.parametrize("weight_tying", [True, False])
def test_it_is_the_mean_over_targets_that_count(build, ids, size, weight_tying):
    model = build(weight_tying=weight_tying).double()
    perturb(model)
    targets = ids.roll(-1, dims=1)
    targets[0, :3] = targets[2, 4] = -100
    expected = cross_entropy(logits(model, ids).flatten(0, 1), targets.flatten())
    parameters = list(model.parameters())
    actual = model.loss(ids, targets)
    pairs = zip(
        (actual, *torch.autograd.grad(actual, parameters)),
        (expected, *torch.autograd.grad(expected, parameters)),
        strict=True,
    )
    for ours, plain in pairs:
        torch.testing.assert_close(ours, plain, rtol=0, atol=1e-10)


def test_an_ignored_target_does_not_count_whatever_its_value(build, ids, size):
    model = build()
    targets = ids.clone()
    targets[:, 2] = 4
    other = targets.clone()
    other[:, 2] = -100
    torch.testing.assert_close(
        model.loss(ids, other),
        F.cross_entropy(model(ids)[:, [0, 1, 3, 4]].flatten(0, 1), ids[:, [0, 1, 3, 4]].flatten()),
    )
    torch.testing.assert_close(
        model.loss(ids, targets, ignore_index=4),
        F.cross_entropy(model(ids).flatten(0, 1), targets.flatten(), ignore_index=4),
    )


def test_a_target_out_of_range_is_named_either_way(build, ids, size):
    targets = ids.clone()
    targets[1, 4] = 11
    with pytest.raises(IndexError, match=r"target 11 at targets\[1, 4\] is outside 0 to 10"):
        build().loss(ids, targets)


def test_a_large_loss_goes_a_few_rows_at_a_time_and_a_small_one_does_not(build, monkeypatch):
    calls = []
    original = dnn.functional.linear_cross_entropy
    monkeypatch.setattr(
        dnn.functional, "linear_cross_entropy", lambda *a, **k: calls.append(1) or original(*a, **k)
    )
    model = build(vocab_size=2**17, block_size=64)
    model.loss(torch.zeros(1, 64, dtype=torch.long))
    assert not calls
    model.loss(torch.zeros(1, 65, dtype=torch.long))
    assert calls


class HalfScores(dnn.Linear):
    def forward(self, input):
        return super().forward(input) / 2


def replaced(model):
    model.lm_head = HalfScores(8, 11, bias=False)


def hooked(model):
    head = model.lm_head
    head.register_forward_hook(lambda module, args, output: output + head.weight[:, 0])


def biased(model):
    model.lm_head.bias = torch.nn.Parameter(torch.randn(11))


def normed(model):
    parametrizations.weight_norm(model.lm_head)


@pytest.mark.parametrize("change", [replaced, hooked, biased, normed])
def test_a_head_that_is_more_than_a_product_is_called(build, ids, change, monkeypatch):
    monkeypatch.setattr(loss_module, "LARGE", 1)
    model = build(weight_tying=False)
    change(model)
    expected = F.cross_entropy(model(ids[:, :-1]).flatten(0, 1), ids[:, 1:].flatten())
    assert torch.equal(model.loss(ids), expected)


def test_under_autocast_the_head_is_called(build, ids, monkeypatch):
    monkeypatch.setattr(loss_module, "LARGE", 1)
    model = build()
    with torch.autocast("cpu", dtype=torch.bfloat16):
        assert model(ids).dtype == torch.bfloat16
        expected = F.cross_entropy(model(ids[:, :-1]).flatten(0, 1), ids[:, 1:].flatten())
        torch.testing.assert_close(model.loss(ids), expected)


def test_a_model_on_meta_has_a_loss_without_a_value(build, ids, monkeypatch):
    monkeypatch.setattr(loss_module, "LARGE", 1)
    assert build().to("meta").loss(ids.to("meta")).is_meta


def test_a_model_in_half_precision_has_a_loss(build, ids, monkeypatch):
    monkeypatch.setattr(loss_module, "LARGE", 1)
    assert build().bfloat16().loss(ids).isfinite()


def test_compiled_it_gives_the_same_loss(build, ids, monkeypatch):
    monkeypatch.setattr(loss_module, "LARGE", 1)
    model = build()
    compiled = torch.compile(model.loss, backend="eager", fullgraph=True)
    torch.testing.assert_close(compiled(ids), model.loss(ids))
