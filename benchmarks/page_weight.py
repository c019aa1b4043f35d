"""Weigh the book's pages against the same notebooks in jupyter-book's own theme.

Both sites are built here without execution, served compressed from this machine, and opened on a
slowed network and processor. The stock theme fetches MathJax from another host; so that it can be
measured without one, it is given a copy:

    .venv/bin/pip install --target _build/mathjax --no-deps django-static-mathjax==3.2.2.1
    .venv/bin/python benchmarks/page_weight.py
"""

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from page_visit import Visit, served, visit
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
PAGES = ("18-4-05-weight-tying.html", "18-4-01-one-vocabulary-two-directions.html")
ROUNDS = 3
NAMES = ("chromium-headless-shell", "chromium", "google-chrome")
STOCK = """
title: Stock
only_build_toc_files: true
execute: {execute_notebooks: "off"}
sphinx:
  extra_extensions: [sphinx.ext.autodoc, sphinx.ext.napoleon, sphinx.ext.viewcode]
  config: {mathjax_path: mathjax/tex-mml-chtml.js, html_static_path: [static], language: en}
"""
HEADER = """\
| | kB | requests | first paint, s | loaded, s | shift | second page, kB | cold build, s |
|---|---|---|---|---|---|---|---|"""


def own_book(folder: Path) -> Path:
    """Copy the book, to be built without execution."""
    for name in ("chapters", "_ext", "dnnlpy"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("_toc.yml", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    config = (ROOT / "_config.yml").read_text("utf8")
    off = config.replace("execute_notebooks: cache", 'execute_notebooks: "off"')
    (folder / "_config.yml").write_text(off, "utf8")
    return folder


def stock_book(folder: Path) -> Path:
    """Copy the notebooks and the page made from docstrings, as a book in the stock theme."""
    found = next((ROOT / "_build" / "mathjax").rglob("es5/tex-mml-chtml.js"), None)
    if found is None:
        raise SystemExit("no MathJax in _build/mathjax: the first lines of this file say how")
    shutil.copytree(found.parent, folder / "static" / "mathjax")
    shutil.copy(ROOT / "chapters" / "reference" / "api.md", folder)
    notebooks = [path.relative_to(ROOT) for path in sorted((ROOT / "chapters").rglob("*.ipynb"))]
    for notebook in notebooks:
        (folder / notebook).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / notebook, folder / notebook)
    pages = "".join(f"  - file: {notebook.with_suffix('')}\n" for notebook in notebooks)
    toc = f"format: jb-book\nroot: api\nchapters:\n{pages}"
    (folder / "_toc.yml").write_text(toc, "utf8")
    (folder / "_config.yml").write_text(STOCK, "utf8")
    return folder


def build(book: Path) -> float:
    """Build a book that was never built, and return the seconds."""
    command = [Path(sys.executable).with_name("jupyter-book"), "build", book]
    start = time.monotonic()
    subprocess.run(command, check=True, capture_output=True)
    return time.monotonic() - start


def row(name: str, seconds: float, visits: list[list[Visit]]) -> str:
    """Return a line of the table; of several visits, the medians."""
    first, second = zip(*visits, strict=True)
    cells = [
        name,
        f"{median(v.wire_bytes for v in first) / 1000:.0f}",
        f"{median(v.requests for v in first):.0f}",
        f"{median(v.first_paint_ms for v in first) / 1000:.2f}",
        f"{median(v.content_loaded_ms for v in first) / 1000:.2f}",
        f"{max(v.layout_shift for v in first):.4f}",
        f"{median(v.wire_bytes for v in second) / 1000:.0f}",
        f"{seconds:.1f}",
    ]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Print the table; the two books are visited in turns."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        for kind in ("book", "stock"):
            (folder / kind).mkdir()
        books = {"book": own_book(folder / "book"), "stock": stock_book(folder / "stock")}
        seconds = {kind: build(book) for kind, book in books.items()}
        browser = playwright.chromium.launch(
            executable_path=next(filter(None, map(shutil.which, NAMES)), None),
            args=["--no-sandbox"],
        )
        visits: dict[str, list[list[Visit]]] = {kind: [] for kind in books}
        for _ in range(ROUNDS):
            for kind, book in books.items():
                with served(book / "_build" / "html") as address:
                    visits[kind].append(visit(browser, address, *PAGES))
        browser.close()
    print(HEADER)
    for kind in books:
        print(row(kind, seconds[kind], visits[kind]))


if __name__ == "__main__":
    main()
