"""A model and a batch in, the model one update further out."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn


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
