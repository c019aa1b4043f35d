"""make check: says section by section, in words, what differs from the stored outputs.

nbval runs and judges the cells, with the options and the plugin of make nbval, so that the two
verdicts agree. Here is only what is printed instead of pytest's report.
"""

import os
import re
import sys
import time
from collections import Counter, defaultdict
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, TextIO

import nbformat
import pytest
from tqdm import tqdm

from tools import cells


def title(path: Path) -> str:
    """A notebook's title; its path when it has none."""
    found = re.search(r"^# (.+)", nbformat.read(path, as_version=4).cells[0].source, re.MULTILINE)
    return found[1] if found else str(path)


def short(path: Path) -> str:
    """What ONLY= needs to name the notebook."""
    found = re.match(r"\d+-\d+-\d+", path.name)
    return found[0] if found else path.stem


class Teller:
    """Hears of every cell from pytest, and tells of every section as it ends.

    Args:
        out: Where to write.
    """

    def __init__(self, out: TextIO) -> None:
        self.out, self.start, self.interrupted = out, time.monotonic(), False
        self.left: Counter[str] = Counter()
        self.cells: Counter[str] = Counter()
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.said: defaultdict[str, list[tuple[str, Any]]] = defaultdict(list)
        self.agree: list[str] = []
        self.differ: list[str] = []
        self.bar: tqdm[Any] = tqdm(file=out, unit="cell", desc="running", leave=False, disable=None)

    def expect(self, ids: list[str]) -> None:
        """Notes which cells will run."""
        if not self.cells:
            self.cells.update(name.partition("::")[0] for name in ids)
            self.left.update(self.cells)
            self.bar.reset(len(ids))

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Without workers: all cells are known."""
        self.expect([item.nodeid for item in session.items])

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        """With workers: each has found the same cells."""
        self.expect(ids)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file that is no notebook."""
        if report.failed and report.nodeid not in self.differ:
            self.differ.append(report.nodeid)
            reason = str(report.longrepr).strip().splitlines()[-1].removeprefix("E").strip()
            try:
                cells.read(Path(report.nodeid))
            except cells.UnreadableError as error:
                reason = str(error)
            self.write(f"{report.nodeid}: {reason[:300]}")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """One of a cell's three reports: set-up, call, teardown."""
        path = report.nodeid.partition("::")[0]
        self.seconds[path] += report.duration
        if report.when == "teardown":
            self.said[path] += report.user_properties
            self.left[path] -= 1
            self.bar.update()
            if not self.left[path]:
                self.tell(path)

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Ctrl-C; pytest ends so, too, after a file that is no notebook."""
        self.interrupted = excinfo.type is KeyboardInterrupt

    def tell(self, path: str) -> None:
        """Writes what there is to say about a section."""
        said = self.said[path]
        complaints = [lines for kind, lines in said if kind in (*FAILING, "differs")]
        notes = [lines for kind, lines in said if kind == "unstored"]
        (self.differ if complaints else self.agree).append(path)
        count = f"{len(complaints)} of {self.cells[path]} cells" if complaints else "agrees"
        rest = " differ" if len(complaints) > 1 else " differs" if complaints else ""
        self.write(f"{title(Path(path))}: {count}{rest}  ({self.seconds[path]:.0f} s)")
        for headline, *lines in complaints + notes:
            self.write(f"  {headline}")
            self.write("\n".join(f"      {part}" for line in lines for part in line.split("\n")))
        if not_run := [kind for kind, _ in said].count("not run"):
            self.write(
                f"  the {not_run} cells after it did not run"
                if not_run > 1
                else "  the cell after it did not run"
            )

    def write(self, text: str) -> None:
        """Writes above the bar."""
        if text:
            self.bar.write(text, file=self.out)
            self.out.flush()

    def close(self, code: int) -> None:
        """The summary, and what to do next."""
        self.bar.close()
        parts = [
            f"{len(self.agree)} sections agree" if len(self.agree) != 1 else "1 section agrees"
        ]
        parts += [f"{len(self.differ)} differ" if len(self.differ) != 1 else "1 differs"]
        self.write(f"\n{', '.join(parts)}  ({time.monotonic() - self.start:.0f} s)")
        if unseen := [path for path in self.cells if path not in self.agree + self.differ]:
            self.write(f"Not compared to the end: {', '.join(unseen)}")
        if self.interrupted:
            self.write("You stopped the run. What is listed above holds; make check starts again.")
        elif code and not self.differ:
            self.write(f"The run broke off (pytest's exit code {code}). make nbval shows why.")
        self.advise()

    def advise(self) -> None:
        """What to do next, as far as it fits: a section that fails is not stored yet."""
        kinds = {path: {kind for kind, _ in said} for path, said in self.said.items()}
        fitting = {kind for of in kinds.values() for kind in (of & FAILING.keys() or of)}
        steps = [step for kind, step in (FAILING | STORING).items() if kind in fitting]
        if steps:
            self.write("\n".join(["\nWhat next", *steps]))
        for path in sorted(kinds):
            if kinds[path] & STORING.keys() and not kinds[path] & FAILING.keys():
                self.write(f"  make notebooks ONLY={short(Path(path))}")


FAILING = {
    "fails": "  A cell fails: mend the first that does, for those below it may only follow.",
    "hangs": "  A cell was stopped: mend it if it hangs, or raise CELL_SECONDS.",
    "ends": "  A kernel ended: mend the cell that ended it, or free memory.",
}
STORING = {
    "differs": """\
  You did not mean the change: undo it (git diff shows it). Without a change of yours, the versions
  differ from requirements.txt: make setup.
  You meant the change: store what the cells say now, then read git diff:""",
    "unstored": "  No output is stored: store what the cells say now, then read git diff:",
}
"""What to do next about each kind of thing that is said of a cell."""


def main(options: list[str]) -> int:
    """Runs pytest with the options of make nbval, silently, and tells what it found."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    teller = Teller(out)
    with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere):
        code = int(pytest.main([*options, "-p", "tools.differences"], plugins=[teller]))
    teller.close(code)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
