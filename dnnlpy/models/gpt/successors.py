"""What an optimiser knows of a parameter in, the same for its successor of other rows out.

An optimiser finds its state by the object: a new parameter in the model, under the old name, is a
stranger to it. It goes on moving the old one, which nothing reads any more.
"""

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn

Pairs = Sequence[tuple[nn.Parameter, nn.Parameter]]
"""Each parameter and its successor."""
State = dict[str, Any]


def with_rows(tensor: Tensor, size: int, fill: Tensor | None = None) -> Tensor:
    """Return a copy with ``size`` rows: the first ones kept, those that are missing filled.

    Args:
        tensor: Shape (V, ...).
        size: Rows of the copy.
        fill: Shape (1, ...), the value of every new row; None fills with zeros.

    Raises:
        ValueError: The tensor is sparse.

    Example:
        >>> with_rows(torch.tensor([1.0, 2.0]), 3), with_rows(torch.tensor([1.0, 2.0]), 1)
        (tensor([1., 2., 0.]), tensor([1.]))
    """
    if tensor.layout != torch.strided:
        raise ValueError(
            f"rows can be added to dense tensors, got one of layout {tensor.layout}: after a "
            "sparse gradient call optimiser.zero_grad() first"
        )
    kept = tensor[:size]
    fill = torch.zeros_like(tensor[:1]) if fill is None else fill
    return torch.cat([kept, fill.expand(size - len(kept), *tensor.shape[1:])])


def successor_states(optimiser: torch.optim.Optimizer | None, pairs: Pairs) -> list[State]:
    """Return the state of each successor; nothing is written.

    Args:
        optimiser: Of the old parameters, or None.
        pairs: Each old parameter and its successor.

    Returns:
        One state a pair, where rows that stay are as they were, new rows zero and numbers kept.

    Raises:
        TypeError: ``optimiser`` is none.
        ValueError: It holds no old parameter that is trained, or keeps something else than rows
            and single numbers.
    """
    if optimiser is None:
        return [{} for _ in pairs]
    if not isinstance(optimiser, torch.optim.Optimizer):
        kind = type(optimiser).__name__
        raise TypeError(f"optimiser must be a torch.optim.Optimizer or None, got {kind}")
    held = {id(parameter) for group in optimiser.param_groups for parameter in group["params"]}
    trained = [old for old, _ in pairs if old.requires_grad]
    if trained and not any(id(old) in held for old in trained):
        raise ValueError(
            "the optimiser must hold the parameters that change, got one that holds none of them: "
            "pass the optimiser that was built from this model's parameters()"
        )
    if isinstance(optimiser, torch.optim.LBFGS):  # one list for all parameters
        raise ValueError("each parameter must have a state of its own, got LBFGS: build it anew")
    return [
        {key: _resized(key, value, old, len(new)) for key, value in optimiser.state[old].items()}
        if old in optimiser.state
        else {}
        for old, new in pairs
    ]


def hand_over(
    optimiser: torch.optim.Optimizer | None, pairs: Pairs, states: Sequence[State]
) -> None:
    """Put each successor in its predecessor's place, in the same group, with its state."""
    if optimiser is None:
        return
    successors = {id(old): new for old, new in pairs}
    for group in optimiser.param_groups:
        group["params"][:] = [successors.get(id(p), p) for p in group["params"]]
    for (old, new), state in zip(pairs, states, strict=True):
        if optimiser.state.pop(old, None) is not None:
            optimiser.state[new] = state


def _resized(key: str, value: Any, old: nn.Parameter, size: int) -> Any:
    """Return one entry of a state: a tensor of the parameter's shape by rows, the rest as it is."""
    if not isinstance(value, Tensor) or value.dim() == 0:
        return value
    if value.shape != old.shape:
        raise ValueError(
            f"an optimiser's state must be of the parameter's shape {tuple(old.shape)} or one "
            f"number, got {key!r} of shape {tuple(value.shape)}: build the optimiser anew"
        )
    return with_rows(value, size)
