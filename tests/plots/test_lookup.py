import matplotlib.pyplot as plt
import pytest
import torch

from dnnlpy import plots

TABLE = torch.tensor([[1.0, 0.0], [0.0, 2.0], [-1.0, -1.0]])
IDS = torch.tensor([2, 0, 2])


def values(axes):
    return axes.images[0].get_array().tolist()


def framed_rows(axes):
    return {round(frame.get_y() + 0.5) for frame in axes.patches}


def test_a_lookup_draws_a_product_that_holds():
    figure = plots.lookup(TABLE, IDS)
    one_hot, table, rows = map(values, figure.axes)
    assert one_hot == [[0, 0, 1], [1, 0, 0], [0, 0, 1]]
    assert table == TABLE.tolist()
    assert rows == TABLE[IDS].tolist()
    plt.close(figure)


def test_a_lookup_frames_the_rows_that_are_read_and_names_every_position():
    figure = plots.lookup(TABLE, IDS)
    left, middle, _ = figure.axes
    assert framed_rows(middle) == {0, 2}
    names = [label.get_text() for label in left.get_yticklabels()]
    assert names == ["t=0: id 2", "t=1: id 0", "t=2: id 2"]
    plt.close(figure)


def test_table_and_rows_of_a_lookup_share_one_colour_scale():
    figure = plots.lookup(TABLE, torch.tensor([0]))
    _, middle, right = figure.axes
    assert middle.images[0].get_clim() == right.images[0].get_clim() == (-2.0, 2.0)
    plt.close(figure)


def test_row_gradients_count_the_lookups_beside_the_gradient():
    figure = plots.row_gradients(TABLE, IDS)
    left, right = figure.axes
    assert [bar.get_width() for bar in left.patches] == [1, 0, 2]
    assert values(right) == TABLE.tolist()
    assert framed_rows(right) == {0, 2}
    plt.close(figure)


@pytest.mark.parametrize("draw", [plots.lookup, plots.row_gradients])
@pytest.mark.parametrize("bad", [3, -1])
def test_an_id_without_a_row_is_named(draw, bad):
    with pytest.raises(IndexError, match=f"0 to 2, and one is {bad}: pass"):
        draw(TABLE, torch.tensor([1, bad]))


@pytest.mark.parametrize("draw", [plots.lookup, plots.row_gradients])
@pytest.mark.parametrize("shape", [(1, 2), (0,), ()])
def test_ids_that_are_not_one_sequence_are_refused(draw, shape):
    with pytest.raises(ValueError, match="pass one sequence"):
        draw(TABLE, torch.zeros(shape, dtype=torch.int64))
