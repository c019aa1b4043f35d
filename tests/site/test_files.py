"""The files beside the pages, and what every page says about itself."""

import filecmp
import os
import re
import struct
import subprocess
import sys
from pathlib import Path

import yaml

from tests.site.conftest import ROOT, SITE, addresses

CONFIG = yaml.safe_load((ROOT / "_config.yml").read_text("utf8"))
PAGES = [address for address in addresses() if address.startswith("chapters/")]


def test_the_map_and_the_list_for_language_models_name_every_page_of_the_contents() -> None:
    listed = re.findall(r"file: (\S+)", (ROOT / "_toc.yml").read_text("utf8"))
    assert ["chapters/index.html", *(f"{name}.html" for name in listed)] == PAGES
    llms = (SITE / "llms.txt").read_text("utf8")
    assert all(f"{CONFIG['html']['baseurl']}{name}.html" in llms for name in listed)


def test_every_page_can_be_edited_reported_shared_and_every_notebook_opened_in_colab() -> None:
    url = CONFIG["repository"]["url"]
    for address in PAGES:
        html = (SITE / address).read_text("utf8")
        source = address.removesuffix(".html")
        source += ".ipynb" if (ROOT / f"{source}.ipynb").is_file() else ".md"
        assert f'href="{url}/edit/main/{source}"' in html
        assert f'href="{url}/issues/new?title=' in html
        colab = url.replace("https://github.com", "https://colab.research.google.com/github")
        assert (f'href="{colab}/blob/main/{source}"' in html) == source.endswith(".ipynb")
        card = re.search(r'property="og:image" content="([^"]+)"', html)
        assert card, address
        image = SITE / card.group(1).removeprefix(CONFIG["html"]["baseurl"])
        assert struct.unpack(">II", image.read_bytes()[16:24]) == (1200, 630)
        assert re.search(r'name="description" content="[^"]{20,}"', html), address


def test_a_section_takes_five_to_twelve_minutes_to_read() -> None:
    html = (SITE / "chapters" / "index.html").read_text("utf8")
    minutes = dict(re.findall(r">(18\.4\.\d+) [^<]*</a> <span>(\d+) min</span>", html))
    assert len(minutes) == 10
    assert {name: time for name, time in minutes.items() if not 5 <= int(time) <= 12} == {}


def test_the_page_for_wrong_addresses_stands_alone() -> None:
    html = (SITE / "404.html").read_text("utf8")
    assert re.findall(r"<(?:link|script|img)\b", html) == []
    assert "/embedding-lm-head-weight-tying/chapters/18-4-05-weight-tying.html" in html


def test_links_inside_the_site_lead_somewhere() -> None:
    site = SITE.resolve()
    html = {
        path: path.read_text("utf8") for path in site.rglob("*.html") if path.name != "404.html"
    }
    assert {site / address for address in addresses()} < html.keys()
    anchors = {path: set(re.findall(r'id="([^"]+)"', text)) for path, text in html.items()}
    broken = []
    for page, text in html.items():
        for link in set(re.findall(r'(?:href|src)="([^"]+)"', text)):
            if link.startswith(("https:", "data:", "mailto:")):
                continue
            path, _, anchor = link.partition("#")
            target = (page.parent / path.partition("?")[0]).resolve() if path else page
            if not target.is_file() or (anchor and anchor not in anchors.get(target, {anchor})):
                broken.append(f"{page.relative_to(site)}: {link}")
    assert broken == []


def test_a_clean_build_elsewhere_gives_the_same_bytes(tmp_path: Path) -> None:
    command = [Path(sys.executable).with_name("jupyter-book"), "build", ROOT]
    subprocess.run(
        [
            *command,
            "--config",
            SITE.parents[1] / "_config.yml",
            "--path-output",
            tmp_path,
            "-W",
            "-n",
            "--keep-going",
        ],
        check=True,
        capture_output=True,
        env={**os.environ, "PYTHONHASHSEED": "7"},
    )
    again = tmp_path / "_build" / "html"
    names = [path.relative_to(SITE) for path in SITE.rglob("*") if path.is_file()]
    same, differ, missing = filecmp.cmpfiles(SITE, again, map(str, names), shallow=False)
    assert (differ, missing) == ([], [])
    assert len(same) == len([path for path in again.rglob("*") if path.is_file()])
