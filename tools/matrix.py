"""make matrix: runs notebooks and tests on every Python and torch that the book promises.

A run is PYTHON:TORCH, such as 3.12:2.13.0; TORCH may be `newest`. Each has an environment of its
own in .matrix/, with the versions of requirements.txt but for torch. `make clean` removes them.
"""

import argparse
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from tools.paths import ROOT

FOLDER = ROOT / ".matrix"
PINS = (ROOT / "requirements.txt").read_text(encoding="utf-8")
CHECKS = ("nbval", "unit", "tools")


@dataclass(frozen=True)
class Run:
    """One Python with one torch."""

    python: str
    torch: str

    @classmethod
    def read(cls, text: str) -> "Run":
        """Reads PYTHON:TORCH."""
        parts = re.fullmatch(r"(3\.\d+):(\d+\.\d+\.\d+|newest)", text)
        if not parts:
            raise argparse.ArgumentTypeError(f"a run is PYTHON:TORCH like 3.12:2.13.0; got {text}")
        return cls(*parts.groups())

    @property
    def folder(self) -> Path:
        """Where its environment is."""
        return FOLDER / f"{self.python}-{self.torch}"


def call(*command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Runs a command in the book's folder, its output kept."""
    return subprocess.run(
        command,
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "MAKEFLAGS": "", **variables},
    )


def pins(torch: str) -> str:
    """What an environment holds beside a torch: what is pinned, or what such an old one can use."""
    rest = re.sub(r"^torch==.*\n", "", PINS, flags=re.MULTILINE)
    if re.match(r"2\.[0-5]\.", torch):  # transformers 5 needs torch 2.6, its 4 an older tokenizers
        rest = re.sub(r"^transformers==.*", "transformers>=4.51,<5", rest, flags=re.MULTILINE)
        rest = re.sub(r"^tokenizers==.*", "tokenizers>=0.19", rest, flags=re.MULTILINE)
    return rest


def prepare(run: Run, index: list[str]) -> str:
    """Makes the environment if it is not there; returns what went wrong, or nothing."""
    if (run.folder / "ready").exists():
        return ""
    pip = (str(run.folder / "bin" / "python"), "-m", "pip", "install", "--quiet")
    torch = "torch" if run.torch == "newest" else f"torch=={run.torch}"
    rest = FOLDER / "rest.txt"
    FOLDER.mkdir(exist_ok=True)
    rest.write_text(pins(run.torch), encoding="utf-8")
    steps = [
        (f"python{run.python}", "-m", "venv", str(run.folder)),
        (*pip, *index, torch),
        (*pip, "--requirement", str(rest)),
    ]
    for step in steps:
        try:
            done = call(*step)
        except FileNotFoundError:
            return f"{step[0]} is not there: install it, or leave the run out"
        if done.returncode:
            return done.stdout.strip()
    (run.folder / "ready").touch()
    return ""


def failures(run: Run, check: str) -> list[str]:
    """The tests or cells that failed in one check, by name."""
    done = call("make", "-o", ".venv/ready", check, f"BIN={run.folder.relative_to(ROOT)}/bin")
    if not done.returncode:
        return []
    named = re.findall(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    return named or [done.stdout[-1000:]]


def row(run: Run, index: list[str]) -> tuple[bool, str]:
    """Whether the run passed, and its line of the table; what failed is printed."""
    if problem := prepare(run, index):
        print(f"\n{run.python}:{run.torch} cannot be prepared: {problem}", flush=True)
        return False, f"| {run.python} | {run.torch} | not run {'| ' * len(CHECKS)}".strip()
    asked = "import platform, torch; print(platform.python_version(), '|', torch.__version__)"
    versions = call(str(run.folder / "bin" / "python"), "-c", asked).stdout.strip()
    results = {check: failures(run, check) for check in CHECKS}
    for check, names in results.items():
        print("".join(f"\n{versions}: make {check}: {name}" for name in names), end="", flush=True)
    cells = " | ".join(f"{len(names)} fail" if names else "pass" for names in results.values())
    return not any(results.values()), f"| {versions} | {cells} |"


def main() -> int:
    """Command line: --index OPTIONS-OF-PIP RUN RUN and so on."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--index", default="", help="options of pip that say where torch is from")
    parser.add_argument("runs", nargs="+", type=Run.read)
    options = parser.parse_args()
    print(f"{len(options.runs)} runs, one after the other", end="", flush=True)
    rows = [row(run, options.index.split()) for run in options.runs]
    print(f"\n\n{date.today()}\n| Python | torch | {' | '.join(CHECKS)} |\n|---|---|---|---|---|")
    print("\n".join(line for _, line in rows))
    return 0 if all(passed for passed, _ in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
