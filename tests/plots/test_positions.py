import matplotlib.pyplot as plt
import pytest
import torch

from dnnlpy import plots

TOKENS = torch.tensor([[1.0, 0.0], [0.0, 2.0]])
PLACES = torch.tensor([[0.5, 0.5], [-1.0, 1.0]])


def test_token_plus_position_draws_both_parts_and_their_sum():
    figure = plots.token_plus_position(TOKENS, PLACES, torch.tensor([7, 3]))
    drawn = [axes.images[0].get_array().tolist() for axes in figure.axes]
    assert drawn == [TOKENS.tolist(), PLACES.tolist(), [[1.5, 0.5], [-1.0, 3.0]]]
    assert {axes.images[0].get_clim() for axes in figure.axes} == {(-3.0, 3.0)}
    plt.close(figure)


def test_token_plus_position_names_rows_by_what_and_where():
    figure = plots.token_plus_position(TOKENS, PLACES, torch.tensor([7, 3]))
    names = [[label.get_text() for label in axes.get_yticklabels()] for axes in figure.axes]
    assert names == [["id 7", "id 3"], ["t=0", "t=1"], ["id 7, t=0", "id 3, t=1"]]
    plt.close(figure)


@pytest.mark.parametrize(
    ("x_tok", "x_pos", "ids"),
    [((2, 2), (3, 2), (2,)), ((2, 2), (2, 2), (3,)), ((1, 2, 2), (1, 2, 2), (1,))],
)
def test_token_plus_position_asks_for_one_sequence(x_tok, x_pos, ids):
    with pytest.raises(ValueError, match="pass one sequence"):
        plots.token_plus_position(torch.zeros(x_tok), torch.zeros(x_pos), torch.zeros(ids))
