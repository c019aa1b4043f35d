"""The tie: the head reads the token table itself, not a copy of it.

One line writes the tie, in :meth:`TiedHead.tie_weights`. Everything else here keeps it. Python's
own copying keeps one object one object, but three things that PyTorch does treat each name by
itself and would leave two tables behind, or the wrong one:

* ``load_state_dict(assign=True)``,
* moving from the ``meta`` device with ``to_empty`` (or to it),
* a checkpoint with two different tables, of which the one loaded last would silently win.
"""

from collections.abc import Callable
from typing import Any, Self

import torch
from torch import Tensor, nn

import dnnlpy.nn as dnn

TABLE = "token_embed.weight"
HEAD = "lm_head.weight"


class TiedHead(nn.Module):
    """A module whose ``lm_head`` may share the table of its ``token_embed``.

    Attributes:
        token_embed: The token table, ``weight`` of shape (V, D).
        lm_head: The head, ``weight`` of shape (V, D).
        weight_tying: Whether the two weights are one parameter.
    """

    token_embed: dnn.Embedding
    lm_head: dnn.Linear
    weight_tying: bool

    def __init__(self) -> None:
        super().__init__()
        self.register_load_state_dict_post_hook(_tie_loaded_weights)  # type: ignore[no-untyped-call]

    def tie_weights(self) -> None:
        """Make ``lm_head.weight`` the same object as ``token_embed.weight``, whose values stay.

        Call it after replacing ``token_embed.weight``; build the optimiser afterwards.

        Raises:
            ValueError: The model was built untied, the shapes differ, or one of the weights is
                computed from other parameters.
        """
        if not self.weight_tying:
            raise ValueError(
                "this model was built with weight_tying=False: build it with weight_tying=True"
            )
        for name, module in (("token_embed", self.token_embed), ("lm_head", self.lm_head)):
            if "weight" not in module._parameters:
                raise ValueError(
                    f"only a plain parameter can be tied, but {name}.weight is computed from "
                    "others: remove that parametrisation, or build with weight_tying=False"
                )
        table, head = self.token_embed.weight, self.lm_head.weight
        if table.shape != head.shape:
            raise ValueError(
                f"a tie needs one shape (V, D) at both ends, got {tuple(table.shape)} for {TABLE} "
                f"and {tuple(head.shape)} for {HEAD}: give both modules the same V and D"
            )
        self.lm_head.weight = self.token_embed.weight

    def check_tie(self) -> None:
        """Ask that the tie still holds; one comparison of two references.

        Raises:
            ValueError: The weights of a tied model are two objects.
        """
        if not self.weight_tying:
            return
        table, head = self.token_embed.weight, self.lm_head.weight
        if head is not table:
            raise ValueError(
                f"weight_tying=True promises that {HEAD} is {TABLE}, but they are two objects, of "
                f"shapes {tuple(head.shape)} and {tuple(table.shape)}: call tie_weights() to give "
                "the head the token table again, or build the model with weight_tying=False"
            )

    def _apply(self, fn: Callable[..., Any], recurse: bool = True) -> Self:
        """Tie again after a move that made new parameters (``to_empty``, ``to("meta")``)."""
        was_tied = self.weight_tying and self.lm_head.weight is self.token_embed.weight
        super()._apply(fn, recurse)  # type: ignore[no-untyped-call]
        if was_tied:
            self.tie_weights()
        return self

    def _load_from_state_dict(
        self, state_dict: dict[str, Any], prefix: str, *args: Any, **kwargs: Any
    ) -> None:
        """Make the entry speak with one voice before anything is written."""
        if self.weight_tying:
            self.check_tie()
            _give_both_names_one_table(state_dict, prefix)
        super()._load_from_state_dict(state_dict, prefix, *args, **kwargs)


def _tie_loaded_weights(module: nn.Module, _: object) -> None:
    """Tie again after ``load_state_dict(assign=True)`` made a parameter for either name."""
    if isinstance(module, TiedHead) and module.weight_tying:
        module.tie_weights()


def _give_both_names_one_table(state_dict: dict[str, Any], prefix: str) -> None:
    """Let a checkpoint's one table serve both names; refuse two tables that differ."""
    names = [prefix + TABLE, prefix + HEAD]
    found = [name for name in names if name in state_dict]
    if len(found) == 1:
        for name in names:
            state_dict[name] = state_dict[found[0]]
    elif len(found) == 2 and not _same_values(state_dict[names[0]], state_dict[names[1]]):
        raise ValueError(
            f"a tied model holds one table, but {names[0]!r} and {names[1]!r} of the state dict "
            "differ: load it into a model with weight_tying=False, or delete one of the two keys "
            "to say which table to keep (nothing was loaded)"
        )


def _same_values(a: Tensor, b: Tensor) -> bool:
    """Whether two tables agree in every entry, nan with nan; tables on ``meta`` have no values."""
    if a is b or a.is_meta or b.is_meta:
        return True
    if a.shape != b.shape:
        return False
    b = b.to(a.device)
    return bool(((a == b) | (torch.isnan(a) & torch.isnan(b))).all())
