"""Runs the rules over the book and prints what they find: python -m tools.rules notebooks|prose."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import yaml

from tools.cells import UnreadableError
from tools.paths import CHAPTERS, ROOT, counted, notebooks
from tools.rules import (
    docstrings,
    letters,
    notebook,
    outputs,
    references,
    section,
    spelling,
    values,
)
from tools.rules.page import Complaint, Page, Rule

NOTEBOOK = [*outputs.RULES, *notebook.RULES]
SECTION = [*section.RULES, *values.RULES]
PROSE = [*references.RULES, *letters.RULES, *spelling.RULES]


def check(page: Page, rules: Sequence[Rule]) -> list[Complaint]:
    """Every breach of the rules in one page."""
    return [Complaint(page.path, cell, text) for rule in rules for cell, text in rule(page)]


def read(paths: list[Path]) -> tuple[list[Page], list[Complaint]]:
    """The pages, and a complaint about each file that is none."""
    pages, found = [], []
    for path in paths:
        try:
            pages.append(Page.read(path))
        except UnreadableError as error:
            found.append(Complaint(path, "", str(error)))
    return pages, found


def check_notebooks(only: str) -> tuple[int, list[Complaint]]:
    """The rules for notebooks, and that each is in the table of contents."""
    pages, found = read(notebooks(only))
    for page in pages:
        found += check(page, NOTEBOOK + (SECTION if page.number else []))
    listed = contents()
    for page in pages:
        name = str(page.path.relative_to(ROOT).with_suffix(""))
        if listed.count(name) != 1:
            found.append(Complaint(page.path, "", f"stands {listed.count(name)} times in _toc.yml"))
    return len(pages), found


def contents() -> list[str]:
    """The pages that _toc.yml lists, in order."""
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    chapters = [entry for part in toc.get("parts", [toc]) for entry in part["chapters"]]
    return [toc["root"], *(entry["file"] for entry in chapters if "file" in entry)]


def check_prose(only: str) -> tuple[int, list[Complaint]]:
    """The rules for text, in pages and in docstrings; and references.bib holds no spare entry."""
    everything, unreadable = read([*notebooks(), *sorted(CHAPTERS.rglob("*.md"))])
    outside = [Page.read(path) for path in sorted(ROOT.glob("*.md"))]
    pages = [page for page in everything + outside if only in str(page.path)]
    found = [complaint for complaint in unreadable if only in str(complaint.path)]
    found += [complaint for page in pages for complaint in check(page, PROSE)]
    package = [docstrings.read(path) for path in sorted((ROOT / "dnnlpy").rglob("*.py"))]
    package = [page for page in package if only in str(page.path)]
    found += [complaint for page in package for complaint in check(page, spelling.RULES)]
    found += spelling.spelling_is_british([*pages, *package])
    if not only:
        bib = CHAPTERS / "references.bib"
        unused = references.unused_citations(everything)
        found += [
            Complaint(bib, "", f"no page cites {key}: cite it or remove it") for key in unused
        ]
    return len(pages) + len(package), found


def main() -> int:
    """Prints the complaints, then one line with their number."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["notebooks", "prose"])
    parser.add_argument("--only", default="", help="part of the path, such as 18-4-05")
    options = parser.parse_args()
    run = check_notebooks if options.what == "notebooks" else check_prose
    pages, found = run(options.only)
    for complaint in found:
        print(complaint)
    print(f"{counted(pages, 'page')} read, {counted(len(found), 'complaint')}")
    if not pages and not found:
        print("No page matches: ONLY is part of a path in chapters/, such as 18-4-05")
    return 1 if found or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
