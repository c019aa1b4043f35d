import pytest
import torch

from dnnlpy.experiments import similarity


def draw(*shape: int, seed: int = 0) -> torch.Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def test_spearman_is_the_correlation_of_ranks_of_cosines():
    first, second = draw(6, 3), draw(6, 4, seed=1)
    by_hand = []
    for table in (first, second):
        cosines = [
            torch.cosine_similarity(table[i], table[j], dim=0) for i in range(6) for j in range(i)
        ]
        order = sorted(range(15), key=lambda pair: cosines[pair])
        by_hand.append([order.index(pair) for pair in range(15)])
    wanted = torch.corrcoef(torch.tensor(by_hand, dtype=torch.float64))[0, 1].item()
    assert similarity.spearman(first, second) == pytest.approx(wanted, abs=1e-12)


def test_turning_and_stretching_a_table_does_not_change_what_it_holds_to_be_close():
    table = draw(20, 5)
    turn = torch.linalg.qr(draw(5, 5, seed=1)).Q
    assert similarity.spearman(table, 3 * table @ turn) == pytest.approx(1, abs=1e-3)


def test_tables_of_one_seed_are_not_compared():
    tables = {("tied", 0): draw(9, 4), ("input", 0): draw(9, 4, seed=1)}
    assert similarity.compare(tables) == {}


def test_each_name_is_compared_with_each_over_all_pairs_of_seeds():
    tables = {
        (name, seed): draw(9, 4, seed=10 * seed + place)
        for seed in range(3)
        for place, name in enumerate(("tied", "input"))
    }
    found = similarity.compare(tables)
    assert list(found) == ["tied / tied", "tied / input", "input / input"]
    values = [
        similarity.spearman(tables["tied", a], tables["input", b])
        for a in range(3)
        for b in range(3)
        if a != b
    ]
    wanted = (sum(values) / 6, min(values), max(values))
    assert found["tied / input"] == pytest.approx(wanted, abs=1e-3)
