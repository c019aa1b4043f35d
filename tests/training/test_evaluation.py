"""Evaluation: a mean over tokens, not over batches, and the model is as it was."""

import math

import pytest
import torch
from torch import nn

from dnnlpy.training.evaluation import evaluate


class Fixed(nn.Module):
    """Gives id 0 the probability 3/4 and id 1 the rest, whatever came before."""

    def __init__(self):
        super().__init__()
        self.logits = nn.Parameter(torch.tensor([3.0, 1.0]).log())

    def forward(self, ids):
        assert not self.training
        assert not torch.is_grad_enabled()
        return self.logits.expand(*ids.shape, 2)


STREAM = torch.tensor([1, 0, 0, 1, 0, 0, 0, 1])  # labels: five 0s and two 1s
EXPECTED = -(5 * math.log(3 / 4) + 2 * math.log(1 / 4)) / 7


@pytest.mark.parametrize("length", [1, 2, 3, 5, 7])
@pytest.mark.parametrize("batch_size", [1, 2, 9])
def test_the_loss_is_the_mean_over_tokens_however_they_are_batched(length, batch_size):
    loss = evaluate(Fixed(), STREAM, batch_size=batch_size, length=length)
    assert loss == pytest.approx(EXPECTED, abs=1e-6)


@pytest.mark.parametrize("mode", [True, False])
def test_the_model_gets_its_mode_back(mode):
    model = Fixed().train(mode)
    evaluate(model, STREAM, batch_size=2, length=3)
    assert model.training is mode
