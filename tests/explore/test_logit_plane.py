import random
import re

import pytest
import torch
import torch.nn.functional as F

from dnnlpy import explore
from tests.explore.figures import PLANE, choose, close, draw, numbers, press, slide, text

W, NAMES = torch.tensor(PLANE), ["cat", "dog", "the", "York"]


def hidden(page) -> torch.Tensor:
    """h as it lies in the drawing, worked out from the handle's place."""
    place = page.locator("[data-part=h]").get_attribute("transform")
    x, y = map(float, re.findall(r"-?[\d.]+", place))
    return torch.tensor([x, -y]).double() / unit(page)


def unit(page) -> float:
    return page.evaluate(
        "JSON.parse(document.querySelector('[type=\"application/json\"]').text).unit"
    )


def test_scores_and_loss_are_torchs_wherever_h_is_dragged(show):
    figure = explore.logit_plane(W, torch.tensor([1.0, 0.6]), names=NAMES)
    page = show(figure, new_window=True)
    dice, target, temperature, scale = random.Random(1), 0, 1.0, [1.0] * 4
    for _ in range(8):
        page.locator("[data-part=h] .tip").hover()
        page.mouse.down()
        box = page.locator("svg").bounding_box()
        spots = [dice.uniform(0.1, 0.9) for _ in "xy"]
        page.mouse.move(box["x"] + spots[0] * box["width"], box["y"] + spots[1] * box["height"])
        page.mouse.up()
        row, target = dice.randrange(4), dice.randrange(4)
        scale[row], temperature = dice.randrange(4, 30) / 20, dice.randrange(4, 60) / 20
        press(page, "row", row)
        slide(page, "scale", scale[row])
        slide(page, "temperature", temperature)
        choose(page, "target", target)

        dropped = torch.tensor([spots[0] - 0.5, 0.5 - spots[1]]).double() * 320 / unit(page)
        h = hidden(page)
        assert torch.allclose(h, dropped, atol=0.01), "h is not where it was dropped"
        rows = W.double() * torch.tensor(scale).double()[:, None]
        logits = rows @ h
        shown = numbers(page)
        assert torch.allclose(shown["logit"], logits, atol=0.01), (
            "the drawing is rounded to 0.1 units"
        )
        # The exact h, from the two logits of rows that span the plane.
        h = torch.linalg.solve(rows[:2], shown["logit"][:2])
        assert close(shown["logit"], rows @ h)
        assert close(shown["length"], rows.norm(dim=1))
        assert close(shown["cosine"], F.cosine_similarity(rows, h, dim=1))
        assert close(shown["p"], (shown["logit"] / temperature).softmax(0))
        loss = F.cross_entropy(shown["logit"] / temperature, torch.tensor(target)).item()
        assert f"Loss for {NAMES[target]}: {loss:.2f} nats" in text(page, "say")


def test_arrow_keys_move_h_and_stop_at_the_edge(show):
    page = show(explore.logit_plane(W, torch.tensor([1.0, 0.6]), names=NAMES))
    before = hidden(page)
    page.locator("[data-part=h]").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    assert torch.allclose(
        hidden(page) - before, torch.full((2,), 5 / unit(page)).double(), atol=1e-3
    )
    for _ in range(45):  # 43 lead to the edge
        page.keyboard.press("ArrowLeft")
    assert torch.isclose(hidden(page)[0], torch.tensor(-160 / unit(page)).double(), atol=1e-3)


def test_a_finger_drags_h(show):
    page = show(
        explore.logit_plane(W, torch.tensor([1.0, 0.6])), width=360, has_touch=True, new_window=True
    )
    page.locator("svg").scroll_into_view_if_needed()
    before = numbers(page)["logit"]
    box = page.locator("[data-part=h] .tip").bounding_box()
    session = page.context.new_cdp_session(page)
    spot = {"x": box["x"] + 4, "y": box["y"] + 4}
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [spot]})
    for step in range(5, 65, 5):  # downwards, where a page would scroll instead
        moved = {"x": spot["x"], "y": spot["y"] + step}
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [moved]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert numbers(page)["logit"][1] < before[1] - 1.5


def test_the_right_answer_is_the_largest_inner_product_not_the_largest_cosine():
    figure = explore.logit_plane(W, torch.tensor([1.0, 0.6]), names=NAMES)
    assert figure.question.choices[figure.question.answer] == "dog"
    assert "cat points closer to h" in figure.question.why


def test_input_that_is_not_a_plane_is_refused():
    h = torch.tensor([1.0, 0.5])
    with pytest.raises(ValueError, match="a plane has two columns"):
        explore.logit_plane(W, torch.ones(3))
    with pytest.raises(ValueError, match=r"shape \(4, 3\)"):
        explore.logit_plane(draw(4, 3), h)
    with pytest.raises(ValueError, match="no direction"):
        explore.logit_plane(torch.zeros(4, 2), h)
    with pytest.raises(IndexError, match="target must name a row"):
        explore.logit_plane(W, h, target=4)
