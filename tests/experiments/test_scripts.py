"""A script holds what its functions name, and means the same."""

import math
import runpy
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from dnnlpy.experiments.scripts import script_of

WIDTH = 3
SIZES = {"D": 4, "names": ["a", "b"]}
TABLE = torch.zeros(2, 2)


def rows():
    return helper(WIDTH) + SIZES["D"]


def helper(count):
    return math.floor(count + 0.5) + sum(SIZES["D"] for _ in range(2))


def layers():
    return [isinstance(nn.Linear(2, 2), nn.Module), F.relu(torch.ones(1)).item(), Path("a").name]


def inner():
    def nested():
        return WIDTH

    return nested()


def unwritable():
    return TABLE.sum()


def names_in(script, tmp_path):
    path = tmp_path / "script.py"
    path.write_text(script, encoding="utf-8")
    return runpy.run_path(str(path))


@pytest.mark.parametrize("function", [rows, layers, inner])
def test_a_function_returns_the_same_from_a_script(tmp_path, function):
    names = names_in(script_of(function), tmp_path)
    assert names[function.__name__]() == function()


def test_every_helper_and_constant_is_written_once(tmp_path):
    script = script_of(rows, inner)
    assert script.count("def helper(") == script.count("WIDTH = 3") == 1
    assert "TABLE" not in script


def test_what_cannot_be_written_into_a_script_is_named():
    with pytest.raises(TypeError, match="but TABLE is Tensor: make it inside"):
        script_of(unwritable)
