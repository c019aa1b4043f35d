"""python -m dnnlpy.experiments.race: tied against untied, at equal width and at equal size.

Text -> tokenizer -> models that differ in one thing -> losses of every seed, and the nearest
neighbours of some tokens on the way. Letters: V vocabulary size, D width, N ids in a stream.
"""

import argparse
import hashlib
import json
import platform
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import tokenizers
import torch
from torch import Tensor

import dnnlpy.models.gpt as gpt
from dnnlpy import training
from dnnlpy.experiments import neighbours

RESULTS = "race.json"
KINDS = ("tied", "untied, equal width", "untied, equal parameters")
LAYERS, HEADS, LENGTH = 2, 4, 64
COMMAND = "python -m dnnlpy.experiments.race"


@dataclass(frozen=True, kw_only=True)
class Setup:
    """What is raced.

    Attributes:
        vocab_size: V.
        embed_dim: D of the tied model.
        steps: Updates of each model.
        every: Steps between two points of a curve; divides ``steps``.
        seeds: How many times each kind is trained.
    """

    vocab_size: int = 2048
    embed_dim: int = 64
    steps: int = 1600
    every: int = 100
    seeds: int = 5


@dataclass
class Run:
    """What one training leaves behind; losses in nats/token, one every ``every`` steps from 0.

    Attributes:
        kind: One of ``KINDS``.
        seed: Of the initial weights and of the batches.
        embed_dim: D.
        parameters: Unique parameters.
        training: Mean loss of the batches since the point before (at step 0, of the first batch).
        validation: Loss on all of the validation text.
    """

    kind: str
    seed: int
    embed_dim: int
    parameters: int
    training: list[float] = field(default_factory=list)
    validation: list[float] = field(default_factory=list)


def build(kind: str, setup: Setup, seed: int = 0) -> gpt.MiniGPT:
    """Build one of the models.

    Args:
        kind: One of ``KINDS``; "equal parameters" has the largest width, a multiple of the
            heads, with which two tables cost no more than the tied model.
        setup: Sizes.
        seed: Of the initial weights.

    Returns:
        The model.
    """
    width, tied = setup.embed_dim, kind == "tied"
    if kind == "untied, equal parameters":
        allowed = build("tied", setup).num_parameters()
        while _model(setup.vocab_size, width, tied).num_parameters() > allowed:
            width -= HEADS
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        return _model(setup.vocab_size, width, tied)


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


def trace(model: gpt.MiniGPT, text: tuple[Tensor, Tensor], setup: Setup, run: Run) -> Iterator[int]:
    """Train a model and note its losses.

    Args:
        model: Trained in place.
        text: Ids to train on and ids to validate on, each (N,).
        setup: Steps.
        run: Losses are added to it.

    Yields:
        The step, at 0 and after every ``setup.every`` steps.
    """
    recipe = training.Recipe(
        steps=setup.steps, length=LENGTH, evaluate_every=setup.every, seed=run.seed
    )
    optimiser = recipe.optimiser(model)
    batches = training.random_batches(
        text[0], steps=setup.steps, batch_size=recipe.batch_size, length=LENGTH, seed=run.seed
    )
    since: list[float] = []
    for step, (inputs, labels) in enumerate(batches):
        if step == 0:
            run.validation.append(training.evaluate(model, text[1], batch_size=64, length=LENGTH))
            yield 0
        for group in optimiser.param_groups:
            group["lr"] = recipe.rate(step)
        since.append(training.update(model, optimiser, inputs, labels, recipe.clip_norm))
        if step == 0:
            run.training.append(since[0])
        if (step + 1) % setup.every == 0:
            run.training.append(sum(since) / len(since))
            run.validation.append(training.evaluate(model, text[1], batch_size=64, length=LENGTH))
            since = []
            yield step + 1


def race(setup: Setup, kinds: Sequence[str] = KINDS) -> Iterator[dict[str, Any]]:
    """Train every kind with every seed.

    Args:
        setup: What is raced.
        kinds: Some of ``KINDS``.

    Yields:
        All results so far, after each run: ready for :func:`json.dumps`.
    """
    topics = training.drop_repeats(training.read_topics())
    learned, held_out = training.split_topics(topics)
    tokenizer = training.train_tokenizer(learned.values(), setup.vocab_size)
    text = (
        training.encode(tokenizer, learned.values()),
        training.encode(tokenizer, held_out.values()),
    )
    chosen = neighbours.readable(tokenizer, text[0])
    marks = {0, setup.every, setup.steps // 4, setup.steps // 2, setup.steps}
    results: dict[str, Any] = {
        "command": COMMAND,
        "versions": {
            "python": platform.python_version(),
            "torch": torch.__version__.split("+")[0],
            "tokenizers": tokenizers.__version__,
        },
        "text_sha256": hashlib.sha256("".join(topics.values()).encode()).hexdigest(),
        "tokens": {"training": len(text[0]), "validation": len(text[1])},
        "setup": asdict(setup),
        "runs": [],
        "neighbours": {"tokens": [tokenizer.decode([id_]) for id_ in chosen], "tables": {}},
    }
    for seed in range(setup.seeds):
        for kind in kinds:
            model = build(kind, setup, seed)
            run = Run(kind, seed, model.token_embed.embedding_dim, model.num_parameters())
            with training.Progress(setup.steps, f"{kind}, seed {seed}") as progress:
                for step in trace(model, text, setup, run):
                    for _ in range(setup.every if step else 0):
                        progress.advance(f"{run.validation[-1]:.2f} nats/token")
                    if seed == 0 and step in marks and kind != KINDS[2]:
                        found = neighbours.snapshot(model, tokenizer, chosen)
                        for table, nearest in found.items():
                            tables = results["neighbours"]["tables"]
                            tables.setdefault(table, {})[str(step)] = nearest
            run.training = [round(loss, 4) for loss in run.training]
            run.validation = [round(loss, 4) for loss in run.validation]
            results["runs"].append(asdict(run))
            yield results


@cache
def stored() -> dict[str, Any]:
    """Return the results that the book shows, as the command wrote them."""
    text = files("dnnlpy.experiments").joinpath(RESULTS).read_text(encoding="utf-8")
    results: dict[str, Any] = json.loads(text)
    return results


def main() -> None:
    """Race, and write the results after every run."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("--seeds", type=int, default=Setup.seeds)
    parser.add_argument("--steps", type=int, default=Setup.steps)
    parser.add_argument("--out", type=Path, default=Path(RESULTS))
    options = parser.parse_args()
    for results in race(Setup(steps=options.steps, seeds=options.seeds)):
        options.out.write_text(
            json.dumps(results, ensure_ascii=False, indent=None, separators=(",", ":")) + "\n",
            encoding="utf-8",
        )


if __name__ == "__main__":
    main()
