"""One model trained, and what is noted on the way: losses, gradients of both paths, tables.

Letters: D width.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from torch import Tensor

import dnnlpy.models.gpt as gpt
from dnnlpy import training
from dnnlpy.experiments import paths
from dnnlpy.experiments.neighbours import Nearest, snapshot
from dnnlpy.experiments.setup import KINDS, LENGTH, Setup, build
from dnnlpy.experiments.text import Text

TABLES = {
    KINDS[0]: ("tied",),
    KINDS[1]: ("input", "output"),
    KINDS[2]: ("narrow input", "narrow output"),
}
"""What the tables of each kind are called where tables are compared."""


@dataclass
class Run:
    """What one training leaves behind; losses in nats/token, one every ``every`` steps from 0.

    Attributes:
        kind: One of ``KINDS`` or ``LOUDER``.
        seed: Of the initial weights and of the batches.
        embed_dim: D.
        parameters: Unique parameters.
        training: Mean loss of the batches since the point before (at step 0, of the first batch).
        validation: Loss on all of the validation text.
        lookup: Norm of the lookup's gradient before each step of ``Setup.measured``.
        head: Norm of the head's gradient there.
        rows: Rows that the lookup's gradient reaches there.
    """

    kind: str
    seed: int
    embed_dim: int
    parameters: int
    training: list[float] = field(default_factory=list)
    validation: list[float] = field(default_factory=list)
    lookup: list[float] = field(default_factory=list)
    head: list[float] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)

    def rounded(self) -> dict[str, Any]:
        """Return the run for a file: losses and norms to four digits."""
        found = asdict(self)
        for losses in ("training", "validation"):
            found[losses] = [round(loss, 4) for loss in found[losses]]
        for norms in ("lookup", "head"):
            found[norms] = [float(f"{norm:.4g}") for norm in found[norms]]
        return found


@dataclass
class Finished:
    """A run and how its tables looked.

    Attributes:
        run: Losses and gradients.
        neighbours: Table -> step -> nearest neighbours of the text's words.
        tables: Table -> step -> rows of the text's frequent tokens, shape (tokens, D).
    """

    run: Run
    neighbours: dict[str, dict[str, Nearest]] = field(default_factory=dict)
    tables: dict[str, dict[str, Tensor]] = field(default_factory=dict)


def train(kind: str, seed: int, text: Text, setup: Setup, show: bool = True) -> Finished:
    """Build a model, train it and note what the book shows.

    Args:
        kind: One of ``KINDS`` or ``LOUDER``.
        seed: Of the initial weights and of the batches.
        text: To train and to validate on.
        setup: Sizes and steps.
        show: Whether a bar shows the progress.

    Returns:
        The run and its tables.
    """
    model = build(kind, setup, seed)
    run = Run(kind, seed, model.embed_dim, model.num_parameters())
    done = Finished(run)
    with training.Progress(setup.steps, f"{kind}, seed {seed}", shown=show) as progress:
        for step in trace(model, text, setup, run):
            for _ in range(setup.every if step else 0):
                progress.advance(f"{run.validation[-1]:.2f} nats/token")
            if step in setup.looks() and kind in TABLES:
                _look(model, text, str(step), done)
    return done


def _look(model: gpt.MiniGPT, text: Text, step: str, done: Finished) -> None:
    """Note how the tables look at a step."""
    names = TABLES[done.run.kind]
    weights = (model.token_embed.weight, model.lm_head.weight)
    for name, weight in zip(names, weights, strict=False):  # a tied model has one table
        rows = weight.detach()[text.frequent]
        done.tables.setdefault(name, {})[step] = rows
    if done.run.seed == 0 and done.run.kind in KINDS[:2]:
        for table, nearest in snapshot(model, text.tokenizer, text.words).items():
            done.neighbours.setdefault(table, {})[step] = nearest


def trace(model: gpt.MiniGPT, text: Text, setup: Setup, run: Run) -> Iterator[int]:
    """Train a model and note its losses and gradients.

    Args:
        model: Trained in place.
        text: To train and to validate on.
        setup: Steps.
        run: Losses and gradients are added to it.

    Yields:
        The step, at 0 and after every ``setup.every`` steps.
    """
    recipe = training.Recipe(
        steps=setup.steps,
        batch_size=setup.batch_size,
        length=LENGTH,
        evaluate_every=setup.every,
        seed=run.seed,
    )
    optimiser = recipe.optimiser(model)
    batches = training.random_batches(
        text.training,
        steps=setup.steps,
        batch_size=recipe.batch_size,
        length=LENGTH,
        seed=run.seed,
    )
    measured, since = set(setup.measured()), list[float]()
    for step, (inputs, labels) in enumerate(batches):
        if step == 0:
            run.validation.append(_validate(model, text))
            yield 0
        if step in measured:
            _measure(model, inputs, labels, run)
        for group in optimiser.param_groups:
            group["lr"] = recipe.rate(step)
        since.append(training.update(model, optimiser, inputs, labels, recipe.clip_norm))
        if step == 0:
            run.training.append(since[0])
        if (step + 1) % setup.every == 0:
            run.training.append(sum(since) / len(since))
            run.validation.append(_validate(model, text))
            since = []
            yield step + 1


def _measure(model: gpt.MiniGPT, inputs: Tensor, labels: Tensor, run: Run) -> None:
    lookup, head = paths.path_gradients(model, inputs, labels)
    run.lookup.append(lookup.norm().item())
    run.head.append(head.norm().item())
    run.rows.append(paths.rows_reached(lookup))


def _validate(model: gpt.MiniGPT, text: Text) -> float:
    return training.evaluate(model, text.validation, batch_size=64, length=LENGTH)
