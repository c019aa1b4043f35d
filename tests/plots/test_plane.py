import matplotlib.pyplot as plt
import pytest
import torch
from matplotlib.colors import to_hex

from dnnlpy import plots
from dnnlpy.palette import LIGHT

HIDDEN = torch.tensor([2.0, 1.0])
ROWS = {"near": torch.tensor([2.0, 1.0]), "long": torch.tensor([4.0, 3.0])}


@pytest.fixture
def axes():
    figure = plots.scores_in_plane(HIDDEN, ROWS)
    yield figure.axes
    plt.close(figure)


def test_the_bars_are_inner_products_and_cosines(axes):
    _, products, cosines = axes
    assert [bar.get_height() for bar in products.patches] == [5.0, 11.0]
    assert [bar.get_height() for bar in cosines.patches] == pytest.approx([1.0, 11 / (5 * 5**0.5)])


def test_each_kind_of_score_marks_its_own_winner(axes):
    _, products, cosines = axes
    colors = [to_hex(bar.get_facecolor()) for bar in [*products.patches, *cosines.patches]]
    assert colors == [LIGHT[name] for name in ("quiet", "output", "output", "quiet")]


def test_the_line_runs_through_the_winners_tip_at_a_right_angle_to_h(axes):
    (line,) = axes[0].lines
    tip, other = torch.tensor([line.get_xy1(), line.get_xy2()])
    assert tip.tolist() == ROWS["long"].tolist()
    assert (other - tip) @ HIDDEN == 0
    assert (other - tip).norm() > 0


def test_every_arrow_carries_its_name(axes):
    assert [text.get_text() for text in axes[0].texts if text.get_text()] == ["h", "near", "long"]


def test_one_row_has_nothing_to_be_compared_with():
    with pytest.raises(ValueError, match="got 1: pass two or more"):
        plots.scores_in_plane(HIDDEN, {"near": ROWS["near"]})


@pytest.mark.parametrize("row", [[0.0, 0.0], [1.0, 2.0, 3.0]])
def test_a_vector_without_a_direction_in_the_plane_is_named(row):
    with pytest.raises(ValueError, match="for odd: pass two numbers"):
        plots.scores_in_plane(HIDDEN, {**ROWS, "odd": torch.tensor(row)})
