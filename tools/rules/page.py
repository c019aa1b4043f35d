"""A page of the book as the rules see it: a notebook, or a Markdown file as one single cell."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from nbformat import NotebookNode

from tools.cells import read
from tools.paths import shown

FENCE = re.compile(r"^(`{3,}|~{3,}).*?^\1[ \t]*$", re.MULTILINE | re.DOTALL)
INLINE_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
MATHS = re.compile(r"\$\$.+?\$\$|(?<![\\$])\$[^$\n]+?\$", re.DOTALL)

UNSPOKEN = re.compile(
    r"<!--.*?-->|</?[a-zA-Z][^>]*>|&\w+;|(?<=\])\([^)]*\)|https?://\S+", re.DOTALL
)


@dataclass(frozen=True)
class Complaint:
    """One breach of a rule."""

    path: Path
    cell: str
    text: str

    def __str__(self) -> str:
        cell = f" cell `{self.cell}`" if self.cell else ""
        return f"{shown(self.path)}{cell}: {self.text}"


@dataclass(frozen=True)
class Page:
    """A page: where it stands, and its cells in order."""

    path: Path
    cells: list[NotebookNode]

    @classmethod
    def read(cls, path: Path) -> "Page":
        """Reads a notebook or a Markdown file."""
        if path.suffix == ".ipynb":
            return cls(path, read(path).cells)
        text = path.read_text(encoding="utf-8")
        return cls(path, [NotebookNode(id="", cell_type="markdown", metadata={}, source=text)])

    @property
    def code(self) -> list[NotebookNode]:
        """The code cells."""
        return [cell for cell in self.cells if cell.cell_type == "code"]

    @property
    def markdown(self) -> list[NotebookNode]:
        """The Markdown cells."""
        return [cell for cell in self.cells if cell.cell_type == "markdown"]

    @property
    def number(self) -> int | None:
        """The n of section 18.4.n, from the file's name; None for a page that is no section."""
        found = re.match(r"18-4-(\d\d)-", self.path.name)
        return int(found[1]) if found else None


Found = Iterator[tuple[str, str]]
"""What a rule yields: the id of a cell ("" for the page as a whole) and what is wrong with it."""

Rule = Callable[[Page], Found]


def tags(cell: NotebookNode) -> list[str]:
    """The cell's tags."""
    return list(cell.metadata.get("tags", []))


def texts(cell: NotebookNode) -> Iterator[str]:
    """Everything a cell put out that is text."""
    for output in cell.get("outputs", []):
        if output.output_type == "stream":
            yield output.text
        elif output.output_type == "error":
            yield from output.traceback
        else:
            yield from (text for mime, text in output.data.items() if mime.startswith("text/"))


def pictures(cell: NotebookNode) -> list[str]:
    """The PNG figures that a cell put out, in base64."""
    outputs = [out for out in cell.get("outputs", []) if "data" in out]
    return [out.data["image/png"] for out in outputs if "image/png" in out.data]


def without_code(text: str) -> str:
    """Markdown without code, fenced or inline; lines stay where they are."""
    return INLINE_CODE.sub(_dot, FENCE.sub(_dot, text))


def plain(text: str) -> str:
    """The words of Markdown: no code, no formulas, no HTML tags, no addresses."""
    return UNSPOKEN.sub(_dot, MATHS.sub(_dot, without_code(text)))


def _dot(found: re.Match[str]) -> str:
    """A dot for what was taken out, so that its neighbours do not meet, and its line breaks."""
    return "·" + "\n" * found[0].count("\n")
