import math

import matplotlib.pyplot as plt
import pytest

from dnnlpy import plots


def test_loss_curves_draw_each_run_over_its_steps():
    figure = plots.loss_curves({"tied": [3.0, 2.0], "untied": [3.0, 1.0]}, every=10)
    tied, untied = figure.axes[0].lines
    assert (list(tied.get_xdata()), list(tied.get_ydata())) == ([0, 10], [3.0, 2.0])
    assert list(untied.get_ydata()) == [3.0, 1.0]
    assert tied.get_linestyle() != untied.get_linestyle()
    plt.close(figure)


def test_loss_curves_draw_the_loss_of_a_uniform_guess():
    figure = plots.loss_curves({"tied": [3.0, 2.0]}, vocab_size=100)
    assert list(figure.axes[0].lines[1].get_ydata()) == [math.log(100)] * 2
    assert "ln 100 = 4.61" in figure.axes[0].texts[0].get_text()
    plt.close(figure)


def test_loss_curves_start_at_zero_unless_the_curves_need_the_room():
    bottoms = []
    for from_zero in (True, False):
        figure = plots.loss_curves({"tied": [5.0, 4.0]}, from_zero=from_zero)
        bottoms.append(figure.axes[0].get_ylim()[0])
        plt.close(figure)
    assert bottoms[0] == 0
    assert 3.5 < bottoms[1] < 4


@pytest.mark.parametrize("count", [0, 5])
def test_loss_curves_refuse_a_number_of_runs_that_cannot_be_told_apart(count):
    with pytest.raises(ValueError, match=f"1 to 4 runs and received {count}"):
        plots.loss_curves({str(run): [1.0] for run in range(count)})
