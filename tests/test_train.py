"""The command: it trains, stops at a signal without a loss, goes on, and shares the work."""

import os
import re
import signal
import subprocess
import sys
import weakref
from contextlib import contextmanager
from itertools import takewhile
from types import SimpleNamespace

import pytest
import torch

from dnnlpy import train
from dnnlpy.training import Progress, load_trained
from dnnlpy.training.checkpoint import read_checkpoint
from dnnlpy.training.job import prepare
from dnnlpy.training.options import parser
from dnnlpy.training.processes import ALONE
from tests.states import assert_same

SMALL = ["--vocab-size", "300", "--embed-dim", "16", "--num-layers", "1", "--num-heads", "2"]
SMALL += ["--hidden-dim", "32", "--length", "8", "--batch-size", "4", "--device", "cpu"]
SHORT = [*SMALL, "--steps", "6", "--evaluate-every", "3"]
ENDLESS = [*SMALL, "--steps", "1000000", "--evaluate-every", "1", "--warm-up", "0"]


def write_text(folder):
    path = folder / "text.txt"
    lines = (f"line {i}: {i} times {i + 1} is {i * (i + 1)}, said the table\n" for i in range(60))
    path.write_text("".join(lines), encoding="utf-8")
    return ["--text", str(path)]


@pytest.fixture
def text(tmp_path):
    return write_text(tmp_path)


def kept_at(path):
    return ["--checkpoint", str(path)]


def test_it_trains_reports_and_leaves_a_model_to_use(tmp_path, text, capsys):
    path = tmp_path / "run.pt"
    assert train.main([*SHORT, *text, *kept_at(path)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in said] == ["step 3 of 6", "step 6 of 6", "finished"]
    losses = read_checkpoint(path)["history"]
    mean = sum(losses["training"][3:]) / 3
    assert f"loss {mean:.3f} in training, {losses['validation'][2]:.3f} in validation" in said[1]
    model, tokenizer = load_trained(path)
    assert model.lm_head.weight is model.token_embed.weight
    assert model(torch.tensor([tokenizer.encode("line 7").ids])).size(-1) == 300


def test_without_a_text_it_trains_on_the_books(tmp_path):
    options = parser().parse_args(kept_at(tmp_path / "run.pt"))
    assert len(prepare(options, ALONE).run.validation) > 10_000


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_run_stopped_by_a_signal_goes_on_to_the_same_end(
    tmp_path, text, capsys, monkeypatch, number, code
):
    options = [*SHORT, "--dropout", "0.1", *text]
    assert train.main([*options, *kept_at(tmp_path / "unbroken.pt")]) == 0
    path = tmp_path / "broken.pt"
    with monkeypatch.context() as patch:
        advance = Progress.advance

        def interrupted(bar, note=""):
            advance(bar, note)
            if bar.done == 2:
                signal.raise_signal(number)

        patch.setattr(Progress, "advance", interrupted)
        capsys.readouterr()
        assert train.main([*options, *kept_at(path)]) == code
    stopped, how = capsys.readouterr().out.splitlines()
    assert stopped == f"stopped by {number.name} after step 2"
    assert read_checkpoint(path)["step"] == 2

    torch.manual_seed(99)
    command = how.partition("go on with: python -m dnnlpy.train ")[2].split()
    assert train.main(command) == 0
    assert_same(read_checkpoint(path), read_checkpoint(tmp_path / "unbroken.pt"))


def test_the_run_is_gone_when_the_processes_part(tmp_path, text, monkeypatch):
    """A DDP that outlived the group would end it itself, and now and then wait for ever."""
    jobs = []

    def noted(options, processes):
        job = prepare(options, processes)
        jobs.append(weakref.ref(job.run))
        return job

    @contextmanager
    def checked(device):
        yield ALONE
        assert jobs.pop()() is None

    monkeypatch.setattr(train, "prepare", noted)
    monkeypatch.setattr(train, "joined", checked)
    assert train.main([*SHORT, *text, *kept_at(tmp_path / "run.pt")]) == 0
    assert jobs == []


def refused(arguments, capsys):
    with pytest.raises(SystemExit) as stop:
        train.main(arguments)
    assert stop.value.code == 2
    return capsys.readouterr().err


def test_a_checkpoint_is_never_overwritten_by_a_new_run_nor_taken_up_by_another(
    tmp_path, text, capsys
):
    path = tmp_path / "run.pt"
    options = [*SHORT, *text, *kept_at(path)]
    assert "no checkpoint" in refused([*options, "--resume"], capsys)
    assert train.main(options) == 0
    assert "is there already: go on from it with --resume" in refused(options, capsys)

    other = refused([*options, "--seed", "1", "--untied", "--resume"], capsys)
    assert "untied is False there and True here, seed is 0 there and 1 here" in other
    (tmp_path / "text.txt").write_text("another text\n" * 60, encoding="utf-8")
    assert "text is " in refused([*options, "--resume"], capsys)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--steps", "7"], "evaluate_every must divide steps, got 3 and 7"),
        (["--vocab-size", "99"], "vocab_size must be at least 256"),
        (["--num-heads", "3"], "16"),
        (["--length", "5000"], "N above the length 5000"),
        (["--text", "nowhere.txt"], "nowhere.txt"),
    ],
)
def test_an_option_that_does_not_fit_is_named_without_a_traceback(
    tmp_path, text, capsys, options, complaint
):
    said = refused([*SHORT, *text, *options, *kept_at(tmp_path / "run.pt")], capsys)
    assert complaint in said
    assert "Traceback" not in said


