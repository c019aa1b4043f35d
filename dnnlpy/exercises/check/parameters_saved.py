"""The exercises of 18.4.6: a padded vocabulary, tables in a file, two models of one budget."""

from dnnlpy.exercises.answers import number, truth
from dnnlpy.exercises.checker import AnswerError, checker


@checker(
    "The next multiple of 64 above 50,257 is 64 times 786. How many rows is that more?",
    "A row has 768 numbers. How many tables have a row for each token, tied and untied?",
    "Which end of a tied model scores every row at every position, whether it occurs or not?",
)
def padded_vocabulary(tied: object, untied: object, gradient: object) -> str:
    """Exercise 1 of 18.4.6, A padded vocabulary.

    Args:
        tied: How many parameters the tied model gains.
        untied: How many the untied model gains.
        gradient: Whether the new rows of a tied model ever get a gradient: True or False.
    """
    rows, D = 47, 768
    gains = number("tied", tied), number("untied", untied)
    if gains == (2 * rows * D, rows * D):
        raise AnswerError("the other way round: the untied model has two tables to pad.")
    first = gains[0]
    for other, why in (
        (rows, "those are rows, and each has 768 numbers."),
        (64 * D, "that is 64 rows more. V goes up to the next multiple of 64, not by 64."),
        (-17 * D, "padding removes no token: round up, not down."),
        (17 * D, "that is the way down to 50,240. Padding removes no token: round up."),
        (50304 * D, "that is the whole padded table. What is gained are its new rows alone."),
    ):
        if first == other:
            raise AnswerError(f"tied {first:,.0f}: {why}")
    if first != rows * D:
        raise AnswerError(
            f"tied {first:,.0f}: the number of new rows times their width is wanted. From 50,257 "
            f"to the next multiple of 64, {64 * 786:,}, how many are they?"
        )
    if gains[1] == first:
        raise AnswerError("untied, two tables have a row for each token, and both are padded.")
    if gains[1] != 2 * first:
        raise AnswerError(f"untied {gains[1]:,.0f}: two tables of the same size are padded.")
    if not truth("gradient", gradient, given="a tied model"):
        raise AnswerError(
            "no one looks the new rows up, but the head scores them at every position, and the "
            "softmax takes from them: that is a gradient."
        )
    return "47 rows for each table. The head pushes them down at every step."


@checker(
    "`torch.save` looks at pieces of memory, not at names. How many pieces does a tie have?",
    "`clone()` makes a new piece of memory for each name.",
)
def tables_in_file(tied: object, untied: object, cloned: object) -> str:
    """Exercise 2 of 18.4.6, The file.

    Args:
        tied: How many tables of V x D numbers are in the file of a tied model.
        untied: How many in that of an untied one.
        cloned: How many in that of a tied one whose values were cloned first.
    """
    counts = tuple(
        number(*pair) for pair in (("tied", tied), ("untied", untied), ("cloned", cloned))
    )
    if max(counts) > 100:
        raise AnswerError("count tables, not bytes or numbers: a table is one.")
    if counts[:2] == (2, 1):
        raise AnswerError("the other way round: the untied model has two tables.")
    if counts[0] == 2:
        raise AnswerError(
            "tied: the state dict has two names, but they mean one piece of memory, and "
            "`torch.save` writes each piece once."
        )
    if counts[0] != 1:
        raise AnswerError("tied: one table is there to be written, under two names.")
    if counts[1] != 2:
        raise AnswerError("untied: embedding and head have a table each, and no memory is shared.")
    if counts[2] == 1:
        raise AnswerError(
            "cloned: every value got memory of its own, so nothing in the file says any more that "
            "the two were one."
        )
    if counts[2] != 2:
        raise AnswerError("cloned: a clone for each name, of which there are two.")
    return "the file holds each piece of memory once, and a clone is a piece of its own."


def _parameters(width: int, *, tied: bool) -> int:
    """Count a MiniGPT of V = 1,024, 64 places and 2 blocks without building it."""
    tables = (1_024 if tied else 2 * 1_024) + 64
    block = 12 * width**2 + 13 * width  # attention, an MLP of hidden_dim 4 D, two norms
    return tables * width + 2 * block + 2 * width  # and the final norm


@checker(
    "Which widths are possible at all? Four heads share D.",
    'Write a function that counts the parameters for a width; on `torch.device("meta")` that costs '
    "no memory. Then try widths.",
    "Begin at 64 and go down in steps of 4 until the untied model has no more parameters than the "
    "tied one of width 64.",
)
def widest_untied(width: object) -> str:
    """Exercise 3 of 18.4.6, One budget, two models.

    Args:
        width: The largest D of an untied model with no more parameters than the tied one.
    """
    given, budget = number("width", width), _parameters(64, tied=True)
    if given != int(given) or not 4 <= given <= 4096:
        raise AnswerError(f"width {given:g} cannot be: it is a whole number of columns, 4 or more.")
    if given % 4:
        raise AnswerError(f"width {given:.0f} does not go into 4 heads of equal size.")
    if given == 64:
        raise AnswerError(
            "at the same width the untied model has a table more: it is over the budget by V D = "
            f"{_parameters(64, tied=False) - budget:,}."
        )
    has = _parameters(int(given), tied=False)
    if has > budget:
        raise AnswerError(
            f"width {given:.0f} has {has:,} parameters, and the budget is {budget:,}."
        )
    if given == 32:
        raise AnswerError(
            "two tables of half the width cost what one does, but the blocks have shrunk too, "
            f"with D squared: {budget - has:,} parameters are left over."
        )
    if _parameters(int(given) + 4, tied=False) <= budget:
        raise AnswerError(f"width {given:.0f} fits, but a larger one fits as well.")
    return f"{has:,} parameters of {budget:,}. The price of the second table is a quarter of D."
