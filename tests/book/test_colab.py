"""make colab: a notebook that would fail in Colab, or use the other package, is told."""

import asyncio
import subprocess

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from tools import colab, environments, setup_cell
from tools.paths import repository

PACKAGE = """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"
[project]
name = "dnnlpy"
version = "1.0.0"
[tool.setuptools]
packages = ["dnnlpy"]
"""
GOOD = setup_cell.source()
# What pip leaves behind when it installs the one from the repository and the other from an index.
BOTH = f"""\
from pathlib import Path
from sysconfig import get_path
for name in ("dnnlpy", "numpy"):
    left = Path(get_path("purelib"), f"{{name}}-1.0.dist-info")
    left.mkdir()
    (left / "METADATA").write_text(f"Metadata-Version: 2.1\\nName: {{name}}\\nVersion: 1.0\\n")
    if name == "dnnlpy":
        (left / "direct_url.json").write_text('{{"url": "{repository()}"}}')"""
CELLS = {
    "good": [GOOD, "assert dnnlpy.BOOK"],
    "misspelt": [GOOD.replace("git+https://", "git+https://no-")],
    "replacing": [BOTH],
    "trusting": [GOOD.partition("import dnnlpy\n")[0] + "import dnnlpy"],
}


@pytest.fixture(scope="module")
def problems(tmp_path_factory):
    """What make colab says of each notebook, run at once beside a repository of three files."""
    folder = tmp_path_factory.mktemp("colab")
    clone = folder / "clone"
    (clone / "dnnlpy").mkdir(parents=True)
    (clone / "pyproject.toml").write_text(PACKAGE)
    (clone / "dnnlpy" / "__init__.py").write_text('BOOK = "18.4"\n')
    author = ("-c", "user.name=a", "-c", "user.email=a@b.c")
    for command in (["init", "-q"], ["add", "."], [*author, "commit", "-q", "-m", "first"]):
        subprocess.run(["git", *command], cwd=clone, check=True)
    paths = [folder / f"{name}.ipynb" for name in CELLS]
    for path in paths:
        made = [new_code_cell(source) for source in CELLS[path.stem]]
        made[0].id = setup_cell.CELL_ID
        nbformat.write(new_notebook(cells=made), path)

    async def all_of_them():
        place = environments.Environments(folder / "kernels-of-tests")
        ways = [colab.problem, colab.alone, colab.alone, colab.beside_a_stranger]
        return await asyncio.gather(
            *(way(place, path, 300) for way, path in zip(ways, paths, strict=True))
        )

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(environments, "ROOT", clone)
        patch.setenv("JUPYTER_PATH", "")
        (folder / "kernels-of-tests").mkdir()
        return dict(zip(CELLS, asyncio.run(all_of_them()), strict=True))


def test_a_notebook_that_installs_the_books_package_and_nothing_else_passes(problems):
    assert problems["good"] == ""


def test_a_set_up_cell_that_cannot_install_is_told_with_what_pip_said(problems):
    assert "cell `setup`: ModuleNotFoundError: No module named 'dnnlpy'" in problems["misspelt"]
    assert "https://no-github.com" in problems["misspelt"]


def test_a_package_of_colab_that_was_replaced_is_told(problems):
    assert "numpy from an index" in problems["replacing"]


def test_a_notebook_that_would_use_another_package_of_the_name_is_told(problems):
    assert problems["trusting"] == "its set-up cell lets another package called dnnlpy pass"
