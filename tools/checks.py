"""make test: runs every check, four side by side, reports all, and fails if one of them failed.

A check is a target of the Makefile, named on the command line. What a check printed is shown in
full when it failed; when it passed, its last line.
"""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass

SIDE_BY_SIDE = 4
STOPPED = 130
"""The exit code after Ctrl-C, as shells have it."""
CORES = os.cpu_count() or 1
WORKERS = CORES // 2 if CORES > 3 else 0
"""For each check. With few cores none: a worker more would import everything once more."""
MAKE = ("make", "--no-print-directory", "-o", ".venv/ready")


@dataclass(frozen=True)
class Result:
    """How one check ended."""

    name: str
    passed: bool
    seconds: float
    output: str

    @property
    def verdict(self) -> str:
        """The check, its end and its time, in one line."""
        return f"{self.name:6} {'passed' if self.passed else 'FAILED'} in {self.seconds:5.1f} s"


def run(name: str) -> Result:
    """Runs one target of the Makefile; .venv is ready, or make would not have come here."""
    start = time.monotonic()
    plain = {key: value for key, value in os.environ.items() if key not in ("MAKEFLAGS", "MFLAGS")}
    plain.setdefault("WORKERS", str(WORKERS))
    done = subprocess.run(
        [*MAKE, name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=plain
    )
    return Result(name, done.returncode == 0, time.monotonic() - start, done.stdout.strip())


def report(results: list[Result], seconds: float) -> str:
    """The closing lines: each check with its verdict, the time of all, and the count."""
    passed = sum(result.passed for result in results)
    lines = [result.verdict for result in results] + [f"all checks in {seconds:.0f} s"]
    return "\n".join([*lines, f"{passed} passed, {len(results) - passed} failed"])


def main(names: list[str]) -> int:
    """Runs the checks named and prints each as it ends; returns 1 if one failed."""
    print(
        f"Running {len(names)} checks, {SIDE_BY_SIDE} side by side: {' '.join(names)}", flush=True
    )
    start, results = time.monotonic(), []
    with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        futures = [pool.submit(run, name) for name in names]
        try:
            for future in as_completed(futures):
                result = future.result()
                results.append(result)
                shown = result.output.splitlines()[-1:] if result.passed else [result.output]
                print(f"\n== {result.verdict}", *shown, sep="\n", flush=True)
        except KeyboardInterrupt:  # the checks that run have got it, too
            pool.shutdown(cancel_futures=True)
            print(f"You stopped the run. {len(results)} of {len(names)} checks had ended.")
            return STOPPED
    print("\n== Summary", report(results, time.monotonic() - start), sep="\n")
    return 0 if all(result.passed for result in results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
