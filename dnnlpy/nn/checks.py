"""Checks of constructor arguments: each names the argument, the value it got and the remedy."""

import operator


def checked_integer(name: str, value: int, least: int = 1) -> int:
    """Return ``value`` as an ``int`` of at least ``least``.

    Args:
        name: The argument's name, for the message.
        value: What the caller passed.
        least: The smallest value allowed.

    Raises:
        TypeError: ``value`` is not an integer.
        ValueError: ``value`` is below ``least``.
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        kind = type(value).__name__
        raise TypeError(f"{name} must be an integer, got {value!r} ({kind}): pass an int")
    number = operator.index(value)
    if number < least:
        raise ValueError(f"{name} must be at least {least}, got {number}: pass {least} or more")
    return number


def dropout_probability(value: float) -> float:
    """Return ``value`` as a ``float`` in [0, 1), the share of activations dropped in training.

    Args:
        value: What the caller passed as ``dropout``.

    Raises:
        TypeError: ``value`` is not a number.
        ValueError: ``value`` is outside [0, 1).
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        kind = type(value).__name__
        raise TypeError(f"dropout must be a number, got {value!r} ({kind}): pass a float like 0.1")
    if not 0.0 <= value < 1.0:
        raise ValueError(f"dropout must be in [0, 1), got {value}: 0.0 drops nothing, 0.1 a tenth")
    return float(value)
