"""make pictures: photographs every page of the built site, for people to look at.

Each page in four forms, wide and narrow, light and dark, whole, into ``_build/pictures``.
"""

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

SITE = Path("_build/html").resolve()
PICTURES = Path("_build/pictures")
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
WIDTHS = {"wide": 1280, "narrow": 390}


def main() -> None:
    """Photographs all pages."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    pages = sorted(SITE.glob("chapters/**/*.html"))
    found = next(filter(None, map(shutil.which, NAMES)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        for width_name, width in WIDTHS.items():
            page = browser.new_page(viewport={"width": width, "height": 900})
            for path in pages:
                page.goto(path.as_uri())
                page.evaluate("document.querySelectorAll('img').forEach(i => i.loading = 'eager')")
                page.wait_for_load_state("networkidle")
                for scheme in ("light", "dark"):
                    page.emulate_media(color_scheme=scheme)
                    picture = PICTURES / f"{path.stem}-{width_name}-{scheme}.png"
                    page.screenshot(path=picture, full_page=True)
        browser.close()
    print(f"{4 * len(pages)} pictures of {len(pages)} pages in {PICTURES}")


if __name__ == "__main__":
    main()
