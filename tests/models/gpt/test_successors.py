"""What an optimiser knows goes to the successor, or the reason is named."""

import pytest
import torch
from torch import nn

import dnnlpy.models.gpt as gpt
from dnnlpy.models.gpt.successors import hand_over, successor_states, with_rows


def test_rows_are_kept_and_filled_in_new_memory():
    tensor = torch.arange(6.0).view(3, 2)
    shorter, longer = with_rows(tensor, 2), with_rows(tensor, 4, fill=torch.tensor([[7.0, 8.0]]))
    assert shorter.tolist() == [[0, 1], [2, 3]]
    assert longer.tolist() == [[0, 1], [2, 3], [4, 5], [7, 8]]
    assert shorter.untyped_storage().nbytes() == 2 * 2 * 4


def test_a_sparse_gradient_is_refused_and_nothing_changes(build):
    model = build(weight_tying=False)
    model.token_embed = nn.Embedding(11, 8, sparse=True)
    model.loss(torch.tensor([[1, 2, 3]])).backward()
    table = model.token_embed.weight
    with pytest.raises(ValueError, match=r"layout torch\.sparse_coo: .*zero_grad\(\) first"):
        gpt.resize_vocabulary(model, 14)
    assert model.token_embed.weight is table
    model.zero_grad()
    gpt.resize_vocabulary(model, 14)
    assert model.token_embed.weight.shape == (14, 8)


def test_state_of_another_shape_is_refused(build):
    model = build()
    optimiser = torch.optim.AdamW(model.parameters())
    optimiser.state[model.token_embed.weight]["row_var"] = torch.zeros(11, 1)  # as Adafactor's
    with pytest.raises(ValueError, match=r"shape \(11, 8\) or one number, got 'row_var' of shape"):
        gpt.resize_vocabulary(model, 14, optimiser=optimiser)
    assert model.vocab_size == 11


def test_an_optimiser_with_one_state_for_all_is_refused(build):
    model = build()
    with pytest.raises(ValueError, match="got LBFGS: build it anew"):
        gpt.resize_vocabulary(model, 14, optimiser=torch.optim.LBFGS(model.parameters()))
    assert model.vocab_size == 11


def test_without_a_step_there_is_no_state_before_or_after():
    old, new = nn.Parameter(torch.zeros(3)), nn.Parameter(torch.zeros(4))
    optimiser = torch.optim.AdamW([old])
    pairs = [(old, new)]
    hand_over(optimiser, pairs, successor_states(optimiser, pairs))
    assert optimiser.param_groups[0]["params"][0] is new
    assert not optimiser.state


def test_the_place_in_the_group_and_the_list_itself_stay():
    before, old, after, new = (nn.Parameter(torch.zeros(3)) for _ in range(4))
    optimiser = torch.optim.SGD([before, old, after], lr=0.1)
    params = optimiser.param_groups[0]["params"]
    pairs = [(old, new)]
    hand_over(optimiser, pairs, successor_states(optimiser, pairs))
    assert params is optimiser.param_groups[0]["params"]
    assert [id(p) for p in params] == [id(before), id(new), id(after)]
