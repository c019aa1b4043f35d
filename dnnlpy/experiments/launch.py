"""Functions of a notebook in, what each of several processes returned out.

A process of its own knows nothing of a notebook. So the functions are written into a script, see
:mod:`dnnlpy.experiments.scripts`, which divides into several processes. A whole program that wants
to run in several is started by ``torchrun``.
"""

import inspect
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

import dnnlpy
from dnnlpy.experiments.scripts import script_of

SECONDS = 240


def launch(*functions: Callable[[], Any], processes: int = 2) -> list[list[Any]]:
    """Call functions in several processes that can talk to each other through torch.distributed.

    Args:
        functions: Without arguments; each returns tensors, numbers, strings, or lists and
            dictionaries of them. They are called one after the other.
        processes: How many, all on this machine's CPU.

    Returns:
        For each function, what it returned in each process, by rank.

    Raises:
        TypeError: A function uses something that cannot be written into a script.
        RuntimeError: A process failed; the message ends with what it said.
    """
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "script.py"
        script.write_text(script_of(*functions), encoding="utf-8")
        _run(str(script), folder, str(processes))
        results = [
            torch.load(Path(folder) / str(rank), weights_only=True) for rank in range(processes)
        ]
    return [list(returned) for returned in zip(*results, strict=True)]


def torchrun(*arguments: str, processes: int = 2) -> str:
    """Run a program in several processes on this machine; no network is needed.

    Args:
        arguments: A script and its arguments, or ``-m`` and a module.
        processes: How many.

    Returns:
        What they printed. What they and ``torchrun`` wrote to ``stderr`` is left out.

    Raises:
        RuntimeError: One of them failed; the message ends with what it said.
    """
    with tempfile.TemporaryDirectory() as logs:  # torchrun leaves folders behind, here none
        launcher = ["-m", "torch.distributed.run", "--standalone", "--local-addr", "127.0.0.1"]
        launcher += ["--log-dir", logs, "--nproc-per-node", str(processes)]
        return _run(*launcher, *arguments)


def _run(*arguments: str) -> str:
    """Run Python, with this dnnlpy and one thread a process; return what it printed."""
    environment = os.environ | {"OMP_NUM_THREADS": "1", "PYTHONPATH": _where_dnnlpy_is()}
    loops = [name for _, name in socket.if_nameindex() if name in ("lo", "lo0")]
    if loops:  # the name of a Mac often leads nowhere, this device always leads home
        environment["GLOO_SOCKET_IFNAME"] = loops[0]
    run = subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        env=environment,
        timeout=SECONDS,
    )
    if run.returncode:
        raise RuntimeError(f"a process failed, and said:\n{run.stderr[-3000:]}")
    return run.stdout


def _where_dnnlpy_is() -> str:
    """Return a path on which the other processes find this very dnnlpy."""
    here = str(Path(inspect.getfile(dnnlpy)).parents[1])
    return os.pathsep.join(filter(None, [here, os.environ.get("PYTHONPATH", "")]))
