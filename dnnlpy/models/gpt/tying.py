"""The tie: the head reads the token table itself, not a copy of it.

One line writes the tie, in :meth:`TiedHead.tie_weights`. Everything else here keeps it. Python's
own copying keeps one object one object, but PyTorch treats each name by itself and would leave two
tables behind when it puts new parameters in the place of old ones: in
``load_state_dict(assign=True)``, and on the way to or from the ``meta`` device.
"""

import copy
from collections.abc import Callable, Mapping
from typing import Any, Self, cast

from torch import nn

import dnnlpy.nn as dnn
from dnnlpy.models.gpt.checkpoints import HEAD, TABLE, give_both_names_one_table


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
        self.register_load_state_dict_post_hook(_tie_loaded_weights)

    def tie_weights(self) -> None:
        """Make ``lm_head.weight`` the same object as ``token_embed.weight``, whose values stay.

        Call it after replacing ``token_embed.weight``; build the optimiser afterwards.

        Raises:
            ValueError: The model was built untied, the shapes differ, one of the ends has no weight
                of its own (a parametrisation computes it), or the embedding has a ``max_norm``.
        """
        if not self.weight_tying:
            raise ValueError(
                "this model was built with weight_tying=False: build it with weight_tying=True"
            )
        _check_ends(self.token_embed, self.lm_head)
        self.lm_head.weight = self.token_embed.weight

    def check_tie(self) -> None:
        """Ask that the tie still holds; one comparison of two references, one look at max_norm.

        Raises:
            ValueError: The weights of a tied model are two objects, or the embedding has got a
                ``max_norm``.
        """
        if not self.weight_tying:
            return
        if self._is_tied():
            _check_lookup_only_reads(self.token_embed)
            return
        weights = [getattr(end, "weight", None) for end in (self.lm_head, self.token_embed)]
        shapes = ["(none)" if weight is None else str(tuple(weight.shape)) for weight in weights]
        raise ValueError(
            f"weight_tying=True promises that {HEAD} is {TABLE}, but they are two objects, of "
            f"shapes {shapes[0]} and {shapes[1]}: call tie_weights() to give the head the token "
            "table again, or build the model with weight_tying=False"
        )

    def _is_tied(self) -> bool:
        return getattr(self.lm_head, "weight", None) is self.token_embed.weight

    def _apply(self, fn: Callable[..., Any], recurse: bool = True) -> Self:
        """Tie again after a move that made new parameters (``to_empty``, ``to("meta")``)."""
        was_tied = self.weight_tying and self._is_tied()
        super()._apply(fn, recurse)
        if was_tied:
            self.tie_weights()
        return self

    def load_state_dict(
        self, state_dict: Mapping[str, Any], strict: bool = True, assign: bool = False
    ) -> Any:  # torch gives it no public type
        """Load as :meth:`torch.nn.Module.load_state_dict` does, and keep the tie.

        One of the two names is enough. With ``strict=False`` the absent one is in the list of
        missing keys, though its values are loaded: ``safetensors`` relies on the report.

        Args:
            state_dict: Names and tensors.
            strict: Whether missing and unexpected names are errors.
            assign: Whether to take the tensors themselves instead of copying their values.

        Returns:
            The missing and the unexpected keys.

        Raises:
            ValueError: The model is tied, and the state dict holds two tables that differ or the
                tie is broken. Nothing has been loaded then.
            RuntimeError: Names or shapes do not fit.
        """
        if strict and self.weight_tying:
            # A copy, with the metadata that torch keeps on it.
            state_dict = cast("dict[str, Any]", copy.copy(state_dict))
            give_both_names_one_table(state_dict)
        return super().load_state_dict(state_dict, strict=strict, assign=assign)

    def _load_from_state_dict(
        self,
        state_dict: dict[str, Any],
        prefix: str,
        local_metadata: dict[str, Any],
        strict: bool,
        missing_keys: list[str],
        unexpected_keys: list[str],
        error_msgs: list[str],
    ) -> None:
        """Settle on one table before anything is written, also inside another module."""
        if self.weight_tying:
            self.check_tie()
            missing_keys.extend(give_both_names_one_table(state_dict, prefix))
        lists = (missing_keys, unexpected_keys, error_msgs)
        super()._load_from_state_dict(state_dict, prefix, local_metadata, strict, *lists)


def _tie_loaded_weights(module: nn.Module, _: object) -> None:
    """Tie again after ``load_state_dict(assign=True)`` made a parameter for either name."""
    if isinstance(module, TiedHead) and module.weight_tying:
        module.tie_weights()


def _check_ends(token_embed: nn.Module, lm_head: nn.Module) -> None:
    """Ask for two ends that can share one table."""
    for name, end in (("token_embed", token_embed), ("lm_head", lm_head)):
        if "weight" not in end._parameters:
            raise ValueError(
                f"a tie needs a parameter at both ends, but {name}.weight is not a parameter "
                "of its own: undo what replaced it, or build with weight_tying=False"
            )
    table, head = token_embed.get_parameter("weight"), lm_head.get_parameter("weight")
    if table.shape != head.shape:
        raise ValueError(
            f"a tie needs one shape (V, D) at both ends, got {tuple(table.shape)} for {TABLE} "
            f"and {tuple(head.shape)} for {HEAD}: give both modules the same V and D"
        )
    _check_lookup_only_reads(token_embed)


def _check_lookup_only_reads(token_embed: nn.Module) -> None:
    """Refuse an embedding that changes its table in the forward pass."""
    max_norm = getattr(token_embed, "max_norm", None)  # torch's Embedding has it, dnn's has not
    if max_norm is not None:
        raise ValueError(
            f"a tied table must stay as it is in a lookup, got an embedding with {max_norm=}, "
            "which rewrites rows, and so the head, in every forward pass: build it without"
        )
