"""What axe finds wrong with a page by WCAG 2.2 A and AA and by good practice."""

from importlib.resources import files

from playwright.sync_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Formulas and code are thousands of spans in colours that tests/reading/test_colours.py checks.
SCOPE = {"exclude": [".katex", ".highlight", ".sig"]}
OPTIONS = {"runOnly": TAGS, "resultTypes": ["violations"], "preload": False}
# Two things spare axe most of its work. Code is plain text while it looks, or it would find out
# where each of those spans is before it leaves them out. And contrast is measured for three of all
# texts that look alike and stand in elements that look alike: the others would have the same.
RUN = """async ([scope, options]) => {
  const boxes = [...document.querySelectorAll('.highlight pre, .sig')]
  const code = boxes.map(box => [box, ...box.childNodes])
  for (const box of boxes) box.textContent = box.textContent

  const looks = new Map(), measured = new Map()
  const look = element => {
    if (element && !looks.has(element)) {
      const s = getComputedStyle(element)
      looks.set(element, [look(element.parentElement), element.localName, element.className,
        ...element.getAttributeNames(), s.color, s.backgroundColor, s.backgroundImage, s.opacity,
        s.filter, s.mixBlendMode, s.textShadow, s.fontSize, s.fontWeight, s.position].join())
    }
    return looks.get(element)
  }
  const contrast = axe._audit.rules.find(rule => rule.id === 'color-contrast')
  const applies = contrast.matches
  contrast.matches = (element, ...rest) => {
    const text = [...element.childNodes].map(node => node.nodeType === 3 ? node.data : '').join('')
    const kind = look(element) + (text.trim().length > 1)  // of one letter alone axe is never sure
    const times = measured.get(kind) ?? 0
    return times < 3 && applies(element, ...rest) && Boolean(measured.set(kind, times + 1))
  }

  const {violations} = await axe.run(scope, options)
  contrast.matches = applies
  for (const [box, ...parts] of code) box.replaceChildren(...parts)
  return violations.flatMap(({id, nodes}) => nodes.map(({html}) => `${id}: ${html}`))
}"""


def violations(page: Page) -> list[str]:
    """Return each rule that is broken, with the element that breaks it."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text("utf8"))
    return page.evaluate(RUN, [SCOPE, OPTIONS])
