import random

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from dnnlpy import explore
from tests.explore.figures import choose, close, draw, numbers, press, slide, text

E, OWN = draw(6, 4), draw(6, 4, seed=1)
MODES = ("tied", "copied", "aliased", "untied")


class Twin:
    """The same model in torch: what the page shows must be what this computes."""

    def __init__(self, mode: str, optimiser: type[torch.optim.Optimizer]):
        self.E = nn.Parameter(E.double())
        self.W = self.E if mode == "tied" else nn.Parameter(E.double())
        if mode == "aliased":
            self.W.data = self.E.data
        if mode == "untied":
            self.W = nn.Parameter(OWN.double())
        parameters = list(dict.fromkeys([self.E, self.W]))
        self.optimiser = optimiser(parameters, lr=0.1, weight_decay=0)

    def logits(self, token: int) -> torch.Tensor:
        return self.W @ self.E[token]

    def step(self, token: int, target: int) -> float:
        before = torch.cat([self.E.detach(), self.W.detach()])
        self.optimiser.zero_grad()
        F.cross_entropy(self.logits(token), torch.tensor(target)).backward()
        self.optimiser.step()
        return (torch.cat([self.E.detach(), self.W.detach()]) - before).abs().max().item()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("kind", [torch.optim.AdamW, torch.optim.SGD])
def test_edits_and_steps_are_torchs(mode, kind, show):
    page = show(explore.one_table(E, OWN))
    choose(page, "optimiser", 0 if kind is torch.optim.AdamW else 1)
    press(page, "mode", MODES.index(mode))
    twin, dice = Twin(mode, kind), random.Random(mode)
    token, target, moved = 1, 2, 0.0
    for _ in range(8):
        act = dice.choice(["edit", "token", "target", "step", "step"])
        if act == "edit":
            part = "E" if mode == "tied" else dice.choice("EW")
            row, column, value = dice.randrange(6), dice.randrange(4), dice.randrange(-40, 40) / 20
            press(page, part, 4 * row + column)
            slide(page, "edit", value)
            getattr(twin, part).data[row, column] = value
        elif act == "token":
            token = dice.randrange(6)
            choose(page, "token", token)
        elif act == "target":
            target = dice.randrange(6)
            choose(page, "target", target)
        else:
            press(page, "step")
            moved = twin.step(token, target)
        logits = twin.logits(token).detach()
        shown = numbers(page)
        assert close(shown["E"], twin.E.detach())
        assert close(shown["W"], twin.W.detach())
        assert close(shown["x"], twin.E[token].detach())
        assert close(shown["logit"], logits)
        assert close(shown["p"], logits.softmax(0))
        assert close(shown["moved"], torch.tensor([moved]))
        loss = F.cross_entropy(logits, torch.tensor(target)).item()
        assert f"{loss:.2f} nats" in text(page, "say")


@pytest.mark.parametrize(
    ("mode", "facts"),
    [
        ("tied", ["yes", "yes", "yes", "24", "0.10"]),
        ("aliased", ["yes", "yes", "no", "2 × 24", "0.20"]),
        ("copied", ["no", "no", "no", "2 × 24", "0.10"]),
        ("untied", ["no", "no", "no", "2 × 24", "0.10"]),
    ],
)
def test_one_step_tells_the_four_apart(mode, facts, show):
    page = show(explore.one_table(E, OWN, modes=sorted(MODES, key=lambda other: other != mode)))
    press(page, "step")
    parts = ("values", "memory", "same", "trained", "moved")
    assert [text(page, part) for part in parts] == facts


def test_keys_choose_a_cell_and_change_it(show):
    page = show(explore.one_table(E, OWN))
    press(page, "E", 0)
    for key in ("ArrowDown", "ArrowRight", "+", "+", "-"):
        page.keyboard.press(key)
    wanted = E.clone()
    wanted[1, 1] += 0.1
    assert close(numbers(page)["E"], wanted)
    assert text(page, "edit-label") == "E[1, 1]"


def test_a_tie_is_drawn_once_and_two_tables_twice(show):
    page = show(explore.one_table(E, OWN))
    tables = page.locator("caption").filter(has_text="(6, 4)")
    assert [table.inner_text() for table in tables.all() if table.is_visible()] == ["E = W (6, 4)"]
    press(page, "mode", 3)
    shown = [table.inner_text() for table in tables.all() if table.is_visible()]
    assert shown == ["in: E (6, 4)", "out: W (6, 4)"]


def test_the_question_is_about_the_modes_that_are_offered():
    two = explore.one_table(E, OWN, modes=["untied", "tied"]).question
    assert two.choices[two.answer] == "tied"
    four = explore.one_table(E, OWN).question
    assert four.choices[four.answer] == "tied and aliased"


def test_input_that_cannot_be_drawn_is_refused():
    with pytest.raises(ValueError, match=r"table has shape \(20, 8\).*table\[:10, :5\]"):
        explore.one_table(draw(20, 8))
    with pytest.raises(ValueError, match=r"\(6, 4\) and head \(6, 3\)"):
        explore.one_table(E, draw(6, 3))
    with pytest.raises(ValueError, match=r"modes must be two or more of .* 'shared'"):
        explore.one_table(E, modes=["tied", "shared"])
    with pytest.raises(ValueError, match=r"modes must be two or more"):
        explore.one_table(E, modes=["tied"])
    with pytest.raises(ValueError, match="rate must be positive"):
        explore.one_table(E, rate=0)
    with pytest.raises(IndexError, match="target must name a row, 0 to 5, and is 6"):
        explore.one_table(E, target=6)
