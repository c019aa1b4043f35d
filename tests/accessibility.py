"""What axe finds wrong with a page by WCAG 2.2 A and AA and by good practice."""

import json
from importlib.resources import files

from playwright.sync_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Formulas and code are thousands of spans in colours that tests/reading/test_colours.py checks.
SCOPE = {"exclude": [".katex", ".highlight", ".sig"]}


def violations(page: Page) -> list[str]:
    """Return each rule that is broken, with the element that breaks it."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text("utf8"))
    options = {"runOnly": TAGS, "resultTypes": ["violations"], "preload": False}
    call = f"axe.run({json.dumps(SCOPE)}, {json.dumps(options)}).then(r => r.violations)"
    return [f"{v['id']}: {node['html']}" for v in page.evaluate(call) for node in v["nodes"]]
