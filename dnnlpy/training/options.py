"""The options of ``python -m dnnlpy.train``, in the order of its ``--help``."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from dnnlpy.training.recipe import Recipe

Option = tuple[str, Callable[[str], Any], Any, str]

MODEL: list[Option] = [
    ("vocab_size", int, 1024, "V, how many tokens the tokenizer learns, 256 or more"),
    ("embed_dim", int, 64, "D, the width of every hidden state"),
    ("num_layers", int, 2, "L, how many blocks"),
    ("num_heads", int, 4, "attention heads of a block; divides the width"),
    ("hidden_dim", int, 256, "width inside each MLP, usually four times D"),
    ("dropout", float, 0.0, "share that is dropped in training, from 0 to below 1"),
]
TRAINING: list[Option] = [
    ("steps", int, 400, "how many updates; the learning rate ends at 0 with the last"),
    ("batch_size", int, Recipe.batch_size, "B, sequences in a batch, of all processes together"),
    (
        "length",
        int,
        Recipe.length,
        "T, positions in a sequence; the model reads no more",
    ),
    ("peak_rate", float, Recipe.peak_rate, "learning rate after the warm-up"),
    ("warm_up", float, Recipe.warm_up, "share of the steps in which the rate rises to its peak"),
    ("weight_decay", float, Recipe.weight_decay, "AdamW's decay, of matrices and tables"),
    ("clip_norm", float, Recipe.clip_norm, "longer gradients are shortened to this norm"),
    (
        "evaluate_every",
        int,
        Recipe.evaluate_every,
        "steps between two reports, each with an evaluation and a checkpoint; divides the steps",
    ),
    ("seed", int, Recipe.seed, "of the first weights, the batches and dropout"),
]
EPILOGUE = """\
A run can be stopped at any time with Ctrl-C or SIGTERM: it finishes the step, writes the
checkpoint and says how to go on. What goes on gives the numbers of the unbroken run, bit for
bit with one process and as many threads as before.

exit codes: 0 finished, 2 an option does not fit, 130 stopped by Ctrl-C, 143 by SIGTERM

several processes share each batch, each with a GPU when there are enough:
  torchrun --standalone --nproc-per-node 2 -m dnnlpy.train
The first process prints and writes; all read the checkpoint, so on several machines it stands on
a disk that all of them see. Ctrl-C stops all after the same step; torchrun itself then exits with
code 1, and ends a process that needs more than 30 seconds. On macOS add --local-addr 127.0.0.1.
"""


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command's options."""
    command = argparse.ArgumentParser(
        prog="python -m dnnlpy.train",
        usage="python -m dnnlpy.train [options]",
        description="Train a MiniGPT on a text, by default the one that the book trains on.",
        epilog=EPILOGUE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = command.add_argument_group("text and files").add_argument
    add(
        "--text",
        type=Path,
        metavar="FILE",
        help="train on this text (UTF-8), the last tenth held out; default: Python's help pages",
    )
    add(
        "--checkpoint",
        type=Path,
        metavar="FILE",
        default=Path("minigpt.pt"),
        help="where the run is kept (default: minigpt.pt)",
    )
    add("--resume", action="store_true", help="go on from the checkpoint, with the same options")
    add(
        "--device",
        default="auto",
        help="cpu, cuda or another of torch's; auto takes GPUs if they suffice (default: auto)",
    )
    model = command.add_argument_group("model")
    model.add_argument("--untied", action="store_true", help="give the head a table of its own")
    for group, options in ((model, MODEL), (command.add_argument_group("training"), TRAINING)):
        for name, kind, default, text in options:
            flag = "--" + name.replace("_", "-")
            text = f"{text} (default: {default})"
            group.add_argument(flag, type=kind, default=default, metavar="N", help=text)
    return command


def settings_of(options: argparse.Namespace) -> dict[str, Any]:
    """Return the options that a run must keep from its first step to its last."""
    names = ["untied", *(name for name, *_ in MODEL + TRAINING)]
    return {name: getattr(options, name) for name in names}


def recipe_of(settings: dict[str, Any]) -> Recipe:
    """Return the recipe among the settings."""
    return Recipe(**{name: settings[name] for name, *_ in TRAINING})
