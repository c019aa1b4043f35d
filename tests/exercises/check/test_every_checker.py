"""Right answers pass, wrong ones are told apart, hints unfold; the answers stand beside this file.

For each section, ``RIGHT`` holds answers by checker, and ``WRONG`` wrong ones by what is said of
them and of no other. An answer of several arguments is a :class:`Given`.
"""

import random
import re
from importlib import import_module
from pathlib import Path
from runpy import run_path

import nbformat
import numpy as np
import pytest
import torch

from dnnlpy.exercises import check
from dnnlpy.exercises.checker import WIDTH, Checker
from tests.exercises.check.given import Given
from tools.paths import ROOT

SECTIONS = [
    import_module(f"tests.exercises.check.{path.stem}")
    for path in sorted(Path(__file__).parent.glob("*.py"))
    if path.stem not in ("given", "test_every_checker")
]
RIGHT = {one.name: answers for section in SECTIONS for one, answers in section.RIGHT.items()}
WRONG = {one.name: answers for section in SECTIONS for one, answers in section.WRONG.items()}
NAMES = sorted(check.__all__)
NOTEBOOKS = sorted((ROOT / "chapters").glob("18-4-*.ipynb"))


def verdict_on(name, answer):
    examine = getattr(check, name)
    return examine(*answer.values, **answer.named) if isinstance(answer, Given) else examine(answer)


def test_every_checker_is_listed_and_has_answers():
    assert all(isinstance(getattr(check, name), Checker) for name in NAMES)
    assert NAMES == sorted(RIGHT) == sorted(WRONG)
    assert all(len(answers) >= 2 for answers in RIGHT.values())
    assert all(len(answers) >= 5 for answers in WRONG.values())


@pytest.mark.parametrize("name", NAMES)
def test_right_answers_pass(name):
    for answer in RIGHT[name]:
        verdict = verdict_on(name, answer)
        assert verdict, verdict
        assert repr(verdict).startswith("Right: ")


@pytest.mark.parametrize("name", NAMES)
def test_wrong_answers_are_told_apart(name):
    said = {part: verdict_on(name, answer) for part, answer in WRONG[name].items()}
    for part, verdict in said.items():
        assert not verdict
        assert [other for other in said if other in verdict.text] == [part], verdict
        assert "could not be examined" not in verdict.text
        assert repr(verdict).endswith(f"\nA hint: check.{name}.hint()")


@pytest.mark.parametrize("name", NAMES)
def test_any_answer_gets_a_verdict_in_short_lines(name):
    def raises(*inputs):
        raise RuntimeError("no idea")

    count = len(getattr(check, name).__signature__.parameters)
    for answer in (raises, None, "seven", [[]], torch.zeros(0), object, print):
        verdict = verdict_on(name, Given(*[answer] * count))
        assert not verdict
        assert "could not be examined" not in verdict.text
        lines = repr(verdict).splitlines()
        assert all(len(line) <= WIDTH or " " not in line for line in lines), verdict
    assert f"check.{name}(" in verdict_on(name, Given(*[0] * (count + 1))).text


@pytest.mark.parametrize("name", NAMES)
def test_random_numbers_go_on_as_if_nothing_had_been_drawn(name):
    def draw():
        return torch.rand(1).item(), random.random(), np.random.rand()

    def seeded():
        torch.manual_seed(1)
        random.seed(1)
        np.random.seed(1)

    seeded()
    expected = draw()
    for answer in RIGHT[name]:
        seeded()
        verdict_on(name, answer)
        assert draw() == expected


@pytest.mark.parametrize("name", NAMES)
def test_hints_unfold_in_order_and_the_last_leads_to_the_solution(name):
    one = getattr(check, name)
    total = len(one.hints)
    assert 2 <= total <= 4
    shown = [repr(one.hint()) for _ in range(total + 1)]
    for place, hint in enumerate(one.hints):
        assert shown[place].startswith(f"Hint {place + 1} of {total}:")
        assert " ".join(shown[place].split()).endswith(" ".join(hint.split()))
    assert "a solution is folded" in " ".join(shown[-1].split())
    assert repr(one.hint()) == shown[0]
    for _ in range(total):
        one.hint()


def test_the_site_reads_out_of_the_sources_the_hints_that_the_checkers_give():
    hints = run_path(str(ROOT / "_ext" / "reading" / "hints.py"))  # without the rest of the site
    read = {}
    for path in hints["sources"]():
        read |= hints["hints_of"](path.read_text("utf8"))
    assert read == {name: list(getattr(check, name).hints) for name in NAMES}


def test_a_notebook_names_every_checker_and_its_stored_verdict_is_right():
    named = {}
    for path in NOTEBOOKS:
        cells = nbformat.read(path, as_version=4).cells
        text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
        asked = set(re.findall(r"check\.(\w+)\(", text))
        for cell in cells:
            called = re.findall(r"check\.(\w+)\(", cell.source) if cell.cell_type == "code" else []
            for name in called:
                verdict = cell.outputs[-1]["data"]["text/plain"]
                assert verdict.startswith("Right: "), (path.name, name, verdict)
                assert name not in named
                named[name] = path.name
        assert asked == {name for name in named if named[name] == path.name}, path.name
        if asked:
            [imports] = [cell.source for cell in cells if cell.id == "imports"]
            assert "from dnnlpy.exercises import check" in imports
    assert sorted(named) == NAMES
