"""Twelve operations on a tied model: which keep the tie? Guess, then see what a run printed."""

import copy
import pickle
import tempfile
from collections.abc import Callable
from html import escape
from pathlib import Path

import torch
from torch import nn

from dnnlpy.explore.core import Explorable, Question

GUESSES = ("still tied", "tie lost", "refused")


def still_tied(model: nn.Module) -> Explorable:
    """Guess what twelve operations do to a tie; every outcome shown is that of a run.

    Args:
        model: A tied model with ``token_embed`` and ``lm_head``; copies of it are operated on.

    Returns:
        The figure.

    Raises:
        TypeError: If the model lacks the two layers.
        ValueError: If the model is not tied.
    """
    try:
        tied = _is_tied(model)
    except AttributeError as error:
        raise TypeError(
            f"{type(model).__name__} has no token_embed and lm_head: pass a language model"
        ) from error
    if not tied:
        raise ValueError(
            "the model is not tied, so there is no tie to lose: lm_head.weight = token_embed.weight"
        )
    with torch.random.fork_rng():
        outcomes = {code: _run(operation, model) for code, operation in OPERATIONS.items()}
    answers = [GUESSES.index(outcome) for outcome, _ in outcomes.values()]
    kept = answers.count(0)
    choices = sorted({kept // 2, kept, len(answers)})
    say = "Guessed {guessed} of {all}, {right} of them right."
    return Explorable(
        kind="still_tied",
        label=f"What {len(answers)} operations do to the tie of a {type(model).__name__}",
        data={
            "answers": answers,
            "guesses": list(GUESSES),
            "start": {"guesses": [-1] * len(answers)},
            "say": say,
        },
        question=Question(
            f"How many of these {len(answers)} operations leave the tie as it was?",
            [str(count) for count in choices],
            choices.index(kept),
            "A tie lives in the module: one Parameter under two names. What copies or moves "
            "modules keeps it; what hands each name a tensor of its own does not.",
        ),
        controls="",
        drawing='<ol class="quiz">' + "".join(_item(*each) for each in outcomes.items()) + "</ol>",
        say=say.format(guessed=0, all=len(answers), right=0),
        text="\n".join(f"  {code}: {outcome}" for code, (outcome, _) in outcomes.items()),
    )


def _is_tied(model: nn.Module) -> bool:
    embedding, head = model.get_submodule("token_embed"), model.get_submodule("lm_head")
    return head.weight is embedding.weight


def _run(operation: Callable[[nn.Module], nn.Module], model: nn.Module) -> tuple[str, str]:
    """Operate on a copy; return the outcome and what was seen."""
    try:
        after = operation(copy.deepcopy(model))
        tied = _is_tied(after)
    except (RuntimeError, ValueError, TypeError) as error:
        return GUESSES[2], f"{type(error).__name__}: {str(error).strip().splitlines()[0][:90]}"
    count = sum(parameter.numel() for parameter in after.parameters())
    return GUESSES[0 if tied else 1], f"same Parameter: {tied}; {count:,} parameters"


def _item(code: str, outcome: tuple[str, str]) -> str:
    guesses = "".join(
        f'<button type="button" data-part="guess" aria-pressed="false">{guess}</button>'
        for guess in GUESSES
    )
    return (
        f'<li><code>{escape(code)}</code><div class="row" data-part="guesses" role="group" '
        f'aria-label="Your guess" hidden>{guesses}</div>'
        f'<p data-part="outcome"><b>{outcome[0]}</b>: {escape(outcome[1])}</p></li>'
    )


def _load(model: nn.Module, *, assign: bool) -> nn.Module:
    model.load_state_dict(copy.deepcopy(model.state_dict()), assign=assign)
    return model


def _step(model: nn.Module) -> nn.Module:
    model(torch.tensor([[0, 1]])).sum().backward()
    torch.optim.AdamW(model.parameters()).step()
    return model


def _from_pretrained(model: nn.Module) -> nn.Module:
    weight = model.get_parameter("token_embed.weight").detach()
    table = nn.Embedding.from_pretrained(weight, freeze=False)
    model.token_embed = table
    return model


def _safetensors(model: nn.Module) -> nn.Module:
    from safetensors.torch import save_file

    with tempfile.TemporaryDirectory() as folder:
        save_file(model.state_dict(), Path(folder) / "model.safetensors")
    return model


def _cast_head(model: nn.Module) -> nn.Module:
    model.get_submodule("lm_head").to(torch.bfloat16)
    return model


def _weight_norm(model: nn.Module) -> nn.Module:
    nn.utils.parametrizations.weight_norm(model.get_submodule("lm_head"))
    return model


def _init_head(model: nn.Module) -> nn.Module:
    nn.init.normal_(model.get_parameter("lm_head.weight"), std=0.02)
    return model


OPERATIONS: dict[str, Callable[[nn.Module], nn.Module]] = {
    "copy.deepcopy(model)": copy.deepcopy,
    "pickle.loads(pickle.dumps(model))": lambda model: pickle.loads(pickle.dumps(model)),
    "model.to(torch.float64)": lambda model: model.to(torch.float64),
    "model.load_state_dict(state)": lambda model: _load(model, assign=False),
    "model.load_state_dict(state, assign=True)": lambda model: _load(model, assign=True),
    'model.to("meta").to_empty(device="cpu")': lambda m: m.to("meta").to_empty(device="cpu"),
    "nn.init.normal_(model.lm_head.weight, std=0.02)": _init_head,
    "one step of AdamW(model.parameters())": _step,
    "model.lm_head.to(torch.bfloat16)": _cast_head,
    "model.token_embed = nn.Embedding.from_pretrained(weight)": _from_pretrained,
    "weight_norm(model.lm_head)": _weight_norm,
    "safetensors.torch.save_file(model.state_dict(), path)": _safetensors,
}
"""What is written on the card -> what is run."""
