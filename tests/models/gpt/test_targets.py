"""Which id is to be predicted where, and what happens to targets that cannot be used."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from dnnlpy.models.gpt.targets import align_targets


@given(B=st.integers(1, 3), T=st.integers(2, 5))
def test_the_three_forms_meet_in_one(B, T):
    ids = torch.randint(9, (B, T))
    for inputs, targets in (
        align_targets(ids, None),
        align_targets(ids, ids[:, 1:]),
        align_targets(ids[:, :-1], ids[:, 1:]),
    ):
        assert torch.equal(inputs, ids[:, :-1])
        assert torch.equal(targets, ids[:, 1:])


def test_one_id_with_an_aligned_target_is_a_pair():
    inputs, targets = align_targets(torch.tensor([[4]]), torch.tensor([[7]], dtype=torch.int32))
    assert (inputs.item(), targets.item(), targets.dtype) == (4, 7, torch.int64)


@pytest.mark.parametrize("shape", [(3, 3), (3, 6), (2, 5), (1, 5), (15,), (3, 5, 1)])
def test_targets_of_another_shape_are_refused_with_both_shapes(build, ids, shape):
    with pytest.raises(ValueError, match="targets must have the shape of input_ids") as caught:
        build().loss(ids, torch.zeros(shape, dtype=torch.long))
    assert f"(3, 5), or be one shorter, (3, 4), got {shape}: pass" in str(caught.value)


@pytest.mark.parametrize("targets", [None, torch.zeros(1, 0, dtype=torch.long)])
def test_one_id_alone_has_nothing_to_predict(build, targets):
    with pytest.raises(ValueError, match=r"no next id to predict, got input_ids of shape \(1, 1\)"):
        build().loss(torch.tensor([[3]]), targets)


@pytest.mark.parametrize("dtype", [torch.float32, torch.uint8, torch.bool])
def test_targets_of_another_type_are_refused(build, ids, dtype):
    with pytest.raises(TypeError, match=f"targets must be int32 or int64.*got {dtype}"):
        build().loss(ids, torch.zeros(3, 5, dtype=dtype))


def test_when_every_target_is_ignored_there_is_no_loss(build, ids):
    message = "at least one target must count, got 15 targets that all equal ignore_index -100"
    with pytest.raises(ValueError, match=message):
        build().loss(ids, torch.full_like(ids, -100))
    with pytest.raises(ValueError, match="ignore_index 1: leave such batches out"):
        build().loss(ids, torch.ones_like(ids), ignore_index=1)


@pytest.mark.parametrize("bad", [11, -1, 500])
def test_a_target_out_of_range_is_named_with_its_place(build, ids, bad):
    targets = ids.clone()
    targets[0, 0], targets[2, 1] = -100, bad
    with pytest.raises(IndexError) as caught:
        build().loss(ids, targets)
    message = str(caught.value)
    assert f"target {bad} at targets[2, 1] is outside 0 to 10" in message
    assert "vocab_size=11: use this model's tokenizer, and ignore_index=-100" in message
