"""Which of several processes this is, and what they tell each other: shares in, means out.

``torchrun`` starts a program several times and tells each copy its number. Each computes the
gradient of its share of a batch; DistributedDataParallel (DDP) averages the gradients, so all make
the same update. A program started without ``torchrun`` is one process, and nothing is sent.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import torch
import torch.distributed as dist
from torch import Tensor, nn
from torch.nn.parallel import DistributedDataParallel


@dataclass(frozen=True)
class Processes:
    """One process among those that train one model together.

    Attributes:
        rank: Number of this process, from 0.
        count: How many there are.
        device: Where this one computes.
    """

    rank: int = 0
    count: int = 1
    device: torch.device = field(default_factory=lambda: torch.device("cpu"))

    @property
    def first(self) -> bool:
        """Whether this is the process that evaluates, prints and writes."""
        return self.rank == 0

    def check_shares(self, batch_size: int) -> None:
        """Ask for equal shares; only then is the mean of the shares' losses that of the batch.

        Args:
            batch_size: B of all processes together.

        Raises:
            ValueError: The number of processes does not divide it.
        """
        if batch_size % self.count:
            raise ValueError(
                f"batch_size must be a multiple of the {self.count} processes that share a batch, "
                f"got {batch_size}: change one of them"
            )

    def share(self, batch: Tensor) -> Tensor:
        """Return this process's part of a batch: (B, T) -> (B / count, T)."""
        return batch.chunk(self.count)[self.rank]

    def parallel(self, model: nn.Module) -> nn.Module:
        """Return the model as it is, or inside DDP when there are several processes."""
        return model if self.count == 1 else DistributedDataParallel(model)

    def mean(self, value: float) -> float:
        """Return the mean of a number over the processes."""
        return self._reduced(value, dist.ReduceOp.SUM) / self.count

    def largest(self, value: int) -> int:
        """Return the largest of a number over the processes: what one has, all hear of."""
        return int(self._reduced(value, dist.ReduceOp.MAX))

    def _reduced(self, value: float, operation: "dist.ReduceOp.RedOpType") -> float:
        if self.count == 1:
            return value
        number = torch.tensor(value, dtype=torch.float64, device=self.device)
        dist.all_reduce(number, operation)
        return number.item()

    def gathered(self, value: Any) -> list[Any]:  # whatever can be pickled
        """Return the values of all processes, by rank."""
        values = [value] * self.count
        if self.count > 1:
            dist.all_gather_object(values, value)
        return values

    def random_state(self) -> dict[str, Tensor]:
        """Return the state of the random numbers that dropout draws, by kind of device."""
        state = {"cpu": torch.get_rng_state()}
        if self.device.type == "cuda":
            state["cuda"] = torch.cuda.get_rng_state(self.device)
        return state

    def set_random_state(self, state: dict[str, Tensor]) -> None:
        """Set what :meth:`random_state` returned."""
        torch.set_rng_state(state["cpu"])
        if self.device.type == "cuda" and "cuda" in state:
            torch.cuda.set_rng_state(state["cuda"], self.device)


ALONE = Processes()
"""The one process of a program that was started without ``torchrun``."""


@contextmanager
def joined(device: str = "auto") -> Iterator[Processes]:
    """Join the processes that ``torchrun`` started, for as long as the context lasts.

    Those that have joined already, in another way, stay so.

    Args:
        device: ``auto`` takes GPUs when there is one for each process, the CPU otherwise.

    Yields:
        Which process this is; :data:`ALONE` on its device without ``torchrun``.
    """
    local = int(os.environ.get("LOCAL_RANK", 0))
    if device == "auto":
        enough = torch.cuda.device_count() >= int(os.environ.get("LOCAL_WORLD_SIZE", 1))
        device = "cuda" if enough else "cpu"
    place = torch.device("cuda", local) if device == "cuda" else torch.device(device)
    if dist.is_initialized():
        yield Processes(dist.get_rank(), dist.get_world_size(), place)
        return
    if "RANK" not in os.environ:
        yield Processes(device=place)
        return
    if place.type == "cuda":
        torch.cuda.set_device(place)
    dist.init_process_group("nccl" if place.type == "cuda" else "gloo")
    try:
        yield Processes(dist.get_rank(), dist.get_world_size(), place)
    finally:
        # Gloo's threads need Python's lock to let go of their last tensors. Before torch 2.8 the
        # group holds it while it waits for them (github.com/pytorch/pytorch/pull/154976).
        time.sleep(0.1)
        dist.destroy_process_group()
