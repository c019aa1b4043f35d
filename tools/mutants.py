"""make mutants: breaks dnnlpy on purpose, one line at a time, and asks who notices.

Every breakage of mutants.toml must make the unit tests fail and the notebooks fail, each for its
own reason: a failing test or cell, in a package that still imports.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tools.paths import ROOT

LIST = Path(__file__).with_suffix(".toml")
LEFT_OUT = shutil.ignore_patterns(
    ".venv", ".git", "_build", ".*_cache", "__pycache__", "*.egg-info"
)
MAKE = ("make", "--no-print-directory", "-o", ".venv/ready", "WORKERS=0", "ONLY=")
OTHERS = ("exercises", "experiments", "explore")
OTHER_SUBJECTS = " ".join(f"--ignore=tests/{name}" for name in OTHERS)
NOTICERS = {"unit": OTHER_SUBJECTS, "nbval": ""}
"""Who must notice: a target of make, and the options of pytest that leave other subjects out."""


@dataclass(frozen=True)
class Mutant:
    """A breakage: in one file, one text in place of another."""

    name: str
    file: str
    old: str
    new: str


class NotApplicableError(Exception):
    """The mutant does not fit the source any more, or it is no mutant."""


def read(path: Path = LIST) -> list[Mutant]:
    """The mutants of the list, in its order."""
    entries = tomllib.loads(path.read_text(encoding="utf-8"))
    return [Mutant(name, **entry) for name, entry in entries.items()]


def apply(mutant: Mutant, folder: Path) -> None:
    """Changes the copy of the book in the folder."""
    path = folder / mutant.file
    source = path.read_text(encoding="utf-8")
    if (times := source.count(mutant.old)) != 1:
        raise NotApplicableError(f"{mutant.file} holds {mutant.old!r} {times} times, not once")
    path.write_text(source.replace(mutant.old, mutant.new), encoding="utf-8")


def copy_of_the_book(folder: Path) -> Path:
    """Copies what the tests and notebooks need; .venv is shared."""
    copy = Path(shutil.copytree(ROOT, folder / "book", ignore=LEFT_OUT))
    (copy / ".venv").symlink_to(sys.prefix)
    return copy


def first_failure(folder: Path, target: str) -> str:
    """The first test or cell that fails there; empty when all pass."""
    options = f"-x -p no:cacheprovider {NOTICERS[target]}"
    environment = {**os.environ, "PYTEST_ADDOPTS": options, "MAKEFLAGS": ""}
    command = [*MAKE, target]
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    if run.returncode == 0:
        return ""
    failed = re.search(r"^FAILED (\S+)", run.stdout, re.MULTILINE)
    if not failed:
        raise NotApplicableError(f"make {target} broke off: {run.stdout[-500:]}{run.stderr[-500:]}")
    return Path(failed[1]).name


def examine(mutant: Mutant | None) -> dict[str, str]:
    """Who notices the mutant, and by what; None examines the book as it is."""
    with tempfile.TemporaryDirectory() as folder:
        copy = copy_of_the_book(Path(folder))
        if mutant:
            apply(mutant, copy)
            importing = [sys.executable, "-c", "import dnnlpy.nn, dnnlpy.models.gpt"]
            environment = {**os.environ, "PYTHONPATH": str(copy)}
            if subprocess.run(importing, cwd=copy, env=environment, capture_output=True).returncode:
                raise NotApplicableError("the package does not import: a mutant must run")
        return {target: first_failure(copy, target) for target in NOTICERS}


def verdict(mutant: Mutant) -> tuple[bool, str]:
    """Whether both noticed the mutant, and a line for the table."""
    try:
        noticed = examine(mutant)
    except NotApplicableError as error:
        return False, f"{mutant.name:38} ERROR     {error}"
    missed = [target for target, failure in noticed.items() if not failure]
    said = "MISSED by " + " and ".join(missed) if missed else "noticed"
    by = ", ".join(failure for failure in noticed.values() if failure)
    return not missed, f"{mutant.name:38} {said:9} {by}"


def main() -> int:
    """Prints a line for each mutant; returns 1 unless all were noticed by all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="part of a mutant's name")
    only = parser.parse_args().only
    mutants = [mutant for mutant in read() if only in mutant.name]
    if not mutants:
        raise SystemExit(f"No mutant is called *{only}*: {LIST.name} names them")
    print("First the book as it is: everything must pass", flush=True)
    if broken := [failure for failure in examine(None).values() if failure]:
        print(f"It does not: {', '.join(broken)}")
        return 1
    print(f"Now {len(mutants)} mutants, two at a time", flush=True)
    noticed = 0
    with ThreadPoolExecutor(2) as pool:
        for passed, line in pool.map(verdict, mutants):
            noticed += passed
            print(line, flush=True)
    print(f"{noticed} passed, {len(mutants) - noticed} failed")
    return 0 if noticed == len(mutants) else 1


if __name__ == "__main__":
    sys.exit(main())
