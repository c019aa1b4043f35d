"""What an explorable is: a drawing that teaches as it stands, its data, and a script that moves it.

In: the parts that one explorable's module made with torch. Out: HTML that is the same for the same
data, needs no kernel and no network, and does not touch its neighbours on the page.
"""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files

from dnnlpy.palette import DARK, LIGHT


@dataclass(frozen=True)
class Question:
    """What the reader predicts before the answer shows.

    Args:
        text: The question.
        choices: The answers to choose from.
        answer: Index of the right one.
        why: One or two sentences that explain it.
    """

    text: str
    choices: Sequence[str]
    answer: int
    why: str


@dataclass(frozen=True)
class Explorable:
    """A figure that a reader can move; make one with a function of :mod:`dnnlpy.explore`.

    Args:
        kind: Name of the function that made it, and of its script.
        label: Name of the figure for a screen reader.
        data: What the script computes with: numbers, lists, strings.
        question: What to predict first.
        controls: HTML of the controls; shown when the script runs.
        drawing: HTML of the drawing in its first state, complete without the script.
        say: The first state in a sentence; the script keeps it up to date.
        text: The first state in plain text.
    """

    kind: str
    label: str
    data: Mapping[str, object]
    question: Question
    controls: str
    drawing: str
    say: str
    text: str

    def picture(self) -> "Picture":
        """Return the drawing alone, as an illustration without question, controls and script."""
        return Picture(self.label, re.sub(r"<(/?)button[^>]*>", r"<\1span>", self.drawing))

    def __repr__(self) -> str:
        """Return the figure in words, for consoles and for text/plain."""
        return f"{self.label}\n{self.text}\n{self.say}"

    def _repr_html_(self) -> str:
        """Return the figure for a notebook or a page, deterministic for the same data."""
        data = _json(
            {
                **self.data,
                "choices": list(self.question.choices),
                "answer": self.question.answer,
            }
        )
        script = source("core.js") + source(f"{self.kind}.js")
        key = f"{self.kind}-{hashlib.sha256((data + script).encode()).hexdigest()[:10]}"
        why = f"<b>{escape(self.question.choices[self.question.answer])}.</b> {self.question.why}"
        return (
            f"<style>{styles()}</style>\n"
            f'<figure class="dnnx" data-explore="{key}" aria-label="{escape(self.label)}">\n'
            f'<div class="ask"><p><b>Predict.</b> {self.question.text}</p>'
            '<div class="choices" data-part="choices" role="group" aria-label="Your prediction" '
            'hidden></div><p data-part="verdict" aria-live="polite" hidden></p>'
            f'<details data-part="why"><summary>Answer</summary><p>{why}</p></details></div>\n'
            f'<div class="controls" data-part="controls" hidden>{self.controls}'
            '<button type="button" data-part="reset">Reset</button></div>\n'
            f'{self.drawing}\n<p class="say answer" data-part="say" aria-live="polite">'
            f"{escape(self.say)}</p>\n"
            f'<script type="application/json">{data}</script>\n</figure>\n'
            f'<script>(() => {{\nconst KEY = "{key}";\n{script}}})();</script>'
        )


@dataclass(frozen=True)
class Picture:
    """The drawing of an explorable, standing still.

    Args:
        label: What it shows, for a screen reader.
        drawing: Its HTML.
    """

    label: str
    drawing: str

    def __repr__(self) -> str:
        """Return what it shows."""
        return self.label

    def _repr_html_(self) -> str:
        """Return the drawing in the colours of the page."""
        return (
            f'<style>{styles()}</style>\n<div class="dnnx" role="img" '
            f'aria-label="{escape(self.label)}">{self.drawing}</div>'
        )


@cache
def source(name: str) -> str:
    """Return a script or style sheet that stands beside this module.

    Args:
        name: Its file name.

    Returns:
        Its text.
    """
    return files("dnnlpy.explore").joinpath(name).read_text(encoding="utf-8")


@cache
def styles() -> str:
    """Return the style sheet, with the palette filled in for light and for dark.

    Hosts say that they are dark in ways of their own; unless a host says that it is light,
    a dark system is followed.

    Returns:
        CSS whose every rule is confined to explorables.
    """
    light = "[data-theme=light], [theme=light], "
    light += ":has(body[data-jp-theme-light=true], body.vscode-light)"
    dark = (
        "html[data-theme=dark] .dnnx, html[theme=dark] .dnnx, "
        "[data-jp-theme-light=false] .dnnx, .vscode-dark .dnnx, .vscode-high-contrast .dnnx"
    )
    return (
        f".dnnx {{ {_variables(LIGHT)} --depth: 0.6; color-scheme: light; }}\n"
        f"@media screen {{ {dark} {{ {_variables(DARK)} --depth: 0.45; color-scheme: dark; }} }}\n"
        "@media screen and (prefers-color-scheme: dark) { "
        f"html:not({light}) .dnnx {{ {_variables(DARK)} --depth: 0.45; color-scheme: dark; }} }}\n"
        f"{source('core.css')}"
    )


def _variables(palette: Mapping[str, str]) -> str:
    return " ".join(f"--{name}: {color};" for name, color in palette.items())


def _json(data: object) -> str:
    """Write data so that it can stand inside a script element."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
