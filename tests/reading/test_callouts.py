"""Plain Markdown gets the book's looks."""

import base64
import json
import re

import pytest

CELL = {"cell_type": "code", "execution_count": 1, "id": "c", "metadata": {}, "outputs": []}
PIXEL = base64.b64encode(
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x07\0\0\0\x05\x08\x06\0\0\0" + b"\0" * 20
).decode()


def notebook(*cells: dict) -> str:
    """Return a notebook with a title and some cells."""
    title = {"cell_type": "markdown", "id": "t", "metadata": {}, "source": "# One\n\nA promise."}
    content = {"cells": [title, *cells], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    content["metadata"] = {"language_info": {"name": "python"}}
    return json.dumps(content)


def test_a_quote_with_a_bold_label_is_a_callout_and_another_quote_is_not(build) -> None:
    kinds = ("Predict", "Confusion", "Takeaway", "Source")
    quotes = "\n\n".join(f"> **{kind}.** Words with $x$." for kind in kinds)
    built = build({"chapters/one.md": f"# One\n\nP.\n\n{quotes}\n\n> Words of **another**.\n"})
    html = built.read("chapters/one.html")
    for kind in kinds:
        assert f'<div class="callout {kind.lower()}" role="note" aria-label="{kind}">' in html
    assert html.count("<blockquote>") == 1
    assert built.warnings == ""


def test_a_label_that_the_book_does_not_have_is_a_warning(build) -> None:
    warnings = build({"chapters/one.md": "# One\n\nP.\n\n> **Warning.** Words.\n"}).warnings
    assert "'Warning.'; a call-out starts with one of: Predict. Confusion." in warnings


def test_a_fold_holds_markdown_and_formulas_and_a_table_scrolls_in_its_own_box(build) -> None:
    fold = "<details><summary>Answer</summary>\n\nIt is *$x$*.\n\n</details>"
    text = f"# One\n\nP.\n\n{fold}\n\n| a |\n|---|\n| b |\n"
    html = build({"chapters/one.md": text}).read("chapters/one.html")
    assert '<div class="scroll">\n<table' in html
    inside = html.split("<summary>Answer</summary>")[1].split("</details>")[0]
    assert "<em>" in inside
    assert "<math " in inside


def test_hidden_code_and_the_set_up_cell_are_folded(build) -> None:
    hidden = CELL | {"source": "x = 1", "metadata": {"tags": ["hide-input"]}}
    own = CELL | {"id": "d", "source": "y = 2", "metadata": {"tags": ["hide-input"]}}
    own["metadata"]["mystnb"] = {"code_prompt_show": "A solution"}
    setup = CELL | {"id": "e", "source": "# Set-up: fetches dnnlpy\nimport dnnlpy"}
    book = {"_toc.yml": "format: jb-book\nroot: chapters/index\nchapters:\n  - file: chapters/nb\n"}
    built = build(book | {"chapters/nb.ipynb": notebook(hidden, own, setup)})
    html = built.read("chapters/nb.html")
    for words in ("Show the code", "A solution", "Set-up, for Colab"):
        assert f'<details class="fold"><summary>{words}</summary>' in html


@pytest.mark.parametrize("alt", ["", "A table with one row framed"])
def test_a_figure_needs_alt_text_and_knows_its_size(build, alt: str) -> None:
    output = {"output_type": "display_data", "metadata": {}, "data": {"image/png": PIXEL}}
    figure = CELL | {"source": "draw()", "outputs": [output]}
    if alt:
        figure["metadata"] = {"mystnb": {"image": {"alt": alt}}}
    book = {"_toc.yml": "format: jb-book\nroot: chapters/index\nchapters:\n  - file: chapters/nb\n"}
    built = build(book | {"chapters/nb.ipynb": notebook(figure)})
    assert ("figure without alt text" in built.warnings) == (not alt)
    assert 'width="7" height="5"' in built.read("chapters/nb.html")
    html = built.read("chapters/nb.html")
    assert f'alt="{alt}"' in html or not alt
    assert (f"<summary>The figure in words</summary><p>{alt}</p>" in html) == bool(alt)


def test_an_error_shows_the_cells_own_frame_and_no_path_of_this_machine(build) -> None:
    frames = [
        "-" * 75,
        "ValueError                                Traceback (most recent call last)",
        "Cell In[3], line 1\n----> 1 refuse()\n",
        "File /home/somebody/dnnlpy/loss.py:9, in refuse()\n----> 9 raise ValueError\n",
        "ValueError: too long: crop it",
    ]
    error = {"output_type": "error", "ename": "ValueError", "evalue": "too long: crop it"}
    cell = CELL | {"source": "refuse()", "outputs": [error | {"traceback": frames}]}
    cell["metadata"] = {"tags": ["raises-exception"]}
    book = {"_toc.yml": "format: jb-book\nroot: chapters/index\nchapters:\n  - file: chapters/nb\n"}
    html = build(book | {"chapters/nb.ipynb": notebook(cell)}).read("chapters/nb.html")
    shown = re.sub("<[^>]+>", "", html)
    assert "1 refuse()\n\nValueError: too long: crop it" in shown
    assert "somebody" not in html
    assert "most recent call last" not in shown
