"""Compare a training step of MiniGPT with one of transformers' GPT-2 of the same shape.

A step is forward, loss, backward and AdamW. The two models take turns in one process; what is
compared is the median CPU time, so a busy machine disturbs both alike.

    python benchmarks/training_step.py
"""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from transformers import GPT2Config, GPT2LMHeadModel

import dnnlpy.models.gpt as gpt

Loss = Callable[[Tensor, Tensor], Tensor]
EMBED_DIM, NUM_LAYERS, NUM_HEADS, BATCH_SIZE = 128, 4, 4, 8


@dataclass(frozen=True)
class Case:
    """One comparison: sizes, number of steps, and the most MiniGPT may take of the peer's time."""

    vocab_size: int
    length: int
    steps: int
    limit: float


CASES = (
    Case(vocab_size=1024, length=128, steps=40, limit=0.87),
    Case(vocab_size=50_257, length=64, steps=15, limit=0.75),
)


def minigpt(case: Case) -> tuple[nn.Module, Loss]:
    """Return MiniGPT and its loss."""
    model = gpt.MiniGPT(case.vocab_size, case.length, EMBED_DIM, NUM_LAYERS, NUM_HEADS)
    return model, model.loss


def peer(case: Case) -> tuple[nn.Module, Loss]:
    """Return transformers' GPT-2, without dropout, and its loss."""
    model = GPT2LMHeadModel(
        GPT2Config(
            vocab_size=case.vocab_size,
            n_positions=case.length,
            n_embd=EMBED_DIM,
            n_layer=NUM_LAYERS,
            n_head=NUM_HEADS,
            embd_pdrop=0.0,
            attn_pdrop=0.0,
            resid_pdrop=0.0,
            use_cache=False,
            bos_token_id=0,
            eos_token_id=0,
        )
    )
    return model, lambda ids, targets: model(ids, labels=targets, shift_labels=targets).loss


def stepper(model: nn.Module, loss: Loss, ids: Tensor, targets: Tensor) -> Callable[[], float]:
    """Return a function that takes one training step and returns its CPU seconds."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)

    def step() -> float:
        start = time.process_time()
        optimizer.zero_grad()
        loss(ids, targets).backward()
        optimizer.step()
        return time.process_time() - start

    return step


def compare(case: Case) -> float:
    """Return MiniGPT's median CPU time as a share of the peer's, and print both."""
    torch.manual_seed(0)
    ids, targets = torch.randint(case.vocab_size, (2, BATCH_SIZE, case.length))
    steppers = [stepper(*build(case), ids, targets) for build in (minigpt, peer)]
    for _ in range(3):  # warm up
        for step in steppers:
            step()
    seconds = [[step() for step in steppers] for _ in range(case.steps)]  # they take turns
    ours, theirs = (statistics.median(column) for column in zip(*seconds, strict=True))
    print(
        f"V={case.vocab_size:6} T={case.length:3}: MiniGPT {1000 * ours:6.1f} ms, "
        f"GPT2LMHeadModel {1000 * theirs:6.1f} ms, ratio {ours / theirs:.2f} "
        f"(limit {case.limit})"
    )
    return ours / theirs


def main() -> None:
    """Run every case; exit with 1 when a limit is exceeded."""
    torch.set_num_threads(1)
    within = [compare(case) <= case.limit for case in CASES]
    raise SystemExit(0 if all(within) else 1)


if __name__ == "__main__":
    main()
