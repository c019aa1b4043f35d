"""Options in, a run out that is ready for its next step, with what its checkpoint needs."""

import argparse
import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer

from dnnlpy.training.checkpoint import (
    build_model,
    check_settings,
    read_checkpoint,
    write_checkpoint,
)
from dnnlpy.training.options import recipe_of, settings_of
from dnnlpy.training.processes import Processes
from dnnlpy.training.run import Run
from dnnlpy.training.text import drop_repeats, read_topics, split_topics
from dnnlpy.training.text_file import read_text_file
from dnnlpy.training.tokenizer import encode, train_tokenizer


@dataclass
class Job:
    """A run, and where and with what it is kept.

    Attributes:
        run: The run, at its first step or where its checkpoint left it.
        path: The checkpoint.
        settings: What the run must keep from its first step to its last.
        tokenizer: What made the ids.
    """

    run: Run
    path: Path
    settings: dict[str, Any]
    tokenizer: Tokenizer

    def save(self) -> None:
        """Write the checkpoint; every process must call it, the first one writes."""
        state = self.run.state_dict()
        if self.run.processes.first:
            more = {"settings": self.settings, "tokenizer": self.tokenizer.to_str()}
            write_checkpoint(self.path, state | more)


def prepare(options: argparse.Namespace, processes: Processes) -> Job:
    """Build the run that the options ask for, or take it up where it was left.

    Args:
        options: As ``dnnlpy.training.options`` reads them.
        processes: Which process this is.

    Returns:
        The job.

    Raises:
        OSError: A file cannot be read.
        ValueError: An option is out of its range, the checkpoint of a new run is there already,
            or that of an old one has other settings.
        ModuleNotFoundError: The book's text is not there.
    """
    learned, held_out = _read_texts(options.text)
    settings = settings_of(options)
    recipe = recipe_of(settings)
    settings["text"] = _fingerprint(learned, held_out)
    stored = None
    if options.resume:
        stored = read_checkpoint(options.checkpoint)
        check_settings(stored["settings"], settings, options.checkpoint)
        tokenizer = Tokenizer.from_str(stored["tokenizer"])
    elif options.checkpoint.exists():
        raise ValueError(
            f"{options.checkpoint} is there already: go on from it with --resume, or name "
            "another file with --checkpoint"
        )
    else:
        tokenizer = train_tokenizer(learned, options.vocab_size)
    torch.manual_seed(options.seed)
    model = build_model(settings).to(processes.device)
    torch.manual_seed(options.seed + processes.rank)  # dropout differs between the processes
    streams = encode(tokenizer, learned), encode(tokenizer, held_out)
    run = Run(model, *streams, recipe, processes)
    if stored is not None:
        run.load_state_dict(stored)
    return Job(run, options.checkpoint, settings, tokenizer)


def _read_texts(path: Path | None) -> tuple[list[str], list[str]]:
    """Return the texts to train on and those to validate on: a file's, or the book's."""
    if path is not None:
        learned, held_out = read_text_file(path)
        return [learned], [held_out]
    topics = split_topics(drop_repeats(read_topics()))
    return list(topics[0].values()), list(topics[1].values())


def _fingerprint(learned: list[str], held_out: list[str]) -> str:
    """Return a short name for a text, by which another one is noticed."""
    parts = "\0".join([*learned, "", *held_out])
    return hashlib.sha256(parts.encode()).hexdigest()[:12]
