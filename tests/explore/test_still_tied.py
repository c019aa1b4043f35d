import copy
import pickle

import pytest
import torch
from torch import nn

import dnnlpy.models.gpt as gpt
from dnnlpy import explore
from dnnlpy.explore.still_tied import GUESSES, OPERATIONS
from tests.explore.figures import press, table_lm, text

WANTED = {  # what PyTorch does, by the rows of the practice part
    "copy.deepcopy(model)": "still tied",
    "pickle.loads(pickle.dumps(model))": "still tied",
    "model.to(torch.float64)": "still tied",
    "model.load_state_dict(state)": "still tied",
    "model.load_state_dict(state, assign=True)": "tie lost",
    'model.to("meta").to_empty(device="cpu")': "tie lost",
    "nn.init.normal_(model.lm_head.weight, std=0.02)": "still tied",
    "one step of AdamW(model.parameters())": "still tied",
    "model.lm_head.to(torch.bfloat16)": "still tied",
    "model.token_embed = nn.Embedding.from_pretrained(weight)": "tie lost",
    "weight_norm(model.lm_head)": "tie lost",
    "safetensors.torch.save_file(model.state_dict(), path)": "refused",
}


def test_outcomes_are_those_of_a_run_and_the_score_counts_right_guesses(show):
    page = show(explore.still_tied(table_lm()))
    assert page.locator("[data-part=outcome]:visible").count() == 0
    for place, outcome in enumerate(WANTED.values()):
        press(page, "guess", 3 * place + GUESSES.index(outcome))
        shown = page.locator("[data-part=outcome]").nth(place)
        assert shown.inner_text().startswith(outcome)
        assert shown.get_attribute("class") == "right"
    assert text(page, "say") == "Guessed 12 of 12, 12 of them right."
    press(page, "guess", 1)
    assert text(page, "say") == "Guessed 12 of 12, 11 of them right."
    codes = page.locator("code").all_inner_texts()
    assert codes == list(WANTED) == list(OPERATIONS)


def test_a_minigpt_keeps_what_plain_modules_lose(show):
    model = gpt.MiniGPT(20, 8, embed_dim=8, num_layers=1, num_heads=2, hidden_dim=16)
    lines = repr(explore.still_tied(model))
    assert "assign=True): still tied" in lines
    assert 'to_empty(device="cpu"): still tied' in lines


def test_the_given_model_is_left_as_it_was():
    model = table_lm()
    before = copy.deepcopy(model.state_dict())
    explore.still_tied(model)
    assert model.lm_head.weight is model.token_embed.weight
    assert all(torch.equal(before[name], value) for name, value in model.state_dict().items())
    assert pickle.dumps(model)


def test_a_model_without_a_tie_is_refused():
    model = table_lm()
    model.lm_head.weight = nn.Parameter(model.lm_head.weight.detach().clone())
    with pytest.raises(ValueError, match="no tie to lose"):
        explore.still_tied(model)
    with pytest.raises(TypeError, match="Linear has no token_embed"):
        explore.still_tied(nn.Linear(2, 2))
