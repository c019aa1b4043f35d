"""The loss that never holds all scores: the plain form's values and gradients."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import is_tensor
from torch.nn import functional as F
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

from dnnlpy.nn.functional import FEW, linear_cross_entropy
from tests.formulas import TOLERANCE, cross_entropy


def inputs(N=7, D=4, V=5, ignored=0):
    hidden = torch.randn(N, D, dtype=torch.float64, requires_grad=True)
    weight = torch.randn(V, D, dtype=torch.float64, requires_grad=True)
    targets = torch.randint(V, (N,))
    targets[:ignored] = -100
    return hidden, weight, targets


def gradients(loss, hidden, weight):
    return torch.autograd.grad(loss, (hidden, weight))


@given(
    N=st.integers(1, 9),
    D=st.integers(1, 4),
    V=st.integers(1, 6),
    chunk_size=st.none() | st.integers(1, 10),
    ignored=st.integers(0, 8),
)
def test_it_agrees_with_the_plain_form(N, D, V, chunk_size, ignored):
    hidden, weight, targets = inputs(N, D, V, min(ignored, N - 1))
    ours = linear_cross_entropy(hidden, weight, targets, chunk_size=chunk_size)
    plain = cross_entropy(hidden @ weight.T, targets)
    pairs = zip(
        (ours, *gradients(3 * ours, hidden, weight)),
        (plain, *gradients(3 * plain, hidden, weight)),
        strict=True,
    )
    for actual, expected in pairs:
        torch.testing.assert_close(actual, expected, rtol=0, atol=TOLERANCE)


def test_with_every_target_ignored_it_is_nan_with_no_gradient_as_torch_has_it():
    hidden, weight, targets = inputs(ignored=7)
    ours = linear_cross_entropy(hidden, weight, targets, chunk_size=3)
    plain = F.cross_entropy(hidden @ weight.T, targets)
    assert ours.isnan()
    assert plain.isnan()
    for actual, expected in zip(
        gradients(ours, hidden, weight), gradients(plain, hidden, weight), strict=True
    ):
        assert torch.equal(actual, torch.zeros_like(actual))
        assert torch.equal(actual, expected)


class LargestTensor(TorchDispatchMode):
    """Remembers the size of the largest tensor that any operation returned."""

    size = 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        result = func(*args, **(kwargs or {}))
        self.size = max([self.size, *(t.numel() for t in tree_leaves(result) if is_tensor(t))])
        return result


@pytest.mark.parametrize(
    ("N", "V", "rows"), [(300, 873, 300), (300, 874, 299), (300, 2048, 128), (300, 4000, 128)]
)
def test_without_a_chunk_size_few_scores_exist_at_once_but_at_least_128_rows(N, V, rows):
    assert FEW == 262_144
    hidden, weight, targets = inputs(N, 4, V)
    with LargestTensor() as largest:
        linear_cross_entropy(hidden, weight, targets).backward()
    assert largest.size == rows * V


def test_a_few_scores_can_be_differentiated_twice():
    hidden, weight, targets = inputs()
    loss = linear_cross_entropy(hidden, weight, targets)
    first = torch.autograd.grad(loss, hidden, create_graph=True)[0]
    assert torch.autograd.grad(first.square().sum(), weight)[0].any()


def test_scores_far_apart_do_not_overflow():
    hidden, weight, targets = inputs()
    actual = linear_cross_entropy(1e4 * hidden, weight, targets, chunk_size=3)
    expected = F.cross_entropy(1e4 * hidden @ weight.T, targets)
    assert expected > 1e3
    torch.testing.assert_close(actual, expected)


def test_a_second_backward_gives_the_same_gradients_again():
    hidden, weight, targets = inputs()
    loss = linear_cross_entropy(hidden, weight, targets, chunk_size=3)
    first = torch.autograd.grad(2 * loss, (hidden, weight), retain_graph=True)
    second = torch.autograd.grad(2 * loss, (hidden, weight))
    assert all(torch.equal(a, b) for a, b in zip(first, second, strict=True))


def test_finite_differences_agree():
    hidden, weight, targets = inputs(ignored=2)
    assert torch.autograd.gradcheck(
        lambda h, w: linear_cross_entropy(h, w, targets, chunk_size=3), (hidden, weight)
    )


@pytest.mark.parametrize("frozen", ["hidden", "weight"])
def test_one_side_may_be_frozen(frozen):
    hidden, weight, targets = inputs()
    leaf = weight if frozen == "hidden" else hidden
    loss = linear_cross_entropy(hidden, weight, targets, chunk_size=3)
    expected = torch.autograd.grad(loss, leaf)
    (hidden if frozen == "hidden" else weight).requires_grad_(False)
    loss = linear_cross_entropy(hidden, weight, targets, chunk_size=3)
    actual = torch.autograd.grad(loss, leaf)
    assert torch.equal(actual[0], expected[0])


def test_without_gradients_it_gives_the_same_loss():
    hidden, weight, targets = inputs()
    expected = linear_cross_entropy(hidden, weight, targets, chunk_size=3)
    with torch.no_grad():
        actual = linear_cross_entropy(hidden, weight, targets, chunk_size=3)
    assert torch.equal(actual, expected)
    assert not actual.requires_grad


@pytest.mark.parametrize("chunk_size", [None, 3])
def test_int32_targets_and_another_ignore_index_work(chunk_size):
    hidden, weight, targets = inputs()
    ignored = int(targets[0])
    torch.testing.assert_close(
        linear_cross_entropy(
            hidden, weight, targets.int(), chunk_size=chunk_size, ignore_index=ignored
        ),
        F.cross_entropy(hidden @ weight.T, targets, ignore_index=ignored),
    )


def test_bad_arguments_are_refused():
    hidden, weight, targets = inputs()
    with pytest.raises(ValueError, match=r"must be \(N, D\), \(V, D\) and \(N,\), got .*: flatten"):
        linear_cross_entropy(hidden[None], weight, targets)
    with pytest.raises(ValueError, match=r"got \[\(7, 4\), \(5, 4\), \(6,\)\]"):
        linear_cross_entropy(hidden, weight, targets[1:])
    with pytest.raises(ValueError, match=r"got \[\(7, 4\), \(5, 3\), \(7,\)\]"):
        linear_cross_entropy(hidden, weight[:, 1:], targets)
    with pytest.raises(TypeError, match=r"got torch\.float64 and torch\.float32: use"):
        linear_cross_entropy(hidden, weight.float(), targets)
    with pytest.raises(TypeError, match="targets must be int32 or int64"):
        linear_cross_entropy(hidden, weight, targets.double())
    with pytest.raises(ValueError, match="chunk_size must be at least 1, got 0"):
        linear_cross_entropy(hidden, weight, targets, chunk_size=0)
    targets[3] = 5
    for chunk_size in (None, 3):
        with pytest.raises(IndexError, match="Target 5 is out of bounds"):
            linear_cross_entropy(hidden, weight, targets, chunk_size=chunk_size)
