"""A file in, a text to train on and a text to validate on out."""

from pathlib import Path


def read_text_file(path: Path, *, share: float = 0.1) -> tuple[str, str]:
    """Read a text and hold its end out, from the start of a line on.

    The end, and not lines from everywhere: who has read a line's neighbours predicts it better.

    Args:
        path: A text in UTF-8.
        share: Least share of the characters that is held out, above 0 and below 1.

    Returns:
        The text to train on and the text to validate on; together, the file.

    Raises:
        OSError: The file cannot be read.
        ValueError: ``share`` is out of its range, the file is not UTF-8, or it has no line that
            begins early enough.
    """
    if not 0 < share < 1:
        raise ValueError(f"share must be above 0 and below 1, got {share}: 0.1 is usual")
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(
            f"a text must be UTF-8, but byte {error.start} of {path} is not: convert the file"
        ) from error
    cut = text.rfind("\n", 0, int(len(text) * (1 - share))) + 1
    if not cut:
        raise ValueError(
            f"a text needs lines, to hold the last of them out, but the first of {path} goes on "
            f"beyond {1 - share:.0%} of its {len(text)} characters: break it into lines"
        )
    return text[:cut], text[cut:]
