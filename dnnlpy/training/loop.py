"""A fresh model and two streams in, a trained model and its history out."""

from dataclasses import dataclass, field

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from dnnlpy.training.batches import random_batches
from dnnlpy.training.evaluation import evaluate
from dnnlpy.training.progress import Progress
from dnnlpy.training.recipe import Recipe


@dataclass
class History:
    """What a run leaves behind.

    Attributes:
        training: Loss on its batch at every step, in nats/token.
        validation: Loss on the whole validation stream before the first step, then after every
            ``evaluate_every`` steps, in nats/token.
    """

    training: list[float] = field(default_factory=list)
    validation: list[float] = field(default_factory=list)


def train(
    model: nn.Module, training: Tensor, validation: Tensor, recipe: Recipe, *, label: str
) -> History:
    """Train a model in place and show the progress.

    Args:
        model: Maps ids (B, T) to logits (B, T, V).
        training: int64 ids to train on, shape (N,).
        validation: int64 ids to evaluate on, shape (M,).
        recipe: How to train.
        label: What the progress bar calls the run.

    Returns:
        The losses of the run.

    Raises:
        ValueError: A stream is shorter than a sequence.
    """
    optimiser = recipe.optimiser(model)
    history = History()
    batches = random_batches(
        training,
        steps=recipe.steps,
        batch_size=recipe.batch_size,
        length=recipe.length,
        seed=recipe.seed,
    )

    def validate() -> None:
        size = 4 * recipe.batch_size  # no gradients are kept, so more fits
        history.validation.append(
            evaluate(model, validation, batch_size=size, length=recipe.length)
        )

    validate()
    with Progress(recipe.steps, label) as progress:
        for step, (inputs, labels) in enumerate(batches):
            for group in optimiser.param_groups:
                group["lr"] = recipe.rate(step)
            history.training.append(update(model, optimiser, inputs, labels, recipe.clip_norm))
            if (step + 1) % recipe.evaluate_every == 0:
                validate()
            progress.advance(f"{history.validation[-1]:.2f} nats/token")
    return history


def update(
    model: nn.Module,
    optimiser: torch.optim.Optimizer,
    inputs: Tensor,
    labels: Tensor,
    clip_norm: float,
) -> float:
    """Make one update from one batch.

    Args:
        model: Maps ids (B, T) to logits (B, T, V).
        optimiser: Of the model's parameters.
        inputs: int64 ids, shape (B, T).
        labels: int64 ids, shape (B, T), each the id that follows.
        clip_norm: Longest gradient that is applied as it is.

    Returns:
        The loss on the batch before the update, in nats/token.
    """
    device = next(model.parameters()).device
    model.train()
    logits = model(inputs.to(device))  # (B, T, V)
    loss = F.cross_entropy(logits.flatten(0, 1), labels.to(device).flatten())
    optimiser.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), clip_norm)
    optimiser.step()
    return loss.item()
