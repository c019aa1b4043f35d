"""A fresh model and two streams in, a trained model and its history out."""

from torch import Tensor, nn

from dnnlpy.training.progress import Progress
from dnnlpy.training.recipe import Recipe
from dnnlpy.training.run import History, Run


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
    run = Run(model, training, validation, recipe)
    with Progress(recipe.steps, label) as progress:
        while not run.finished:
            run.advance()
            progress.advance(f"{run.history.validation[-1]:.2f} nats/token")
    return run.history
