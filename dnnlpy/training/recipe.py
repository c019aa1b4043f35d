"""The numbers of a training run, the rate at each step and the optimiser that they give."""

import math
from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """How to train. Two runs with one recipe see the same batches in the same order.

    Attributes:
        steps: Updates of the parameters.
        batch_size: B, sequences in a batch.
        length: T, positions in a sequence.
        peak_rate: Learning rate after the warm-up.
        warm_up: Share of the steps in which the rate rises from 0 to the peak.
        weight_decay: Of matrices and tables; vectors (biases, norms) have none.
        clip_norm: Gradients longer than this, taken together, are shortened to it.
        evaluate_every: Steps between two evaluations; divides ``steps``.
        seed: Of the batches.

    Raises:
        ValueError: A number is out of its range.
    """

    steps: int
    batch_size: int = 16
    length: int = 64
    peak_rate: float = 3e-3
    warm_up: float = 0.1
    weight_decay: float = 0.1
    clip_norm: float = 1.0
    evaluate_every: int = 50
    seed: int = 0

    def __post_init__(self) -> None:
        """Check every number once, before a step is paid for."""
        for name in ("steps", "batch_size", "length", "evaluate_every", "peak_rate", "clip_norm"):
            if not getattr(self, name) > 0:
                raise ValueError(f"{name} must be above 0, got {getattr(self, name)}")
        if not 0 <= self.warm_up < 1 or self.weight_decay < 0:
            raise ValueError(
                "warm_up must be a share in [0, 1) and weight_decay 0 or more, got "
                f"warm_up={self.warm_up} and weight_decay={self.weight_decay}"
            )
        if self.steps % self.evaluate_every:
            raise ValueError(
                f"evaluate_every must divide steps, got {self.evaluate_every} and {self.steps}: "
                "then the last evaluation is that of the trained model"
            )

    def rate(self, step: int) -> float:
        """Return the learning rate: up in a straight line, down along half a cosine to 0.

        Args:
            step: 0 to ``steps``.

        Source:
            Loshchilov & Hutter, "SGDR" (arXiv 1608.03983), equation 5, one period.
        """
        rising = round(self.warm_up * self.steps)
        if step < rising:
            return self.peak_rate * (step + 1) / rising
        fallen = (step - rising) / (self.steps - rising)  # 0 at the peak, 1 at the end
        return self.peak_rate * (1 + math.cos(math.pi * fallen)) / 2

    def optimiser(self, model: nn.Module) -> torch.optim.AdamW:
        """Return AdamW for the model. A shared table is one parameter in one group.

        Source:
            Loshchilov & Hutter, "Decoupled Weight Decay Regularization" (arXiv 1711.05101).
        """
        parameters = [p for p in model.parameters() if p.requires_grad]  # lists a tied table once
        groups = [
            {"params": [p for p in parameters if p.dim() >= 2], "weight_decay": self.weight_decay},
            {"params": [p for p in parameters if p.dim() < 2], "weight_decay": 0.0},
        ]
        return torch.optim.AdamW(groups, lr=self.peak_rate, betas=(0.9, 0.95), fused=True)
