"""Batches: labels one step ahead of inputs, and every token counted once."""

import pytest
import torch

from dnnlpy.training.batches import IGNORED, random_batches, windows

STREAM = torch.arange(100, 123)  # 23 ids, each the one before it plus 1


def draw(seed=0, steps=3):
    return list(random_batches(STREAM, steps=steps, batch_size=4, length=5, seed=seed))


def test_a_label_is_the_id_that_follows():
    for inputs, labels in draw():
        assert inputs.shape == labels.shape == (4, 5)
        assert torch.equal(labels, inputs + 1)
        assert torch.equal(inputs[:, 1:], labels[:, :-1])


def test_sequences_begin_everywhere_in_the_stream():
    starts = {int(ids) for inputs, _ in draw(steps=100) for ids in inputs[:, 0]}
    assert starts == set(range(100, 118))  # the last one has ids 117 to 121 and ends in label 122


def test_a_seed_gives_the_same_batches_whatever_else_is_drawn():
    first = draw(seed=7)
    torch.rand(10)
    assert all(torch.equal(a[0], b[0]) for a, b in zip(first, draw(seed=7), strict=True))
    assert not all(torch.equal(a[0], b[0]) for a, b in zip(first, draw(seed=8), strict=True))


def test_a_generator_that_is_passed_keeps_the_place():
    generator = torch.Generator().manual_seed(7)
    for _ in random_batches(STREAM, steps=2, batch_size=4, length=5, seed=generator):
        pass
    (third,) = random_batches(STREAM, steps=1, batch_size=4, length=5, seed=generator)
    assert torch.equal(third[0], draw(seed=7)[2][0])


@pytest.mark.parametrize("length", [1, 4, 5, 11, 22])
def test_windows_make_every_id_but_the_first_a_label_once(length):
    pairs = windows(STREAM, batch_size=2, length=length)
    labels = torch.cat([labels.flatten() for _, labels in pairs])
    assert torch.equal(labels[labels != IGNORED], STREAM[1:])


def test_windows_pair_each_label_with_the_id_before_it():
    for inputs, labels in windows(STREAM, batch_size=2, length=4):
        counted = labels != IGNORED
        assert torch.equal(inputs[counted] + 1, labels[counted])


def test_the_last_batch_of_windows_may_be_smaller():
    assert [len(x) for x, _ in windows(STREAM, batch_size=4, length=4)] == [4, 2]


@pytest.mark.parametrize("stream", [STREAM[:5], STREAM.view(1, -1)])
def test_a_stream_without_a_whole_sequence_is_refused(stream):
    with pytest.raises(ValueError, match=r"N above the length 5 .* got \("):
        next(windows(stream, batch_size=1, length=5))
    with pytest.raises(ValueError, match=r"N above the length 5 .* got \("):
        next(random_batches(stream, steps=1, batch_size=1, length=5, seed=0))
