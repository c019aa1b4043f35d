"""Steps in, one line that grows out: a progress bar for Jupyter, Colab and the terminal.

A notebook keeps the last line alone, and that line has neither times nor losses in it, so two runs
store the same output.
"""

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

CELLS = 20
"""Length of the bar in characters; also how often it is drawn."""


class Progress:
    """A bar that fills as steps are made.

    Args:
        total: Steps in all, 1 or more.
        label: What is going on.
        done: Steps made before, by a run that is taken up again.
        shown: Whether anything is written at all.

    Raises:
        ValueError: ``total`` is below 1.

    Example:
        >>> bar = Progress(4, "tied")
        >>> bar.line(2, "3.14 nats/token")
        'tied  ██████████░░░░░░░░░░ 2/4 steps  3.14 nats/token'
    """

    def __init__(self, total: int, label: str, *, done: int = 0, shown: bool = True) -> None:
        if total < 1:
            raise ValueError(f"total must be 1 or more, got {total}: count the steps to be made")
        self.total, self.label, self.done = total, label, done
        self._before, self._shown = done, shown

    def __enter__(self) -> Self:
        self._begun = time.monotonic()
        nowhere = None if self._shown else _hide
        self._show = nowhere or _display_in_notebook() or _display_in_terminal()
        self._show(self.line(self.done), False)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, traceback: TracebackType | None
    ) -> None:
        """Leave a line that every run leaves alike, or say where it stopped."""
        self._show(self.line(self.done, "" if kind is None else "stopped"), True)

    def advance(self, note: str = "") -> None:
        """Count one step; draw the line again whenever the bar has grown by a character.

        Args:
            note: Shown while the bar grows, not at the end.
        """
        before, self.done = self._filled(self.done), self.done + 1
        if self._filled(self.done) > before:
            a_step = (time.monotonic() - self._begun) / (self.done - self._before)
            left = a_step * (self.total - self.done)
            self._show(self.line(self.done, f"{note}  {left:.0f} s left"), False)

    def say(self, text: str) -> None:
        """Print a line that stays, above the bar."""
        if self._shown:
            self._show("", False)
            sys.stdout.write(text + "\n")
            sys.stdout.flush()
            self._show(self.line(self.done), False)

    def line(self, done: int, note: str = "") -> str:
        """Return the line for so many steps done."""
        filled = self._filled(done)
        bar = "█" * filled + "░" * (CELLS - filled)
        return f"{self.label}  {bar} {done}/{self.total} steps  {note}".rstrip()

    def _filled(self, done: int) -> int:
        return CELLS * done // self.total


def _hide(line: str, last: bool) -> None:
    """Show nothing."""


def _display_in_notebook() -> Callable[[str, bool], None] | None:
    """Return a function that replaces the line in a notebook's output; None outside notebooks."""
    if "IPython" not in sys.modules:
        return None
    from IPython import get_ipython
    from IPython.display import DisplayHandle

    if not hasattr(get_ipython(), "kernel"):
        return None
    handle = DisplayHandle()
    handle.display({"text/plain": ""}, raw=True)

    def show(line: str, last: bool) -> None:
        handle.update({"text/plain": line}, raw=True)

    return show


def _display_in_terminal() -> Callable[[str, bool], None]:
    """Return a function that overwrites a terminal's line, or writes the last into a log."""
    live = sys.stderr.isatty()

    def show(line: str, last: bool) -> None:
        if live:
            sys.stderr.write(f"\r\x1b[K{line}")  # back to the margin, clear the line
        elif last:
            sys.stderr.write(line)
        if last:
            sys.stderr.write("\n")
        sys.stderr.flush()

    return show
