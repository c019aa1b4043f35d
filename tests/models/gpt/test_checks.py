"""What the model asks of ids."""

import pytest
import torch


@pytest.mark.parametrize("shape", [(5,), (1, 2, 3), ()])
def test_ids_that_are_not_a_batch_of_sequences_are_refused(build, shape):
    message = r"input_ids must have shape \(B, T\).*got \(.*\): one sequence alone is ids\[None"
    for use in (build(), build().loss, lambda ids: build().generate(ids, 1)):
        with pytest.raises(ValueError, match=message):
            use(torch.zeros(shape, dtype=torch.long))


@pytest.mark.parametrize("shape", [(1, 0), (0, 3)])
def test_empty_ids_are_refused(build, shape):
    message = rf"at least one sequence of at least one id, got shape \({shape[0]}, {shape[1]}\): le"
    for use in (build(), build().loss, lambda ids: build().generate(ids, 1)):
        with pytest.raises(ValueError, match=message):
            use(torch.zeros(shape, dtype=torch.long))


@pytest.mark.parametrize("dtype", [torch.uint8, torch.int16, torch.bool, torch.float32])
def test_ids_of_another_type_are_refused(build, dtype):
    message = rf"input_ids must be int32 or int64.*got {dtype}: pass input_ids\.long\(\)"
    for use in (build(), build().loss, lambda ids: build().generate(ids, 1)):
        with pytest.raises(TypeError, match=message):
            use(torch.zeros(1, 3, dtype=dtype))


def test_ids_that_are_not_a_tensor_are_refused(build):
    with pytest.raises(TypeError, match=r"input_ids must be a torch\.Tensor, got list: pass"):
        build()([[1, 2]])


def test_a_sequence_longer_than_the_block_is_refused(build):
    model = build()
    assert model(torch.zeros(1, 6, dtype=torch.long)).shape == (1, 6, 11)
    with pytest.raises(ValueError, match="sequence length 7 exceeds block_size 6: crop the ids or"):
        model(torch.zeros(1, 7, dtype=torch.long))
    with pytest.raises(ValueError, match="sequence length 7 exceeds block_size 6"):
        model.loss(torch.zeros(1, 8, dtype=torch.long))
