"""Rules for what a page points at: links, section numbers, citations, sources of numbers."""

import re
from functools import cache
from pathlib import Path

from nbformat import NotebookNode

from tools.paths import CHAPTERS, notebooks
from tools.rules.page import FENCE, Found, Page, texts, without_code

LINK = re.compile(r"!?\[[^\]]*\]\(\s*<?([^)>\s]+)>?[^)]*\)|(?:href|src)=\"([^\"]+)\"")
BIBLIOGRAPHY = CHAPTERS / "reference" / "bibliography.md"
NEIGHBOURS = {"18.1", "18.2", "18.3", "18.4", "18.5"}
"""The sections of the course that this one speaks of, itself among them."""

UNKNOWN_TO_KATEX = {
    r"\\mathbb\{1\}": r"\mathbb{1} prints a plain 1: write \mathbf{1}",
    r"\\begin\{(?:multline|align|eqnarray|gather)\*?\}": r"use $$\begin{aligned} … \end{aligned}$$",
}
NUMBER = re.compile(r"(?<![\w.^{/-])(?<!\d,)\d+(?:,\d{3})*(?:\.\d+)?(?![\w}]|[.,]\d)")


def links_lead_somewhere(page: Page) -> Found:
    """Every link inside the book names a file that exists and a heading that is in it."""
    for cell in page.markdown:
        for target in links(cell.source):
            if re.match(r"[a-z]+:", target):
                continue
            name, _, anchor = target.partition("#")
            path = (page.path.parent / name).resolve() if name else page.path
            if not path.exists():
                yield cell.id, f"link to {target}: there is no such file beside the page"
            elif anchor and path.is_file() and anchor not in anchors(path):
                yield (
                    cell.id,
                    f"link to {target}: {path.name} has no heading, cell or key '{anchor}'",
                )


def links(text: str) -> list[str]:
    """The targets of all links and pictures in Markdown."""
    return [a or b for a, b in LINK.findall(without_code(text))]


@cache
def anchors(path: Path) -> set[str]:
    """What a link can point at: headings, code cells, and the keys of the bibliography."""
    if path == BIBLIOGRAPHY:
        return set(bibliography_keys())
    page = Page.read(path)
    text = "\n".join(FENCE.sub("", cell.source) for cell in page.markdown)
    cells = {f"cell-{cell.id}" for cell in page.code}
    headings = {_heading_slug(h) for h in re.findall(r"^#{1,6} +(.*)$", text, re.MULTILINE)}
    return (
        headings | cells | set(re.findall(r"^\(([\w-]+)\)=$|\bid=\"([\w-]+)\"", text, re.MULTILINE))
    )


def _heading_slug(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def bibliography_keys() -> list[str]:
    """The keys of references.bib, in its order."""
    text = (CHAPTERS / "references.bib").read_text(encoding="utf-8")
    return re.findall(r"^@\w+\{\s*([^,\s]+)", text, re.MULTILINE)


def unused_citations(pages: list[Page]) -> list[str]:
    """Keys of references.bib that no page of the whole book cites."""
    text = "\n".join(cell.source for page in pages for cell in page.markdown)
    return [key for key in bibliography_keys() if f"#{key})" not in text and f"`{key}`" not in text]


def section_numbers_exist(page: Page) -> Found:
    """Every 18.n and 18.4.n in the text names a section that can be read."""
    written = {int(path.name[5:7]) for path in notebooks() if path.name.startswith("18-4-")}
    for cell in page.markdown:
        for found in re.findall(r"(?<![\d.])18\.\d+(?:\.\d+)?(?![\d])", without_code(cell.source)):
            parts = found.split(".")
            known = found in NEIGHBOURS if len(parts) == 2 else int(parts[2]) in written
            if not known or (len(parts) == 3 and parts[1] != "4"):
                yield cell.id, f"{found} is no section of this book: mend the number"


def links_name_their_section(page: Page) -> Found:
    """A link whose text is a section's number leads to that section."""
    for cell in page.markdown:
        for number, target in re.findall(
            r"\[(?:\w+ )?18\.4\.(\d+)\b[^\]]*\]\(([^)#]+)", cell.source
        ):
            if not target.startswith(f"18-4-{int(number):02d}-") and "/18-4-" not in target:
                yield cell.id, f"the link called 18.4.{number} leads to {target}"


def sources_stand_in_the_bibliography(page: Page) -> Found:
    """A notebook links to what others wrote through the bibliography, which lists all of it."""
    for cell in page.markdown if page.code else []:
        for target in links(cell.source):
            if target.startswith("http"):
                yield cell.id, f"link to {target}: give it a key in references.bib, and link that"


def formulas_are_safe(page: Page) -> Found:
    """Formulas keep to what KaTeX sets well and Sphinx numbers stably."""
    for cell in page.markdown:
        for pattern, remedy in UNKNOWN_TO_KATEX.items():
            if found := re.search(pattern, cell.source):
                yield cell.id, f"{found[0]}: {remedy}"


def numbers_have_a_source(page: Page) -> Found:
    """A number of three digits or more in prose is computed in the notebook, or cited beside it."""
    if not page.code:
        return
    known = [_value(n) for cell in page.code for n in NUMBER.findall(_all_text(cell))]
    for cell in page.markdown:
        for paragraph in re.split(r"\n\s*\n", without_code(cell.source)):
            if "bibliography.md#" in paragraph or "](http" in paragraph:
                continue
            text = re.sub(r"\b18\.\d+(\.\d+)?|[Ss]ections? [\d.]+", " ", LINK.sub(" ", paragraph))
            for number in NUMBER.findall(text):
                if _needs_source(number) and not any(_rounds_to(v, number) for v in known):
                    yield cell.id, f"{number} is neither computed here nor cited beside it"


def _all_text(cell: NotebookNode) -> str:
    return re.sub(r"(?<=\d)_(?=\d)", "", cell.source) + "\n" + "\n".join(texts(cell))


def _value(number: str) -> float:
    return float(number.replace(",", ""))


def _needs_source(number: str) -> bool:
    year = re.fullmatch(r"(19|20)\d\d", number)
    return not year and ("." in number or len(re.sub(r"\D", "", number)) >= 3)


def _rounds_to(value: float, number: str) -> bool:
    """Whether a number in prose is this value, rounded, or this share as a percentage."""
    decimals = len(number.partition(".")[2])
    return _value(number) in (round(value, decimals), round(100 * value, decimals))


RULES = [
    links_lead_somewhere,
    section_numbers_exist,
    links_name_their_section,
    sources_stand_in_the_bibliography,
    formulas_are_safe,
    numbers_have_a_source,
]
