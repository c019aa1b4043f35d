import random

import pytest
import torch

from dnnlpy import explore
from tests.explore.figures import close, numbers, press, text
from tests.explore.results import KINDS, results


def test_the_table_shows_mean_and_range_of_the_seeds_at_every_step(show):
    ran = results()
    page = show(explore.race(ran))
    dice = random.Random(0)
    for _ in range(8):
        loss, point = dice.randrange(2), dice.randrange(9)
        press(page, "loss", loss)
        page.locator("[data-part=point]").fill(str(50 * point))
        name = ("validation", "training")[loss]
        seen = torch.tensor(
            [[r[name][point] for r in ran["runs"] if r["kind"] == kind] for kind in KINDS]
        )
        wanted = torch.stack([seen.mean(1), seen.amin(1), seen.amax(1)], dim=1)
        assert close(numbers(page)["loss-value"], wanted)
        best, following = seen.mean(1).argsort()[:2].tolist()
        apart = seen[best].max() < seen[following].min()
        words = "All its seeds lie below" if apart else "Its seeds overlap"
        assert f"Step {50 * point}, {name} loss: {KINDS[best]} is lowest" in text(page, "say")
        assert words in text(page, "say")


def test_curves_and_bands_are_drawn_where_the_losses_lie(show):
    ran = results()
    page = show(explore.race(ran))
    press(page, "loss", 1)
    drawn = page.locator("[data-part=curve]").first.get_attribute("points").split()
    tied = torch.tensor([r["training"] for r in ran["runs"] if r["kind"] == "tied"]).mean(0)
    every = torch.tensor([r["training"][1:] for r in ran["runs"]])
    low, high = every.min(), every.max()
    assert len(drawn) == 8, "and the start, far above them, is not drawn"
    for point, place in enumerate(drawn, start=1):
        x, y = map(float, place.split(","))
        wanted = 200 - (tied[point] - low) / (high - low) * 200
        assert abs(x - 360 * point / 8) < 0.06
        assert abs(y - wanted) < 0.06


def test_without_scripts_the_same_curves_and_bands_are_drawn(show):
    points = "all => all.map(e => e.getAttribute('points'))"
    drawn = [
        show(explore.race(results()), java_script_enabled=scripts)
        .locator("[data-part=curve], [data-part=band]")
        .evaluate_all(points)
        for scripts in (True, False)
    ]
    assert len(drawn[0]) == 6
    assert drawn[0] == drawn[1]


def test_the_question_knows_who_led_early_and_who_won():
    question = explore.race(results()).question
    assert question.choices[question.answer] == "untied, then tied"


def test_results_that_are_not_complete_are_refused():
    ran = results()
    ran["runs"].pop()
    with pytest.raises(ValueError, match="so that all kinds have the same"):
        explore.race(ran)
