import matplotlib.pyplot as plt
import pytest
from matplotlib.colors import to_hex

from dnnlpy import plots
from dnnlpy.palette import LIGHT

TIED = {"token_embed": 4_000_000, "blocks": 6_000_000, "final_norm": 1_000, "lm_head": 0}
UNTIED = {**TIED, "lm_head": 4_000_000}


@pytest.fixture
def axes():
    figure = plots.parameter_bars({"tied": TIED, "untied": UNTIED})
    yield figure.axes[0]
    plt.close(figure)


def test_the_parts_of_a_model_stand_side_by_side(axes):
    untied = axes.patches[4:]
    assert [bar.get_width() for bar in untied] == pytest.approx([4.0, 6.0, 0.001, 4.0])
    assert [bar.get_x() for bar in untied] == pytest.approx([0.0, 4.0, 10.0, 10.001])


def test_a_table_is_shared_only_where_the_head_has_none(axes):
    colors = [to_hex(bar.get_facecolor()) for bar in axes.patches]
    assert colors[0] == LIGHT["shared"]
    assert (colors[4], colors[7]) == (LIGHT["input"], LIGHT["output"])


def test_labels_name_the_parts_that_are_wide_enough_and_the_total(axes):
    labels = [text.get_text() for text in axes.texts]
    assert labels[:3] == ["token_embed\nand lm_head\n4.0M", "blocks\n6.0M", "  10.0M"]
    assert labels[3:] == ["token_embed\n4.0M", "blocks\n6.0M", "lm_head\n4.0M", "  14.0M"]


@pytest.mark.parametrize("models", [{}, {"empty": {"blocks": 0}}])
def test_a_model_without_parameters_has_no_bar(models):
    with pytest.raises(ValueError, match="pass models that have some"):
        plots.parameter_bars(models)


def test_second_table_bars_fill_the_tied_models_alone():
    figure = plots.second_table_bars({"small": 0.3, "large": 0.02}, {"small": True, "large": False})
    small, large = figure.axes[0].patches
    assert (small.get_width(), large.get_width()) == (0.3, 0.02)
    assert to_hex(small.get_facecolor()) == LIGHT["shared"]
    assert large.get_facecolor()[3] == 0
    labels = [text.get_text().split() for text in figure.axes[0].texts]
    assert labels == [["30.0%", "tied"], ["2.0%", "untied"]]
    plt.close(figure)


@pytest.mark.parametrize("additions", [{}, {"small": 0.3, "other": 0.1}])
def test_second_table_bars_want_both_numbers_of_each_model(additions):
    with pytest.raises(ValueError, match="name the same models in both"):
        plots.second_table_bars(additions, {"small": True, "large": False} if additions else {})


def test_models_below_a_million_are_counted_in_thousands():
    figure = plots.parameter_bars({"small": {"token_embed": 64_000, "blocks": 69_000}})
    axes = figure.axes[0]
    assert [bar.get_width() for bar in axes.patches] == pytest.approx([64.0, 69.0])
    assert [text.get_text() for text in axes.texts][-1] == "  133.0k"
    assert axes.get_xlabel() == "parameters (thousands)"
    plt.close(figure)
