"""A checkpoint in, a checkpoint that fits a tied model out: both names, one table.

A tied model saves its table under two names. Some formats keep one of them, and a checkpoint of an
untied model has two different tables, of which the one loaded last would silently win.
"""

from typing import Any

import torch
from torch import Tensor

TABLE = "token_embed.weight"
HEAD = "lm_head.weight"


def give_both_names_one_table(state_dict: dict[str, Any], prefix: str = "") -> list[str]:
    """Let a checkpoint's one table serve both names; refuse two tables that differ.

    Args:
        state_dict: Names and tensors; a name that is absent is added, with the other's table.
        prefix: Where in it the model's own names begin.

    Returns:
        The name that was added, if one was.

    Raises:
        ValueError: Both names are there and their tables differ.

    Example:
        >>> state_dict = {TABLE: torch.zeros(3, 2)}
        >>> give_both_names_one_table(state_dict), state_dict[HEAD] is state_dict[TABLE]
        (['lm_head.weight'], True)
    """
    names = [prefix + TABLE, prefix + HEAD]
    absent = [name for name in names if name not in state_dict]
    if len(absent) == 1:
        names.remove(absent[0])
        state_dict[absent[0]] = state_dict[names[0]]
        return absent
    if not absent and not _same_values(*(state_dict[name] for name in names)):
        raise ValueError(
            f"a tied model holds one table, but {names[0]!r} and {names[1]!r} of the state dict "
            "differ: load it into a model with weight_tying=False, or delete one of the two keys "
            "to say which table to keep (nothing was loaded)"
        )
    return []


def _same_values(a: Tensor, b: Tensor) -> bool:
    """Whether two tables agree in every entry, nan with nan; tables on ``meta`` have no values."""
    if a is b or a.is_meta or b.is_meta:
        return True
    if a.shape != b.shape:
        return False
    b = b.to(a.device)
    return bool(((a == b) | (torch.isnan(a) & torch.isnan(b))).all())
