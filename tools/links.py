"""make links: asks every address outside the book whether it is still there. Needs the network."""

import re
import sys
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tools.paths import CHAPTERS, ROOT, notebooks, shown
from tools.rules.page import Page
from tools.rules.references import links

SECONDS = 30
NO_ROBOTS = {401, 403, 405, 406, 429}
"""Answers of servers that are there but serve people only."""


def addresses() -> dict[str, Path]:
    """Every address outside the book, with the first page that names it."""
    pages = [Page.read(p) for p in [*notebooks(), *CHAPTERS.rglob("*.md"), *ROOT.glob("*.md")]]
    found = [(link, page.path) for page in pages for c in page.markdown for link in links(c.source)]
    bib = CHAPTERS / "references.bib"
    found += [(url, bib) for url in re.findall(r"https?://[^\s{}]+", bib.read_text("utf-8"))]
    outside = [(link.partition("#")[0], path) for link, path in found if link.startswith("http")]
    return dict(reversed(outside))


def problem(address: str) -> str:
    """What is wrong with an address; empty when it answers."""
    try:
        request = Request(address, headers={"User-Agent": "Mozilla/5.0 (the link check of a book)"})
        with urlopen(request, timeout=SECONDS):
            return ""
    except HTTPError as error:
        return "" if error.code in NO_ROBOTS else f"answers {error.code} {error.reason}"
    except (OSError, HTTPException, ValueError) as error:
        return f"does not answer: {error}"


def main() -> int:
    """Prints a line for each address that fails; returns 1 if there is one."""
    pages = addresses()
    with ThreadPoolExecutor(8) as pool:
        problems = dict(zip(pages, pool.map(problem, pages), strict=True))
    broken = {address: text for address, text in problems.items() if text}
    for address, text in broken.items():
        print(f"{shown(pages[address])}: {address} {text}")
    print(f"{len(pages) - len(broken)} passed, {len(broken)} failed")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
