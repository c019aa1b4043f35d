"""Measure what ``import dnnlpy.models.gpt`` adds to ``import torch``.

Fresh interpreters take turns at the two imports; what is compared is the median CPU time.

    python benchmarks/import_time.py
"""

import statistics
import subprocess
import sys

ROUNDS = 15
LIMIT = 0.05
PROGRAM = "import time; {}; print(time.process_time())"


def seconds(imports: str) -> float:
    """Return the CPU seconds of a fresh interpreter that runs ``imports``."""
    command = [sys.executable, "-c", PROGRAM.format(imports)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main() -> None:
    """Print both medians and the difference as a share; exit with 1 when it exceeds the limit."""
    imports = ("import torch", "import torch, dnnlpy.models.gpt")
    for program in imports:  # fill the file cache
        seconds(program)
    rounds = [[seconds(program) for program in imports] for _ in range(ROUNDS)]
    torch_alone, with_gpt = (statistics.median(column) for column in zip(*rounds, strict=True))
    added = with_gpt / torch_alone - 1
    print(
        f"import torch {torch_alone:.2f} s, with dnnlpy.models.gpt {with_gpt:.2f} s: "
        f"adds {added:.1%} (limit {LIMIT:.0%})"
    )
    raise SystemExit(0 if added <= LIMIT else 1)


if __name__ == "__main__":
    main()
