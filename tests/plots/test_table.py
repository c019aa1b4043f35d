import matplotlib.pyplot as plt
import pytest
import torch
from matplotlib.colors import to_hex

from dnnlpy import plots
from dnnlpy.palette import LIGHT
from dnnlpy.plots.table import MOST_ROWS, draw_table

TABLE = torch.tensor([[1.0, 0.0], [0.0, 2.0], [-1.0, -1.0]])


@pytest.fixture
def axes():
    figure, axes = plt.subplots()
    yield axes
    plt.close(figure)


def test_one_table_draws_the_looked_up_row_the_table_and_every_logit():
    figure = plots.one_table(TABLE, token_id=1, hidden=torch.tensor([3.0, 1.0]))
    left, middle, right = figure.axes
    assert [bar.get_width() for bar in left.patches] == [0.0, 2.0]
    assert middle.images[0].get_array().tolist() == TABLE.tolist()
    assert [bar.get_width() for bar in right.patches] == [3.0, 2.0, -4.0]
    plt.close(figure)


def test_one_table_marks_the_largest_logit_alone():
    figure = plots.one_table(TABLE, token_id=1, hidden=torch.tensor([3.0, 1.0]))
    colors = [to_hex(bar.get_facecolor()) for bar in figure.axes[2].patches]
    assert colors == [LIGHT["output"], LIGHT["quiet"], LIGHT["quiet"]]
    plt.close(figure)


def test_one_table_names_an_id_without_a_row():
    with pytest.raises(IndexError, match="0 to 2, and is 3: choose"):
        plots.one_table(TABLE, token_id=3, hidden=torch.zeros(2))


def test_one_table_names_a_hidden_state_of_another_width():
    with pytest.raises(ValueError, match=r"shape \(2,\).*has \(3,\): pass"):
        plots.one_table(TABLE, token_id=0, hidden=torch.zeros(3))


@pytest.mark.parametrize("shape", [(MOST_ROWS + 1, 2), (4,)])
def test_a_table_that_cannot_be_read_is_refused(axes, shape):
    with pytest.raises(ValueError, match="pass the rows that matter"):
        draw_table(axes, torch.zeros(shape), title="")


def test_the_colours_of_a_table_are_symmetric_around_zero(axes):
    draw_table(axes, TABLE, title="")
    assert axes.images[0].get_clim() == (-2.0, 2.0)
