"""Functions of a notebook in, what each of several processes returned out.

A process of its own knows nothing of a notebook. So the functions are written into a script, see
:mod:`dnnlpy.experiments.scripts`, and each process reads them there. To import torch takes seconds:
where it is safe, a process does so once, and those that are launched are copies of it.
"""

import multiprocessing
import os
import runpy
import socket
import sys
import tempfile
import traceback
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import torch
import torch.distributed as dist
from torch.multiprocessing import ProcessExitedException, ProcessRaisedException, start_processes

from dnnlpy.experiments.scripts import script_of

METHOD = "forkserver" if sys.platform == "linux" else "spawn"
LONGEST_WAIT = timedelta(minutes=4)
"""For what another process sends."""


def launch(*functions: Callable[[], Any], processes: int = 2) -> list[list[Any]]:
    """Call functions in several processes that can talk to each other through torch.distributed.

    Args:
        functions: Without arguments; each returns tensors, numbers, strings, or lists and
            dictionaries of them. They are called one after the other. What they print is lost.
        processes: How many, all on this machine's CPU, with one thread each.

    Returns:
        For each function, what it returned in each process, by rank.

    Raises:
        TypeError: A function uses something that cannot be written into a script.
        RuntimeError: A process failed; the message ends with what it said.
    """
    names = [function.__name__ for function in functions]
    multiprocessing.set_forkserver_preload(["torch._dynamo"])  # what every optimiser loads
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "script.py").write_text(script_of(*functions), encoding="utf-8")
        try:
            start_processes(
                _call, (processes, folder, names), nprocs=processes, start_method=METHOD
            )
        except (ProcessExitedException, ProcessRaisedException) as error:
            said = Path(folder, "said").read_text(encoding="utf-8")
            raise RuntimeError(f"a process failed, and said:\n{said}") from error
        results = [
            torch.load(Path(folder, str(rank)), weights_only=True) for rank in range(processes)
        ]
    return [list(returned) for returned in zip(*results, strict=True)]


def _call(rank: int, processes: int, folder: str, names: Sequence[str]) -> None:
    """In one of the processes: call the functions, and write down what they return."""
    said = os.open(Path(folder, "said"), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(said, stream.fileno())
    torch.set_num_threads(1)
    loops = [name for _, name in socket.if_nameindex() if name in ("lo", "lo0")]
    if loops:  # the name of a Mac often leads nowhere, this device always leads home
        os.environ["GLOO_SOCKET_IFNAME"] = loops[0]
    store = dist.FileStore(str(Path(folder, "meeting")), processes)
    dist.init_process_group(
        "gloo", store=store, rank=rank, world_size=processes, timeout=LONGEST_WAIT
    )
    try:
        script = runpy.run_path(str(Path(folder, "script.py")))
        torch.save([script[name]() for name in names], Path(folder, str(rank)))
    except Exception:
        traceback.print_exc()  # at once, before the others miss this process
        raise
    os._exit(0)  # before its group is destroyed, for which torch 2.4 was seen to wait for ever
