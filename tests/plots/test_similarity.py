import matplotlib.pyplot as plt
import pytest
import torch

from dnnlpy import plots


def test_row_similarity_draws_cosines_whatever_the_lengths_of_the_rows():
    table = torch.tensor([[2.0, 0.0], [0.0, 3.0], [-5.0, 0.0]])
    figure = plots.row_similarity({"rows": table}, ["a", "b", "c"])
    axes = figure.axes[0]
    assert axes.images[0].get_array().tolist() == [[1, 0, -1], [0, 1, 0], [-1, 0, 1]]
    assert axes.images[0].get_clim() == (-1, 1)
    assert [label.get_text() for label in axes.get_yticklabels()] == ["a", "b", "c"]
    plt.close(figure)


def test_row_similarity_gives_every_table_its_panel():
    figure = plots.row_similarity({"before": torch.eye(2), "after": torch.ones(2, 2)}, ["a", "b"])
    assert [axes.get_title() for axes in figure.axes[:2]] == ["before", "after"]
    assert figure.axes[1].images[0].get_array().min() > 0.99
    plt.close(figure)


@pytest.mark.parametrize("tables", [{}, {"short": torch.zeros(1, 2)}])
def test_row_similarity_asks_for_a_row_a_name(tables):
    with pytest.raises(ValueError, match="2 names need tables of 2 rows"):
        plots.row_similarity(tables, ["a", "b"])
