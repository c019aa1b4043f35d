import matplotlib.pyplot as plt
import pytest

from dnnlpy import plots


@pytest.fixture
def axes():
    figure = plots.head_shares({"small": (90, 10), "large": (25, 75)})
    yield figure.axes[0]
    plt.close(figure)


def test_blocks_and_head_fill_each_bar(axes):
    assert [bar.get_width() for bar in axes.patches] == pytest.approx([0.9, 0.1, 0.25, 0.75])
    assert [bar.get_x() for bar in axes.patches] == pytest.approx([0, 0.9, 0, 0.25])


def test_parts_that_are_wide_enough_say_their_share(axes):
    labels = [text.get_text() for text in axes.texts]
    assert labels == ["blocks 90%", "blocks 25%", "head 75%"]


@pytest.mark.parametrize("flops", [{}, {"idle": (0, 0)}])
def test_a_model_without_work_has_no_bar(flops):
    with pytest.raises(ValueError, match="pass models that compute"):
        plots.head_shares(flops)
