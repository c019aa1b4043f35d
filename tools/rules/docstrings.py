"""The docstrings of a module as a page: they are read in the book, on the page of the package."""

import ast
import re
from pathlib import Path

from nbformat import NotebookNode

from tools.rules.page import Page

NOT_PROSE = re.compile(
    r"::\n\n(?:[ ]+.*\n|\n)+"  # a block of code or a formula
    r"|^[ ]*>>> .*\n(?:[ ]*\S.*\n)*"  # an example and what it prints
    r"|^Source:\n(?:[ ]+.*\n|\n)*"  # titles as their authors spelled them
    r"|:[\w:]+:`[^`]*`"  # a cross-reference
    r"|^[ ]+\w+:(?= )|^[A-Z]\w+:$"  # the name of an argument or error, of a part
    r"|\w+\(|[\w-]+(?:\.[\w-]+)+/\S*",  # a call, an address
    re.MULTILINE,
)


def read(path: Path) -> Page:
    """The docstrings of a Python file, a cell each, by the name of what they describe."""
    cells = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            continue
        if text := ast.get_docstring(node):
            name = getattr(node, "name", "module")
            source = NOT_PROSE.sub("\n", text + "\n")
            cell = NotebookNode(id=name, cell_type="markdown", metadata={}, source=source)
            cells.append(cell)
    return Page(path, cells)
