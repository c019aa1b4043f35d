"""The loop: it learns, repeats itself exactly, clips, and leaves a tie tied."""

import math

import pytest
import torch

import dnnlpy.models.gpt as gpt
from dnnlpy.training import Recipe, evaluate, train, update

RING = torch.arange(9).repeat(30)  # 0, 1, ..., 8, 0, 1, ...
RECIPE = Recipe(steps=40, batch_size=4, length=8, peak_rate=1e-2, evaluate_every=20)


def run(*, tied=True, recipe=RECIPE):
    torch.manual_seed(0)
    sizes = {"embed_dim": 16, "num_layers": 1, "num_heads": 2, "hidden_dim": 32}
    model = gpt.MiniGPT(vocab_size=9, block_size=8, weight_tying=tied, **sizes)
    return model, train(model, RING, RING, recipe, label="ring")


@pytest.mark.parametrize("tied", [True, False])
def test_a_model_learns_a_ring_from_the_loss_of_knowing_nothing(tied):
    model, history = run(tied=tied)
    assert history.training[0] == pytest.approx(math.log(9), abs=0.1)
    assert history.validation[0] == pytest.approx(math.log(9), abs=0.1)
    assert history.validation[-1] < 0.8
    assert model(torch.tensor([[3, 4, 5]])).argmax(-1).tolist() == [[4, 5, 6]]
    assert (model.lm_head.weight is model.token_embed.weight) == tied


def test_history_has_a_loss_a_step_and_an_evaluation_at_both_ends():
    model, history = run()
    assert len(history.training) == 40
    assert len(history.validation) == 3
    last = evaluate(model, RING, batch_size=3, length=8)
    assert history.validation[-1] == pytest.approx(last, abs=1e-5)


def test_two_runs_of_one_recipe_are_the_same_run():
    assert run()[1] == run()[1]


def test_another_seed_is_another_run():
    other = Recipe(**(vars(RECIPE) | {"seed": 1}))
    assert run()[1].training != run(recipe=other)[1].training


class Recorder(torch.optim.SGD):
    """SGD that keeps the rates and the lengths of the gradients it was given."""

    def __init__(self, parameters):
        super().__init__(parameters, lr=0.0)
        self.rates, self.norms = [], []

    def step(self):
        gradients = [p.grad for group in self.param_groups for p in group["params"]]
        self.norms.append(torch.cat([g.flatten() for g in gradients]).norm().item())
        self.rates.append(self.param_groups[0]["lr"])
        super().step()


def recorder(monkeypatch):
    made = []

    def optimiser(_, model):
        made.append(Recorder(list(model.parameters())))
        return made[0]

    monkeypatch.setattr(Recipe, "optimiser", optimiser)
    return made


def test_every_step_is_taken_at_the_recipes_rate(monkeypatch):
    made = recorder(monkeypatch)
    run()
    assert made[0].rates == [RECIPE.rate(step) for step in range(40)]


def test_long_gradients_are_clipped_and_never_added_up(monkeypatch):
    made = recorder(monkeypatch)
    run(recipe=Recipe(**(vars(RECIPE) | {"clip_norm": 1e-3})))
    assert made[0].norms == pytest.approx([1e-3] * 40, rel=1e-2)

    made.clear()
    still = Recipe(**(vars(RECIPE) | {"clip_norm": 1e6, "peak_rate": 1e-9}))
    run(recipe=still)  # parameters stand still: gradients of one size, unless they pile up
    assert max(made[0].norms) < 2 * made[0].norms[0]


def test_an_update_returns_the_loss_before_it_and_trains_with_dropout():
    torch.manual_seed(0)
    model = gpt.MiniGPT(vocab_size=9, block_size=8, embed_dim=8, num_layers=1, dropout=0.5).eval()
    inputs, labels = RING[:8].view(1, 8), RING[1:9].view(1, 8)
    loss = update(model, RECIPE.optimiser(model), inputs, labels, clip_norm=1.0)
    assert model.training
    assert loss == pytest.approx(math.log(9), abs=0.2)
