"""Environments as Colab's are: with all that .venv holds, torch too, but without dnnlpy.

They hold links to what is in .venv, so that one is ready at once, and pip counts it as there. What
pip installs goes into a folder that was empty. Pip and git have no way to the network: git's
insteadOf leads the repository's address to this clone, so what is installed is what is committed.
"""

import json
import os
import sysconfig
import venv
from pathlib import Path

from tools.paths import ROOT, repository

INSTALLED = Path(sysconfig.get_path("purelib"))


def variables() -> dict[str, str]:
    """The environment variables of a kernel: the address leads here, and nowhere else."""
    return {
        "PYTHONPATH": "",
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": f"url.{ROOT.as_uri()}.insteadOf",
        "GIT_CONFIG_VALUE_0": repository(),
        "GIT_ALLOW_PROTOCOL": "file",
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_NO_INDEX": "1",
        "PIP_NO_BUILD_ISOLATION": "0",  # pip reads it so: no isolation, the setuptools of .venv
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }


class Environments:
    """A folder of fresh environments without dnnlpy, each with a kernel of its name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.shared = folder / "shared"
        self.shared.mkdir()
        for entry in INSTALLED.iterdir():
            if "dnnlpy" not in entry.name:
                (self.shared / entry.name).symlink_to(entry)
        os.environ["JUPYTER_PATH"] = str(folder)

    def environment(self, name: str) -> Path:
        """Makes an environment and its kernel; returns where pip installs, an empty folder."""
        made = self.folder / name
        venv.create(made, symlinks=True)
        site = next(made.glob("lib/python*/site-packages"))
        (site / "shared.pth").write_text(f"{self.shared}\n", encoding="utf-8")
        command = [str(made / "bin" / "python"), "-m", "ipykernel_launcher", "-f"]
        kernel = {
            "display_name": name,
            "language": "python",
            "argv": [*command, "{connection_file}"],
            "env": variables(),
        }
        spec = self.folder / "kernels" / name / "kernel.json"
        spec.parent.mkdir(parents=True)
        spec.write_text(json.dumps(kernel), encoding="utf-8")
        return site
