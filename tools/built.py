"""The built site as something to make other things of: its pages in order, as parsed HTML."""

from dataclasses import dataclass
from pathlib import Path

from bs4 import BeautifulSoup, Tag

from tools.paths import ROOT

SITE = ROOT / "_build" / "stored" / "_build" / "html"
"""What make stored builds: the site, out of the outputs that the notebooks hold."""


@dataclass(frozen=True)
class BuiltPage:
    """A page of the site: where it stands, its part of the book, and its text."""

    path: Path
    part: str
    title: str
    article: Tag

    @property
    def name(self) -> str:
        """The file's name without its ending, such as ``18-4-05-weight-tying``."""
        return self.path.stem


def parse(path: Path) -> BeautifulSoup:
    """A page's HTML."""
    return BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")


def one(soup: Tag, selector: str) -> Tag:
    """The first element that fits.

    Raises:
        LookupError: There is none.
    """
    if found := soup.select_one(selector):
        return found
    raise LookupError(f"the site's pages have no {selector!r} any more: mend the tool that asks")


def pages(site: Path = SITE, only: str = "") -> list[BuiltPage]:
    """The pages in the order of the contents; ``only`` keeps those whose path contains it."""
    index, found = site / "chapters" / "index.html", []
    for caption in parse(index).select("#book > .caption"):
        part = next(caption.stripped_strings)
        listed = caption.find_next_sibling("ul")
        for link in listed.select(":scope > li > a") if listed else []:
            path = (index.parent / str(link["href"])).resolve()
            if only in str(path.relative_to(site.resolve())):
                title = " ".join(link.get_text(" ").split())
                found.append(BuiltPage(path, part, title, one(parse(path), "article")))
    return found


def plain(article: Tag, *, scripts: bool = False) -> Tag:
    """The text without marks, set-up and figures in words; with the scripts, if they are wanted."""
    useless = ".headerlink, .opening, .words, [id^='def-'], #cell-setup"
    for tag in article.select(useless if scripts else f"{useless}, script"):
        tag.decompose()
    return article
