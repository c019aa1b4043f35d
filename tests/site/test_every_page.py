"""Every page, wide and narrow, light and dark, read from the folder without a network."""

import gzip
import re
from pathlib import Path
from urllib.parse import unquote, urlparse

from playwright.sync_api import Page

from tests.site.conftest import NARROW, SITE, WIDE, Reader

FIRST_LOAD, SECOND_PAGE, SHIFT = 250_000, 60_000, 0.01
TWO_FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
SHIFTS = """new Promise(done => {
  let sum = 0
  new PerformanceObserver(list => { for (const e of list.getEntries()) sum += e.value })
    .observe({type: 'layout-shift', buffered: true})
  requestAnimationFrame(() => setTimeout(() => done(sum)))
})"""


def transferred(reader: Reader) -> dict[Path, int]:
    """Return the gzipped bytes of each file that the page asked for, figures apart."""
    paths = {Path(unquote(urlparse(url).path)) for url in reader.requests if url[:5] == "file:"}
    return {
        path: len(gzip.compress(path.read_bytes()))
        for path in sorted(paths)
        if "_images" not in path.parts
    }


def too_wide(reader: Reader) -> list[str]:
    """Return what makes the page wider than the window, if something does."""
    return reader.page.evaluate(
        """document.documentElement.scrollWidth <= innerWidth ? [] :
        [...document.querySelectorAll('main *')].filter(e => !e.closest('.scroll, pre, .math')
          && e.getBoundingClientRect().right > innerWidth + 1).map(e => e.outerHTML.slice(0, 120))
        .concat('page')"""
    )


def cut_formulas(reader: Reader) -> list[str]:
    """Return the formulas set apart that one must scroll to read to the end."""
    return reader.page.evaluate(
        """[...document.querySelectorAll('.katex-display')]
        .filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent)"""
    )


def test_a_page_is_quiet_light_accessible_and_no_wider_than_the_window(
    visitor: Reader, address: str
) -> None:
    """Two of the four forms stand for all: colours and widths do not depend on each other."""
    page = visitor.open(address)
    assert page.evaluate(SHIFTS) < SHIFT
    sizes = transferred(visitor)
    assert sum(sizes.values()) <= FIRST_LOAD, sizes
    assert sum(size for path, size in sizes.items() if "_static" not in path.parts) <= SECOND_PAGE
    assert too_wide(visitor) == []
    assert visitor.axe() == []
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size(NARROW)
    assert too_wide(visitor) == []
    assert cut_formulas(visitor) == []
    page.evaluate(TWO_FRAMES)  # in which the page sees which boxes scroll now
    assert visitor.axe() == []
    assert [url for url in visitor.requests if not url.startswith(("file:", "data:"))] == []
    assert visitor.messages == []


def test_on_a_phone_figures_are_readable_and_what_scrolls_says_so_without_scripts(
    plain: Page,
) -> None:
    plain.set_viewport_size(NARROW)
    found = plain.evaluate(
        """() => [...document.querySelectorAll('main :not(span)')]
          .map(e => [e, getComputedStyle(e)]).filter(([e, style]) => style.overflowX === 'auto')
          .map(([e, style]) => [e.outerHTML.slice(0, 80), style.backgroundAttachment])"""
    )
    shade = "local, local, scroll, scroll, scroll"
    assert [html for html, attachment in found if attachment != shade] == []
    narrow = plain.evaluate(
        """() => [...document.querySelectorAll('.cell_output img')].filter(e =>
          e.clientWidth < Math.min(544, e.getAttribute('width')) - 1).map(e => e.src)"""
    )
    assert narrow == []


def test_44_characters_of_output_fit_a_phone_in_the_text_and_in_a_fold(visitor: Reader) -> None:
    page = visitor.open("chapters/18-4-01-one-vocabulary-two-directions.html")
    page.set_viewport_size(NARROW)
    too_wide = page.evaluate(
        """() => ['article > section .cell_output pre', 'details .cell_output pre'].filter(at => {
          const box = document.querySelector(at)
          box.closest('details')?.setAttribute('open', '')
          box.textContent = '0'.repeat(44)
          return box.scrollWidth > box.clientWidth
        })"""
    )
    assert too_wide == []


def test_no_colour_depends_on_the_width_of_the_window() -> None:
    css = (SITE / "_static" / "book.css").read_text("utf8")
    blocks = re.findall(r"@media \(max-width: \d+rem\) \{\n(.*?)\n\}", css, re.S)
    assert len(blocks) == 2
    assert [rule for block in blocks for rule in re.findall(r"[{;] *color:[^;}]*", block)] == []


def test_without_scripts_text_formulas_code_figures_and_contents_are_there(
    plain: Page, address: str
) -> None:
    html = (SITE / address).read_text("utf8")
    plain.set_viewport_size(WIDE)
    found = plain.evaluate(  # at once: each locator would first bring a script of its own
        """() => {
          const all = at => [...document.querySelectorAll(at)]
          const seen = at => all(at).map(e => e.checkVisibility({visibilityProperty: true})
            && e.getBoundingClientRect().width * e.getBoundingClientRect().height > 0)
          return {
            title: seen('h1'), contents: seen('#book a')[0],
            formulas: all('.katex').length, code: all('.cell_input').length,
            tools: seen('form#reading, .copy').filter(Boolean).length,
            pictures: all('main img').map(e => [e.alt.length, e.getAttribute('width')]),
          }
        }"""
    )
    assert found["title"] == [True]
    assert found["contents"] is True
    assert found["formulas"] == len(re.findall(r'class="katex"', html))
    assert found["code"] == html.count('class="cell_input')
    assert found["tools"] == 0
    assert [picture for picture in found["pictures"] if picture[0] <= 20 or not picture[1]] == []
