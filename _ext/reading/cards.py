"""The picture as files: the icon in the browser's tab, and a card for each page that is shared."""

import textwrap
from io import BytesIO
from pathlib import Path

import matplotlib
from PIL import Image, ImageColor, ImageDraw, ImageFont
from sphinx.application import Sphinx

from dnnlpy.palette import DARK, LIGHT
from reading.picture import logo, value


def favicon() -> str:
    """Return the logo as a file of its own, with the palette inside."""
    light, dark = (
        "".join(f"--c-{name}:{colours[name]};" for name in colours) for colours in (LIGHT, DARK)
    )
    style = f"<style>:root{{{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}</style>"
    return logo().replace(' class="logo"', "", 1).replace("><rect", f">{style}<rect", 1)


def card(book: str, title: str) -> bytes:
    """Draw a page's social card, 1200 by 630: the title beside the table and its two arrows."""
    fonts = Path(matplotlib.get_data_path(), "fonts", "ttf")
    large = ImageFont.truetype(str(fonts / "DejaVuSans-Bold.ttf"), 54)
    small = ImageFont.truetype(str(fonts / "DejaVuSans.ttf"), 28)
    image = Image.new("RGB", (1200, 630), LIGHT["paper"])
    draw = ImageDraw.Draw(image)
    draw.text((70, 70), book, LIGHT["muted"], small)
    lines = "\n".join(textwrap.wrap(title, 20))
    draw.multiline_text((70, 150), lines, LIGHT["text"], large, spacing=16)
    left, top, size, rows, columns = 860, 190, 50, 5, 4
    paper = ImageColor.getrgb(LIGHT["paper"])
    for r in range(rows):
        for c in range(columns):
            strong = ImageColor.getrgb(LIGHT["positive" if value(r, c) > 0 else "negative"])
            share = 0.15 + 0.6 * abs(value(r, c))
            mixed = tuple(round(p + share * (s - p)) for p, s in zip(paper, strong, strict=True))
            x, y = left + c * size, top + r * size
            draw.rectangle((x, y, x + size, y + size), mixed)
    right, bottom, middle = left + columns * size, top + rows * size, top + rows * size // 2
    draw.rectangle((left, top, right, bottom), outline=LIGHT["shared"], width=7)
    for x, colour in ((left - 104, "input"), (right + 16, "output")):
        draw.line((x, middle, x + 70, middle), LIGHT[colour], 10)
        head = [(x + 56, middle - 22), (x + 88, middle), (x + 56, middle + 22)]
        draw.polygon(head, LIGHT[colour])
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def write(app: Sphinx, exception: Exception | None) -> None:
    """Write the icon, and the cards of the pages that were read again since theirs was drawn."""
    if exception or app.builder.name != "html":
        return
    static = Path(app.outdir, "_static")
    (static / "cards").mkdir(parents=True, exist_ok=True)
    (static / "favicon.svg").write_text(favicon(), "utf8")
    for docname, title in app.env.titles.items():
        path = static / "cards" / f"{docname.replace('/', '-')}.png"
        read = Path(app.doctreedir, f"{docname}.doctree").stat().st_mtime
        if not path.exists() or path.stat().st_mtime < read:
            path.write_bytes(card(app.config.html_title, title.astext()))


def setup(app: Sphinx) -> None:
    """Register the pass."""
    app.connect("build-finished", write)
