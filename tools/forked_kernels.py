"""A pytest plugin for make nbval: kernels are forked from a process that has imported torch.

Half of the time of 19 notebooks would go into the same imports. The standard library's fork server
does them once, and each kernel is a copy of it, in which no cell has run and nothing of dnnlpy is
imported. Elsewhere than on Linux, where a process with torch in it is not safely forked, and
everywhere but in make nbval and make check, kernels start from nothing.
"""

import multiprocessing
import os
import signal
import sys
import tempfile
from importlib.metadata import EntryPoint
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.provisioning.factory import KernelProvisionerFactory
from jupyter_client.provisioning.local_provisioner import LocalProvisioner

if TYPE_CHECKING:  # a kernel imports this module, and is to find in itself what every kernel has
    import pytest

KERNEL = [
    *("ipykernel.kernelapp", "ipykernel.debugger", "psutil"),
    *("IPython.core.completer", "IPython.core.oinspect", "IPython.core.pylabtools"),
]
# What dnnlpy and the first step of an optimiser import; not pyplot, which asks for its notebook.
TORCH = [
    *("torch", "torch._dynamo", "tokenizers", "safetensors.torch"),
    *("matplotlib.figure", "matplotlib.backends.backend_agg", "matplotlib.style"),
]
fork = multiprocessing.get_context("forkserver")


def become_kernel(command: list[str], folder: str, environment: dict[str, str]) -> None:
    """Does what `python -m ipykernel_launcher -f file` would do in a process of its own."""
    from ipykernel.kernelapp import IPKernelApp

    os.setsid()
    os.chdir(folder)
    os.environ.update(environment)
    Thread(target=end_with_parent, daemon=True).start()
    # Without a parent it would be a kernel started by hand, and say how to reach it.
    IPKernelApp.launch_instance(command[command.index("-f") :], parent_handle=os.getppid())


def end_with_parent() -> None:
    """Ends the kernel and what it started as soon as pytest has ended, however that came."""
    if parent := multiprocessing.parent_process():
        parent.join()
        os.killpg(0, signal.SIGKILL)


class Forked:
    """A kernel's process, with what jupyter_client asks of a subprocess.Popen."""

    stdin = stdout = stderr = None

    def __init__(self, *arguments: Any) -> None:
        self.process = fork.Process(target=become_kernel, args=arguments)
        main = sys.modules["__main__"]  # pytest's, which the kernel would import
        with patch.multiple(main, create=True, __file__=None, __spec__=None):
            self.process.start()

    def poll(self) -> int | None:
        """Returns the exit code; None while it runs."""
        return self.process.exitcode

    def wait(self) -> int | None:
        """Waits for its end and returns the exit code."""
        self.process.join()
        return self.process.exitcode

    def send_signal(self, number: int) -> None:
        """Sends a signal, if it still runs."""
        if self.process.pid and self.poll() is None:
            os.kill(self.process.pid, number)


class ForkedProvisioner(LocalProvisioner):
    """Starts kernels for jupyter_client."""

    process: Any = None

    async def pre_launch(self, **kwargs: Any) -> dict[str, Any]:
        """Lets the kernel be reached by files: another program may take a port before it does."""
        self.folder = tempfile.TemporaryDirectory()
        if self.parent:
            self.parent.transport = "ipc"
            self.parent.connection_file = str(Path(self.folder.name, "kernel.json"))
        return await super().pre_launch(**kwargs)

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> KernelConnectionInfo:
        """Starts the kernel that the command would start."""
        self.process = Forked(cmd, kwargs["cwd"], kwargs["env"])
        self.pgid = self.process.process.pid  # signals go to what the kernel started, too
        return self.connection_info

    async def cleanup(self, restart: bool = False) -> None:
        """Removes these files."""
        await super().cleanup(restart)
        self.folder.cleanup()


def pytest_collection_finish(session: "pytest.Session") -> None:
    """Looks whether the notebooks need torch, and lets their kernels be forked from now on."""
    if sys.platform == "linux":
        # matplotlib reads this as it is imported; ipykernel would set it, but later.
        os.environ["MPLBACKEND"] = "module://matplotlib_inline.backend_inline"
        items: list[Any] = session.items
        needed = any("import torch" in item.cell.source for item in items)
        fork.set_forkserver_preload(KERNEL + TORCH if needed else KERNEL)
        factory = KernelProvisionerFactory.instance()
        factory.provisioners["forked"] = EntryPoint("forked", f"{__name__}:ForkedProvisioner", "")
        factory.default_provisioner_name = "forked"
