import random

import pytest

from dnnlpy import explore
from tests.explore.figures import choose, numbers, press, text
from tests.explore.results import results


def test_every_token_and_moment_shows_its_neighbours(show):
    found = results()["neighbours"]
    page = show(explore.neighbours(results()))
    dice, steps = random.Random(0), ["0", "50", "400"]
    for _ in range(6):
        token, moment = dice.randrange(3), dice.randrange(3)
        choose(page, "token", token)
        press(page, "moment", moment)
        rows = {name: found["tables"][name][steps[moment]][token] for name in found["tables"]}
        for name, row in rows.items():
            words = page.locator(f"[data-part={name}-word]").all_inner_texts()
            assert words == [word.replace(" ", "_").replace("\n", "↵") for word, _ in row]
            assert numbers(page)[f"{name}-cosine"].tolist() == [cosine for _, cosine in row]
        tied, read, scored = ({w for w, _ in rows[n]} for n in ("tied", "input", "output"))
        shares = f"shares {len(tied & read)} of its 5 neighbours with the untied input table"
        assert shares in text(page, "say")
        assert f"and {len(tied & scored)} with the untied output table" in text(page, "say")


def test_results_without_a_table_are_refused():
    found = results()
    del found["neighbours"]["tables"]["output"]
    with pytest.raises(ValueError, match="no neighbours in the table 'output'"):
        explore.neighbours(found)
