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
