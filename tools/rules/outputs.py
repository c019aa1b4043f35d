"""Rules for what a notebook has stored: every cell ran, in order, and left what it should."""

import ast
import base64
import re
import struct

from tools.rules.page import Found, Page, pictures, tags, texts

STORE = "run make notebooks"
MACHINE = re.compile(r"/(?:home|root|Users|tmp|work|content|opt|private)/|site-packages|[A-Z]:\\\\")
DRAWS = re.compile(r"^(?:[\w, ]+= *)?(plots\.\w+|plt\.subplots|plt\.figure)\(", re.MULTILINE)
ADDRESS = re.compile(r"\b0x[0-9a-f]{6,}")
VARIES = {"varies-by-version", "varies-by-machine", "varies-by-time"}
"""Why an output may differ from the stored one; a cell tagged nbval-ignore-output says which."""

TAGS = VARIES | {
    "raises-exception",
    "nbval-ignore-output",
    "hide-input",
    "hide-output",
    "hide-cell",
    "solution",
}
WIDTH, HEIGHT, PNG_BYTES = (300, 2400), (100, 2400), 200_000


def executed_in_order(page: Page) -> Found:
    """The stored outputs come from one run from top to bottom."""
    for expected, cell in enumerate(page.code, start=1):
        if cell.execution_count != expected:
            yield cell.id, f"execution count {cell.execution_count}, expected {expected}: {STORE}"


def says_what_it_should(page: Page) -> Found:
    """A cell that prints, shows or draws has that output stored."""
    for cell in page.code:
        if re.search(r"^(print|display)\(", cell.source, re.MULTILINE) and not cell.outputs:
            yield cell.id, f"prints, but no output is stored: {STORE}"
        draws = DRAWS.search(cell.source)
        if draws and not pictures(cell):
            yield cell.id, f"draws ({draws[1]}), but no figure is stored: {STORE}"


def errors_are_announced(page: Page) -> Found:
    """An error is stored exactly where a cell is tagged raises-exception."""
    for cell in page.code:
        failed = any(out.output_type == "error" for out in cell.outputs)
        if failed and "raises-exception" not in tags(cell):
            yield cell.id, "ended in an error: mend it, or tag it raises-exception if it is meant"
        if not failed and "raises-exception" in tags(cell):
            yield (
                cell.id,
                "is tagged raises-exception but stored no error: mend the cell or the tag",
            )


def tags_are_known(page: Page) -> Found:
    """No cell is skipped; an ignored output gives its reason and is held by an assert."""
    for i, cell in enumerate(page.cells):
        for tag in sorted(set(tags(cell)) - TAGS):
            yield cell.id, f"tag {tag} is not used in this book: remove it (known: {sorted(TAGS)})"
        ignored = "nbval-ignore-output" in tags(cell)
        if ignored != bool(VARIES & set(tags(cell))):
            yield cell.id, f"nbval-ignore-output goes with a reason, one of {sorted(VARIES)}"
        held = [c for c in page.cells[i : i + 4] if c.cell_type == "code"][:2]
        if ignored and not any(_asserts(c.source) for c in held):
            yield (
                cell.id,
                "its output is not compared: let it, or the next code cell, assert the claim",
            )


def no_machine_traces(page: Page) -> Found:
    """Outputs hold no paths of a machine, no addresses of objects and no warnings."""
    for cell in page.code:
        for text in texts(cell):
            if found := MACHINE.search(text) or ADDRESS.search(text):
                yield (
                    cell.id,
                    f"output shows {found[0]!r}, which only this run has: do not print it",
                )
        if any(out.get("name") == "stderr" for out in cell.outputs):
            yield cell.id, "writes to stderr: mend the warning, or print to stdout"


def figures_are_described(page: Page) -> Found:
    """Every figure has alt text, and a size that a page can show."""
    for cell in page.code:
        alt = cell.metadata.get("mystnb", {}).get("image", {}).get("alt", "")
        drawn = pictures(cell)
        if drawn and len(alt.split()) < 5:
            yield cell.id, "figure without alt text: say what it shows in metadata mystnb.image.alt"
        if alt and not drawn:
            yield cell.id, f"has alt text but no figure: {STORE}, or remove mystnb.image.alt"
        if len(drawn) > 1:
            yield cell.id, f"{len(drawn)} figures share one alt text: one figure a cell"
        for picture in drawn:
            yield from ((cell.id, problem) for problem in _picture_problems(picture))


def _picture_problems(picture: str) -> list[str]:
    data = base64.b64decode(picture)
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        return ["image/png output is not a PNG"]
    width, height = struct.unpack(">II", data[16:24])
    problems = []
    if not (WIDTH[0] <= width <= WIDTH[1] and HEIGHT[0] <= height <= HEIGHT[1]):
        problems.append(f"figure of {width} x {height} pixels: keep within {WIDTH} x {HEIGHT}")
    if len(data) > PNG_BYTES:
        problems.append(f"figure of {len(data):,} bytes: keep it under {PNG_BYTES:,}")
    return problems


def _asserts(source: str) -> bool:
    try:
        tree = ast.parse(source)
    except SyntaxError:  # a magic
        return False
    return any(isinstance(node, ast.Assert) for node in ast.walk(tree))


RULES = [
    executed_in_order,
    says_what_it_should,
    errors_are_announced,
    tags_are_known,
    no_machine_traces,
    figures_are_described,
]
