"""The progress bar: what it shows, and what it leaves behind in a log, a terminal, a notebook."""

import io

import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from dnnlpy.training import progress
from dnnlpy.training.progress import CELLS, Progress

LAST = f"tied  {'█' * CELLS} 40/40 steps"


class Terminal(io.StringIO):
    def isatty(self):
        return True


def run(steps=40):
    with Progress(40, "tied") as progress:
        for _ in range(steps):
            progress.advance("3.14 nats/token")


def test_the_bar_fills_with_the_steps():
    bar = Progress(40, "tied")
    assert bar.line(0) == f"tied  {'░' * CELLS} 0/40 steps"
    assert bar.line(39, "note") == f"tied  {'█' * (CELLS - 1)}░ 39/40 steps  note"
    assert bar.line(40) == LAST


def test_a_log_gets_the_last_line_alone(capsys):
    run()
    assert capsys.readouterr().err == LAST + "\n"


def test_a_terminal_gets_one_line_that_is_drawn_over(monkeypatch):
    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    run()
    drawn = terminal.getvalue().split("\r\x1b[K")[1:]
    assert len(drawn) == 1 + CELLS + 1  # empty, one for each character, the last
    assert "20/40 steps  3.14 nats/token  " in drawn[CELLS // 2]
    assert drawn[CELLS // 2].endswith(" s left")
    assert drawn[-1] == LAST + "\n"


def test_a_run_that_is_stopped_says_where(capsys):
    with pytest.raises(ZeroDivisionError), Progress(40, "tied") as progress:
        progress.advance(f"{1 / progress.done}")
    assert capsys.readouterr().err == f"tied  {'░' * CELLS} 0/40 steps  stopped\n"


def test_a_notebook_keeps_the_last_line_alone():
    code = (
        f"import runpy\nmade = runpy.run_path({progress.__file__!r})  # without torch\n"
        "with made['Progress'](40, 'tied') as progress:\n"
        "    for _ in range(40):\n"
        "        progress.advance('3.14 nats/token')"
    )
    notebook = new_notebook(cells=[new_code_cell(code)])
    NotebookClient(notebook, kernel_name="python3", timeout=120).execute()
    (output,) = notebook.cells[0].outputs
    assert output.output_type == "display_data"
    assert output.data == {"text/plain": LAST}


def test_a_run_taken_up_again_begins_where_it_was(monkeypatch):
    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    with Progress(40, "tied", done=20) as progress:
        progress.advance()
        progress.advance("3.14 nats/token")
    drawn = terminal.getvalue().split("\r\x1b[K")[1:]
    assert "20/40 steps" in drawn[0]
    assert "22/40 steps  3.14 nats/token  0 s left" in drawn[1]


def test_a_line_that_stays_goes_to_the_output_and_the_bar_is_drawn_again(monkeypatch, capsys):
    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    with Progress(40, "tied") as progress:
        progress.say("half way")
    empty, gone, again, _ = terminal.getvalue().split("\r\x1b[K")[1:]
    assert (gone, again) == ("", empty)
    assert capsys.readouterr().out == "half way\n"


def test_a_bar_that_is_not_shown_writes_nothing(capsys):
    with Progress(1, "tied", shown=False) as progress:
        progress.say("half way")
        progress.advance()
    assert capsys.readouterr() == ("", "")


def test_a_bar_without_steps_is_refused():
    with pytest.raises(ValueError, match="total must be 1 or more, got 0"):
        Progress(0, "tied")
