import random

import pytest
import torch
import torch.nn.functional as F

from dnnlpy import explore
from tests.explore.figures import choose, close, draw, numbers, press, text


def test_row_product_and_prices_are_torchs_for_any_token(show):
    table = draw(5, 3)
    page = show(explore.lookup(table, 2))
    sizes = [(5, 3), (50_257, 768), (128_256, 2_048)]
    dice = random.Random(0)
    for _ in range(8):
        row, size = dice.randrange(5), dice.randrange(3)
        press(page, "id", row)
        choose(page, "size", size)
        one_hot = F.one_hot(torch.tensor(row), 5).float()
        shown = numbers(page)
        assert close(shown["e"], one_hot)
        assert close(shown["x"], one_hot @ table)
        vocab_size, width = sizes[size]
        flops_counted = torch.empty(vocab_size, width, device="meta")
        wanted = [flops_counted.numel(), 0, 4 * vocab_size, 8, flops_counted.nbytes, 4 * width]
        assert shown["price"].tolist() == wanted
        assert f"row {row} of E" in text(page, "say")


def test_arrow_keys_walk_through_the_rows(show):
    page = show(explore.lookup(draw(5, 3), 2))
    press(page, "id", 0)
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    assert "row 2 of E" in text(page, "say")


def test_a_large_table_is_sampled_and_says_so(show):
    table = draw(1000, 20)
    figure = explore.lookup(table, 999)
    assert "E (1,000, 20): 12 of its rows, 6 of its columns" in figure._repr_html_()
    page = show(figure)
    press(page, "id", 3)
    row = torch.linspace(0, 999, 12).round().long()[3]
    shown = numbers(page)
    assert close(shown["x"], table[row, :6])
    assert shown["price"][0] == 20_000


def test_input_that_cannot_be_drawn_is_refused():
    with pytest.raises(TypeError, match="table must be a tensor of floats"):
        explore.lookup(torch.zeros(5, 3, dtype=torch.long))
    with pytest.raises(TypeError, match="is list"):
        explore.lookup([[1.0]])
    with pytest.raises(ValueError, match=r"table has shape \(5,\)"):
        explore.lookup(draw(5))
    with pytest.raises(IndexError, match=r"drawn rows .* and is 5"):
        explore.lookup(draw(5, 3), 5)
    with pytest.raises(ValueError, match="1 names for 5 rows"):
        explore.lookup(draw(5, 3), names=["a"])
    with pytest.raises(ValueError, match="infinite or nan"):
        explore.lookup(torch.full((5, 3), float("nan")))
