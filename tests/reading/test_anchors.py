"""Links to the code cells of a notebook."""

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tools.cells import METADATA

NOTEBOOK = nbformat.writes(
    new_notebook(
        cells=[
            new_markdown_cell("# 18.4.1 First\n\nA promise.", id="title"),
            new_code_cell("1 + 1", id="two-paths", execution_count=1),
        ],
        metadata=METADATA,
    )
)
TOC = "format: jb-book\nroot: chapters/index\nchapters:\n  - file: chapters/one\n"


def test_a_link_leads_to_a_code_cell_by_its_id_and_a_wrong_id_is_a_warning(build) -> None:
    text = "# The book\n\nP. [a](one.ipynb#cell-two-paths)"
    book = {"_toc.yml": TOC, "chapters/one.ipynb": NOTEBOOK, "chapters/one.md": ""}
    built = build({**book, "chapters/index.md": text})
    assert 'href="one.html#cell-two-paths"' in built.read("chapters/index.html")
    assert 'id="cell-two-paths"' in built.read("chapters/one.html")
    assert "cell-two" not in built.warnings
    wrong = build({**book, "chapters/index.md": text.replace("paths", "moths")})
    assert "cell-two-moths" in wrong.warnings
