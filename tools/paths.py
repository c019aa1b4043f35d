"""Where things stand in the repository, and the book's notebooks in reading order."""

from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
CHAPTERS = ROOT / "chapters"
CONFIG = ROOT / "_config.yml"


def notebooks(only: str = "") -> list[Path]:
    """Every notebook of the book, sorted by name; `only` keeps those whose path contains it."""
    found = sorted(CHAPTERS.rglob("*.ipynb"))
    return [path for path in found if ".ipynb_checkpoints" not in path.parts and only in str(path)]


def repository() -> str:
    """The repository's address, which stands in `_config.yml` and nowhere else."""
    config = yaml.safe_load(CONFIG.read_text(encoding="utf-8")) or {}
    url = config.get("repository", {}).get("url")
    if not url:
        raise SystemExit("_config.yml: repository.url is missing; the set-up cells install from it")
    return str(url).removesuffix("/").removesuffix(".git")


def counted(number: int, noun: str) -> str:
    """A number with its noun: 1 page, 2 pages."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def shown(path: Path) -> str:
    """The path as a reader of a message wants it: from the repository's top."""
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else path.name
