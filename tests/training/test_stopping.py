"""Signals are noted while the context lasts, and not longer."""

import signal

import pytest

from dnnlpy.training.stopping import SIGNALS, noted_signals


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_is_noted_and_nothing_ends(number):
    usual = signal.getsignal(number)
    with noted_signals() as stop:
        assert signal.getsignal(number) != usual, "and would end this process"
        assert stop.signal == 0
        signal.raise_signal(number)
        assert stop.signal == number


def test_afterwards_ctrl_c_ends_a_program_as_before():
    before = [signal.getsignal(number) for number in SIGNALS]
    with pytest.raises(ZeroDivisionError), noted_signals():
        raise ZeroDivisionError
    assert [signal.getsignal(number) for number in SIGNALS] == before
