"""The loss before the first step: what the initial scale of a tied table does to it."""

import math
from collections.abc import Sequence

import torch
import torch.nn.functional as F
from torch import Tensor

import dnnlpy.models.gpt as gpt
from dnnlpy.explore import checks, drawing
from dnnlpy.explore.core import Explorable, Question
from dnnlpy.explore.drawing import num
from dnnlpy.nn.checks import checked_integer

STDS = ("1 (nn.Embedding)", "0.1", "0.02 (GPT-2)", "1/√D")
BATCH, LENGTH, LAYERS, HEADS = 2, 32, 2, 4
BINS, HIGH, WIDE = 24, 120, 360


def initial_loss(
    vocab_size: int = 1000, widths: Sequence[int] = (64, 256, 768), *, seed: int = 0
) -> Explorable:
    """Turn the initial scale, sqrt(D) and the width; see the logits and the loss at step 0.

    Every setting was run: a tied :class:`~dnnlpy.models.gpt.MiniGPT` of two blocks, both tables
    drawn with the chosen standard deviation, on random ids.

    Args:
        vocab_size: V, at least 10.
        widths: The widths D, multiples of 4, one to four of them.
        seed: Of the models and of the ids.

    Returns:
        The figure; losses are in nats per token.

    Raises:
        TypeError: If a size is not an integer.
        ValueError: If a size is out of its range.
    """
    checked_integer("vocab_size", vocab_size, 10)
    if not 1 <= len(widths) <= 4 or any(checked_integer("width", d) % HEADS for d in widths):
        raise ValueError(f"widths must be one to four multiples of {HEADS} and are {widths}")
    seen = {}
    for width in widths:
        with torch.random.fork_rng():
            run, root = Run(vocab_size, width, seed), width**0.5
        for std in range(len(STDS)):
            plain, scaled = run.logits(std, scaled=False), run.logits(std, scaled=True)
            for number, logits in enumerate((plain, scaled, plain / root, scaled / root)):
                seen[f"{widths.index(width)},{std},{number}"] = run.measure(logits)
    start = {"width": len(widths) - 1, "std": 0, "scaled": 0}
    first = seen[f"{start['width']},0,0"]
    loss, own, spread = first[:3]
    floor = math.log(vocab_size)
    say = (
        "Loss {loss} nats per token, ln V = {floor}. The logit of the token just read is {own} on "
        "average; the others spread by {spread} around 0."
    )
    near = round(loss / floor)
    return Explorable(
        kind="initial_loss",
        label=f"The first loss of a tied model with {vocab_size:,} tokens",
        data={
            "seen": seen,
            "floor": floor,
            "bins": BINS,
            "start": start,
            "say": say,
        },
        question=Question(
            f"A tied model of width {widths[-1]} is drawn from N(0, 1), PyTorch's default for an "
            "embedding. Where does its loss start?",
            ["near ln V", f"about {near} times ln V", "near 0"] if near > 1 else ["near ln V"],
            1 if near > 1 else 0,
            "The hidden state still holds the row of the token just read, so that token's own "
            "logit grows with D times the scale. The model is sure of the wrong token.",
        ),
        controls=drawing.buttons("width", [f"D = {d}" for d in widths], start["width"], "Width")
        + drawing.select("std", "std of both tables", STDS)
        + drawing.buttons("scaled", ["inputs × √D", "logits ÷ √D"], label="Scaling"),
        drawing=(
            '<div class="stage answer"><table class="words wide"><tbody>'
            '<tr><th scope="row">loss at step 0</th>'
            + drawing.cell("loss", loss, limit=max(loss, floor), kind="bar both")
            + '</tr><tr><th scope="row">ln V, a uniform guess</th>'
            + drawing.cell("floor", floor, limit=max(loss, floor), kind="bar")
            + '</tr><tr><th scope="row">logit of the token just read</th>'
            + drawing.cell("own", own)
            + '</tr><tr><th scope="row">spread of the other logits</th>'
            + drawing.cell("spread", spread)
            + f'</tr></tbody></table><div class="fill">{_histogram(first)}</div></div>'
        ),
        say=say.format(loss=num(loss), floor=num(floor), own=num(own), spread=num(spread)),
        text="\n".join(
            f"  D = {width}, std {name}: {num(seen[f'{w},{s},0'][0])}"
            for w, width in enumerate(widths)
            for s, name in enumerate(STDS)
        ),
    )


