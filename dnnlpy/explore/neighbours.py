"""The nearest neighbours of a token in the input, the output and the tied table, as they learn."""

from collections.abc import Mapping
from html import escape
from typing import Any

from dnnlpy.explore import drawing
from dnnlpy.explore.core import Explorable, Question

TABLES = {"input": "in", "tied": "both", "output": "out"}


def neighbours(results: Mapping[str, Any]) -> Explorable:
    """Pick a token and a moment of training; see its nearest rows in three tables.

    Args:
        results: What :mod:`dnnlpy.experiments.race` wrote, such as ``race.stored()``.

    Returns:
        The figure: neighbours by cosine, nearest first, from the runs of the first seed.

    Raises:
        ValueError: If the results lack one of the three tables.
    """
    found = results["neighbours"]
    tokens, tables = found["tokens"], found["tables"]
    missing = [name for name in TABLES if name not in tables]
    if missing:
        raise ValueError(
            f"the results hold no neighbours in the table {missing[0]!r}: let "
            "`python -m dnnlpy.experiments.race` finish its first seed, tied and untied"
        )
    steps = list(tables["tied"])
    last = {name: tables[name][steps[-1]] for name in TABLES}
    alike = [
        sum(_shared(a, b) for a, b in zip(last["tied"], last[name], strict=True))
        for name in ("input", "output")
    ]
    count = len(last["tied"][0])
    total = count * len(tokens)
    answer = 0 if alike[0] > alike[1] else 1 if alike[1] > alike[0] else 2
    say = (
        "{token} after {step} steps: the tied table shares {input} of its {count} neighbours with "
        "the untied input table and {output} with the untied output table."
    )
    words = [escape(_shown(token)) for token in tokens]
    return Explorable(
        kind="neighbours",
        label="Nearest neighbours of a token in three tables, through training",
        data={
            "tokens": [_shown(token) for token in tokens],
            "steps": steps,
            "tables": [
                [
                    [[[_shown(text), cosine] for text, cosine in row] for row in tables[name][step]]
                    for step in steps
                ]
                for name in TABLES
            ],
            "start": {"token": 0, "moment": len(steps) - 1},
            "say": say,
        },
        question=Question(
            "An untied model has an input table and an output table. When training ends, which of "
            "them shares more neighbours with the table of a tied model?",
            ["the input table", "the output table", "both the same"],
            answer,
            f"Over these {len(tokens)} tokens the tied table shares {alike[0]} of {total} "
            f"neighbours with the input table and {alike[1]} with the output table."
            + (" The head trains every row in every step." if answer == 1 else ""),
        ),
        controls=drawing.select("token", "token", [_shown(token) for token in tokens])
        + drawing.buttons("moment", [f"step {step}" for step in steps], len(steps) - 1, "Moment"),
        drawing='<div class="stage answer">'
        + "".join(_list(name, last[name][0]) for name in TABLES)
        + "</div>",
        say=say.format(
            token=_shown(tokens[0]),
            step=steps[-1],
            count=count,
            input=_shared(last["tied"][0], last["input"][0]),
            output=_shared(last["tied"][0], last["output"][0]),
        ),
        text="\n".join(
            f"  {name}: {', '.join(_shown(text) for text, _ in last[name][0])}" for name in TABLES
        )
        + f"\n  tokens: {', '.join(words)}",
    )


def _shown(token: str) -> str:
    """A token that can be seen: a space as a low line, a line break as an arrow."""
    return token.replace(" ", "_").replace("\n", "↵")


def _shared(first: list[tuple[str, float]], second: list[tuple[str, float]]) -> int:
    return len({text for text, _ in first} & {text for text, _ in second})


def _list(name: str, row: list[tuple[str, float]]) -> str:
    captions = {"input": "untied: input", "tied": "tied", "output": "untied: output"}
    body = "".join(
        f'<tr><th scope="row" data-part="{name}-word">{escape(_shown(text))}</th>'
        + drawing.cell(f"{name}-cosine", cosine, limit=1, kind="bar")
        + "</tr>"
        for text, cosine in row
    )
    return (
        f'<table class="words {TABLES[name]}"><caption>{captions[name]}</caption><thead><tr>'
        f'<th scope="col">token</th><th scope="col">cosine</th></tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )
