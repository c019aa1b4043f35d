"""A run in, a file out, and back: written whole or not at all, and read only by the same settings.

A file holds what :meth:`Run.state_dict <dnnlpy.training.Run.state_dict>` returns, the settings that
built the run, and the tokenizer.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer

import dnnlpy.models.gpt as gpt

SIZES = ("vocab_size", "embed_dim", "num_layers", "num_heads", "hidden_dim", "dropout")
"""Settings that the model takes by these names."""


def write_checkpoint(path: Path, contents: Mapping[str, Any]) -> None:
    """Write a file that is complete at every moment: the old one, then the new one.

    Args:
        path: Where; a file that is there is replaced.
        contents: Tensors, numbers, strings, and lists or dictionaries of them.
    """
    temporary = path.with_name(path.name + ".tmp")
    with temporary.open("wb") as file:
        torch.save(dict(contents), file)
        file.flush()
        os.fsync(file.fileno())  # on the disk before the name points at it
    temporary.replace(path)  # os.replace: one step, whatever happens meanwhile


def read_checkpoint(path: Path) -> dict[str, Any]:
    """Read what :func:`write_checkpoint` wrote; the tensors arrive on the CPU.

    Args:
        path: The file.

    Returns:
        The contents. Nothing in the file is executed.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: It is no checkpoint of a run.
    """
    if not path.exists():
        raise FileNotFoundError(f"there is no checkpoint {path} to go on from: begin without it")
    try:
        contents = torch.load(path, map_location="cpu", weights_only=True)
    except Exception as error:  # torch has no error of its own for it
        raise ValueError(f"{path} cannot be read as a checkpoint: {error}") from error
    if not isinstance(contents, dict) or "settings" not in contents:
        raise ValueError(f"{path} is not the checkpoint of a run: it has no settings")
    return contents


def check_settings(stored: Mapping[str, Any], wanted: Mapping[str, Any], path: Path) -> None:
    """Ask that a run goes on with the settings that it began with.

    Args:
        stored: Settings in the checkpoint.
        wanted: Settings of the run that wants to go on.
        path: The checkpoint, for the message.

    Raises:
        ValueError: They differ; every setting that does is named, with both values.

    Example:
        >>> check_settings({"steps": 40, "seed": 0}, {"steps": 60, "seed": 0}, Path("run.pt"))
        Traceback (most recent call last):
        ...
        ValueError: run.pt has other settings: steps is 40 there and 60 here. Pass the same ...
    """
    names = [*stored, *(name for name in wanted if name not in stored)]
    differing = [
        f"{name} is {stored.get(name)} there and {wanted.get(name)} here"
        for name in names
        if stored.get(name) != wanted.get(name)
    ]
    if differing:
        raise ValueError(
            f"{path} has other settings: {', '.join(differing)}. Pass the same ones to go on, or "
            "begin anew with another checkpoint"
        )


def build_model(settings: Mapping[str, Any]) -> gpt.MiniGPT:
    """Build the model of a run, its weights drawn anew.

    Args:
        settings: ``SIZES``, ``length``, the longest sequence, and ``untied``.

    Returns:
        The model.
    """
    sizes = {name: settings[name] for name in SIZES}
    tied = not settings["untied"]
    return gpt.MiniGPT(block_size=settings["length"], weight_tying=tied, **sizes)


def load_trained(path: Path) -> tuple[gpt.MiniGPT, Tokenizer]:
    """Load a model to use it, and the tokenizer that its ids come from.

    Args:
        path: A checkpoint.

    Returns:
        The model, in evaluation mode, and the tokenizer.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: It is no checkpoint of a run.
    """
    contents = read_checkpoint(path)
    model = build_model(contents["settings"])
    model.load_state_dict(contents["model"])
    return model.eval(), Tokenizer.from_str(contents["tokenizer"])
