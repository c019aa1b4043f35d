"""python -m dnnlpy.experiments.race: tied against untied, at equal width and at equal size.

Text -> tokenizer -> models that differ in one thing -> what every seed's run left behind. Three
races: the long one that the figures show, a short one, and one with half the vocabulary.
"""

import argparse
import json
import platform
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, replace
from functools import cache
from importlib.resources import files
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import tokenizers
import torch
from torch import Tensor

from dnnlpy import training
from dnnlpy.experiments import similarity
from dnnlpy.experiments.run import Finished, Run, train
from dnnlpy.experiments.setup import KINDS, LOUDER, Setup, build
from dnnlpy.experiments.text import Text, prepare

__all__ = ["COMMAND", "KINDS", "LOUDER", "Run", "Setup", "build", "race", "races", "stored"]

RESULTS = "race.json"
COMMAND = "python -m dnnlpy.experiments.race"
Job = tuple[int, str, Text, Setup]


def race(
    setup: Setup,
    kinds: Sequence[str] = KINDS,
    run_all: Callable[[Callable[[Job], Finished], list[Job]], Iterator[Finished]] = map,
    *,
    text: Text | None = None,
) -> Iterator[dict[str, Any]]:
    """Train every kind with every seed.

    Args:
        setup: What is raced.
        kinds: Some of ``KINDS`` and ``LOUDER``.
        run_all: How; ``map`` trains one after the other, here, and shows a bar for each.
        text: What is read, if not all that ``prepare`` gives.

    Yields:
        All results so far, after each run: ready for ``json.dumps``.
    """
    text = text or prepare(setup.vocab_size)
    results: dict[str, Any] = {
        "setup": asdict(setup),
        "tokens": {"training": len(text.training), "validation": len(text.validation)},
        "bytes": text.bytes,
        "measured": setup.measured(),
        "runs": [],
        "similarity": {},
        "neighbours": {"tokens": [text.tokenizer.decode([i]) for i in text.words], "tables": {}},
    }
    tables: dict[str, dict[tuple[str, int], Tensor]] = {str(step): {} for step in setup.looks()}
    jobs = [(seed, kind, text, setup) for seed, kind in product(range(setup.seeds), kinds)]
    one = _shown if run_all is map else _silent
    for done in run_all(one, jobs):
        results["runs"].append(done.run.rounded())
        results["neighbours"]["tables"].update(done.neighbours)
        for name, steps in done.tables.items():
            for step, rows in steps.items():
                tables[step][name, done.run.seed] = rows
        if len(results["runs"]) == len(jobs):
            results["similarity"] = {step: similarity.compare(tables[step]) for step in tables}
        yield results


def _shown(job: Job) -> Finished:
    seed, kind, text, setup = job
    return train(kind, seed, text, setup)


def _silent(job: Job) -> Finished:
    seed, kind, text, setup = job
    return train(kind, seed, text, setup, show=False)


def races(setup: Setup) -> dict[str, tuple[Setup, Sequence[str]]]:
    """Return what the command runs, by its place in the results.

    Args:
        setup: The long race.

    Returns:
        "" (the long race), "short" (an eighth of its steps, with a learning rate that ends there;
        the louder starts too) and "half" (half the vocabulary) -> setup and kinds.
    """
    return {
        "": (setup, KINDS),
        "short": (replace(setup, steps=setup.steps // 8, every=setup.every // 4), KINDS + LOUDER),
        "half": (replace(setup, vocab_size=setup.vocab_size // 2), KINDS[:2]),
    }


@cache
def stored() -> dict[str, Any]:
    """Return the results that the book shows, as the command wrote them."""
    text = files("dnnlpy.experiments").joinpath(RESULTS).read_text(encoding="utf-8")
    results: dict[str, Any] = json.loads(text)
    return results


def main() -> None:
    """Run the three races, and write the results after every run."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("--seeds", type=int, default=Setup.seeds)
    parser.add_argument("--steps", type=int, default=Setup.steps)
    parser.add_argument("--workers", type=int, default=1, help="runs at a time, one core each")
    parser.add_argument("--out", type=Path, default=Path(RESULTS))
    options = parser.parse_args()
    torch.set_num_threads(1)
    plan = races(Setup(steps=options.steps, seeds=options.seeds))
    results: dict[str, Any] = {
        "command": " ".join([COMMAND, *sys.argv[1:]]),
        "versions": {
            "python": platform.python_version(),
            "torch": torch.__version__.split("+")[0],
            "tokenizers": tokenizers.__version__,
        },
        "text_sha256": prepare(Setup.vocab_size).sha256,
    }
    total = sum(setup.seeds * len(kinds) for setup, kinds in plan.values())
    pool = ProcessPoolExecutor(
        options.workers, get_context("spawn"), torch.set_num_threads, initargs=(1,)
    )
    with pool, training.Progress(total, "models") as progress:
        for place, (setup, kinds) in plan.items():
            for found in race(setup, kinds, pool.map):
                rest = {key: value for key, value in found.items() if key != "neighbours"}
                results.update({place: rest} if place else found)
                progress.advance(found["runs"][-1]["kind"])
                written = json.dumps(results, ensure_ascii=False, separators=(",", ":"))
                options.out.write_text(written + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
