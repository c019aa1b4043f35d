"""What is raced: sizes and kinds in, models that differ in one thing out.

Letters: V vocabulary size, D width.
"""

from dataclasses import dataclass

import torch
from torch import nn

import dnnlpy.models.gpt as gpt

KINDS = ("tied", "untied, equal width", "untied, equal parameters")
LOUDER = ("tied, louder start", "untied, louder start")
"""The first two again, but with token tables drawn from N(0, 1/D), not from N(0, 0.02²)."""

LAYERS, HEADS, LENGTH = 2, 4, 64
EARLY = (1, 2, 5, 10, 20, 50)


@dataclass(frozen=True, kw_only=True)
class Setup:
    """The sizes of a race.

    Attributes:
        vocab_size: V.
        embed_dim: D of the tied model.
        steps: Updates of each model.
        every: Steps between two points of a curve; divides ``steps``.
        seeds: How many times each kind is trained.
        batch_size: Sequences in a batch.
    """

    vocab_size: int = 2048
    embed_dim: int = 64
    steps: int = 1600
    every: int = 100
    seeds: int = 5
    batch_size: int = 16

    def looks(self) -> list[int]:
        """Return the steps at which tables are looked at, from before the first update on."""
        marks = {0, self.every, self.steps // 4, self.steps // 2, self.steps}
        return sorted(step for step in marks if step % self.every == 0)

    def measured(self) -> list[int]:
        """Return the steps whose gradients are measured: close together early, then apart."""
        often = set(range(0, min(self.steps, 8 * 25 + 1), 25))
        steps = often | set(EARLY) | set(range(0, self.steps, self.every))
        return sorted(step for step in steps if step < self.steps)


def build(kind: str, setup: Setup, seed: int = 0) -> gpt.MiniGPT:
    """Build one of the models.

    Args:
        kind: One of ``KINDS`` or ``LOUDER``; "equal parameters" has the largest width, a multiple
            of the heads, with which two tables cost no more than the tied model.
        setup: Sizes.
        seed: Of the initial weights.

    Returns:
        The model.
    """
    width, tied = setup.embed_dim, kind.startswith("tied")
    if kind == "untied, equal parameters":
        allowed = build("tied", setup).num_parameters()
        while _model(setup.vocab_size, width, tied).num_parameters() > allowed:
            width -= HEADS
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        model = _model(setup.vocab_size, width, tied)
        if kind in LOUDER:
            nn.init.normal_(model.token_embed.weight, std=width**-0.5)
            if not tied:
                nn.init.normal_(model.lm_head.weight, std=width**-0.5)
    return model


def _model(vocab_size: int, width: int, tied: bool) -> gpt.MiniGPT:
    return gpt.MiniGPT(
        vocab_size=vocab_size,
        block_size=LENGTH,
        embed_dim=width,
        num_layers=LAYERS,
        num_heads=HEADS,
        hidden_dim=4 * width,
        weight_tying=tied,
    )
