import matplotlib.pyplot as plt
import pytest
from matplotlib.colors import to_hex

from dnnlpy import plots
from dnnlpy.palette import LIGHT

MODELS = {
    "small": (10_000_000, 4_000_000, True),
    "middle": (1_000_000_000, 200_000_000, True),
    "large": (100_000_000_000, 2_000_000_000, False),
}


@pytest.fixture
def axes():
    figure = plots.table_share(MODELS, ["middle"])
    yield figure.axes[0]
    plt.close(figure)


def test_a_mark_stands_at_the_size_and_the_share_of_its_model(axes):
    tied, untied = axes.collections
    assert tied.get_offsets().tolist() == [[1e7, 0.4], [1e9, 0.2]]
    assert untied.get_offsets().tolist() == [[1e11, 0.02]]
    assert axes.get_xscale() == "log"


def test_colour_and_shape_both_tell_tied_from_untied(axes):
    tied, untied = axes.collections
    assert [to_hex(mark.get_edgecolor()[0]) for mark in (tied, untied)] == [
        LIGHT["shared"],
        LIGHT["output"],
    ]
    assert len(tied.get_facecolor()) == 1
    assert len(untied.get_facecolor()) == 0
    assert len(tied.get_paths()[0].vertices) > len(untied.get_paths()[0].vertices)
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["tied", "untied"]


def test_only_the_models_that_are_asked_for_are_named(axes):
    assert [text.get_text() for text in axes.texts] == ["middle"]
    assert axes.texts[0].xy == (1e9, 0.2)


def test_sizes_are_written_as_people_say_them(axes):
    write = axes.xaxis.get_major_formatter()
    assert [write(size, 0) for size in (1e7, 1e9, 1e11)] == ["10M", "1B", "100B"]


def test_one_kind_alone_can_be_drawn():
    figure = plots.table_share({"large": MODELS["large"]})
    assert [len(marks.get_offsets()) for marks in figure.axes[0].collections] == [0, 1]
    plt.close(figure)


@pytest.mark.parametrize(
    ("models", "names"), [({}, []), ({"odd": (5, 6, True)}, []), (MODELS, ["huge"])]
)
def test_models_without_their_table_and_unknown_names_are_refused(models, names):
    with pytest.raises(ValueError, match="pass parameters, table and tie for each name"):
        plots.table_share(models, names)
