"""A model, two streams and a recipe in; one step at a time out, until the recipe's last.

Between two steps a run can be written down, and another can go on from there as if it were the
same: what counts is in :meth:`Run.state_dict`. Letters: B sequences, T positions, N and M ids.
"""

from dataclasses import asdict, dataclass, field
from typing import Any

import torch
from torch import Tensor, nn

from dnnlpy.training.batches import check_stream, random_batches
from dnnlpy.training.evaluation import evaluate
from dnnlpy.training.processes import ALONE, Processes
from dnnlpy.training.recipe import Recipe
from dnnlpy.training.step import update


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


class Run:
    """A training under way, alone or as one of several processes that share each batch.

    Args:
        model: Maps ids (B, T) to logits (B, T, V); trained in place.
        training: int64 ids to train on, shape (N,).
        validation: int64 ids to evaluate on, shape (M,).
        recipe: How to train; its ``batch_size`` is that of all processes together.
        processes: Which process this is; the first one evaluates.

    Attributes:
        history: The losses so far, one for each step made.

    Raises:
        ValueError: ``batch_size`` cannot be shared equally, or a stream is shorter than a
            sequence.
    """

    def __init__(
        self,
        model: nn.Module,
        training: Tensor,
        validation: Tensor,
        recipe: Recipe,
        processes: Processes = ALONE,
    ) -> None:
        processes.check_shares(recipe.batch_size)
        check_stream(validation, recipe.length)
        self.model, self.validation = model, validation
        self.recipe, self.processes = recipe, processes
        self.trained = processes.parallel(model)  # the same parameters
        self.optimiser = recipe.optimiser(model)
        self.history = History()
        self.generator = torch.Generator().manual_seed(recipe.seed)
        self.batches = random_batches(
            training,
            steps=recipe.steps,
            batch_size=recipe.batch_size,
            length=recipe.length,
            seed=self.generator,
        )

    @property
    def step(self) -> int:
        """Steps made."""
        return len(self.history.training)

    @property
    def finished(self) -> bool:
        """Whether the recipe's last step is made."""
        return self.step >= self.recipe.steps

    def advance(self) -> None:
        """Make one step, and evaluate where the recipe asks for it."""
        if self.step == 0:
            self._validate()
        inputs, labels = next(self.batches)  # the same in every process
        for group in self.optimiser.param_groups:
            group["lr"] = self.recipe.rate(self.step)
        share = self.processes.share(inputs), self.processes.share(labels)
        loss = update(self.trained, self.optimiser, *share, self.recipe.clip_norm)
        self.history.training.append(self.processes.mean(loss))
        if self.step % self.recipe.evaluate_every == 0:
            self._validate()

    def _validate(self) -> None:
        if self.processes.first:
            size = 4 * self.recipe.batch_size  # no gradients are kept, so more fits
            loss = evaluate(self.model, self.validation, batch_size=size, length=self.recipe.length)
            self.history.validation.append(loss)

    def state_dict(self) -> dict[str, Any]:
        """Return all that the next step depends on; every process must call it.

        The learning rate is not in it: it follows from the step.
        """
        return {
            "step": self.step,
            "model": self.model.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "batches": self.generator.get_state(),
            "random": self.processes.gathered(self.processes.random_state()),
            "history": asdict(self.history),
        }

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on where another run was left.

        Args:
            state: What its :meth:`state_dict` returned. The random numbers of a process that the
                other run did not have stay as they are.
        """
        self.model.load_state_dict(state["model"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.generator.set_state(state["batches"])
        if self.processes.rank < len(state["random"]):
            self.processes.set_random_state(state["random"][self.processes.rank])
        self.history = History(**{name: list(values) for name, values in state["history"].items()})
