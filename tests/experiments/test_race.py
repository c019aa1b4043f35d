"""The race on a scale of seconds, and the results that the book shows."""

import json
import math
import subprocess
import sys

import pytest
import torch

from dnnlpy import explore
from dnnlpy.experiments import race

TINY = race.Setup(vocab_size=700, embed_dim=16, steps=4, every=2, seeds=1)


@pytest.fixture(scope="module")
def results() -> dict:
    return list(race.race(TINY))[-1]


def test_equal_parameters_are_as_many_as_fit_into_the_tied_model():
    setup = race.Setup()
    tied, wide, equal = (race.build(kind, setup) for kind in race.KINDS)
    assert wide.num_parameters() - tied.num_parameters() == setup.vocab_size * setup.embed_dim
    assert wide.embed_dim == tied.embed_dim > equal.embed_dim
    assert 0.95 * tied.num_parameters() < equal.num_parameters() <= tied.num_parameters()
    assert tied.lm_head.weight is tied.token_embed.weight
    assert equal.lm_head.weight is not equal.token_embed.weight


def test_a_seed_draws_the_same_weights_and_leaves_other_random_numbers_alone():
    before = torch.random.get_rng_state()
    first, second, other = (race.build("tied", TINY, seed) for seed in (1, 1, 2))
    assert torch.equal(first.token_embed.weight, second.token_embed.weight)
    assert not torch.equal(first.token_embed.weight, other.token_embed.weight)
    assert torch.equal(torch.random.get_rng_state(), before)


def test_every_kind_is_trained_and_its_losses_noted(results):
    assert [run["kind"] for run in results["runs"]] == list(race.KINDS)
    for run in results["runs"]:
        assert len(run["training"]) == len(run["validation"]) == 3
        assert abs(run["validation"][0] - math.log(700)) < 0.1
        assert run["validation"][2] < run["validation"][0]
        assert run["parameters"] > 700 * run["embed_dim"]
    assert {"command", "versions", "text_sha256", "setup"} <= results.keys()


def test_the_figures_take_what_the_race_gives(results):
    again = json.loads(json.dumps(results))
    assert "after 4 steps" in repr(explore.race(again))
    assert "after 4 steps" in repr(explore.neighbours(again))


def test_the_stored_results_are_of_five_seeds_and_know_where_they_come_from():
    stored = race.stored()
    runs = {(run["kind"], run["seed"]) for run in stored["runs"]}
    assert runs == {(kind, seed) for kind in race.KINDS for seed in range(5)}
    assert stored["command"] == race.COMMAND
    assert len(stored["text_sha256"]) == 64
    assert stored["setup"] == race.asdict(race.Setup())
    for run in stored["runs"]:
        assert run["parameters"] == race.build(run["kind"], race.Setup()).num_parameters()


def test_the_command_explains_itself():
    command = [sys.executable, *race.COMMAND.split()[1:], "--help"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "--seeds" in run.stdout
