"""The exercises of 18.4.8: a table that is too loud, a model without context, an alias."""

import math

import torch
from torch import Tensor, nn

from dnnlpy.exercises.answers import kind, number, run
from dnnlpy.exercises.checker import AnswerError, checker


def examine_loud_start(tied_loss: object, untied_loss: object, *, width: int) -> None:
    """Examine two first losses, V = 100, of models whose token table has a ``std`` of 1.

    Args:
        tied_loss: The answer for the tied model, in nats/token.
        untied_loss: The answer for the untied model.
        width: D.

    Raises:
        AnswerError: One of them cannot be.
    """
    tied, untied = number("tied_loss", tied_loss), number("untied_loss", untied_loss)
    if 4 < tied < 6 and untied > 6:
        raise AnswerError(
            "the other way round: in which of the two does the head read the loud table?"
        )
    if untied > 6:
        raise AnswerError(
            f"untied {untied:.0f}: the untied head has a table of its own, which is as quiet as "
            "before, and so are its logits."
        )
    if untied < 4:
        raise AnswerError(
            f"untied {untied:.1f}: on random ids nothing can be known, so no loss is below "
            "ln 100 = 4.6, except by chance."
        )
    if tied < 2:
        raise AnswerError(
            f"tied {tied:.1f}: it is certain, but of a repetition. It would pay nothing only if "
            "the labels were the ids themselves, shifted by nobody."
        )
    if tied < 5.3:
        raise AnswerError(
            f"tied {tied:.1f}: that is the loss of a quiet table. Was it made loud before the "
            "loss was computed?"
        )
    if tied < 2 * math.sqrt(width):
        raise AnswerError(
            f"tied {tied:.0f}: about sqrt({width}) = {math.sqrt(width):.0f} is the size of the "
            "other tokens' logits. The own row and h point nearly the same way."
        )
    if tied > 1.6 * width:
        raise AnswerError(
            f"tied {tied:.0f}: the loss does not grow as the table does, 50 times. The final norm "
            "takes the loudness out of h, and only the head's row keeps it."
        )
    if not 0.7 * width < tied < 1.35 * width:
        raise AnswerError(
            f"tied {tied:.0f}: think of the own logit, h times its row. D is {width}."
        )


@checker(
    "Which logits does a loud token table change in the tied model, and in the untied one?",
    "After the final norm, h has entries of about 1, and so has the row now. The token's own row "
    "points nearly as h does.",
    "The own logit is about D = 32, all others are far smaller, and the right id is another one: "
    "that costs about 32 nats. The untied head has not changed.",
)
def too_loud(tied_loss: object, untied_loss: object) -> str:
    """Exercise 1 of 18.4.8, Too loud.

    Args:
        tied_loss: The first loss of the tied model in nats/token, its table with a ``std`` of 1.
        untied_loss: The same for the untied model.
    """
    examine_loud_start(tied_loss, untied_loss, width=32)
    return "about D nats, for it is sure of a repetition. The untied head stays quiet: ln 100."


