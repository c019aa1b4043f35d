"""The files beside the pages: style sheet, script, 404, sitemap and llms.txt."""

import re
import struct
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlparse
from xml.sax.saxutils import escape

from docutils import nodes
from sphinx.application import Sphinx

from dnnlpy.palette import DARK, LIGHT
from reading import formulas, picture

THEME = Path(__file__).parent / "theme"


def palette_css() -> str:
    """Return the palette as CSS variables: light, dark with the system, and either by choice."""
    light, dark = (
        "".join(f"--c-{name}:{value};" for name, value in colours.items())
        for colours in (LIGHT, DARK)
    )
    dark_rules = f"color-scheme:dark;{dark}--figure:invert(1) hue-rotate(180deg);--blend:screen"
    return (
        f":root{{color-scheme:light;{light}--figure:none;--blend:multiply}}\n"
        f"@media screen and (prefers-color-scheme:dark)"
        f"{{:root:not([data-theme=light]){{{dark_rules}}}}}\n"
        f"@media screen{{:root[data-theme=dark]{{{dark_rules}}}}}\n"
    )


def stylesheet(app: Sphinx) -> str:
    """Return the book's one style sheet."""
    metadata = app.env.metadata.values()
    drawn = sorted(set().union(*(page.get("math_characters", "") for page in metadata)))
    characters = "".join(drawn)
    kept = Path(app.doctreedir, f"katex-{sha256(characters.encode()).hexdigest()[:16]}.css")
    if not kept.is_file():  # cutting fonts takes a second, and an edit seldom draws a new character
        kept.write_text(formulas.stylesheet(characters), "utf8")
    css = (THEME / "book.css").read_text("utf8")
    return f"{palette_css()}{kept.read_text('utf8')}\n{css}"


@cache
def version() -> str:
    """Return a short name for the current theme, so that browsers fetch a changed one."""
    files = [THEME / "book.css", THEME / "book.js"]
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:8]


def page_context(
    app: Sphinx, docname: str, template: str, context: dict[str, object], doctree: nodes.document
) -> None:
    """Give the template what it asks of this file, and give pictures their size."""
    context["book_version"] = version()
    context["html_baseurl"] = app.config.html_baseurl
    if isinstance(body := context.get("body"), str):
        size = lambda found: with_size(Path(app.outdir, "_images"), app, found)  # noqa: E731
        context["body"] = re.sub(r'<img [^>]*?src="[^"]*_images/([^"]+)"', size, body)


def with_size(folder: Path, app: Sphinx, tag: re.Match[str]) -> str:
    """Return an image's tag with its width and height, so that nothing moves when it arrives."""
    sources = {name: source for source, (_, name) in app.env.images.items()}
    with Path(app.srcdir, sources[tag.group(1)]).open("rb") as file:
        header = file.read(24)
    if header[:8] != b"\x89PNG\r\n\x1a\n":
        return tag.group()
    width, height = struct.unpack(">II", header[16:24])
    return f'{tag.group()} width="{width}" height="{height}" loading="lazy" decoding="async"'


def extra_pages(app: Sphinx) -> Iterator[tuple[str, dict[str, object], str]]:
    """Yield the search page and the page for wrong addresses."""
    yield "search", {}, "search.html"
    base_path = urlparse(app.config.html_baseurl).path or "/"
    context = {"palette": palette_css(), "logo": picture.logo(), "base_path": base_path}
    yield "404", context, "404.html"


def write(app: Sphinx, exception: Exception | None) -> None:
    """Write the files that need the whole book."""
    if exception or app.builder.name != "html":
        return
    out, base, parts = Path(app.outdir), app.config.html_baseurl, app.env.reading_outline
    static = out / "_static"
    (static / "fonts").mkdir(parents=True, exist_ok=True)
    for font in sorted((formulas.KATEX / "fonts").glob("*.woff2")):
        if font.stem not in formulas.EVERYDAY:
            (static / "fonts" / font.name).write_bytes(font.read_bytes())
    (static / "katex-licence.txt").write_bytes((formulas.KATEX / "LICENSE").read_bytes())
    (static / "book.css").write_text(stylesheet(app), "utf8")
    (static / "book.js").write_bytes((THEME / "book.js").read_bytes())
    (out / ".nojekyll").touch()  # or GitHub's pages leave out _static
    root = app.config.root_doc
    docnames = [root, *(page.docname for _, pages in parts for page in pages)]
    urls = (escape(f"{base}{name}.html") for name in docnames)
    locations = "".join(f"<url><loc>{url}</loc></url>\n" for url in urls)
    (out / "sitemap.xml").write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{locations}</urlset>\n',
        "utf8",
    )
    lines = [f"# {app.config.html_title}", "", f"> {app.env.metadata[root]['promise']}"]
    for caption, pages in parts:
        lines += ["", f"## {caption}", ""]
        for page in pages:
            title = f"{page.label} {page.title}".strip()
            lines.append(f"- [{title}]({base}{page.docname}.html): {page.promise}")
    (out / "llms.txt").write_text("\n".join(lines) + "\n", "utf8")


def no_search_index(app: Sphinx) -> None:
    """Leave out Sphinx's own search; ``finding`` has the book's."""
    app.builder.search = False


def setup(app: Sphinx) -> None:
    """Register the passes."""
    app.connect("builder-inited", no_search_index)
    app.connect("html-page-context", page_context)
    app.connect("html-collect-pages", extra_pages)
    app.connect("build-finished", write)
