"""The hints of an exercise on its page, where no kernel is: each unfolds, and holds the next.

A folded solution that calls ``check.name(…)`` has them above it. They are read from the decorators
in ``dnnlpy/exercises/check/``, as source: importing it would import torch.
"""

import ast
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.writers.html5 import HTML5Translator

logger = logging.getLogger(__name__)


class Hints(nodes.General, nodes.Element):
    """The hints of one checker, in ``texts``."""


def sources() -> list[Path]:
    """Return the files in which the checkers stand."""
    package = find_spec("dnnlpy")
    folders = (package and package.submodule_search_locations) or []
    return sorted(path for one in folders for path in Path(one, "exercises/check").glob("*.py"))


@cache
def hints_of(source: str) -> dict[str, list[str]]:
    """Return the hints of each checker of a module, from its source."""
    return {
        made.name: [ast.literal_eval(hint) for hint in call.args]
        for made in ast.parse(source).body
        if isinstance(made, ast.FunctionDef)
        for call in made.decorator_list
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "checker"
    }


def place(app: Sphinx, doctree: nodes.document) -> None:
    """Name each solution, and put the hints above it; warn of a checker that is not there."""
    solutions = [
        cell
        for cell in doctree.findall(nodes.container)
        if "solution" in cell.get("cell_metadata", {}).get("tags", ())
    ]
    if not solutions:
        return
    hints: dict[str, list[str]] = {}
    for path in sources():
        app.env.note_dependency(str(path))
        hints |= hints_of(path.read_text("utf8"))
    for cell in solutions:
        cell["prompt_show"] = "A solution"
        code = cell.next_node(nodes.literal_block).astext()
        for name in re.findall(r"\bcheck\.(\w+)\(", code):
            if name in hints:
                cell.parent.insert(cell.parent.index(cell), Hints(texts=hints[name]))
            else:
                logger.warning("no checker is called check.%s", name, location=cell)


def visit_hints(translator: HTML5Translator, node: Hints) -> None:
    """Write the hints, each inside the one before."""
    texts = node["texts"]
    for number, text in enumerate(texts, 1):
        words = re.sub(r"`([^`]+)`", r"<code>\1</code>", translator.encode(text))
        summary = f"Hint {number} of {len(texts)}"
        html = f'<details class="hint"><summary>{summary}</summary>\n<p>{words}</p>\n'
        translator.body.append(html)
    translator.body.append("</details>" * len(texts) + "\n")
    raise nodes.SkipNode


def setup(app: Sphinx) -> None:
    """Register the node and the pass that places it."""
    app.connect("doctree-read", place)
    app.add_node(Hints, html=(visit_hints, None))
