"""Signals in, a note out: a loop looks at the note between two steps and stops where it likes."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM)
"""Ctrl-C, and what a scheduler sends before it takes a machine away."""


@dataclass
class Stop:
    """Whether to stop.

    Attributes:
        signal: Number of the signal that asked for it, 0 when none did.
    """

    signal: int = 0


@contextmanager
def noted_signals() -> Iterator[Stop]:
    """Note SIGINT and SIGTERM instead of ending at once, for as long as the context lasts.

    Only the main thread may do so: that is Python's rule.

    Yields:
        The note.
    """
    stop = Stop()

    def note(number: int, frame: FrameType | None) -> None:
        stop.signal = number

    before = {number: signal.signal(number, note) for number in SIGNALS}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