def test_help_explains_every_option_and_the_exit_codes(capsys):
    with pytest.raises(SystemExit):
        train.main(["--help"])
    said = capsys.readouterr().out
    for action in parser()._actions:
        assert action.help
        assert action.option_strings[-1] in said
    assert "exit codes: 0 finished" in said
    assert "torchrun" in said


# What `torchrun` does, then what `python -m dnnlpy.train` does: both need the same long imports.
PROGRAM = """
import runpy, sys
import torch._dynamo  # what every optimiser loads: once, before the processes part
from torch.distributed.elastic.multiprocessing.api import SignalException
from torch.distributed.run import main
try:
    main({torchrun})
except SignalException:
    print("alone", flush=True)
    sys.argv[1:] = {alone}
    runpy.run_module("dnnlpy.train", run_name="__main__")
"""


@pytest.fixture(scope="module")
def stopped(tmp_path_factory):
    """Two processes, then one alone, get Ctrl-C after a report: what they said then, and kept."""
    folder = tmp_path_factory.mktemp("stopped")
    text = write_text(folder)
    shared, alone = ([*ENDLESS, *text, *kept_at(folder / name)] for name in ("shared", "alone"))
    torchrun = "--standalone --local-addr 127.0.0.1 --nproc-per-node 2 --run-path --start-method"
    torchrun = [*torchrun.split(), torch.multiprocessing.get_start_method()]
    torchrun += ["--log-dir", str(folder / "logs"), train.__file__, *shared]
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(torchrun=torchrun, alone=alone)],
        env=os.environ | {"OMP_NUM_THREADS": "1"},  # as here: sums depend on it
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    ends = {}
    for name in ("shared", "alone"):
        assert process.stdout.readline().startswith("step 1 of"), process.communicate()[1]
        process.send_signal(signal.SIGINT)
        said = takewhile(lambda line: line != "alone\n", process.stdout)
        ends[name] = [line.strip() for line in said], read_checkpoint(folder / name)
    process.communicate()
    return SimpleNamespace(text=text, code=process.returncode, **ends)


def reference(text, steps):
    """An unbroken run of as many steps, in this process."""
    job = prepare(parser().parse_args([*ENDLESS, *text, *kept_at("never-written.pt")]), ALONE)
    while job.run.step < steps:
        job.run.advance()
    return job.run.state_dict()


def test_ctrl_c_ends_a_real_process_after_a_whole_step(stopped):
    (*_, told, how), kept = stopped.alone
    assert stopped.code == 130
    steps = int(re.fullmatch(r"stopped by SIGINT after step (\d+)", told)[1])
    assert how.endswith("--resume")
    expected = reference(stopped.text, steps)
    assert_same({name: kept[name] for name in expected}, expected)


def test_two_processes_are_one_run_and_stop_after_the_same_step(stopped):
    said, kept = stopped.shared
    assert sum(line.startswith("stopped by SIGINT") for line in said) == 1
    assert "torchrun --standalone --nproc-per-node 2" in said[-1]
    expected = reference(stopped.text, kept["step"])
    assert len(kept["random"]) == 2
    for name, losses in kept["history"].items():
        assert losses == pytest.approx(expected["history"][name], abs=1e-5)
    for name, values in kept["model"].items():
        assert torch.allclose(values, expected["model"][name], atol=1e-4)
