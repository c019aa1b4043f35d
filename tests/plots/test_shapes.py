import matplotlib.pyplot as plt
import pytest

from dnnlpy import plots


def test_a_shape_trail_names_every_stop_with_its_shape_and_every_move():
    figure = plots.shape_trail(
        {"ids": (2, 5), "x": (2, 5, 4)}, ["pick"], letters=["(B, T)", "(B, T, D)"]
    )
    words = {text.get_text() for text in figure.axes[0].texts}
    assert words == {"ids", "x", "(2, 5)", "(2, 5, 4)", "(B, T)", "(B, T, D)", "pick"}
    plt.close(figure)


def test_a_shape_trail_asks_for_one_move_between_two_stops():
    with pytest.raises(ValueError, match="2 stops need 1 moves"):
        plots.shape_trail({"ids": (2, 5), "x": (2, 5, 4)}, [])


def test_a_shape_trail_asks_for_a_colour_a_move():
    with pytest.raises(ValueError, match="1 moves need as many colours and there are 2"):
        plots.shape_trail({"ids": (2,), "x": (2,)}, ["pick"], colors=["input", "output"])
