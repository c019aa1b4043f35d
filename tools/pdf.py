"""make pdf: the chapter as one printable file, by the browser, out of the built site.

All pages become one document, so that links lead inside it and its pages are numbered through. It
is printed twice: the first print tells on which page each heading stands, the second says so.
"""

import argparse
import sys
from pathlib import Path

from bs4 import BeautifulSoup, Tag
from pypdf import PdfReader

from tools.browser import browser
from tools.built import SITE, BuiltPage, one, pages, parse, plain
from tools.paths import ROOT, shown

TO = ROOT / "_build" / "pdf"
LEFT_OUT = ("explorables", "api", "teaching")
"""Pages that are for a screen or for a teacher."""
IN_EVERY_SECTION = ("Exercises", "Where to go next")
"""Headings that the contents leave out."""
LONG = 16
"""More lines of code or output than that may run on to the next page; fewer stay together."""

SHEET = Path(__file__).with_suffix(".css").read_text(encoding="utf-8")


def joined(found: list[BuiltPage], site: Path) -> BeautifulSoup:
    """One document of the pages: cover, contents without numbers, and every text."""
    landing = parse(site / "chapters" / "index.html")
    title = str(one(landing, "h1").contents[0])
    css = (site / "_static" / "book.css").resolve().as_uri()
    soup = BeautifulSoup(
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<link rel="stylesheet" href="{css}"><style>{SHEET}</style></head>'
        f'<body><main><section class="cover"><h1>{title}</h1></section></main></body></html>',
        "html.parser",
    )
    main, front = one(soup, "main"), one(soup, ".cover")
    for part in (".promise", ".one-table", "footer p:last-child"):
        front.append(one(landing, part).extract())
    main.append(contents(soup, found))
    inside = {page.path: page.name for page in found}
    for page in found:
        main.append(for_print(page, inside))
    return soup


def contents(soup: BeautifulSoup, found: list[BuiltPage]) -> Tag:
    """The list of parts, pages and their headings, with room for page numbers."""
    listed = soup.new_tag("nav", attrs={"class": "contents-page"})
    listed.append(soup.new_tag("h1", string="Contents"))
    part = ""
    for page in found:
        if page.part != part:
            part = page.part
            listed.append(soup.new_tag("h2", string=part))
        entries = [("first", page.name, page.title)]
        sections = page.article.select("section > section:has(> h2)")
        for section in sections if part != "Reference" else []:
            anchor, words = f"{page.name}--{section['id']}", one(section, "h2").get_text()
            if (words := words.removesuffix("#")) not in IN_EVERY_SECTION:
                entries.append(("below", anchor, words))
        for kind, anchor, words in entries:
            line = soup.new_tag("a", href=f"#{anchor}", attrs={"class": kind}, string=words)
            line.append(soup.new_tag("span", attrs={"class": "page"}))
            listed.append(line)
    return listed


def for_print(page: BuiltPage, inside: dict[Path, str]) -> Tag:
    """A page's text: folds open, anchors its own, links inside the document or none."""
    article = plain(page.article)
    for fold in article.select("details"):
        fold["open"] = ""
    for block in article.select(".cell pre"):
        if block.get_text().count("\n") > LONG:
            block["class"] = "long"
    for tag in article.select("[id]:not(svg [id])"):
        tag["id"] = f"{page.name}--{tag['id']}"
    for link in article.select("a[href]"):
        target, _, anchor = str(link["href"]).partition("#")
        if target.startswith(("http:", "https:", "mailto:")):
            continue
        path = (page.path.parent / target).resolve() if target else page.path
        del link["href"]
        if path in inside:
            link["href"] = f"#{inside[path]}--{anchor}" if anchor else f"#{inside[path]}"
    for image in article.select("img"):
        image["src"] = (page.path.parent / str(image["src"])).resolve().as_uri()
        image["loading"] = "eager"
    article["id"] = page.name
    return article


def numbered(soup: BeautifulSoup, reader: PdfReader) -> list[str]:
    """Writes page numbers into the contents; returns the anchors that the print does not know."""
    places, unknown = reader.named_destinations, []
    for line in soup.select(".contents-page a"):
        anchor = str(line["href"])[1:]
        place = places.get(anchor) or places.get(f"/{anchor}")
        number = reader.get_destination_page_number(place) if place else None
        if number is None:
            unknown.append(anchor)
        else:
            one(line, ".page").string = str(number + 1)
    return unknown


def main() -> int:
    """Writes the file and says where it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="part of the path, such as 18-4-05")
    parser.add_argument("--site", type=Path, default=SITE)
    options = parser.parse_args()
    found = [page for page in pages(options.site, options.only) if page.name not in LEFT_OUT]
    if not found:
        print("No page matches: ONLY is part of a page's path, such as 18-4-05")
        return 1
    TO.mkdir(parents=True, exist_ok=True)
    html, pdf = TO / "chapter.html", TO / "chapter.pdf"
    soup = joined(found, options.site)
    with browser() as started:
        page = started.new_context(java_script_enabled=False).new_page()
        page.set_default_timeout(600_000)
        for which in ("first", "second"):
            html.write_text(str(soup), encoding="utf-8")
            page.goto(html.as_uri())
            page.pdf(
                path=pdf,
                prefer_css_page_size=True,
                print_background=True,
                outline=True,
                tagged=True,
            )
            reader = PdfReader(pdf)
            print(f"{which} print: {len(reader.pages)} pages", flush=True)
            if unknown := numbered(soup, reader):
                print(f"The contents cannot say where these are: {', '.join(unknown)}")
                return 1
    print(f"{shown(pdf)}: {len(found)} section{'s' if len(found) > 1 else ''}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
