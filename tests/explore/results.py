"""Results of a race that was never run: random numbers in the shape that the command writes."""

import random

KINDS = ("tied", "untied, equal width", "untied, equal parameters")


def results(seeds: int = 3, points: int = 9, every: int = 50) -> dict:
    """Curves that fall, the tied one more slowly and deeper; words drawn from a list."""
    dice = random.Random(0)
    runs = []
    for seed in range(seeds):
        for kind, speed, floor in zip(KINDS, (0.4, 0.6, 0.5), (3.0, 3.4, 3.3), strict=True):
            curve = [floor + 4 * (1 - speed) ** t + dice.uniform(0, 0.1) for t in range(points)]
            validation = [round(value, 4) for value in curve]
            training = [round(value - 0.1 * t, 4) for t, value in enumerate(curve)]
            size = {"embed_dim": 64, "parameters": 1000 * (KINDS.index(kind) + 2)}
            losses = {"training": training, "validation": validation}
            runs.append({"kind": kind, "seed": seed, **size, **losses})
    words = [f" word{place}" for place in range(12)] + ["\n"]

    def row() -> list:
        cosines = sorted((round(dice.random(), 2) for _ in range(5)), reverse=True)
        return [list(pair) for pair in zip(dice.sample(words, 5), cosines, strict=True)]

    tokens = [" class", " object", " value"]
    tables = {
        name: {step: [row() for _ in tokens] for step in ("0", "50", "400")}
        for name in ("tied", "input", "output")
    }
    return {
        "setup": {"every": every, "steps": every * (points - 1)},
        "runs": runs,
        "neighbours": {"tokens": tokens, "tables": tables},
    }
