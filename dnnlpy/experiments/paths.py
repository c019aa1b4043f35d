"""A model and a batch in, the gradient of each end of the model out, though the table be one.

Letters: B batch, T positions, D width, V vocabulary size.
"""

import torch
import torch.nn.functional as F
from torch import Tensor

import dnnlpy.models.gpt as gpt


def path_gradients(model: gpt.MiniGPT, inputs: Tensor, labels: Tensor) -> tuple[Tensor, Tensor]:
    """Take the gradient of the loss through the lookup, and through the head.

    The head is given a copy of its weight, a leaf of its own, so the two are apart in a tied model
    too; there their sum is the gradient that training uses. The model's ``.grad`` stay as they are.

    Args:
        model: Tied or untied.
        inputs: int64 ids, shape (B, T).
        labels: int64 ids, shape (B, T), each the id that follows.

    Returns:
        Lookup path and head path, shape (V, D) each.
    """
    weight = model.lm_head.weight.detach().clone().requires_grad_()
    logits = F.linear(model.hidden_states(inputs), weight)  # (B, T, V)
    loss = F.cross_entropy(logits.flatten(0, 1), labels.flatten())
    lookup, head = torch.autograd.grad(loss, (model.token_embed.weight, weight))
    return lookup, head


def rows_reached(gradient: Tensor) -> int:
    """Count the rows of a gradient, shape (V, D), that are not zero."""
    return int(gradient.abs().amax(dim=1).count_nonzero())
