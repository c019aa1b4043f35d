import random

import pytest
import torch
import torch.nn.functional as F

import dnnlpy.models.gpt as gpt
from dnnlpy import explore
from tests.explore.figures import choose, close, numbers, press, text

WIDTHS = (8, 16)


def first_loss(width: int, std: float, scaled: set[int]) -> tuple[float, float]:
    """Loss and mean own-token logit, worked out layer by layer from the same draws."""
    torch.manual_seed(0)
    model = gpt.MiniGPT(50, 32, width, num_layers=2, num_heads=4, hidden_dim=4 * width).double()
    table, places = torch.randn(50, width).double() * std, torch.randn(32, width).double() * std
    ids = torch.randint(50, (2, 33))
    x = table[ids[:, :-1]] * (width**0.5 if 0 in scaled else 1) + places
    for block in model.blocks:
        x = block(x)
    logits = model.final_norm(x) @ table.T / (width**0.5 if 1 in scaled else 1)
    loss = F.cross_entropy(logits.transpose(1, 2), ids[:, 1:])
    return loss.item(), logits.gather(2, ids[:, :-1, None]).mean().item()


def test_every_setting_shows_the_loss_of_that_model(show):
    page = show(explore.initial_loss(50, WIDTHS))
    dice, scaled = random.Random(2), set()
    for _ in range(6):
        width, std = dice.randrange(2), dice.randrange(4)
        press(page, "width", width)
        choose(page, "std", std)
        flipped = dice.randrange(2)
        press(page, "scaled", flipped)
        scaled ^= {flipped}
        scale = (1.0, 0.1, 0.02, WIDTHS[width] ** -0.5)[std]
        loss, own = first_loss(WIDTHS[width], scale, scaled)
        shown = numbers(page)
        assert close(shown["loss"], torch.tensor([loss]))
        assert close(shown["own"], torch.tensor([own]))
        assert f"Loss {loss:.2f} nats" in text(page, "say")
    assert close(numbers(page)["floor"], torch.tensor(50.0).log())


def test_it_leaves_the_random_numbers_of_the_notebook_alone():
    torch.manual_seed(3)
    wanted = torch.rand(1)
    torch.manual_seed(3)
    explore.initial_loss(50, (8,))
    assert torch.equal(torch.rand(1), wanted)


def test_sizes_that_make_no_model_are_refused():
    with pytest.raises(ValueError, match="multiples of 4"):
        explore.initial_loss(50, (6,))
    with pytest.raises(ValueError, match="vocab_size"):
        explore.initial_loss(5)
