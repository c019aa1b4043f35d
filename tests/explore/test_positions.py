import random

import pytest
import torch

from dnnlpy import explore
from tests.explore.figures import choose, close, draw, numbers, press, text

E, P = draw(6, 4), draw(5, 4, seed=1)


def test_the_sum_is_torchs_wherever_the_tokens_go(show):
    ids = [1, 4, 1, 2]
    page = show(explore.positions(E, P, torch.tensor([ids])))
    dice, t = random.Random(0), 0
    for _ in range(14):
        act = dice.choice(["slot", "left", "right", "token"])
        other = {"left": t - 1, "right": t + 1}.get(act, -1)
        if act == "slot":
            t = dice.randrange(4)
            press(page, "slot", t)
        elif act == "token":
            ids[t] = dice.randrange(6)
            choose(page, "token", ids[t])
        else:
            press(page, act)
        if 0 <= other < 4:
            ids[t], ids[other], t = ids[other], ids[t], other
        x = E[torch.tensor(ids)] + P[torch.arange(4)]
        assert close(numbers(page)["x"], x)
        assert page.locator("tr.on").evaluate_all("all => all.map(e => e.rowIndex)") == [
            ids[t],
            t,
            t,
        ]
        assert f"Position {t} holds token {ids[t]}: " in text(page, "say")


def test_input_that_does_not_fit_is_refused():
    ids = torch.tensor([0, 1])
    with pytest.raises(ValueError, match="4 columns wide and position_table 3"):
        explore.positions(E, draw(5, 3), ids)
    with pytest.raises(ValueError, match="of 1 to 5 ids"):
        explore.positions(E, P, torch.zeros(6).long())
    with pytest.raises(ValueError, match="holds one id"):
        explore.positions(E, P, ids[:1])
    with pytest.raises(IndexError, match="0 to 5, and is 6"):
        explore.positions(E, P, torch.tensor([0, 6]))
    with pytest.raises(ValueError, match="2 names for 6 rows"):
        explore.positions(E, P, ids, names=["a", "b"])
