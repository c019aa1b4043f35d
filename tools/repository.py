"""make repository URL=https://github.com/you/fork: the book is yours, everywhere it says so.

The address stands in `_config.yml`. What Git hosts need spelled out is rewritten from it: set-up
cells, README, CITATION.cff and the address of the site. The site's own links follow when it is
built. A second call with the same address changes nothing.
"""

import argparse
import re
import sys
from pathlib import Path

from tools.paths import ROOT, repository

PATTERNS = ("*.md", "_config.yml", "CITATION.cff", "chapters/**/*.md", "chapters/**/*.ipynb")
"""The files that may name the repository."""


class AddressError(Exception):
    """What was given is not the address of a repository on GitHub."""


def addresses(url: str) -> list[str]:
    """The repository on GitHub, and what follows from it: in Colab, on Binder, as a site."""
    parts = re.fullmatch(r"https://github\.com/([\w-]+)/([\w.-]+?)(\.git)?/?", url)
    if not parts:
        raise AddressError(
            f"the repository's address must be https://github.com/owner/name; got {url!r}: "
            "Colab and Binder open notebooks from there"
        )
    owner, name = parts[1], parts[2]
    return [
        f"https://github.com/{owner}/{name}",
        f"https://colab.research.google.com/github/{owner}/{name}",
        f"https://mybinder.org/v2/gh/{owner}/{name}",
        f"https://{owner.lower()}.github.io/{name}",
    ]


def files(root: Path) -> list[Path]:
    """The files that may name the repository, there."""
    return sorted(path for pattern in PATTERNS for path in root.glob(pattern))


def rewrite(text: str, old: str, new: str) -> str:
    """Puts every address of the new repository in the place of the old one's."""
    for before, after in zip(addresses(old), addresses(new), strict=True):
        text = re.sub(rf"{re.escape(before)}(?![\w-])", after, text)
    return text


def rename(root: Path, old: str, new: str) -> list[Path]:
    """Rewrites the files there; returns those that changed."""
    changed = []
    for path in files(root):
        before = path.read_text(encoding="utf-8")
        if (after := rewrite(before, old, new)) != before:
            path.write_text(after, encoding="utf-8")
            changed.append(path)
    return changed


def main() -> int:
    """Command line: --url ADDRESS."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", required=True, help="such as https://github.com/you/fork")
    try:
        changed = rename(ROOT, repository(), parser.parse_args().url)
    except AddressError as error:
        print(f"make repository URL=https://github.com/you/fork: {error}")
        return 1
    for path in changed:
        print(f"rewritten: {path.relative_to(ROOT)}")
    print(f"{len(changed)} files rewritten; this is {repository()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
