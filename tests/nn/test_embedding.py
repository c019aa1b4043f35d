"""dnn.Embedding: rows of a table, and what it says about ids it cannot use."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

import dnnlpy.nn as dnn
from tests.formulas import assert_agree


def test_a_lookup_is_the_product_of_a_one_hot_row_and_the_table():
    embedding = dnn.Embedding(7, 3).double()
    ids = torch.tensor([[0, 6, 2], [2, 2, 1]])
    one_hot = nn.functional.one_hot(ids, 7).double()
    assert_agree(embedding, lambda _: one_hot @ embedding.weight, ids, [embedding.weight])
    assert torch.equal(embedding(ids), one_hot @ embedding.weight)


def test_the_table_starts_as_standard_normal_draws():
    weight = dnn.Embedding(500, 200).weight
    assert abs(weight.mean().item()) < 0.02
    assert abs(weight.std().item() - 1) < 0.02


def test_one_seed_gives_the_table_that_torch_would_draw():
    torch.manual_seed(3)
    theirs = nn.Embedding(11, 4, padding_idx=2)
    torch.manual_seed(3)
    ours = dnn.Embedding(11, 4, padding_idx=2)
    assert torch.equal(ours.weight, theirs.weight)
    assert repr(ours) == repr(theirs)


def test_it_exchanges_weights_with_torch():
    theirs, ours = nn.Embedding(5, 3), dnn.Embedding(5, 3)
    ours.load_state_dict(theirs.state_dict())
    ids = torch.tensor([4, 0])
    assert torch.equal(ours(ids), theirs(ids))
    theirs.load_state_dict(ours.state_dict())


def test_the_padding_row_is_zero_and_gets_no_gradient_from_the_lookup():
    embedding = dnn.Embedding(5, 3, padding_idx=-1)
    assert embedding.padding_idx == 4
    embedding(torch.tensor([4, 1, 4])).sum().backward()
    assert torch.equal(embedding.weight[4], torch.zeros(3))
    assert embedding.weight.grad.tolist() == [[0] * 3, [1] * 3, [0] * 3, [0] * 3, [0] * 3]


def test_under_a_tie_the_padding_row_moves_with_the_gradient_of_the_head():
    embedding, head = dnn.Embedding(5, 3, padding_idx=0), dnn.Linear(3, 5, bias=False)
    head.weight = embedding.weight
    scores = head(embedding(torch.tensor([0, 1])))
    nn.functional.cross_entropy(scores, torch.tensor([2, 3])).backward()
    assert embedding.weight.grad[0].abs().sum() > 0


def test_a_repeated_id_gathers_the_sum_of_its_gradients():
    embedding = dnn.Embedding(4, 2)
    embedding(torch.tensor([3, 1, 3])).sum().backward()
    assert embedding.weight.grad.tolist() == [[0, 0], [1, 1], [0, 0], [2, 2]]


@pytest.mark.parametrize("dtype", [torch.int32, torch.int64])
def test_both_integer_types_that_index_give_the_same_rows(dtype):
    embedding = dnn.Embedding(4, 2)
    assert torch.equal(embedding(torch.tensor([3, 1], dtype=dtype)), embedding.weight[[3, 1]])


@pytest.mark.parametrize("width", [1, 3])
@pytest.mark.parametrize("dtype", [torch.int32, torch.int64])
@pytest.mark.parametrize("bad", [5, -1, -100, 2**31 - 1])
def test_an_id_out_of_range_is_named_with_its_place_and_the_size(bad, dtype, width):
    ids = torch.tensor([[0, 4], [bad, 1]], dtype=dtype)
    with pytest.raises(IndexError) as caught:
        dnn.Embedding(5, width)(ids)
    message = str(caught.value)
    assert f"id {bad} at ids[1, 0] is outside 0 to 4" in message
    assert "num_embeddings=5: check that the ids come from this table's tokenizer" in message
    assert "-100 marks an ignored target" in message


def test_the_first_and_the_last_id_are_in_range():
    assert dnn.Embedding(5, 2)(torch.tensor([0, 4])).shape == (2, 2)


@pytest.mark.parametrize(
    "dtype", [torch.uint8, torch.int16, torch.bool, torch.float32, torch.float64]
)
def test_ids_of_another_type_are_refused(dtype):
    with pytest.raises(TypeError, match=rf"ids must be int32 or int64.*got {dtype}.*ids\.long\(\)"):
        dnn.Embedding(5, 2)(torch.zeros(2, dtype=dtype))


def test_ids_that_are_not_a_tensor_are_refused():
    with pytest.raises(TypeError, match=r"ids must be a torch\.Tensor, got list.*torch\.tensor"):
        dnn.Embedding(5, 2)([1, 2])


@pytest.mark.parametrize("padding_idx", [5, -6])
def test_a_padding_idx_that_names_no_row_is_refused(padding_idx):
    with pytest.raises(ValueError, match=rf"must name a row, -5 to 4, got {padding_idx}: pass the"):
        dnn.Embedding(5, 2, padding_idx=padding_idx)


@pytest.mark.parametrize("padding_idx", [True, 1.0, "0"])
def test_a_padding_idx_that_is_not_an_integer_is_refused(padding_idx):
    with pytest.raises(TypeError, match="padding_idx must be an integer"):
        dnn.Embedding(5, 2, padding_idx=padding_idx)


def test_sizes_are_checked_by_name():
    with pytest.raises(ValueError, match="num_embeddings must be at least 1, got 0"):
        dnn.Embedding(0, 2)
    with pytest.raises(ValueError, match="embedding_dim must be at least 1, got -3"):
        dnn.Embedding(2, -3)


def test_on_meta_and_compiled_there_is_no_value_to_look_at():
    with torch.device("meta"):
        assert dnn.Embedding(5, 2)(torch.zeros(3, dtype=torch.long)).shape == (3, 2)
    embedding = dnn.Embedding(5, 2)
    compiled = torch.compile(embedding, backend="eager", fullgraph=True)
    assert torch.equal(compiled(torch.tensor([4])), embedding.weight[[4]])


@given(
    shape=st.lists(st.integers(0, 4), max_size=3),
    V=st.integers(1, 9),
    D=st.integers(1, 5),
    data=st.data(),
)
def test_ids_of_any_shape_gain_one_axis(shape, V, D, data):
    embedding = dnn.Embedding(V, D)
    ids = torch.randint(V, shape)
    assert torch.equal(embedding(ids), embedding.weight[ids])
    if ids.numel():
        place = tuple(data.draw(st.integers(0, size - 1)) for size in shape)
        ids[place] = data.draw(st.sampled_from([-1, V, V + 7]))
        with pytest.raises(IndexError, match=r"is outside 0 to"):
            embedding(ids)
