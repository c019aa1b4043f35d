"""Compare ways to compute the loss of a linear head: CPU time and extra memory.

Each way computes the loss and both gradients. For the time they take turns in one process, on one
thread; what is compared is the median CPU time, so a busy machine disturbs all alike. For the
memory each runs alone in a fresh process, once on a few rows to load what torch loads late, then
once in full; what counts is by how much the largest resident size grew.

    python benchmarks/linear_cross_entropy.py
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

os.environ["OMP_NUM_THREADS"] = "1"  # before torch starts its threads

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from dnnlpy.nn.functional import linear_cross_entropy

Loss = Callable[[Tensor, Tensor, Tensor], Tensor]
NOISE = 0.05  # a busy machine shows plain against itself this much apart
IN_TORCH = hasattr(F, "linear_cross_entropy")  # since torch 2.13


@dataclass(frozen=True)
class Case:
    """Sizes, rounds, and the most that ours may take of plain's time and memory."""

    rows: int
    width: int
    vocab_size: int
    rounds: int
    time_limit: float
    memory_limit: float


CASES = (
    Case(2048, 256, 50_257, rounds=5, time_limit=0.9, memory_limit=0.3),
    Case(4096, 64, 8_192, rounds=7, time_limit=0.9, memory_limit=0.3),
    Case(1024, 128, 256, rounds=300, time_limit=1.0, memory_limit=1.0),
)


def plain(hidden: Tensor, weight: Tensor, targets: Tensor) -> Tensor:
    """All scores, then their cross entropy."""
    return F.cross_entropy(F.linear(hidden, weight), targets)


def torch_auto(hidden: Tensor, weight: Tensor, targets: Tensor) -> Tensor:
    """Torch's own, in chunks of the size that it chooses."""
    options = nn.LinearCrossEntropyOptions()
    return F.linear_cross_entropy(hidden, weight, targets, options=options)


def torch_256(hidden: Tensor, weight: Tensor, targets: Tensor) -> Tensor:
    """Torch's own, in chunks of 256 rows."""
    options = nn.LinearCrossEntropyOptions(batch_chunk_size=256, chunking_method=None)
    return F.linear_cross_entropy(hidden, weight, targets, options=options)


WAYS: dict[str, Loss] = {"plain": plain, "ours": linear_cross_entropy}
if IN_TORCH:
    WAYS |= {"torch, auto": torch_auto, "torch, 256 rows": torch_256}


def step(loss: Loss, hidden: Tensor, weight: Tensor, targets: Tensor) -> float:
    """Compute loss and gradients; return the CPU seconds."""
    hidden.grad = weight.grad = None
    start = time.process_time()
    loss(hidden, weight, targets).backward()
    return time.process_time() - start


def inputs(case: Case) -> tuple[Tensor, Tensor, Tensor]:
    """Return hidden states, a table and targets."""
    torch.manual_seed(0)
    hidden = torch.randn(case.rows, case.width, requires_grad=True)
    weight = (0.1 * torch.randn(case.vocab_size, case.width)).requires_grad_()
    return hidden, weight, torch.randint(case.vocab_size, (case.rows,))


def times(case: Case) -> dict[str, float]:
    """Return the median CPU milliseconds of each way."""
    arguments = inputs(case)
    rounds = [[step(loss, *arguments) for loss in WAYS.values()] for _ in range(case.rounds + 1)]
    columns = zip(*rounds[1:], strict=True)  # the first is to warm up
    return dict(zip(WAYS, [1000 * statistics.median(column) for column in columns], strict=True))


def extra_memory(way: str, case: Case) -> float:
    """Return the MiB by which a fresh process grew."""
    command = [sys.executable, __file__, way, str(CASES.index(case))]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def grow(way: str, case: Case) -> float:
    """Take one step in this process and return the MiB by which its largest size grew."""
    hidden, weight, targets = inputs(case)
    small = hidden[:16, :8].detach().requires_grad_(), weight[:64, :8].detach().requires_grad_()
    step(WAYS[way], *small, targets[:16] % 64)
    before = largest_size()
    step(WAYS[way], hidden, weight, targets)
    return (largest_size() - before) / 1024


def largest_size() -> int:
    """Return the largest resident size so far, in KiB, as Linux tells it.

    ``resource.getrusage`` would not do: its figure begins with that of the process that started
    this one, which has made all scores itself.
    """
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


def compare(case: Case) -> bool:
    """Print a line for each way; return whether ours is within its limits."""
    milliseconds = times(case)
    mib = {way: extra_memory(way, case) for way in WAYS}
    print(f"N={case.rows} D={case.width} V={case.vocab_size}")
    for way in WAYS:
        time_ratio = milliseconds[way] / milliseconds["plain"]
        memory_ratio = mib[way] / mib["plain"]
        limits = f"  (limits {case.time_limit}, {case.memory_limit})" if way == "ours" else ""
        print(
            f"  {way:15} {milliseconds[way]:8.1f} ms {mib[way]:8.1f} MiB, "
            f"ratios {time_ratio:.2f}, {memory_ratio:.2f}{limits}"
        )
        if way == "ours":
            within = (time_ratio - case.time_limit, memory_ratio - case.memory_limit)
    return max(within) <= NOISE


def main() -> None:
    """Run every case; exit with 1 when a limit is exceeded by more than noise."""
    if not IN_TORCH:
        print(f"torch {torch.__version__} has no linear_cross_entropy of its own: left out")
    within = [compare(case) for case in CASES]
    raise SystemExit(0 if all(within) else 1)


if __name__ == "__main__":
    if len(sys.argv) == 3:
        print(grow(sys.argv[1], CASES[int(sys.argv[2])]))
    else:
        main()
