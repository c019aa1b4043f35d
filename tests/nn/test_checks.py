"""The checks that constructors share."""

import math

import numpy as np
import pytest

from dnnlpy.nn.checks import checked_integer, dropout_probability


def test_whole_numbers_of_any_kind_pass_as_int():
    size = checked_integer("size", np.int64(3))
    assert (size, type(size)) == (3, int)
    assert checked_integer("size", 0, least=0) == 0


@pytest.mark.parametrize("value", [True, 2.0, "2", None])
def test_what_is_not_an_integer_is_refused(value):
    with pytest.raises(TypeError, match=r"size must be an integer, got .*: pass an int"):
        checked_integer("size", value)


def test_what_is_too_small_is_refused():
    with pytest.raises(ValueError, match="size must be at least 1, got 0: pass 1 or more"):
        checked_integer("size", 0)


@pytest.mark.parametrize("value", [0, 0.0, 0.999])
def test_a_share_below_one_is_a_dropout(value):
    assert dropout_probability(value) == value


@pytest.mark.parametrize("value", [-0.1, 1, 1.5, math.nan])
def test_a_dropout_outside_its_range_is_refused(value):
    with pytest.raises(ValueError, match=rf"dropout must be in \[0, 1\), got {value}: 0\.0 drops"):
        dropout_probability(value)


@pytest.mark.parametrize("value", [True, "0.1", None])
def test_a_dropout_that_is_not_a_number_is_refused(value):
    with pytest.raises(TypeError, match=r"dropout must be a number, got .*: pass a float"):
        dropout_probability(value)
