import matplotlib.pyplot as plt
import pytest
import torch
from matplotlib.patches import FancyArrowPatch

from dnnlpy import plots
from dnnlpy.palette import LIGHT

SHAPES = {"ids": (2, 5), "X": (2, 5, 3), "H": (2, 5, 3), "logits": (2, 5, 7)}


@pytest.fixture
def axes():
    figure = plots.whole_path(torch.randn(7, 3), torch.randn(6, 3), SHAPES)
    yield figure.axes[0]
    plt.close(figure)


def test_the_path_names_every_tensor_with_its_shape_in_the_order_of_the_data(axes):
    places = {text.get_text(): text.get_position() for text in axes.texts}
    lefts = [places[name][0] for name in SHAPES]
    assert lefts == sorted(lefts)
    for name, shape in SHAPES.items():
        said = [text.get_text() for text in axes.texts if text.get_position()[0] == places[name][0]]
        assert str(shape) in said


def test_the_shared_table_is_drawn_once_and_positions_beside_it(axes):
    drawn = [inset.images[0].get_array().shape for inset in axes.child_axes]
    assert drawn == [(7, 3), (6, 3)]


def test_one_arrow_into_the_path_comes_from_each_use_of_a_table(axes):
    arrows = [patch for patch in axes.patches if isinstance(patch, FancyArrowPatch)]
    colors = [patch.get_edgecolor() for patch in arrows]
    for use, count in {"input": 2, "output": 2, "position": 1, "muted": 1}.items():
        assert colors.count(plt.matplotlib.colors.to_rgba(LIGHT[use])) == count


@pytest.mark.parametrize("changed", ["X", "H", "logits"])
def test_shapes_of_another_run_are_refused(changed):
    shapes = SHAPES | {changed: (2, 5, 4)}
    with pytest.raises(ValueError, match=r"ids \(2, 5\) through a table \(7, 3\) has the shapes"):
        plots.whole_path(torch.randn(7, 3), torch.randn(6, 3), shapes)
