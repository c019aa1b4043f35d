"""The colours of the book, in one place: plots, pages and explorables all read them here.

Hues follow Okabe and Ito's colour-blind-safe set (jfly.uni-koeln.de/color); the dark values are
lighter versions of the same hues. Names say what a colour means, never what it looks like:

* ``input``: the lookup path, from ids to vectors;
* ``output``: the score path, from hidden states to logits;
* ``shared``: what both paths use, the tied table;
* ``position``: the positional table;
* ``quiet``: marks that are there for comparison;
* ``negative``, ``neutral``, ``positive``: cell values around zero.
"""

LIGHT: dict[str, str] = {
    "input": "#0072b2",
    "output": "#c04a00",
    "shared": "#a8447e",
    "position": "#00745a",
    "text": "#1f2328",
    "muted": "#5b636b",
    "quiet": "#8a9199",
    "line": "#c8ccd1",
    "paper": "#ffffff",
    "negative": "#0072b2",
    "neutral": "#f4f4f2",
    "positive": "#d55e00",
}

DARK: dict[str, str] = {
    "input": "#6cb8ea",
    "output": "#ff9a5c",
    "shared": "#e69ac4",
    "position": "#4fcfa9",
    "text": "#e6e8ea",
    "muted": "#a3abb3",
    "quiet": "#79818a",
    "line": "#454b52",
    "paper": "#121417",
    "negative": "#5aaee6",
    "neutral": "#26292d",
    "positive": "#f08a45",
}
