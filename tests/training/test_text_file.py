"""A text of one's own: its end is held out, in whole lines."""

import pytest

from dnnlpy.training.text_file import read_text_file


@pytest.fixture
def file(tmp_path):
    def write(content: bytes):
        path = tmp_path / "text.txt"
        path.write_bytes(content)
        return path

    return write


def test_the_end_is_held_out_from_the_start_of_a_line(file):
    text = "".join(f"line {i}\n" for i in range(10))
    learned, held_out = read_text_file(file(text.encode()), share=0.25)
    assert learned + held_out == text
    assert held_out == "line 7\nline 8\nline 9\n"


def test_a_text_in_another_encoding_is_refused(file):
    with pytest.raises(ValueError, match="must be UTF-8, but byte 3 of"):
        read_text_file(file("caf\u00e9\n".encode("latin-1")))


def test_a_text_of_one_line_is_refused(file):
    with pytest.raises(ValueError, match="a text needs lines"):
        read_text_file(file(b"no end"))


@pytest.mark.parametrize("share", [0, 1, -0.5])
def test_a_share_must_leave_something_on_both_sides(file, share):
    with pytest.raises(ValueError, match="share must be above 0 and below 1"):
        read_text_file(file(b"a\nb\n"), share=share)
