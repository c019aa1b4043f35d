import random

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from dnnlpy import explore
from tests.explore.figures import TableLM, choose, close, numbers, press, table_lm, text


def test_both_paths_and_their_sum_are_torchs(show):
    model = table_lm()
    page = show(explore.gradient_split(model, torch.tensor([[1, 2, 3]]), torch.tensor([[2, 3, 4]])))
    ids, labels, dice = [1, 2, 3], [2, 3, 4], random.Random(3)
    for act in ["", "id", "label", "more", "id", "repeat", "more", "more", "label", "less", "id"]:
        if act in ("id", "label"):
            place, value = dice.randrange(len(ids)), dice.randrange(10)
            choose(page, act, value, place)
            (ids if act == "id" else labels)[place] = value
        elif act:
            press(page, act)
        if act == "more" and len(ids) < 5:
            ids, labels = [*ids, (ids[-1] + 1) % 10], [*labels, (labels[-1] + 1) % 10]
        if act == "less":
            ids, labels = ids[:-1], labels[:-1]
        if act == "repeat":
            ids = [ids[0]] * len(ids)
        below, above = (model.token_embed.weight.detach().clone().requires_grad_() for _ in "io")
        loss = F.cross_entropy(
            F.embedding(torch.tensor(ids), below) @ above.T, torch.tensor(labels)
        )
        loss.backward()
        model.zero_grad()
        F.cross_entropy(model(torch.tensor(ids)), torch.tensor(labels)).backward()
        shown = numbers(page)
        assert close(shown["lookup"], below.grad)
        assert close(shown["head"], above.grad)
        assert close(shown["total"], model.token_embed.weight.grad)
        assert f"{loss.item():.2f} nats" in text(page, "say")
        assert f"reaches {len(set(ids))} of 10 rows" in text(page, "say")


def test_a_chosen_cell_is_spelt_out(show):
    page = show(explore.gradient_split(table_lm(), torch.tensor([1, 2]), torch.tensor([2, 3])))
    press(page, "head", 4 * 7 + 2)
    page.keyboard.press("ArrowRight")
    shown = numbers(page)
    lookup, head, total = (shown[part][31].item() for part in ("lookup", "head", "total"))
    assert lookup == 0
    assert head == total != 0
    words = f"E[7, 3]: lookup 0 plus head {head:.3f} is {total:.3f}".replace("-", "−")
    assert words in text(page, "say")


def test_a_model_that_the_figure_does_not_fit_is_refused():
    ids = torch.tensor([[1, 2]])
    untied = TableLM()
    untied.lm_head.weight = nn.Parameter(untied.token_embed.weight.detach().clone())
    with pytest.raises(ValueError, match="tie the model first"):
        explore.gradient_split(untied, ids, ids)
    with pytest.raises(TypeError, match="Linear has no token_embed"):
        explore.gradient_split(nn.Linear(4, 10), ids, ids)
    scaled = table_lm()
    scaled.forward = lambda ids: 2 * TableLM.forward(scaled, ids)
    with pytest.raises(ValueError, match="nothing between embedding and head"):
        explore.gradient_split(scaled, ids, ids)
    with pytest.raises(ValueError, match=r"shape \(1000, 4\)"):
        explore.gradient_split(TableLM(1000), ids, ids)
    with pytest.raises(ValueError, match="input_ids has 2 ids and labels 1"):
        explore.gradient_split(table_lm(), ids, ids[:, :1])
    with pytest.raises(ValueError, match="all 2 rows are looked up"):
        explore.gradient_split(TableLM(2), torch.tensor([0, 1]), torch.tensor([1, 0]))
    with pytest.raises(IndexError, match=r"input_ids\[1\] must name a row, 0 to 9, and is 10"):
        explore.gradient_split(table_lm(), torch.tensor([0, 10]), ids)
    with pytest.raises(TypeError, match="tensor of integers"):
        explore.gradient_split(table_lm(), ids.float(), ids)
    with pytest.raises(ValueError, match=r"shape \(2, 2\).*one row of the batch"):
        explore.gradient_split(table_lm(), torch.zeros(2, 2).long(), ids)
