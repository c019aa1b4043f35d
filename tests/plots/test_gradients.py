import matplotlib.pyplot as plt
import pytest
import torch

from dnnlpy import plots

LOOKUP = torch.tensor([[0.0, 0.0], [3.0, -1.0], [0.0, 0.0]])
HEAD = torch.tensor([[0.5, 0.5], [-1.0, 1.0], [0.5, -1.5]])


@pytest.fixture
def figure():
    figure = plots.gradient_sum(LOOKUP, HEAD, LOOKUP + HEAD, read={1}, labels={1, 2})
    yield figure
    plt.close(figure)


def test_gradient_sum_draws_both_parts_and_the_whole_in_one_scale(figure):
    drawn = [axes.images[0].get_array().tolist() for axes in figure.axes[:3]]
    assert drawn == [LOOKUP.tolist(), HEAD.tolist(), (LOOKUP + HEAD).tolist()]
    assert {axes.images[0].get_clim() for axes in figure.axes[:3]} == {(-3.0, 3.0)}


def test_gradient_sum_writes_values_and_a_dot_for_an_exact_zero(figure):
    written = [text.get_text() for text in figure.axes[0].texts]
    assert written == ["·", "·", "3.00", "-1.00", "·", "·"]


def test_gradient_sum_writes_no_minus_before_a_rounded_zero():
    tiny = torch.full((1, 1), -1e-4)
    figure = plots.gradient_sum(tiny, tiny, tiny)
    assert figure.axes[0].texts[0].get_text() == "0.00"
    plt.close(figure)


def test_gradient_sum_stands_as_an_equation(figure):
    assert [axes.texts[-1].get_text() for axes in figure.axes[1:3]] == ["+", "="]


def test_gradient_sum_says_which_rows_were_read_and_which_were_labels(figure):
    side = figure.axes[2].child_axes[0]
    roles = [tick.get_text() for tick in side.get_yticklabels()]
    assert dict(zip(side.get_yticks(), roles, strict=True)) == {1: "read, label", 2: "label"}


def test_gradient_sum_refuses_parts_of_different_shapes():
    with pytest.raises(ValueError, match=r"\(3, 2\), \(3, 2\) and \(2, 2\): pass"):
        plots.gradient_sum(LOOKUP, HEAD, HEAD[:2])


def test_gradient_norms_draw_both_paths_on_a_logarithmic_scale():
    figure = plots.gradient_norms([0.2, 0.01], [0.3, 0.7])
    (axes,) = figure.axes
    drawn = {line.get_label(): list(line.get_ydata()) for line in axes.lines}
    assert drawn == {"head path": [0.3, 0.7], "lookup path": [0.2, 0.01]}
    assert axes.get_yscale() == "log"
    assert len({line.get_linestyle() for line in axes.lines}) == 2
    plt.close(figure)


def test_gradient_norms_refuse_paths_of_different_lengths():
    with pytest.raises(ValueError, match="there are 2 and 1: record"):
        plots.gradient_norms([0.2, 0.1], [0.3])
