"""The exercises of 18.4.1: how large the logits are, a table turned, two vocabularies."""

import torch

from dnnlpy.exercises.answers import kind, linear, number, run
from dnnlpy.exercises.checker import AnswerError, checker


@checker(
    "Write down the shapes first. What is the last axis of the hidden states, and of the logits?",
    "Hidden states are (B, T, D), logits are (B, T, V): multiply the three sizes.",
    "The bytes are 4 times the numbers of the logits; divide them by 2**30.",
)
def way_out(hidden_numbers: object, logit_numbers: object, logit_gib: object) -> str:
    """Exercise 1 of 18.4.1, How large is the way out?

    Args:
        hidden_numbers: How many numbers are in the hidden states.
        logit_numbers: How many are in the logits.
        logit_gib: The logits in GiB, to two decimals.
    """
    B, T, D, V = 8, 1024, 768, 50257
    hidden = number("hidden_numbers", hidden_numbers)
    logits = number("logit_numbers", logit_numbers)
    gib = number("logit_gib", logit_gib)
    if (hidden, logits) == (B * T * V, B * T * D):
        raise AnswerError(
            "the two are the other way round: the hidden states are D wide, the logits V."
        )
    if logits == V * D:
        raise AnswerError(
            f"{V * D:,} numbers are in the weight of the head, (V, D). The logits are what comes "
            "out of it: V scores at each position of each sequence."
        )
    missing = {B: "the batch of 8", T: "the 1,024 positions", B * T: "batch and positions"}
    for name, found, right in (("hidden", hidden, B * T * D), ("logit", logits, B * T * V)):
        if found in (right / factor for factor in missing):
            raise AnswerError(
                f"{name}_numbers is {right / found:,.0f} times too small: it leaves out "
                f"{missing[round(right / found)]}. Every position of every sequence has a row."
            )
        if found != right:
            raise AnswerError(
                f"{name}_numbers is {found:,.0f}, which is not the product of its three sizes."
            )
    size = 4 * logits
    for factor, why in {
        10**9 / 2**30: "that is in GB of 10**9 bytes; a GiB has 2**30.",
        4: "that counts one byte a number, and each has 4.",
        2**-10: "that is in MiB; a GiB is 2**30 bytes.",
        2**-30: "that is in bytes; divide by 2**30.",
        1 / 2: "that counts 8 bytes a number, and each has 4.",
    }.items():
        if abs(gib * factor * 2**30 / size - 1) < 0.01:
            raise AnswerError(f"logit_gib is {gib:,.2f}: {why}")
    if abs(gib - size / 2**30) > 6e-3:
        raise AnswerError(f"logit_gib is {gib}. Take 4 bytes a logit, and give two decimals.")
    return f"the logits are {logits / hidden:.0f} times as many numbers, V / D."


@checker(
    "A `dnn.Linear` from width D to V scores has a weight of shape (out, in). Which is that here?",
    "`x @ stored` and `x @ weight.T` are to be the same for every x.",
    "Make `dnn.Linear(D, V, bias=False)` and, under `torch.no_grad()`, copy `stored.T` into its "
    "weight.",
)
def head_from(head_from: object) -> str:
    """Exercise 2 of 18.4.1, A table the other way round.

    Args:
        head_from: A function of ``stored``, shape (D, V), that returns a linear layer without bias
            whose logits are ``x @ stored``.
    """
    for D, V in ((4, 10), (4, 4)):
        stored, x = torch.randn(D, V), torch.randn(2, 3, D)
        given = f"stored of shape ({D}, {V})"
        head = linear("head_from", run("head_from", head_from, stored, given=given), given=given)
        weight = head.get_parameter("weight").detach()
        if weight.shape != (V, D):
            raise AnswerError(
                f"given {given}, your layer's weight has the shape {tuple(weight.shape)}. Row j is "
                f"what output j is compared with, so it is (out, in) = ({V}, {D})."
            )
        if torch.allclose(head(x), x @ stored, atol=1e-5):
            continue
        if torch.equal(weight, stored):
            raise AnswerError(
                f"given {given}, the weight is `stored` as it was. In a square the shape does not "
                "tell that it must be turned, but the logits do."
            )
        if torch.equal(weight, stored.reshape(V, D)):
            raise AnswerError(
                f"given {given}, the numbers were cut anew into rows (reshape, view). Row j of the "
                "weight is to be column j of `stored`."
            )
        if not torch.allclose(weight.flatten().sort()[0], stored.flatten().sort()[0]):
            raise AnswerError(
                f"given {given}, the weight does not hold the numbers of `stored`. Was it copied "
                "into the layer that you return?"
            )
        raise AnswerError(
            f"given {given}, the logits differ from x @ stored: weight is no stored.T."
        )
    return "row j of the weight is column j of stored, in a square as well."


_ROWS = {"german in": 30, "english in": 20, "english out": 20}


@checker(
    "What is row 7 of each table about?",
    "Two tables can be one if they list the same tokens in the same order.",
)
def one_table(one: object, other: object) -> str:
    """Exercise 3 of 18.4.1, Two vocabularies.

    Args:
        one: "German in", "English in" or "English out".
        other: The table that could be the same.
    """
    pair = []
    for name in (one, other):
        if not isinstance(name, str):
            raise AnswerError(f"name the tables in quotes; this is {kind(name)}.")
        if name.strip().lower() not in _ROWS:
            raise AnswerError(
                f'there is no table "{name}": take two of "German in", "English in", "English out".'
            )
        pair.append(name.strip().lower())
    if pair[0] == pair[1]:
        raise AnswerError(f'"{one}" is one table already. Which other could be the same?')
    if set(pair) == {"german in", "english in"}:
        raise AnswerError(
            "both are looked up, but in different languages: German has 30 rows, English 20, and "
            "row 7 is another word in each."
        )
    if set(pair) == {"german in", "english out"}:
        raise AnswerError(
            "these are the two ends of the model, as in a GPT. But a GPT reads and writes one "
            "vocabulary; here the way in has 30 German rows and the way out 20 English ones."
        )
    return "both list the English tokens in the same order."
