"""The kernels of make nbval do not outlive it."""

import os
import select
import signal
import subprocess

import psutil
import pytest

from tests.book.small_book import command, make_small_book

CELL = """\
import os, time
with open("../pid", "w") as pipe:
    print(os.getpid(), file=pipe, flush=True)
time.sleep(600)"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_kernel_ends_with_the_run_that_started_it_even_if_that_is_killed(tmp_path, number):
    make_small_book(tmp_path, {"18-4-05-small": {"long": (CELL, [])}})
    os.mkfifo(tmp_path / "pid")
    pipe = os.open(tmp_path / "pid", os.O_RDWR)
    run = subprocess.Popen(**command(tmp_path, "nbval"))
    assert select.select([pipe], [], [], 60)[0], "the cell did not run"
    kernel = psutil.Process(int(os.read(pipe, 20)))
    runner = next(p for p in kernel.parents() if "forkserver" not in " ".join(p.cmdline()))
    runner.send_signal(number)
    kernel.wait(timeout=60)
    run.communicate()
    os.close(pipe)
