"""make matrix: what an environment is to hold, and which runs it takes."""

import argparse

import pytest

from tools import matrix


def test_an_environment_holds_what_is_pinned_but_for_torch():
    held = matrix.pins("2.14.1").splitlines()
    [gone] = [line for line in matrix.PINS.splitlines() if line not in held]
    assert gone.startswith("torch==")


def test_a_torch_too_old_for_transformers_5_gets_an_older_one_that_knows_every_family():
    held = matrix.pins("2.4.1")
    assert "\ntransformers>=4.51,<5\n" in held
    assert "\ntokenizers>=0.19\n" in held


@pytest.mark.parametrize("text", ["3.12", "2.13.0", "3.12:2.13", "4.0:2.13.0", "3.12:latest"])
def test_a_run_is_a_python_and_a_torch(text):
    with pytest.raises(argparse.ArgumentTypeError, match=f"like 3.12:2.13.0; got {text}"):
        matrix.Run.read(text)


def test_newest_is_a_torch():
    assert matrix.Run.read("3.13:newest") == matrix.Run("3.13", "newest")
