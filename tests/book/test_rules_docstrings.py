"""Docstrings as a page: prose is read, code is not."""

from tools.rules import docstrings, spelling

MODULE = '''
"""A modle, with a formula::

    outptu = inptu @ weigth

and :class:`Tabel` and ``colr`` in it."""


def forward(inptu):
    """Return the wrogn thing.

    Args:
        inptu: Shape (B, T).

    Example:
        >>> forwrad(1)
        outptu

    Source:
        A Titel, "On Normalization".
    """
'''


def test_words_of_prose_are_read_and_code_and_titles_are_not(tmp_path):
    path = tmp_path / "module.py"
    path.write_text(MODULE)
    found = [
        (name, text.split()[0]) for name, text in spelling.words_are_known(docstrings.read(path))
    ]
    assert found == [("module", "'modle'"), ("forward", "'wrogn'")]
