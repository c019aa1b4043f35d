"""A letter of the notation keeps its meaning."""

import pytest
from nbformat.v4 import new_code_cell

from tools.rules import letters


def found(markdown, text):
    page = markdown(text)
    page.cells.append(new_code_cell("1"))
    return list(letters.letters_mean_what_the_notation_says(page))


@pytest.mark.parametrize(
    ("text", "letter", "word"),
    [
        ("The head reads a table $B$.", "$B$", "sequences"),
        ("Here $L$ is the loss in nats.\n\nTwo blocks.", "$L$", "blocks"),
        ("$H$ attention heads.", "$H$", "hidden states"),
    ],
)
def test_a_letter_that_means_something_else_is_named(markdown, text, letter, word):
    [(cell, problem)] = found(markdown, text)
    assert (cell, letter in problem, word in problem) == ("text", True, True)


@pytest.mark.parametrize(
    "text",
    [
        "$B$ grows.\n\nIt is the number of sequences, $B$.",
        "A table $C$, and $(B, T)$, and `$B$`.",
        "The loss is $\\ell$.",
    ],
)
def test_a_letter_that_is_explained_once_passes(markdown, text):
    assert found(markdown, text) == []


def test_a_page_of_markdown_alone_is_left_to_itself(markdown):
    page = markdown("A table $B$.", name="reference/notation.md")
    assert list(letters.letters_mean_what_the_notation_says(page)) == []
