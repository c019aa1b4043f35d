import matplotlib.pyplot as plt

from dnnlpy.palette import LIGHT
from dnnlpy.plots.style import book_style


def test_the_style_puts_back_what_it_set_and_nothing_else():
    before = plt.rcParams["axes.labelcolor"]
    with book_style():
        assert plt.rcParams["axes.labelcolor"] == LIGHT["text"]
        plt.ion()
    assert plt.rcParams["axes.labelcolor"] == before
    assert plt.isinteractive()
    plt.ioff()


def test_a_notebook_finds_a_figure_laid_out_and_draws_it_only_when_it_shows_it():
    with book_style():
        plt.ion()
        figure, axes = plt.subplots()
        before = axes.get_position().x0
    assert not figure.stale
    assert axes.get_position().x0 != before
    plt.ioff()
    plt.close(figure)
