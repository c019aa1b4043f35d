"""Both names, one table."""

import pytest
import torch

from dnnlpy.models.gpt.checkpoints import HEAD, TABLE, give_both_names_one_table


@pytest.mark.parametrize("prefix", ["", "inner."])
@pytest.mark.parametrize(("present", "absent"), [(TABLE, HEAD), (HEAD, TABLE)])
def test_an_absent_name_gets_the_table_of_the_other(prefix, present, absent):
    table = torch.zeros(3, 2)
    state_dict = {prefix + present: table}
    assert give_both_names_one_table(state_dict, prefix) == [prefix + absent]
    assert state_dict[prefix + absent] is table


def test_two_equal_tables_and_none_at_all_are_left_alone():
    for state_dict in ({}, {TABLE: torch.ones(3, 2), HEAD: torch.ones(3, 2)}):
        before = dict(state_dict)
        assert give_both_names_one_table(state_dict) == []
        assert state_dict == before


def test_two_tables_that_differ_are_refused():
    state_dict = {"a." + TABLE: torch.ones(3, 2), "a." + HEAD: torch.zeros(3, 2)}
    with pytest.raises(ValueError, match=r"'a\.token_embed\.weight' and 'a\.lm_head\.weight'"):
        give_both_names_one_table(state_dict, "a.")
