"""make pictures: photographs every page of the built site, for people to look at.

Each page in four forms, wide and narrow, light and dark, whole, into ``_build/pictures``.
"""

from pathlib import Path

from tools.browser import browser

SITE = Path("_build/html").resolve()
PICTURES = Path("_build/pictures")
WIDTHS = {"wide": 1280, "narrow": 390}


def main() -> None:
    """Photographs all pages."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    pages = sorted(SITE.glob("chapters/**/*.html"))
    with browser() as started:
        for width_name, width in WIDTHS.items():
            page = started.new_page(viewport={"width": width, "height": 900})
            for path in pages:
                page.goto(path.as_uri())
                page.evaluate("document.querySelectorAll('img').forEach(i => i.loading = 'eager')")
                page.wait_for_load_state("networkidle")
                for scheme in ("light", "dark"):
                    page.emulate_media(color_scheme=scheme)
                    picture = PICTURES / f"{path.stem}-{width_name}-{scheme}.png"
                    page.screenshot(path=picture, full_page=True)
    print(f"{4 * len(pages)} pictures of {len(pages)} pages in {PICTURES}")


if __name__ == "__main__":
    main()
