"""What differs between two outputs, in words."""

from types import SimpleNamespace

import pytest
from nbformat.v4 import new_code_cell, new_output

from tests.book.good_section import drawn, png, printed
from tools.differences import differences, pairs, words
from tools.nbval_plugin import pytest_runtest_call

ERROR = new_output("error", ename="ValueError", evalue="no", traceback=[])


def shown(text, html=None):
    data = {"text/plain": text} | ({"text/html": html} if html else {})
    return new_output("execute_result", data=data)


def sized(width):
    return new_output(
        "display_data",
        data={"image/png": "x", "text/plain": f"<Figure size {width}x9 with 1 Axes>"},
    )


@pytest.mark.parametrize(
    ("stored", "now", "headline"),
    [
        ([printed("2\n")], [printed("3\n")], "prints something else"),
        ([printed("2\n")], [], "prints nothing, something is stored"),
        ([], [printed("2\n")], "prints something, nothing is stored"),
        ([shown("2")], [shown("3")], "shows something else"),
        ([shown("t", "<b>2</b>")], [shown("t", "<b>3</b>")], "shows HTML something else"),
        ([drawn(png(9, 9))], [], "draws no figure, stored: 1 figure"),
        ([], [sized(3), sized(3)], "draws 2 figures, stored: no figure"),
        ([sized(3)], [sized(4)], "draws a figure of another size"),
        ([ERROR], [], "no error now, stored: ValueError: no"),
        ([new_output("stream", name="stderr", text="a")], [], "warns nothing, something is stored"),
    ],
)
def test_the_headline_says_what_to_look_at(stored, now, headline):
    assert differences(stored, now)[0] == headline


def test_only_the_lines_that_differ_are_shown_stored_above_now():
    assert pairs(["a", "b 1", "c"], ["a", "b 2", "c"]) == ["stored: b 1\nnow:    b 2"]


def test_a_line_that_is_there_once_is_said_to_be_missing_from_the_other():
    assert pairs(["a"], ["a", "b"]) == ["stored: (no such line)\nnow:    b"]


def test_a_long_line_is_cut_around_the_difference():
    [pair] = pairs(["x" * 200 + "1" + "y" * 200], ["x" * 200 + "2" + "y" * 200])
    assert [len(line) for line in pair.split("\n")] == [106, 106]
    assert "x1y" in pair
    assert "x2y" in pair


def test_after_six_lines_the_rest_is_counted():
    assert pairs([*"abcdefghi"], [*"ABCDEFGHI"])[-1] == "and 3 more"


@pytest.mark.parametrize(
    ("raised", "of_kind", "said"),
    [
        ("Timeout of 9 seconds exceeded", "hangs", "cell `one` was stopped after 9 s"),
        ("Unrun reference cell has outputs", "differs", "cell `one` has an output but no number"),
        ("it crashed", "ends", "cell `one` ended its kernel: it crashed"),
    ],
)
def test_a_cell_that_nbval_could_not_compare_says_why(raised, of_kind, said):
    options = SimpleNamespace(option=SimpleNamespace(nbval_cell_timeout=9.0))
    item = SimpleNamespace(cell=new_code_cell("1", id="one"), test_outputs=None, config=options)
    kind, [headline] = words(item, RuntimeError(raised))
    assert (kind, headline[: len(said)]) == (of_kind, said)


def test_a_cell_that_was_stopped_says_in_which_line():
    stop = new_output("error", ename="KeyboardInterrupt", traceback=["Cell In[1], line 2"])
    options = SimpleNamespace(option=SimpleNamespace(nbval_cell_timeout=9.0))
    cell = new_code_cell("while True:\n    pass", id="one")
    item = SimpleNamespace(cell=cell, test_outputs=[stop], config=options)
    _, [_, line] = words(item, RuntimeError("Timeout of 9 seconds exceeded"))
    assert line == "in its line 2: pass"


def test_a_cell_that_is_stopped_but_catches_the_interrupt_fails_all_the_same():
    item = SimpleNamespace(parent=SimpleNamespace(timed_out=False))
    stopped = pytest_runtest_call(item)
    next(stopped)
    item.parent.timed_out = True
    with pytest.raises(RuntimeError, match="Timeout"):
        next(stopped)
    after = pytest_runtest_call(item)
    next(after)
    with pytest.raises(StopIteration):
        next(after)


def test_a_cell_that_was_never_run_is_a_note():
    item = SimpleNamespace(cell=new_code_cell("1", id="one"), test_outputs=[])
    assert words(item, None)[0] == "unstored"
    item.cell.execution_count = 1
    assert words(item, None) is None
