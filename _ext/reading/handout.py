"""The hand-out: every notebook and the package they import, in one zip that needs no network.

``{handout}`` on a page writes the link and asks for the file. Its bytes depend on the files alone.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

NAME = "notebooks.zip"
WHEEL_OF = ("pyproject.toml", "README.md", "LICENSE", "dnnlpy")
BUILD_WHEEL = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"
EPOCH = "315532800"  # 1980, where zip's calendar begins
README = """\
{title}

The notebooks are in chapters/, 18-4-01 comes first. They import dnnlpy, which is beside this file.

1.  pip install --no-index {wheel}

    This uses no network. It needs Python 3.11 or newer with torch, numpy, matplotlib, tokenizers,
    safetensors and IPython; without --no-index pip fetches what is missing.

2.  Open a notebook in Jupyter or VS Code and run it from the top. Now that dnnlpy is installed, the
    set-up cell does nothing.
"""


class Handout(nodes.General, nodes.Element):
    """The link to the hand-out."""


class HandoutLink(SphinxDirective):
    """Offer the hand-out."""

    def run(self) -> list[nodes.Node]:
        """Return the place of the link, and remember that the file is wanted."""
        self.env.metadata[self.env.docname]["handout"] = True
        return [Handout()]


def visit_handout(translator: HTML5Translator, node: Handout) -> None:
    """Write the link."""
    up = "../" * translator.builder.current_docname.count("/")
    translator.body.append(
        f'<p><a href="{up}_static/{NAME}" download>All notebooks, with the package they import</a> '
        "(zip, needs no network)</p>\n"
    )
    raise nodes.SkipNode


def wheel(root: Path, folder: Path) -> Path:
    """Build the package's wheel from a copy of the files that make it, unless it is there."""
    made_of = [path for name in WHEEL_OF for path in ((root / name), *(root / name).rglob("*.*"))]
    newest = max(path.stat().st_mtime for path in made_of if path.suffix != ".pyc")
    for built in folder.glob("*.whl"):
        if built.stat().st_mtime > newest:
            return built
        built.unlink()
    with TemporaryDirectory() as copy:
        for name in WHEEL_OF:
            if (root / name).is_dir():
                skipped = shutil.ignore_patterns("__pycache__")
                shutil.copytree(root / name, Path(copy, name), ignore=skipped)
            else:
                shutil.copy(root / name, copy)
        command = [sys.executable, "-c", BUILD_WHEEL, str(folder)]
        environment = {**os.environ, "SOURCE_DATE_EPOCH": EPOCH}
        subprocess.run(command, cwd=copy, env=environment, capture_output=True, check=True)
    return next(folder.glob("*.whl"))


def pack(path: Path, files: dict[str, bytes]) -> None:
    """Write a zip in which nothing but names and contents counts: no times, no owners."""
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, content in sorted(files.items()):
            entry = ZipInfo(name)
            entry.external_attr, entry.compress_type = 0o644 << 16, ZIP_DEFLATED
            archive.writestr(entry, content)


def write(app: Sphinx, exception: Exception | None) -> None:
    """Write the hand-out, if a page offers it."""
    wanted = any("handout" in page for page in app.env.metadata.values())
    if exception or app.builder.name != "html" or not wanted:
        return
    sources = [Path(app.env.doc2path(name)) for name in app.env.found_docs]
    notebooks = [path for path in sources if path.suffix == ".ipynb"]
    files = {path.relative_to(app.srcdir).as_posix(): path.read_bytes() for path in notebooks}
    folder = Path(app.doctreedir, "wheel")
    folder.mkdir(exist_ok=True)
    built = wheel(Path(app.srcdir), folder)
    files[built.name] = built.read_bytes()
    readme = README.format(title=app.config.html_title, wheel=built.name)
    files["README.txt"] = readme.encode()
    pack(Path(app.outdir, "_static", NAME), files)


def setup(app: Sphinx) -> None:
    """Register node, directive and pass."""
    app.add_node(Handout, html=(visit_handout, None))
    app.add_directive("handout", HandoutLink)
    app.connect("build-finished", write)
