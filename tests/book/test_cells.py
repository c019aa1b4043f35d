"""What make notebooks does to a notebook besides running it."""

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from tools import cells, setup_cell
from tools.paths import ROOT


@pytest.mark.parametrize("name", ["two-paths", "setup", "figure-2", "decade"])
def test_words_are_readable_ids(name):
    assert cells.is_readable(name)


@pytest.mark.parametrize(
    "name", ["3f9c02ab", "deadbeef", "Xk3jR9qL", "a_b", "", "4-paths", "a-" * 30 + "b"]
)
def test_random_or_clumsy_ids_are_not_readable(name):
    assert not cells.is_readable(name)


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("class TiedLM(nn.Module):\n    pass", "tied-lm"),
        ("# why\nlogits = head(x)  # (B, T, V)", "logits"),
        ("import torch\n\nseed = 1", "imports"),
        ("a, b = 1, 2", "a"),
        ("print(table.shape)", "print-table-shape"),
        ("3 == 4", "code"),
    ],
)
def test_a_code_cell_is_called_after_what_it_defines_or_says(source, name):
    assert cells.slug(new_code_cell(source)) == name


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("## What *is* a tie?\n\nText.", "what-is-a-tie-text"),
        ("$V$ rows in [18.4.5](x.ipynb)", "rows-in-18-4-5"),
        ("<details>", "markdown"),
    ],
)
def test_a_markdown_cell_is_called_after_its_first_words(source, name):
    assert cells.slug(new_markdown_cell(source)) == name


def test_readable_ids_stay_and_others_become_unique_words():
    ids = ["two-paths", "3f9c02ab", "two-paths", "setup"]
    nb = new_notebook(cells=[new_markdown_cell("Two paths") for _ in ids])
    for cell, name in zip(nb.cells, ids, strict=True):
        cell["id"] = name
    cells.name_cells(nb)
    assert [cell.id for cell in nb.cells] == [
        "two-paths",
        "two-paths-2",
        "two-paths-3",
        "two-paths-4",
    ]


def test_the_setup_cell_is_put_before_the_first_code_cell_and_renewed_in_its_place():
    nb = new_notebook(cells=[new_markdown_cell("Title"), new_code_cell("import torch")])
    cells.place_setup(nb)
    assert [cell.id == "setup" for cell in nb.cells] == [False, True, False]
    nb.cells[1].source = "old"
    cells.place_setup(nb)
    assert [cell.source == setup_cell.source() for cell in nb.cells] == [False, True, False]


def test_only_the_metadata_of_the_book_is_kept():
    cell = new_code_cell("1", metadata={"tags": ["hide-input"], "collapsed": True})
    nb = new_notebook(cells=[cell], metadata={"widgets": {}})
    cells.clean_metadata(nb)
    assert nb.cells[0].metadata == {"tags": ["hide-input"]}
    assert nb.metadata == cells.METADATA


def test_what_the_site_folds_is_folded_in_jupyter_and_nothing_else():
    tags = ["hide-cell", "solution"]
    folded = new_code_cell("1", metadata={"tags": tags, "jupyter": {"source_hidden": False}})
    shown = new_code_cell("2", metadata={"tags": ["solution"], **cells.FOLDED})
    cells.clean_metadata(new_notebook(cells=[folded, shown]))
    assert folded.metadata == {"tags": tags, **cells.FOLDED}
    assert shown.metadata == {"tags": ["solution"]}


def test_paths_and_colours_and_outside_frames_leave_the_outputs():
    frames = [
        "\x1b[31m-----\x1b[0m",
        "\x1b[31mIndexError\x1b[0m   Traceback (most recent call last)",
        "\x1b[36mCell In[4]\x1b[0m, line 1\n----> 1 x(7)",
        f"File {ROOT}/dnnlpy/nn/embedding.py:3",
        f"\x1b[31mIndexError\x1b[0m: in {ROOT}/x.py",
    ]
    error = new_output("error", ename="IndexError", evalue="x", traceback=frames)
    text = new_output("stream", name="stdout", text=f"at {ROOT}/data\n")
    nb = new_notebook(cells=[new_code_cell("x(7)", outputs=[text, error])])
    cells.clean_outputs(nb)
    assert text.text == "at data\n"
    assert error.traceback == ["Cell In[4], line 1\n----> 1 x(7)", "IndexError: in x.py"]