class Run:
    """One width: a model, draws for its tables, and ids, all fixed by the seed."""

    def __init__(self, vocab_size: int, width: int, seed: int) -> None:
        torch.manual_seed(seed)
        self.width = width
        self.model = gpt.MiniGPT(
            vocab_size, LENGTH, width, num_layers=LAYERS, num_heads=HEADS, hidden_dim=4 * width
        ).double()
        tables = (self.model.token_embed.weight, self.model.pos_embed.weight)
        self.draws = [torch.randn(table.shape).double() for table in tables]
        self.ids = torch.randint(vocab_size, (BATCH, LENGTH + 1))

    @torch.no_grad()
    def logits(self, std: int, *, scaled: bool) -> Tensor:
        """Run the model.

        Args:
            std: Place in ``STDS``.
            scaled: Whether to multiply inputs by sqrt(D).

        Returns:
            Logits, shape (B, T, V).
        """
        scale = (1.0, 0.1, 0.02, self.width**-0.5)[std]
        self.model.token_embed.weight.copy_(scale * self.draws[0])
        self.model.pos_embed.weight.copy_(scale * self.draws[1])
        hook = self.model.token_embed.register_forward_hook(
            lambda _module, _ids, rows: rows * (self.width**0.5 if scaled else 1)
        )
        logits: Tensor = self.model(self.ids[:, :-1])
        hook.remove()
        return logits

    def measure(self, logits: Tensor) -> list[float]:
        """Return loss, mean own-token logit, spread of the others, range and two histograms."""
        loss = F.cross_entropy(logits.flatten(0, 1), self.ids[:, 1:].flatten())
        is_own = F.one_hot(self.ids[:, :-1], logits.shape[-1]).bool()
        own, others = logits[is_own], logits[~is_own]
        low, high = checks.rounded(torch.stack([logits.min(), logits.max()])).tolist()
        heights = [
            (counts / counts.max()).mul(100).round().tolist()
            for counts in (part.histc(BINS, low, high) for part in (others, own))
        ]
        summary = checks.rounded(torch.stack([loss, own.mean(), others.std()])).tolist()
        return [*summary, low, high, *heights[0], *heights[1]]


def _histogram(values: list[float]) -> str:
    """Two histograms over one axis, each as high as the drawing: other logits, and the own one."""
    low, high, heights = values[3], values[4], values[5:]
    width = WIDE / BINS
    bars = "".join(
        f'<rect data-part="column" class="{"both" if place >= BINS else "rest"}" '
        f'x="{(place % BINS) * width + (width / 2 if place >= BINS else 0):.1f}" '
        f'y="{HIGH - height / 100 * HIGH:.1f}" width="{width / 2 - 1:.1f}" '
        f'height="{height / 100 * HIGH:.1f}"/>'
        for place, height in enumerate(heights)
    )
    return (
        f'<svg viewBox="0 -18 {WIDE} {HIGH + 40}" role="img" aria-label="Histograms of logits">'
        f'{bars}<line class="axis" x2="{WIDE}" y1="{HIGH}" y2="{HIGH}"/>'
        f'<text data-part="low" y="{HIGH + 16}">{num(low, 1)}</text>'
        f'<text data-part="high" x="{WIDE}" y="{HIGH + 16}" text-anchor="end">{num(high, 1)}</text>'
        f'<text x="{WIDE / 2:.0f}" y="{HIGH + 16}" text-anchor="middle">logit</text>'
        '<text y="-6">grey: other tokens</text>'
        f'<text class="both tone" x="{WIDE}" y="-6" text-anchor="end">the token just read</text>'
        "</svg>"
    )
