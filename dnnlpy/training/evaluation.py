"""A model and a stream of ids in, one number out: nats per token."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from dnnlpy.models.gpt.sampling import evaluating
from dnnlpy.training.batches import IGNORED, windows


def evaluate(model: nn.Module, stream: Tensor, *, batch_size: int, length: int) -> float:
    """Return the loss on a whole stream: the sum over its tokens divided by their number.

    A mean of the batches' means would count a token of a small last batch for more than others.

    Args:
        model: Maps ids (B, T) to logits (B, T, V).
        stream: int64 ids, shape (N,).
        batch_size: B; does not change the result.
        length: T, the context that the model is given.

    Returns:
        Mean of -ln p(next token) over the N - 1 predicted tokens, in nats/token.
    """
    total, count = 0.0, 0
    device = next(model.parameters()).device
    with evaluating(model), torch.no_grad():
        for inputs, labels in windows(stream, batch_size=batch_size, length=length):
            logits = model(inputs.to(device)).flatten(0, 1)  # (B T, V)
            flat = labels.to(device).flatten()
            nats = F.cross_entropy(logits, flat, ignore_index=IGNORED, reduction="sum")
            total += nats.item()
            count += int((labels != IGNORED).sum())
    return total / count
