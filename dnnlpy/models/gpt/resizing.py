"""A model of V ids in, the same model of another number of ids out.

Everything that has V rows changes in one call: the token table, the head, its bias if there is
one, the sizes that the modules report, and what an optimiser remembers. Every parameter gets one
successor, and whoever held the old one holds the successor afterwards; that keeps a tie a tie.

Letters: V vocabulary size, D embedding width.
"""

import math
from typing import Literal, get_args

import torch
from torch import Tensor, nn

from dnnlpy.models.gpt.initialization import STD
from dnnlpy.models.gpt.model import MiniGPT
from dnnlpy.models.gpt.successors import hand_over, successor_states, with_rows
from dnnlpy.nn.checks import checked_integer

NewRows = Literal["mean", "normal"]


def resize_vocabulary(
    model: MiniGPT,
    vocab_size: int,
    *,
    optimiser: torch.optim.Optimizer | None = None,
    new_rows: NewRows = "mean",
    std: float = STD,
    generator: torch.Generator | None = None,
) -> None:
    """Change V in place: ids are added or dropped at the end of the vocabulary.

    Rows that stay keep every bit, their gradient and their state in the optimiser. A shared table
    stays one parameter, whether the constructor tied it or you did, by assigning it; two tables
    stay two. The parameters are new objects: call this between a step and the next forward pass,
    then wrap the model in DDP and set hooks on parameters, and keep no other optimiser.

    Args:
        model: Changed in place. Of a wrapped model pass the inner one.
        vocab_size: The new V. Below the old one, the last rows go, and what the optimiser knew
            about them.
        optimiser: One that was built from this model's parameters, or None. It keeps its groups
            and settings; the moments of new rows are zero. Adam counts steps once for the whole
            table, not for each row, so new rows get no correction for their late start: their
            first step is (1 - beta1) / sqrt(1 - beta2) learning rates long, not 1.
        new_rows: "mean" draws new rows around the mean of the old ones, so that a new id scores
            about what the others score on average; a new bias is the mean bias. "normal" draws
            them around 0, as for a fresh model; a new bias is 0.
        std: Standard deviation of the draw. At 0 all new rows are the mean itself: twins, which a
            tied model tells apart slowly.
        generator: Source of randomness.

    Raises:
        TypeError: An argument has the wrong type.
        ValueError: ``vocab_size`` is below 1 or drops the padding row; ``new_rows`` or ``std`` is
            none of its values; the two ends disagree about V, are an alias of each other or a
            broken tie; or the optimiser does not hold what changes. Nothing has changed then.

    Source:
        Hewitt, "Initializing New Word Embeddings for Pretrained Language Models" (2021): n new
        ids at the mean lower the log probability of an old one by at most log(1 + n / V). 0.02 is
        the spread of GPT-2's tables at the start (Radford et al. 2019).

    Example:
        >>> model = MiniGPT(vocab_size=100, block_size=8, embed_dim=32)
        >>> resize_vocabulary(model, 103)
        >>> tuple(model.lm_head.weight.shape), model.lm_head.weight is model.token_embed.weight
        ((103, 32), True)
    """
    vocab_size = checked_integer("vocab_size", vocab_size)
    if new_rows not in get_args(NewRows):
        raise ValueError(f"new_rows must be 'mean' or 'normal', got {new_rows!r}")
    if not isinstance(std, int | float) or not 0 <= std < math.inf:
        raise ValueError(f"std must be a number of 0 or more, got {std!r}: pass a float like 0.02")
    olds = _parameters_with_rows(model)
    _check_padding(model, vocab_size)
    pairs = [(old, _successor(old, vocab_size, new_rows, std, generator)) for old in olds]
    states = successor_states(optimiser, pairs)
    if vocab_size == model.vocab_size:
        return
    # Everything is computed: from here on only names change, so no error leaves half a change.
    hand_over(optimiser, pairs, states)
    successors = {id(old): new for old, new in pairs}
    for module in model.modules():
        for name, parameter in list(module._parameters.items()):
            if id(parameter) in successors:
                setattr(module, name, successors[id(parameter)])
    model.vocab_size = model.token_embed.num_embeddings = model.lm_head.out_features = vocab_size


def _parameters_with_rows(model: MiniGPT) -> list[nn.Parameter]:
    """Return the parameters that have V rows, a shared one once; refuse ends that do not agree."""
    if not isinstance(model, MiniGPT):
        raise TypeError(
            f"resize_vocabulary changes a MiniGPT, got {type(model).__name__}: of a wrapped model "
            "pass the inner one (.module of DDP, what you gave to torch.compile)"
        )
    model.check_tie()
    found = [end._parameters.get("weight") for end in (model.token_embed, model.lm_head)]
    sizes = [None if weight is None else len(weight) for weight in found]
    if sizes != [model.vocab_size] * 2:
        raise ValueError(
            f"both ends must have a parameter weight of vocab_size={model.vocab_size} rows, got "
            f"{sizes[0]} in token_embed and {sizes[1]} in lm_head: undo what replaced one of them"
        )
    found.append(model.lm_head._parameters.get("bias"))
    parameters = list({id(p): p for p in found if p is not None}.values())
    table, head = model.token_embed.weight, model.lm_head.weight
    if table is not head and not table.is_meta and table.data_ptr() == head.data_ptr():
        raise ValueError(
            "two tables must be in two places, got two parameters of one memory, an alias: tie "
            "them with lm_head.weight = token_embed.weight, or clone one"
        )
    return parameters


def _check_padding(model: MiniGPT, vocab_size: int) -> None:
    padding_idx = model.token_embed.padding_idx
    if padding_idx is not None and padding_idx >= vocab_size:
        raise ValueError(
            f"the padding row must stay, got vocab_size={vocab_size} and {padding_idx=}: keep "
            f"{padding_idx + 1} ids or more, or set token_embed.padding_idx to another id first"
        )


def _successor(
    old: nn.Parameter, size: int, new_rows: NewRows, std: float, generator: torch.Generator | None
) -> nn.Parameter:
    """Return a parameter of ``size`` rows, with the old rows and the old gradient."""
    values = old.detach()
    fill = values.mean(dim=0, keepdim=True) if new_rows == "mean" else torch.zeros_like(values[:1])
    new: Tensor = with_rows(values, size, fill)
    if old.dim() == 2 and size > len(old):  # a bias needs no noise
        new[len(old) :] += torch.empty_like(new[len(old) :]).normal_(std=std, generator=generator)
    parameter = nn.Parameter(new, requires_grad=old.requires_grad)
    if old.grad is not None:
        parameter.grad = with_rows(old.grad, size)
    return parameter
