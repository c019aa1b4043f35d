"""What stands around a page's text: section n of N, contents, and what to do with its source."""

from urllib.parse import quote, urlencode

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.environment.adapters.toctree import TocTree
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from reading.outline import page, sections

logger = logging.getLogger(__name__)
COLAB = "Open in Colab"


class Opening(nodes.General, nodes.Element):
    """The line under a page's promise: minutes, and section n of N."""


class SectionList(nodes.General, nodes.Element):
    """A list of pages: the numbered sections, or those of the ``part`` with that caption."""


def add_opening(app: Sphinx, doctree: nodes.document) -> None:
    """Make room under the promise."""
    for paragraph in doctree.findall(nodes.paragraph):
        if "promise" in paragraph["classes"]:
            paragraph.parent.insert(paragraph.parent.index(paragraph) + 1, Opening())
            return


def visit_opening(translator: HTML5Translator, node: Opening) -> None:
    """Write the line under the promise."""
    env = translator.builder.env
    here, chapter = page(env, translator.builder.current_docname), sections(env.reading_outline)
    words, colab = source_links(env, here.docname)[0]
    progress = ""
    if here.number:
        place, steps = chapter.index(here) + 1, range(len(chapter))
        done = "".join('<i class="done"></i>' if step < place else "<i></i>" for step in steps)
        progress = f"<span>Section {place} of {len(chapter)}</span>"
        progress += f'<span class="steps" aria-hidden="true">{done}</span>'
    if here.number or words == COLAB:
        translator.body.append(
            f'<p class="opening">{progress}<span>{here.minutes} min</span>'
            f'<a href="{colab}">{words}</a></p>\n'
        )
    raise nodes.SkipNode


class Sections(SphinxDirective):
    """List the numbered sections, or the pages of a part, with their promises and minutes."""

    optional_arguments = 1  # the caption of the part in _toc.yml

    def run(self) -> list[nodes.Node]:
        """Return the place of the list."""
        return [SectionList(part=self.arguments[0] if self.arguments else "")]


def visit_sections(translator: HTML5Translator, node: SectionList) -> None:
    """Write the list of pages."""
    builder = translator.builder
    parts = builder.env.reading_outline
    listed = dict(parts).get(node["part"], []) if node["part"] else sections(parts)
    if not listed:
        captions = ", ".join(caption for caption, _ in parts)
        logger.warning("no part %r in _toc.yml, which has: %s", node["part"], captions)
    for section in listed:
        address = builder.get_relative_uri(builder.current_docname, section.docname)
        title = translator.encode(f"{section.label} {section.title}".strip())
        translator.body.append(
            f'<p class="section"><a href="{address}">{title}</a> '
            f"<span>{section.minutes} min</span><br>{translator.encode(section.promise)}</p>\n"
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
    hours, minutes = divmod(sum(section.minutes for section in chapter), 60)
    context["chapter_time"] = f"{hours} h {minutes} min" if hours else f"{minutes} min"
    if here is None:
        return
    contents = TocTree(env).get_toc_for(docname, app.builder).next_node(nodes.list_item)
    if contents is not None and len(contents) > 1:
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
        links.insert(0, (COLAB, f"https://colab.research.google.com/github{path}"))
    return links


def setup(app: Sphinx) -> None:
    """Register nodes, directive and passes."""
    app.add_node(Opening, html=(visit_opening, None))
    app.add_node(SectionList, html=(visit_sections, None))
    app.add_directive("sections", Sections)
    app.connect("doctree-read", add_opening)
    app.connect("html-page-context", page_context)
