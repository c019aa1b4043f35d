"""The first exercise of 18.4.10: tests that give four silent mistakes away."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

import dnnlpy.nn as dnn
from dnnlpy.exercises.answers import kind, run, truth
from dnnlpy.exercises.checker import AnswerError, checker
from dnnlpy.models.gpt import Block

MISTAKES = ("alias", "bias", "positions", "labels")


class _Suspicious(nn.Module):
    """The model of the exercise, with those of its mistakes that are named."""

    def __init__(self, *mistakes: str) -> None:
        super().__init__()
        V, T, D = 50, 8, 16
        self.unshifted = "labels" in mistakes
        self.token_embed = dnn.Embedding(V, D)
        self.pos_embed = dnn.Embedding(V if "positions" in mistakes else T, D)
        self.block = Block(D, num_heads=2, hidden_dim=32)
        self.lm_head = dnn.Linear(D, V, bias="bias" in mistakes)
        if "alias" in mistakes:
            self.lm_head.weight.data = self.token_embed.weight.data
        else:
            self.lm_head.weight = self.token_embed.weight

    def forward(self, input_ids: Tensor) -> Tensor:
        """From ids (B, T) to logits (B, T, V)."""
        positions = torch.arange(input_ids.size(1))
        logits: Tensor = self.lm_head(
            self.block(self.token_embed(input_ids) + self.pos_embed(positions))
        )
        return logits

    def loss(self, input_ids: Tensor) -> Tensor:
        """The mean cross entropy, of the ids themselves or of the next ones."""
        shift = 0 if self.unshifted else 1
        logits = self(input_ids)[:, : input_ids.size(1) - shift]
        return F.cross_entropy(logits.flatten(0, 1), input_ids[:, shift:].flatten())


_MISSED = {
    "alias": "no test sees that the head's weight is a Parameter of its own, in the table's memory "
    "and with its numbers. Only `is` tells an alias from a tie.",
    "bias": "no test sees the head's bias, which no row of the table has.",
    "positions": "no test sees that the positional table has a row for each token, where it needs "
    "one for each of the 8 places. What happens to a sequence that is too long?",
    "labels": "no test sees that the loss asks each position for the very id that it has read. "
    "Compute that cross entropy yourself, and compare.",
}


@checker(
    "Each mistake leaves a trace in one expression: two objects, an attribute, a shape, a loss.",
    "Read the lines of the model one by one: which table is built with which size, what does the "
    "head get, what is assigned, what is the loss asked?",
    "`is`, `lm_head.bias`, `pos_embed.weight.shape`; and for the labels, the cross entropy of "
    "logits and unshifted ids, compared with `model.loss(ids)`.",
)
def giveaways(tests: object) -> str:
    """Exercise 1 of 18.4.10, Four mistakes, no error.

    Args:
        tests: A list of four functions, one for each mistake: given a model (``vocab_size`` 50,
            ``block_size`` 8, ``embed_dim`` 16), it returns True if the mistake is there, else
            False.
    """
    if not isinstance(tests, list | tuple):
        raise AnswerError(f"give a list of four functions; this is {kind(tests)}.")
    if len(tests) != len(MISTAKES):
        raise AnswerError(f"there are four mistakes, and you give {len(tests)} tests.")
    for place, test in enumerate(tests, 1):
        if not _fires(place, test, _Suspicious(*MISTAKES), "the model of the exercise"):
            raise AnswerError(
                f"test {place} says False of the model of the exercise, which has all four "
                "mistakes. Print the two sides that you compare. (An alias has a tie's "
                "numbers and memory.)"
            )
        if _fires(place, test, _Suspicious(), "a model without a mistake"):
            raise AnswerError(
                f"test {place} says True of a model without a mistake as well: it sees something "
                "that good models have too, such as a bias that is None, or equal numbers in one "
                "memory."
            )
    for name in MISTAKES:
        given = "a model with one of the mistakes"
        alone = [_fires(i, test, _Suspicious(name), given) for i, test in enumerate(tests, 1)]
        if not any(alone):
            raise AnswerError(_MISSED[name])
        if name == "bias":
            place = alone.index(True) + 1
            unseen = _Suspicious(name)
            nn.init.zeros_(unseen.get_parameter("lm_head.bias"))
            if not _fires(place, tests[place - 1], unseen, "a model with a bias of zeros"):
                raise AnswerError(
                    f"test {place} finds a bias, but not while it is all zeros: the first step of "
                    "training makes something else of it."
                )
    return "each test finds its mistake where nothing else is wrong, and leaves a good model alone."


def _fires(place: int, test: object, model: nn.Module, given: str) -> bool:
    name = f"test {place}"
    return truth(name, run(name, test, model, given=given), given=given)
