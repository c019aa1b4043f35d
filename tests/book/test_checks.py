"""make test itself: it runs all checks, shows what failed and says so in its exit code."""

import sys

import pytest

from tools import checks


@pytest.fixture(autouse=True)
def commands_instead_of_targets(monkeypatch):
    """A target is a line of Python here: the runner need not know."""
    monkeypatch.setattr(checks, "MAKE", (sys.executable, "-c"))


def test_all_checks_run_and_a_failure_is_shown_in_full(capsys):
    names = ["print('first')\nprint('second')", "print('cause')\nprint('end')\nraise SystemExit(3)"]
    assert checks.main(names) == 1
    said = capsys.readouterr().out
    assert "first" not in said.partition("== ")[2].replace(names[0], "")
    assert "second" in said
    assert "\ncause\nend\n" in said
    assert said.endswith("1 passed, 1 failed\n")


def test_the_exit_code_is_zero_when_all_pass(capsys):
    assert checks.main(["print(1)", "print(2)"]) == 0
    assert capsys.readouterr().out.endswith("2 passed, 0 failed\n")


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_starts_no_further_check_and_says_so(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(checks, "SIDE_BY_SIDE", 1)
    press = "import os, signal, time; os.kill(os.getppid(), signal.SIGINT); time.sleep(1)"
    later = f"open({str(tmp_path / 'started')!r}, 'w')"
    assert checks.main([press, later]) == 130
    assert "You stopped the run. 0 of 2 checks had ended." in capsys.readouterr().out
    assert not (tmp_path / "started").exists()


def test_the_summary_gives_each_verdict_and_the_time():
    results = [checks.Result("lint", True, 1.25, ""), checks.Result("unit", False, 62.0, "")]
    assert checks.report(results, 63.4).splitlines() == [
        "lint   passed in   1.2 s",
        "unit   FAILED in  62.0 s",
        "all checks in 63 s",
        "1 passed, 1 failed",
    ]
