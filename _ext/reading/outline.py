"""The order of the pages, and what follows from it: contents, section n of N, reading time."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.writers.html5 import HTML5Translator

SECTION = re.compile(r"(\d+\.\d+\.(\d+))\s+(.*)", re.S)
WORDS_A_MINUTE = 200
SECONDS_A_LINE_OF_CODE = 3
SECONDS_A_FIGURE_OR_FORMULA = 10


@dataclass(frozen=True)
class Page:
    """A page of the book; ``number`` is 0 for a page that is not a numbered section."""

    docname: str
    title: str
    minutes: int
    promise: str
    label: str = ""
    number: int = 0


class Opening(nodes.General, nodes.Element):
    """The line under a page's promise: minutes, and section n of N."""


def open_page(app: Sphinx, doctree: nodes.document) -> None:
    """Note a page's promise and reading time, and make room for them under its title."""
    metadata = app.env.metadata[app.env.docname]
    metadata["minutes"] = reading_minutes(doctree)
    title = doctree.next_node(nodes.title)
    promise = title.next_node(nodes.paragraph, descend=False, siblings=True) if title else None
    metadata["promise"] = " ".join(promise.astext().split()) if promise else ""
    if promise:
        promise["classes"].append("promise")
        promise.parent.insert(promise.parent.index(promise) + 1, Opening())


def reading_minutes(doctree: nodes.document) -> int:
    """Estimate the minutes that a careful reader spends on a page, at least 1."""
    words = seconds = 0
    for node in doctree.findall():
        if isinstance(node, nodes.literal_block):
            if "output" not in node["classes"]:
                seconds += SECONDS_A_LINE_OF_CODE * len(node.astext().splitlines())
        elif isinstance(node, nodes.math_block | nodes.image):
            seconds += SECONDS_A_FIGURE_OR_FORMULA
        elif isinstance(node, nodes.Text) and not isinstance(node.parent, nodes.literal_block):
            words += len(node.split())
    return max(1, round(words / WORDS_A_MINUTE + seconds / 60))


def read_outline(env: BuildEnvironment) -> list[tuple[str, list[Page]]]:
    """Return the parts of the book in order: caption and pages, the landing page apart."""
    root = env.get_doctree(env.config.root_doc)
    return [
        (tree.get("caption") or "", [page(env, docname) for _, docname in tree["entries"]])
        for tree in root.findall(addnodes.toctree)
    ]


def page(env: BuildEnvironment, docname: str) -> Page:
    """Describe one page."""
    title, metadata = env.titles[docname].astext(), env.metadata[docname]
    plain = Page(docname, title, metadata["minutes"], metadata["promise"])
    if not (found := SECTION.match(title)):
        return plain
    label, number, words = found.groups()
    return Page(docname, words, plain.minutes, plain.promise, label, int(number))


def sections(parts: Iterable[tuple[str, list[Page]]]) -> list[Page]:
    """Return the numbered sections of the chapter."""
    return [page for _, pages in parts for page in pages if page.number]


def rewrite_all_if_changed(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Ask for every page to be written again when what all of them show has changed."""
    parts = read_outline(env)
    changed = getattr(env, "reading_outline", None) != parts
    env.reading_outline = parts  # type: ignore[attr-defined]
    return sorted(env.found_docs) if changed else []


def visit_opening(translator: HTML5Translator, node: Opening) -> None:
    """Write the line under the promise."""
    env = translator.builder.env
    here, chapter = page(env, translator.builder.current_docname), sections(env.reading_outline)
    if here.number:
        place, steps = chapter.index(here) + 1, range(len(chapter))
        done = "".join('<i class="done"></i>' if step < place else "<i></i>" for step in steps)
        links = source_links(env, here.docname)
        colab = f'<a href="{links[0][1]}">{links[0][0]}</a>'
        translator.body.append(
            f'<p class="opening"><span>Section {place} of {len(chapter)}</span>'
            f'<span class="steps" aria-hidden="true">{done}</span>'
            f"<span>{here.minutes} min</span>{colab}</p>\n"
        )
    raise nodes.SkipNode


def page_context(
    app: Sphinx, docname: str, template: str, context: dict[str, object], doctree: nodes.document
) -> None:
    """Give the template the outline, the contents of the page, and the links about its source."""
    env, parts = app.env, app.env.reading_outline
    chapter = sections(parts)
    here = page(env, docname) if docname in env.titles else None
    context.update(parts=parts, here=here, chapter=chapter)
    context["chapter_minutes"] = sum(section.minutes for section in chapter)
    if here is None:
        return
    contents = env.tocs[docname].next_node(nodes.list_item)
    if len(contents) > 1:
        context["contents"] = app.builder.render_partial(contents[1])["fragment"]
    context["source_links"] = source_links(env, docname)


def source_links(env: BuildEnvironment, docname: str) -> list[tuple[str, str]]:
    """Return what a reader can do with the page's source: words and address."""
    options, source = env.config.html_theme_options, env.doc2path(docname, base=False)
    url, branch = options["repository_url"], options["repository_branch"]
    report = {"title": f"Mistake in {source}", "body": f"In {source}, near the words:\n\n> "}
    links = [
        ("Edit this page", f"{url}/edit/{branch}/{quote(str(source))}"),
        ("Report a mistake", f"{url}/issues/new?{urlencode(report)}"),
    ]
    if str(source).endswith(".ipynb"):
        path = f"{url.removeprefix('https://github.com')}/blob/{branch}/{source}"
        links.insert(0, ("Open in Colab", f"https://colab.research.google.com/github{path}"))
    return links


def setup(app: Sphinx) -> None:
    """Register the passes."""
    app.add_node(Opening, html=(visit_opening, None))
    app.connect("doctree-read", open_page)
    app.connect("env-updated", rewrite_all_if_changed)
    app.connect("html-page-context", page_context)
