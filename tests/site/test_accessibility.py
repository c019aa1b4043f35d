"""What spares axe work hides nothing from it and leaves the page as it was."""

from playwright.sync_api import Browser

from tests.accessibility import violations

PAGE = '<!doctype html><html lang="en"><title>A page</title><main><h1>Page</h1>{}</main></html>'
CODE = (
    '<div class="highlight"><pre><span>x</span> = <span>1</span></pre></div>'
    '<p>A formula <span class="katex"><b>x</b><b>y</b></span>'
    ' <span class="katex" style="margin: 0px"><b>z</b></span></p>'
)
LINK = '<p>A text with <a href="#" style="color: {}; text-decoration: {}">a link</a> in it.</p>'
FINE, FAINT = (
    f'<p style="color: {colour}; margin: 0; line-height: 20px">Words on white.</p>'
    for colour in ("black", "#999")
)
COVER = '<div style="position: absolute; inset: 0 0 auto; height: 40px; background: {}"></div>'


def found_in(browser: Browser, body: str) -> list[str]:
    """Return what is wrong with a page that is afterwards as it was."""
    page = browser.new_page()
    page.set_content(PAGE.format(body))
    before = page.content()
    found = violations(page)
    assert page.content() == before
    page.close()
    return found


def test_the_one_text_that_looks_different_is_found_among_many_that_look_alike(
    browser: Browser,
) -> None:
    [found] = found_in(browser, FINE * 5 + CODE + FAINT + FINE * 5)
    assert found.startswith('color-contrast: <p style="color: #999')


def test_texts_that_look_alike_are_found_though_the_first_two_are_covered(browser: Browser) -> None:
    cover = COVER.format("linear-gradient(red, blue)")
    covered = found_in(browser, f'<div style="position: relative">{FAINT * 2}{cover}</div>')
    assert covered == []  # axe cannot tell
    assert found_in(browser, f'<div style="position: relative">{FAINT * 3}{cover}</div>') != []


def test_a_link_that_looks_different_is_found_after_others_have_passed(browser: Browser) -> None:
    underlined = LINK.format("#222", "underline")
    assert found_in(browser, underlined * 5) == []
    [found] = found_in(browser, underlined * 5 + LINK.format("#222", "none"))
    assert found.startswith("link-in-text-block: <a")
