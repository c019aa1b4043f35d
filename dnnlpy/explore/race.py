"""Tied against untied through training: what is held equal decides the answer, and so does time."""

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

from dnnlpy.explore import checks, drawing
from dnnlpy.explore.core import Explorable, Question
from dnnlpy.explore.drawing import num

LOSSES = ("validation", "training")
TONES = ("both", "out", "in")
DASHES = ("", "7 4", "2 3")
WIDE, HIGH = 360, 200
WHY = {
    "untied, then tied": "The untied model has more numbers to fit the text with: it learns faster "
    "and later overfits more. "
}


def race(results: Mapping[str, Any]) -> Explorable:
    """Scrub through the training of tied and untied models, all seeds at once.

    Args:
        results: What :mod:`dnnlpy.experiments.race` wrote, such as ``race.stored()``.

    Returns:
        The figure: mean loss of each kind over its seeds in nats per token, with a band from the
        lowest to the highest seed.

    Raises:
        ValueError: If the results hold no run, or runs of different lengths.
    """
    curves = _curves(results)
    every, steps = results["setup"]["every"], results["setup"]["steps"]
    names = list(curves)
    points = curves[names[0]].shape[-1]
    seeds = curves[names[0]].shape[1]
    final = points - 1
    early = max(1, points // 4)
    shown = _table(curves, 0, final)
    say = "Step {step}, {loss} loss: {best} is lowest with {value} nats per token. {gap}"
    leader = [_leader(curves, point) for point in (early, final)]
    choices = ["tied, then tied", "untied, then untied", "untied, then tied", "tied, then untied"]
    answer = choices.index(", then ".join("tied" if won == 0 else "untied" for won in leader))
    return Explorable(
        kind="race",
        label=f"Tied and untied models through {steps:,} steps, {seeds} seeds each",
        data={
            "names": names,
            "curves": [
                [checks.rounded(loss).T.tolist() for loss in curves[name]] for name in names
            ],
            "every": every,
            "start": {"loss": 0, "point": final},
            "say": say,
        },
        question=Question(
            f"Equal width: which model has the lower validation loss after {early * every:,} "
            f"steps, and after {steps:,}?",
            choices,
            answer,
            WHY.get(choices[answer], "")
            + "Which wins depends on how much text there is for each parameter.",
        ),
        controls=drawing.buttons("loss", LOSSES, 0, "Loss")
        + drawing.slider("point", "step", 0, steps, every, steps),
        drawing='<div class="stage answer tight"><div class="fill">'
        + _plot(curves, final, every)
        + f"</div>{_lines(results, names, shown)}</div>",
        say=say.format(step=f"{steps:,}", loss=LOSSES[0], **_verdict(names, shown)),
        text="\n".join(
            f"  {name}: {num(row[0], 3)} after {steps:,} steps, seeds {num(row[1], 3)} to "
            f"{num(row[2], 3)}"
            for name, row in zip(names, shown, strict=True)
        ),
    )


def _curves(results: Mapping[str, Any]) -> dict[str, Tensor]:
    """Name of a kind -> losses, shape (2, seeds, points): validation, training."""
    found: dict[str, list[list[list[float]]]] = {}
    for run in results["runs"]:
        found.setdefault(run["kind"], []).append([run[loss] for loss in LOSSES])
    lengths = {(len(runs), len(run[0])) for runs in found.values() for run in runs}
    if len(lengths) != 1:
        raise ValueError(
            f"the results hold runs of (seeds, points) {sorted(lengths)}: let "
            "`python -m dnnlpy.experiments.race` finish, so that all kinds have the same"
        )
    return {
        kind: torch.tensor(runs, dtype=torch.float64).transpose(0, 1)
        for kind, runs in found.items()
    }


def _table(curves: Mapping[str, Tensor], loss: int, point: int) -> list[list[float]]:
    """For each kind its mean, lowest and highest loss over the seeds."""
    return [
        [values.mean().item(), values.min().item(), values.max().item()]
        for values in (curve[loss, :, point] for curve in curves.values())
    ]


def _leader(curves: Mapping[str, Tensor], point: int) -> int:
    """Which of the first two kinds, tied and untied at equal width, has the lower loss."""
    means = [row[0] for row in _table(curves, 0, point)[:2]]
    return means.index(min(means))


def _verdict(names: list[str], rows: list[list[float]]) -> dict[str, str]:
    """Who is lowest, and whether the seeds of the lowest two kinds overlap."""
    order = sorted(range(len(rows)), key=lambda kind: rows[kind][0])
    apart = rows[order[0]][2] < rows[order[1]][1]
    return {
        "best": names[order[0]],
        "value": num(rows[order[0]][0], 3),
        "gap": "All its seeds lie below those of the next."
        if apart
        else "Its seeds overlap with those of the next.",
    }


def _plot(curves: Mapping[str, Tensor], point: int, every: int) -> str:
    """Mean and band of every kind; the vertical line is the step that the table shows."""
    drawn = [curve[0, :, 1:] for curve in curves.values()]  # the start is above the chart
    low, high = torch.stack(drawn).min().item(), torch.stack(drawn).max().item()
    last = point
    x = [place / last * WIDE for place in range(1, last + 1)]

    def y(loss: float) -> float:
        return HIGH - (loss - low) / (high - low) * HIGH

    parts = []
    for tone, dash, losses in zip(TONES, DASHES, drawn, strict=False):
        middle, least, most = losses.mean(0), losses.amin(0), losses.amax(0)
        line = " ".join(f"{a:.1f},{y(b):.1f}" for a, b in zip(x, middle.tolist(), strict=True))
        band = [f"{a:.1f},{y(b):.1f}" for a, b in zip(x, most.tolist(), strict=True)]
        band += [f"{a:.1f},{y(b):.1f}" for a, b in zip(x, least.tolist(), strict=True)][::-1]
        parts.append(
            f'<g class="{tone}"><polygon data-part="band" class="band" points="{" ".join(band)}"/>'
            f'<polyline data-part="curve" class="ray curve" stroke-dasharray="{dash}" '
            f'points="{line}"/></g>'
        )
    return (
        f'<svg viewBox="-36 -8 {WIDE + 44} {HIGH + 40}" role="img" '
        'aria-label="Loss over training steps">'
        f'<line class="axis" x2="{WIDE}" y1="{HIGH}" y2="{HIGH}"/><line class="axis" y2="{HIGH}"/>'
        f'<text data-part="top" x="-4" y="8" text-anchor="end">{num(high)}</text>'
        f'<text data-part="bottom" x="-4" y="{HIGH}" text-anchor="end">{num(low)}</text>'
        f'<text y="{HIGH + 16}">0</text><text x="{WIDE / 2:.0f}" y="{HIGH + 16}" '
        f'text-anchor="middle">step</text><text x="{WIDE}" y="{HIGH + 16}" '
        f'text-anchor="end">{last * every:,}</text>{"".join(parts)}'
        f'<line data-part="now" class="axis now" x1="{WIDE}" x2="{WIDE}" y2="{HIGH}"/></svg>'
    )


def _lines(results: Mapping[str, Any], names: list[str], rows: list[list[float]]) -> str:
    """A line a kind: its stroke, width, parameters, mean loss and the range of its seeds."""
    sizes = {run["kind"]: (run["embed_dim"], run["parameters"]) for run in results["runs"]}
    body = "".join(
        f'<tr class="{tone}"><th scope="row"><svg class="key" viewBox="0 0 24 8" '
        f'aria-hidden="true"><line class="ray" stroke-dasharray="{dash}" x2="24" y1="4" y2="4"/>'
        f"</svg> {name}</th><td>{sizes[name][0]}</td><td>{sizes[name][1]:,}</td>"
        + "".join(drawing.cell("loss-value", value, digits=3) for value in row)
        + "</tr>"
        for tone, dash, name, row in zip(TONES, DASHES, names, rows, strict=False)
    )
    heads = ("D", "parameters", "mean", "lowest", "highest")
    return (
        '<table class="words"><thead><tr><td></td>'
        + "".join(f'<th scope="col">{head}</th>' for head in heads)
        + f"</tr></thead><tbody>{body}</tbody></table>"
    )
