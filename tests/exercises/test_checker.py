"""A checker speaks in words whatever it is given, and reads answers of every kind."""

import random

import numpy as np
import pytest
import torch

from dnnlpy.exercises import answers
from dnnlpy.exercises.checker import AnswerError, Verdict, checker


@checker("Think of seven.", "It is 7.")
def lucky(number: int) -> str:
    """Exercise 0: a number.

    Args:
        number: The number.
    """
    if number + 0 != 7:
        raise AnswerError(f"{number} is not it, because luck is seven and nothing else but seven.")
    return "seven it is."


def test_a_verdict_is_true_or_false_and_reads_in_short_lines():
    assert bool(lucky(7)) is True
    assert bool(lucky(number=6)) is False
    assert repr(lucky(7)) == "Right: seven it is."
    assert repr(lucky(6)).splitlines() == [
        "Not yet: 6 is not it, because luck is seven",
        "and nothing else but seven.",
        "A hint: check.lucky.hint()",
    ]


def test_a_wrong_call_and_an_answer_that_breaks_the_check_are_told_in_words():
    usage = "call it as check.lucky(number)."
    assert lucky().text == usage
    assert lucky(1, 2).text == f"{usage} Arguments wanted: 1, given: 2."
    assert lucky("7").text.startswith("this could not be examined, it led to TypeError: can only")


def test_a_checker_says_what_it_wants():
    assert repr(lucky).startswith("check.lucky(number): Exercise 0: a number.")
    assert lucky.__doc__.startswith("Exercise 0")


def seed(number):
    for plant in (torch.manual_seed, random.seed, np.random.seed):
        plant(number)


def draw():
    return torch.rand(1).item(), random.random(), np.random.rand()


def test_whatever_an_answer_draws_or_seeds_the_learners_random_numbers_go_on():
    @checker("Draw.", "Seed.")
    def drawing(answer):
        answer()
        return "it ran."

    def seeds():
        seed(7)

    def fails():
        raise ValueError(draw())

    for answer in (seeds, draw, fails):
        seed(1)
        expected = draw()
        seed(1)
        assert bool(drawing(answer)) == (answer is not fails)
        assert draw() == expected


def test_a_long_word_is_not_torn():
    word = "model.pos_embed.weight.data.copy_(other.weight)"
    assert word in repr(Verdict(False, word, "hint()"))


def test_a_function_runs_on_its_inputs_and_its_failures_are_told_with_them():
    def fails(x):
        raise KeyError("lm_head")

    assert answers.run("double", lambda x: 2 * x, 3, given="3") == 6
    assert answers.run("double", lambda x: None, 3, given="3", in_place=True) is None
    with pytest.raises(AnswerError, match=r"given 3, double raised KeyError: 'lm_head'"):
        answers.run("double", fails, 3, given="3")
    with pytest.raises(AnswerError, match="given 3, double came back with None"):
        answers.run("double", lambda x: None, 3, given="3")
    with pytest.raises(AnswerError, match=r"this is an int. Pass double itself"):
        answers.run("double", 6, 3, given="3")
    with pytest.raises(AnswerError, match="double changed the tensor"):
        answers.run("double", lambda x: x.mul_(2), torch.ones(1), given="ones")


@pytest.mark.parametrize("yes", [True, np.bool_(True), torch.tensor(True)])
def test_yes_is_read_in_every_form(yes):
    assert answers.truth("f", yes, given="x") is True


@pytest.mark.parametrize("vague", [1, "yes", None, torch.ones(2) > 0])
def test_a_vague_yes_is_not_taken(vague):
    with pytest.raises(AnswerError, match=r"given x, f came back with .* return True or False"):
        answers.truth("f", vague, given="x")
    with pytest.raises(AnswerError, match="f is to be True or False, and this is "):
        answers.truth("f", vague)


@pytest.mark.parametrize("three", [3, 3.0, np.float32(3), np.int64(3), torch.tensor([3])])
def test_numbers_are_read_in_every_form(three):
    assert answers.number("n", three) == 3.0


@pytest.mark.parametrize("other", ["3", True, [3], torch.ones(2), None])
def test_what_is_no_number_is_named(other):
    with pytest.raises(AnswerError, match=r"n is to be a number, and this is (a|None)"):
        answers.number("n", other)


def test_tables_are_read_as_tensors_and_lists():
    for table in ([[1, 2]], np.array([[1, 2]]), torch.tensor([[1.0, 2]], requires_grad=True)):
        assert answers.table("t", table).tolist() == [[1.0, 2.0]]
    with pytest.raises(AnswerError, match="t is to be a tensor or lists of numbers"):
        answers.table("t", [[1, 2], [3]])


@pytest.mark.parametrize(
    "two", [[0, 4], {4, 0}, torch.tensor([4, 0]), [np.int64(0), torch.tensor(4)]]
)
def test_row_numbers_are_read_in_every_form(two):
    assert answers.rows("moved", two) == {0, 4}


@pytest.mark.parametrize("other", ["0, 4", [0.0, 4.0], [True], [[0, 4]], 4, None])
def test_what_are_no_row_numbers_is_told(other):
    with pytest.raises(AnswerError, match="moved is to be a list of row numbers"):
        answers.rows("moved", other)
