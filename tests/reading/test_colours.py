"""Code and formulas keep a contrast of 4.5 (WCAG AA) on the surfaces that the style sheet mixes."""

import re
from pathlib import Path

import pytest

from dnnlpy.palette import DARK, LIGHT

CSS = (Path(__file__).parents[2] / "_ext" / "reading" / "theme" / "book.css").read_text("utf8")
ENOUGH = 4.5


def rgb(colour: str) -> list[float]:
    """Return a colour's parts, 0 to 1."""
    return [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]


def luminance(colour: list[float]) -> float:
    """Return the relative luminance as WCAG defines it."""
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: list[float], other: list[float]) -> float:
    """Return the contrast ratio of two colours."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def mixed(colour: str, share: float, paper: str) -> list[float]:
    """Return what ``color-mix(in srgb, colour share, paper)`` gives."""
    return [share * c + (1 - share) * p for c, p in zip(rgb(colour), rgb(paper), strict=True)]


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_every_colour_of_code_is_legible_on_paper_and_on_the_code_s_surface(
    palette: dict[str, str],
) -> None:
    share = re.search(
        r"--surface: color-mix\(in srgb, var\(--c-text\) (\d+)%, var\(--c-paper\)\)", CSS
    )
    assert share
    surface = mixed(palette["text"], int(share.group(1)) / 100, palette["paper"])
    used = set(re.findall(r"\.highlight[^{]*\{ color: var\(--c-(\w+)\)", CSS)) | {"text"}
    assert used >= {"shared", "position", "output", "input", "muted"}
    for name in used:
        assert contrast(rgb(palette[name]), surface) >= ENOUGH, name
        assert contrast(rgb(palette[name]), rgb(palette["paper"])) >= ENOUGH, name


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_formulas_are_legible_in_every_call_out(palette: dict[str, str]) -> None:
    tones = re.findall(r"\{ --tone: var\(--c-(\w+)\)", CSS)
    share = re.search(r"--ground: color-mix\(in srgb, var\(--tone[^%]*?(\d+)%", CSS)
    assert share
    assert len(tones) == 4
    for tone in tones:
        background = mixed(palette[tone], int(share.group(1)) / 100, palette["paper"])
        assert contrast(rgb(palette["text"]), background) >= ENOUGH, tone
