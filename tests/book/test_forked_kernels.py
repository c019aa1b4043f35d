"""The kernels of make nbval do not outlive it, nor do the processes that they started."""

import os
import select
import signal
import subprocess

import psutil
import pytest

from tests.book.small_book import command, make_small_book

CELL = """\
import os, subprocess, time
child = subprocess.Popen(["sleep", "600"])
with open("../pid", "w") as pipe:
    print(os.getpid(), child.pid, file=pipe, flush=True)
time.sleep(600)"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_kernel_ends_with_the_run_that_started_it_even_if_that_is_killed(tmp_path, number):
    make_small_book(tmp_path, {"18-4-05-small": {"long": (CELL, [])}})
    os.mkfifo(tmp_path / "pid")
    pipe = os.open(tmp_path / "pid", os.O_RDWR)
    run = subprocess.Popen(**command(tmp_path, "nbval"))
    assert select.select([pipe], [], [], 60)[0], "the cell did not run"
    kernel, child = (psutil.Process(int(pid)) for pid in os.read(pipe, 40).split())
    runner = next(p for p in kernel.parents() if "forkserver" not in " ".join(p.cmdline()))
    runner.send_signal(number)
    kernel.wait(timeout=60)
    child.wait(timeout=60)
    run.communicate()
    os.close(pipe)
