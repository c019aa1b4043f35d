import matplotlib.pyplot as plt
import pytest

from dnnlpy import plots

BAND = [[2.0, 1.0], [1.5, 0.5], [2.5, 2.0]]


def test_seed_bands_draw_the_mean_and_fill_from_the_lowest_to_the_highest():
    figure = plots.seed_bands({"tied": BAND}, [0, 10], ylabel="loss")
    axes = figure.axes[0]
    assert list(axes.lines[0].get_xdata()) == [0, 10]
    assert list(axes.lines[0].get_ydata()) == BAND[0]
    filled = axes.collections[0].get_paths()[0].vertices
    assert {tuple(point) for point in filled} == {(0, 1.5), (0, 2.5), (10, 0.5), (10, 2.0)}
    assert axes.get_ylabel() == "loss"
    plt.close(figure)


def test_seed_bands_take_a_logarithmic_axis_and_a_line():
    figure = plots.seed_bands({"tied": BAND}, [0, 10], ylabel="ratio", log=True, line=1.0)
    assert figure.axes[0].get_yscale() == "log"
    assert list(figure.axes[0].lines[1].get_ydata()) == [1.0, 1.0]
    plt.close(figure)


@pytest.mark.parametrize(
    "curves", [{}, {str(i): BAND for i in range(5)}, {"tied": BAND[:2]}, {"tied": [[1.0]] * 3}]
)
def test_seed_bands_refuse_what_is_not_mean_lowest_and_highest_at_each_step(curves):
    with pytest.raises(ValueError, match="summarise the seeds first"):
        plots.seed_bands(curves, [0, 10], ylabel="loss")
