"""The reading site: everything that makes this book's pages more than Sphinx's, in small files.

``formulas``     KaTeX at build time: formulas are in the page, in HTML and MathML
``callouts``     call-outs, folds and scrolling boxes out of plain Markdown
``hints``        an exercise's hints, one inside the other, above its folded solution
``outline``      the order of the pages, and what is known of each: promise, reading time
``frame``        what stands around the text: section n of N, contents, links to the source
``glossary``     terms and symbols of one YAML file, listed
``marks``        the same, marked and explained where a page first uses them
``bibliography`` the BibTeX file as a page with an anchor for every key
``picture``      one table, two arrows: the landing figure and the logo
``cards``        the same as files: the icon, and a card for each page that is shared
``finding``      the search index, with the words of a reader who does not know the term yet
``sources``      the source code that the API page and the module pages are made from
``handout``      all notebooks and the package's wheel in one zip
``files``        style sheet, script, 404, sitemap, llms.txt
``theme/``       one template, one style sheet, one script
"""

import gc
from hashlib import sha256
from pathlib import Path

from sphinx.application import Sphinx

from reading import (
    anchors,
    bibliography,
    callouts,
    cards,
    files,
    finding,
    formulas,
    frame,
    glossary,
    handout,
    hints,
    marks,
    outline,
    picture,
    sources,
)

PARTS = (
    anchors,
    formulas,
    callouts,
    hints,
    outline,
    frame,
    glossary,
    marks,
    bibliography,
    picture,
    cards,
)


def setup(app: Sphinx) -> dict[str, object]:
    """Register the theme and every part."""
    gc.disable()  # a build makes millions of nodes that stay: there is nothing to collect
    app.connect("build-finished", lambda app, exception: gc.enable())
    app.add_config_value("comments_config", {}, "")  # jupyter-book sets it; nothing here reads it
    app.add_html_theme("reading", str(Path(__file__).parent / "theme"))
    for part in (*PARTS, finding, files, sources, handout):
        part.setup(app)
    code = b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py")))
    version = sha256(code).hexdigest()  # with other code, Sphinx reads every page again
    return {"version": version, "env_version": version, "parallel_read_safe": False}