@checker(
    "A model without context gives every position the same probabilities. Where do they come from?",
    "`torch.bincount(train_ids, minlength=vocab_size) + 1` are the counts. Divided by their own "
    "sum they are probabilities.",
    "The loss is the mean of minus the logarithm of the probability of each id of `valid_ids` but "
    "the first, which nobody predicts.",
)
def frequency_loss(frequency_loss: object) -> str:
    """Exercise 2 of 18.4.8, A model without context.

    Args:
        frequency_loss: A function of ``train_ids``, ``valid_ids`` (one row of ids each) and
            ``vocab_size`` that returns nats/token: the loss on ``valid_ids`` of the frequencies
            in ``train_ids``, 1 added to each count.
    """
    train = torch.tensor([3, 0, 3, 1, 3, 0, 3, 3, 1, 3, 0, 3])
    valid, V = torch.tensor([0, 3, 4, 1, 0, 3, 0, 3, 3]), 8
    given = f"train_ids {train.tolist()}, valid_ids {valid.tolist()}, vocab_size {V}"
    result = run("frequency_loss", frequency_loss, train, valid, V, given=given)
    loss = number("frequency_loss", result)
    if math.isinf(loss) or math.isnan(loss):
        raise AnswerError(
            "the loss is infinite: an id of valid_ids does not occur in train_ids. Add 1 to each "
            "count, before the logarithm."
        )
    counts = torch.bincount(train, minlength=V) + 1.0
    seen = torch.bincount(valid, minlength=V) + 1.0
    p = counts / counts.sum()
    for ids in (valid[1:], valid):  # every id that is a label, or every id
        right = -p[ids].log().mean().item()
        if math.isclose(loss, right, rel_tol=1e-4):
            return "the loss of knowing how often each token occurs, and nothing else."
        for other, why in (
            (
                -right,
                "the sign: a logarithm of a probability is negative, and the loss minus it.",
            ),
            (right / math.log(2), "that is in bits. Natural logarithms give nats."),
            (math.exp(right), "that is the perplexity. Its logarithm is the loss."),
            (right * len(ids), "that is the sum over all ids. Divide by how many there are."),
            (
                -(seen / seen.sum())[ids].log().mean().item(),
                "these are the frequencies of valid_ids themselves. The model may know the "
                "training text alone.",
            ),
            (
                -counts[ids].log().mean().item(),
                "these are logarithms of counts. Divide the counts by their sum first.",
            ),
            (
                -(counts / len(train))[ids].log().mean().item(),
                "your probabilities add up to more than 1: divide by the sum of the counts after "
                "1 was added.",
            ),
            (-p[ids].mean().item(), "the logarithm is missing."),
            (1 - p[ids].mean().item(), "the logarithm is missing: a loss is no share of mistakes."),
        ):
            if math.isclose(loss, other, rel_tol=1e-4):
                raise AnswerError(why)
    if math.isclose(loss, math.log(V), rel_tol=1e-4):
        raise AnswerError("that is ln V, the loss of knowing nothing. Use the counts.")
    if math.isclose(loss, -(p * p.log()).sum().item(), rel_tol=1e-4):
        raise AnswerError(
            "that is the entropy of the training frequencies: what they would cost on their own "
            "text. Ask them about valid_ids."
        )
    raise AnswerError(f"given {given}, you return {loss:.3f}, and {right:.3f} is right.")


@checker(
    "An alias has one memory and two Parameters. Which of the two does a tie not have?",
    "`fresh(False)` has two Parameters. Give the head's the memory of the other: `.data`.",
    "`alias.lm_head.weight.data = alias.token_embed.weight.data`.",
)
def aliased(alias: object) -> str:
    """Exercise 3 of 18.4.8, Cross-examine the second suspect.

    Args:
        alias: An untied model whose head has the memory of the token table.
    """
    if not isinstance(alias, nn.Module):
        raise AnswerError(f"pass the model; this is {kind(alias)}.")
    ends = [getattr(getattr(alias, n, None), "weight", None) for n in ("token_embed", "lm_head")]
    table, head = ends
    if not isinstance(table, Tensor) or not isinstance(head, Tensor):
        raise AnswerError("this model has no token_embed.weight and lm_head.weight to look at.")
    if table is head:
        raise AnswerError(
            "this is a tie: one Parameter, so AdamW takes one step for the sum. Begin with an "
            "untied model."
        )
    if table.shape != head.shape:
        raise AnswerError(f"{tuple(table.shape)} and {tuple(head.shape)} cannot be one memory.")
    if table.data_ptr() != head.data_ptr():
        if torch.equal(table, head):
            raise AnswerError(
                "equal numbers in two places: a copy, which the first step drives apart. Assign "
                "`.data` instead of writing into it."
            )
        raise AnswerError("these are two tables. Nothing that one learns reaches the other.")
    if not (table.requires_grad and head.requires_grad):
        raise AnswerError("one of the two does not require a gradient, so it takes no step.")
    return "one memory, two Parameters: AdamW steps twice."
