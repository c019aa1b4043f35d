"""The source code that Sphinx reads: that of the book's own package, from its files.

Viewcode would import every module for it, and autodoc would parse what the package builds on, torch
and the standard library, for comments beside attributes that the book does not show.
"""

from functools import partial
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.ext import viewcode
from sphinx.pycode import ModuleAnalyzer


def module_file(app: Sphinx, modname: str) -> str:
    """Return the file in which a module of the book's package stands."""
    path = Path(app.srcdir, *modname.split("."))
    return str(path / "__init__.py" if path.is_dir() else path.with_suffix(".py"))


def source(app: Sphinx, modname: str) -> tuple[str, str]:
    """Return a module's file and what stands in it: nothing, if it is not the book's."""
    file = Path(module_file(app, modname))
    return str(file), file.read_text("utf8") if file.is_file() else ""


def setup(app: Sphinx) -> None:
    """Tell both where sources stand."""
    viewcode.get_module_filename = module_file
    ModuleAnalyzer.get_module_source = partial(source, app)
