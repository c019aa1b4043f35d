"""A small section that keeps every rule, for tests that break one thing in it."""

import base64
import struct
import zlib

from nbformat.v4 import new_code_cell, new_markdown_cell, new_output

from tools import setup_cell
from tools.cells import FOLDED


def png(width=400, height=300):
    """A grey PNG picture in base64, as a notebook stores it."""
    rows = zlib.compress(b"".join(b"\0" + b"\x80" * width for _ in range(height)))

    def chunk(kind, data):
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    data = b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    return base64.b64encode(data).decode()


def printed(text):
    return new_output("stream", name="stdout", text=text)


def drawn(picture):
    return new_output("display_data", data={"image/png": picture, "text/plain": "<Figure>"})


def good_cells():
    promise = (
        "# 18.4.5 A section\n\nIt keeps every rule.\n\n"
        "After this section you can\n\n- see that it passes."
    )
    question = (
        "> **Predict.** How many numbers has the table?\n"
        "\n<details><summary>Answer</summary>\n\nIt has 160.\n\n</details>\n\n"
        '> **Confusion.** "It has 20." It has a row for each.'
    )
    end = "> **Takeaway.** One.\n\n> **Takeaway.** Two.\n\n## Exercises\n\n**1. Count.** How many?"
    alt = {"mystnb": {"image": {"alt": "A grey box that stands for the table"}}}
    error = new_output("error", ename="ValueError", evalue="no", traceback=["ValueError: no"])
    right = new_output("execute_result", data={"text/plain": "Right: 20 rows."}, execution_count=6)
    solution = "assert 8 * 20 == 160\ncheck.count(160)"
    code = [
        (setup_cell.CELL_ID, setup_cell.source(), [], {}),
        ("imports", "import torch\n\ntorch.manual_seed(0);", [], {}),
        ("count", 'print("numbers:", 160)\nassert 8 * 20 == 160', [printed("numbers: 160\n")], {}),
        ("figure", "plots.one_table(table);", [drawn(png())], alt),
        ("refused", 'raise ValueError("no")', [error], {"tags": ["raises-exception"]}),
        ("solution", solution, [right], {**FOLDED, "tags": ["hide-cell", "solution"]}),
    ]
    cells = [
        new_code_cell(source, id=name, outputs=outputs, metadata=metadata, execution_count=i)
        for i, (name, source, outputs, metadata) in enumerate(code, start=1)
    ]
    cells.insert(0, new_markdown_cell(promise, id="promise"))
    cells.insert(3, new_markdown_cell(question, id="question"))
    cells.insert(-1, new_markdown_cell(end, id="end"))
    where = "## Where to go next\n\nGo on to [18.4.6](18-4-06-next.ipynb)."
    following = f"{where}\n\n> **Source.** Our own."
    return [*cells, new_markdown_cell(following, id="source")]
