"""How a model starts: small random matrices, so that every id is about equally likely at first.

Letters: L layers.
"""

import math

from torch import nn

STD = 0.02


def initialize(model: nn.Module, num_layers: int) -> None:
    """Draw every matrix from N(0, 0.02²); biases start at 0, the norms' weights at 1.

    The two projections of each block that are added to the stream of hidden states are drawn
    1/sqrt(2L) smaller, so the sum of all 2L additions does not grow with depth.

    Parameters are drawn in the order of their names and a shared table once, under its first name.
    The head comes last, so one seed gives a tied and an untied model the same values elsewhere.

    Args:
        model: Holds the parameters.
        num_layers: L.

    Source:
        Radford et al., "Language Models are Unsupervised Multitask Learners" (GPT-2, 2019),
        section 2.3.
    """
    for name, parameter in model.named_parameters():
        if name.endswith("project.weight"):
            nn.init.normal_(parameter, std=STD / math.sqrt(2 * num_layers))
        elif parameter.dim() == 2:
            nn.init.normal_(parameter, std=STD)
        elif name.endswith("bias"):
            nn.init.zeros_(parameter)
        else:
            nn.init.ones_(parameter)
