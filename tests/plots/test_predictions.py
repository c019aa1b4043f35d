import matplotlib.pyplot as plt
import pytest
import torch

from dnnlpy import plots


def test_token_probabilities_draw_one_row_of_bars_a_choice():
    choices = {"τ = 1": torch.tensor([0.75, 0.25]), "τ = 9": torch.tensor([0.5, 0.5])}
    figure = plots.token_probabilities(choices, ["a", "b"])
    bars = [[bar.get_height() for bar in axes.patches] for axes in figure.axes]
    assert bars == [[0.75, 0.25], [0.5, 0.5]]
    assert [axes.texts[0].get_text() for axes in figure.axes] == ["τ = 1", "τ = 9"]
    assert [tick.get_text() for tick in figure.axes[1].get_xticklabels()] == ["a", "b"]
    assert figure.axes[0].get_ylim() == figure.axes[1].get_ylim()
    plt.close(figure)


@pytest.mark.parametrize("choices", [{}, {"all": torch.ones(3)}])
def test_token_probabilities_refuse_what_does_not_fit_the_tokens(choices):
    with pytest.raises(ValueError, match=r"shape \(2,\), and the shapes are .*: pass softmax"):
        plots.token_probabilities(choices, ["a", "b"])


def test_own_token_logits_keep_the_token_just_read_apart_from_the_others():
    logits = torch.tensor([[[9.0, 1.0, 1.0], [1.0, 1.0, 9.0]]])  # own tokens: 0, then 2
    figure = plots.own_token_logits({"tied": logits}, torch.tensor([[0, 2]]))
    (axes,) = figure.axes
    others, own = axes.containers
    assert {bar.get_x() > 5 for bar in own if bar.get_height()} == {True}
    assert {bar.get_x() > 5 for bar in others if bar.get_height()} == {False}
    assert axes.get_title() == "tied"
    plt.close(figure)


def test_own_token_logits_refuse_logits_of_other_ids():
    with pytest.raises(ValueError, match=r"\(B, T\) = \(1, 2\).*'untied' have \(1, 3, 5\): pass"):
        plots.own_token_logits({"untied": torch.zeros(1, 3, 5)}, torch.tensor([[0, 2]]))
