"""A run: stopped anywhere and taken up elsewhere, it goes on as if nothing had happened."""

import copy

import pytest
import torch

import dnnlpy.models.gpt as gpt
from dnnlpy.training import Recipe, Run
from dnnlpy.training.processes import Processes
from tests.states import assert_same

RING = torch.arange(9).repeat(30)
RECIPE = Recipe(steps=8, batch_size=4, length=8, evaluate_every=4)


def begin(seed=0):
    torch.manual_seed(seed)
    sizes = {"embed_dim": 16, "num_layers": 1, "num_heads": 2, "hidden_dim": 32}
    model = gpt.MiniGPT(vocab_size=9, block_size=8, dropout=0.2, **sizes)
    return Run(model, RING, RING, RECIPE)


def finish(run):
    while not run.finished:
        run.advance()
    return run


@pytest.mark.parametrize("step", [0, 3, 4])
def test_a_run_goes_on_from_any_step_as_the_unbroken_one_would_have(step):
    unbroken = finish(begin()).state_dict()
    broken = begin()
    while broken.step < step:
        broken.advance()
    kept = copy.deepcopy(broken.state_dict())

    torch.manual_seed(99)
    other = begin(seed=1)
    other.load_state_dict(kept)
    assert other.step == step
    assert_same(finish(other).state_dict(), unbroken)


def test_a_finished_run_has_made_the_recipes_steps():
    run = finish(begin())
    assert run.step == len(run.history.training) == 8
    assert len(run.history.validation) == 3


def test_a_batch_that_cannot_be_shared_equally_is_refused():
    with pytest.raises(ValueError, match=r"a multiple of the 3 processes .* got 4"):
        Run(torch.nn.Linear(1, 1), RING, RING, RECIPE, Processes(rank=0, count=3))


def test_a_stream_without_a_whole_sequence_is_refused_before_the_first_step():
    with pytest.raises(ValueError, match="above the length 8"):
        Run(torch.nn.Linear(1, 1), RING[:8], RING, RECIPE)
    with pytest.raises(ValueError, match="above the length 8"):
        Run(torch.nn.Linear(1, 1), RING, RING[:8], RECIPE)
