"""make slides: one file of slides for each section, out of the built site, for a projector.

A heading begins a slide, a cell ends one, an answer stays with its question. What is too high for
one slide goes on to the next: a cell's output, a quiz's questions, a table's rows. Styles,
fonts, figures and the explorables' scripts are inside the file: it needs no network.
"""

import argparse
import re
import shutil
import sys
from base64 import b64encode
from collections.abc import Iterator
from copy import copy
from html import escape
from mimetypes import guess_type
from pathlib import Path

from bs4 import Tag

from tools.built import SITE, BuiltPage, one, pages, plain
from tools.paths import ROOT, shown

TO = ROOT / "_build" / "slides"
FULL, LEAD = 650, 400
"""Characters of text that fill a slide, and what a cell counts: a short lead fits above it."""
LINES, FIGURE, ROWS = 26, 15, 9
"""Lines of code and output on a slide, for how many a figure counts, and rows of a table."""
QUESTION, ROW = ".quiz > li:has(> details)", "tbody > tr"
HALF = ":scope > .cell_input, :scope > .cell_output"
PARTS = ("Section 18.4", "Practice")
HEADINGS = ("h1", "h2", "h3")


def inlined(path: Path) -> str:
    """A file as an address that holds it."""
    kind = guess_type(path.name)[0] or "font/woff2"
    return f"data:{kind};base64,{b64encode(path.read_bytes()).decode()}"


def style(site: Path) -> str:
    """The site's style sheet with its fonts inside, and what makes slides of it."""
    static = site / "_static"
    css = (static / "book.css").read_text(encoding="utf-8")
    css = re.sub(r"url\((fonts/[^)]+)\)", lambda found: f"url({inlined(static / found[1])})", css)
    return css + Path(__file__).with_suffix(".css").read_text(encoding="utf-8")


def blocks(section: Tag) -> Iterator[Tag]:
    """Headings, paragraphs, cells and so on, in order; sections are opened."""
    for child in section.find_all(recursive=False):
        if child.name == "section":
            yield from blocks(child)
        else:
            yield from spread(child)


def spread(block: Tag) -> list[Tag]:
    """A block in pieces that fit on a slide each: itself, if it does."""
    if questions := block.select(QUESTION):
        return [piece(block, QUESTION, at, 1) for at in range(len(questions))]
    if is_a(block, "scroll") and (rows := len(block.select(ROW))) > ROWS:
        return [piece(block, ROW, at, ROWS) for at in range(0, rows, ROWS)]
    lines = sum(pre.get_text().count("\n") for pre in block.select("pre"))
    if block.select_one("img, .dnnx"):
        lines += FIGURE
    if len(block.select(HALF)) == 2 and lines > LINES:
        return [piece(block, HALF, at, 1) for at in range(2)]
    return [block]


def piece(block: Tag, selector: str, start: int, count: int) -> Tag:
    """A copy that keeps so many of the parts that the selector finds."""
    kept = copy(block)
    for at, part in enumerate(kept.select(selector)):
        if not start <= at < start + count:
            part.decompose()
    if start and kept.has_attr("id"):
        kept["data-cell"] = kept.attrs.pop("id")
    if selector == QUESTION:
        one(kept, ".quiz")["start"] = str(start + 1)
        one(kept, ".cell_input").decompose()
    return kept


def slides(article: Tag) -> Iterator[tuple[str, list[Tag]]]:
    """The slides: the heading over each, and what stands on it."""
    heading, slide, length = "", list[Tag](), 0
    for block in blocks(article):
        title, cell, size = block.name in HEADINGS, is_a(block, "cell"), len(block.get_text())
        begins = title or is_a(block, "predict") or length + (LEAD if cell else size) > FULL
        answer = block.name == "details" or block.select_one(":scope > details.fold")
        if answer and slide and slide[-1].name != "details" and not is_a(slide[-1], "cell"):
            begins = False
        if len(slide) == 1 and slide[0].name in HEADINGS and not title:
            begins = False
        if slide and begins:
            yield heading, slide
            slide, length = [], 0
        if title:
            heading = block.get_text()
        slide.append(block)
        ends = cell or is_a(block, "predict") or is_a(block, "promise") or block.name == "details"
        length = FULL if ends else length + size
    if slide:
        yield heading, slide


def is_a(block: Tag, kind: str) -> bool:
    """Whether the block is of that class."""
    return kind in (block.get("class") or [])


def deck(page: BuiltPage, names: dict[Path, str], css: str) -> str:
    """The file of a section's slides."""
    article = plain(page.article, scripts=True)
    for image in article.select("img"):
        image["src"] = inlined((page.path.parent / str(image["src"])).resolve())
        image["loading"] = "eager"
    for link in article.select("a[href]"):
        target = str(link["href"]).partition("#")[0]
        if not target.startswith(("http:", "https:")):
            name = names.get((page.path.parent / target).resolve()) if target else None
            del link["href"]
            if name and not is_a(link, "term"):
                link["href"] = f"{name}.html"
    script = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(page.title)}</title><style>{css}</style></head><body>\n"
        + "".join(written(page, heading, slide) for heading, slide in slides(article))
        + f"<script>{script}</script></body></html>\n"
    )


def written(page: BuiltPage, heading: str, slide: list[Tag]) -> str:
    """One slide's HTML: where we are, the cell's id if there is one, and the blocks."""
    first = slide[0]
    number = re.match(r"\S+ \d+:|\S+", page.title)
    own = first.name in HEADINGS or heading == page.title
    where = page.title if own or not number else f"{number[0]} {heading}"
    named = filter(None, (block.get("id") or block.get("data-cell") for block in slide))
    ids = [str(name).removeprefix("cell-") for name in named]
    cell = f"<code>{ids[0]}</code>" if ids and is_a(slide[-1], "cell") else ""
    top = f'<p class="where"><span>{escape(where)}</span>{cell}</p>' if first.name != "h1" else ""
    body = "".join(map(str, slide))
    label = escape(heading, quote=True)
    return f'<section class="slide" aria-label="{label}"><div>{top}{body}</div></section>\n'


def main() -> int:
    """Writes the files and says where they are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="part of the path, such as 18-4-05")
    parser.add_argument("--site", type=Path, default=SITE)
    options = parser.parse_args()
    every = [page for page in pages(options.site) if page.part in PARTS]
    chosen = [page for page in every if options.only in page.path.as_posix()]
    if not chosen:
        print(f"Nothing in 18.4 or in its practice part is called *{options.only}*")
        return 1
    if not options.only:
        shutil.rmtree(TO, ignore_errors=True)
    TO.mkdir(parents=True, exist_ok=True)
    css, names = style(options.site), {page.path: page.name for page in every}
    for page in chosen:
        path = TO / f"{page.name}.html"
        path.write_text(deck(page, names, css), encoding="utf-8")
        print(f"{shown(path)}  {path.stat().st_size / 2**20:.1f} MiB", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
