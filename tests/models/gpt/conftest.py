"""The small model that the tests of gpt use."""

import pytest
import torch

import dnnlpy.models.gpt as gpt


@pytest.fixture
def build():
    """Build a model of V=11, block size 6, D=8, two layers; keyword arguments as MiniGPT's."""

    def build(**changes):
        sizes = {
            "vocab_size": 11,
            "block_size": 6,
            "embed_dim": 8,
            "num_layers": 2,
            "num_heads": 2,
            "hidden_dim": 12,
        }
        return gpt.MiniGPT(**(sizes | changes))

    return build


@pytest.fixture
def ids():
    """Three sequences of five ids below 11."""
    return torch.tensor([[1, 3, 5, 7, 9], [2, 4, 6, 8, 10], [0, 0, 1, 1, 0]])
