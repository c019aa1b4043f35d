"""The race on a scale of seconds, and the results that the book shows."""

import json
import math
import pickle
import runpy
import sys
from dataclasses import asdict, replace
from itertools import product

import pytest
import torch

from dnnlpy import explore
from dnnlpy.experiments import race
from dnnlpy.experiments.run import train

KIND = ("tied",)
TINY = race.Setup(vocab_size=700, embed_dim=16, steps=4, every=2, seeds=1)


@pytest.fixture(scope="module", autouse=True)
def one_text(text):
    """Every race here reads the same."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(race, "prepare", {TINY.vocab_size: text}.get)
        yield


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
        assert run["rows"][0] > 100
        assert len(run["lookup"]) == len(run["head"]) == len(results["measured"])


def test_a_louder_start_changes_the_token_tables_alone():
    for quiet, loud in zip(race.KINDS, race.LOUDER, strict=False):
        before, after = (dict(race.build(kind, TINY).named_parameters()) for kind in (quiet, loud))
        changed = {name for name in before if not torch.equal(before[name], after[name])}
        assert changed == set(before) & {"token_embed.weight", "lm_head.weight"}
        assert all(abs(after[name].std() - 0.25) < 0.02 for name in changed)  # 16**-0.5


def test_training_is_not_changed_by_what_is_measured_on_the_way(text, monkeypatch):
    watched = train("tied", 0, text, TINY, show=False).run
    monkeypatch.setattr(race.Setup, "measured", lambda setup: [])
    alone = train("tied", 0, text, TINY, show=False).run
    assert watched.validation == alone.validation
    assert len(watched.lookup) > len(alone.lookup) == 0


def test_a_pool_of_workers_finds_what_one_process_finds():
    def pool_map(run, jobs):
        return map(pickle.loads(pickle.dumps(run)), pickle.loads(pickle.dumps(jobs)))

    brief = replace(TINY, steps=2)
    assert list(race.race(brief, KIND, pool_map))[-1] == list(race.race(brief, KIND))[-1]


def test_tables_are_compared_once_all_seeds_have_run():
    *_, results = race.race(replace(TINY, seeds=2, steps=2), KIND)
    assert list(results["similarity"]) == ["0", "2"]
    assert list(results["similarity"]["2"]) == ["tied / tied"]


def test_the_figures_take_what_the_race_gives(results):
    again = json.loads(json.dumps(results))
    assert "after 4 steps" in repr(explore.race(again))
    assert "after 4 steps" in repr(explore.neighbours(again))


def test_the_stored_results_are_of_five_seeds_and_know_where_they_come_from():
    stored = race.stored()
    assert stored["setup"]["seeds"] == 5
    assert stored["command"].startswith(race.COMMAND)
    assert {"python", "torch", "tokenizers"} == stored["versions"].keys()
    assert len(stored["text_sha256"]) == 64
    for place, (setup, kinds) in race.races(race.Setup()).items():
        results = stored[place] if place else stored
        assert results["setup"] == asdict(setup)
        assert results["measured"] == setup.measured()
        found = [(run["seed"], run["kind"]) for run in results["runs"]]
        assert found == list(product(range(setup.seeds), kinds))
        for run in results["runs"][: len(kinds)]:
            assert run["parameters"] == race.build(run["kind"], setup).num_parameters()


def test_the_command_explains_itself(monkeypatch, capsys):
    module = race.COMMAND.removeprefix("python -m ")
    monkeypatch.setattr(sys, "argv", [module, "--help"])
    monkeypatch.delitem(sys.modules, module)
    with pytest.raises(SystemExit, match="0"):
        runpy.run_module(module, run_name="__main__")
    assert "--seeds" in capsys.readouterr().out
