"""The contract of values.toml, on a section with a contract of its own."""

import pytest

from tests.book.good_section import printed
from tools.rules import values


@pytest.fixture(autouse=True)
def contract(monkeypatch):
    monkeypatch.setattr(
        values, "contract", lambda: {"18-4-05": ["rows 38,400", "x (2, 4)", "same"]}
    )


@pytest.fixture
def kept(page, cell):
    cell("count").outputs = [printed("rows:  38,400\nx:\t(2, 4)\n"), printed("same\n")]
    cell("count").source = "assert rows == 38_400\nassert tuple(x.shape) == (2, 4)"
    return page


def test_a_section_that_keeps_its_contract_passes(kept):
    assert [found for rule in values.RULES for found in rule(kept)] == []


@pytest.mark.parametrize("said", ["rows: 38,401", "columns: 38,400", "more rows: 38,400,000"])
def test_a_line_that_is_not_printed_is_named(kept, cell, said):
    cell("count").outputs[0].text = f"{said}\nx: (2, 4)"
    assert [text for _, text in values.prints_its_values(kept)] == [
        "must print 'rows 38,400' (tools/rules/values.toml)"
    ]


@pytest.mark.parametrize(("old", "value"), [("38_400", "38,400"), ("(2, 4)", "(2, 4)")])
def test_a_value_that_no_assert_holds_is_named(kept, cell, old, value):
    cell("count").source = cell("count").source.replace(old, "y") + f"\nprint({old})"
    [(_, text)] = values.asserts_its_values(kept)
    assert f"no assert holds {value}" in text


def test_the_contract_covers_each_section_that_promises_numbers(monkeypatch):
    monkeypatch.undo()
    assert sorted(values.contract()) == [f"18-4-{n:02d}" for n in range(1, 10)]
