"""What a model's scores say: probabilities of the next token, and a token's score for itself."""

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import torch
from matplotlib.figure import Figure
from torch import Tensor

from dnnlpy.palette import LIGHT
from dnnlpy.plots.style import WIDTH, book_style


def token_probabilities(choices: Mapping[str, Tensor], tokens: Sequence[str]) -> Figure:
    """Draw the probabilities of the next token under several ways to choose it.

    Args:
        choices: Name of a way to choose -> its probabilities, shape (V,).
        tokens: What to write below each of the V bars.

    Returns:
        The figure: a row of V bars for each way, on one scale; no bar where a token is excluded.

    Raises:
        ValueError: If there is no way to choose, or the number of probabilities is not V.
    """
    if not choices or any(p.shape != (len(tokens),) for p in choices.values()):
        shapes = {name: tuple(p.shape) for name, p in choices.items()}
        raise ValueError(
            f"every choice needs one probability for each of the {len(tokens)} tokens, shape "
            f"({len(tokens)},), and the shapes are {shapes}: pass softmax(logits) of one position"
        )
    with book_style():
        figure, panels = plt.subplots(
            len(choices),
            1,
            figsize=(WIDTH, 0.95 * len(choices) + 0.5),
            sharex=True,
            sharey=True,
            squeeze=False,
        )
        for axes, (name, probabilities) in zip(panels[:, 0], choices.items(), strict=True):
            axes.bar(range(len(tokens)), probabilities.tolist(), color=LIGHT["output"])
            axes.text(0.99, 0.9, name, transform=axes.transAxes, ha="right", va="top")
        axes.set_xticks(range(len(tokens)), tokens)
        axes.set(xlabel="next token", xlim=(-0.6, len(tokens) - 0.4))
        figure.supylabel("probability", fontsize=10, color=LIGHT["text"])
    return figure


def own_token_logits(models: Mapping[str, Tensor], input_ids: Tensor) -> Figure:
    """Draw the score that each position gives to the token it just read, among all others.

    Args:
        models: Name of a model -> its logits, shape (B, T, V).
        input_ids: The ids that it read, shape (B, T).

    Returns:
        The figure: for each model two distributions of logits, the own token's and the others'.

    Raises:
        ValueError: If a model's logits do not fit the ids.
    """
    for name, logits in models.items():
        if logits.dim() != 3 or logits.shape[:2] != input_ids.shape:
            raise ValueError(
                f"logits need shape (B, T, V) with (B, T) = {tuple(input_ids.shape)}, the shape of "
                f"input_ids, and those of {name!r} have {tuple(logits.shape)}: "
                "pass what the model returns for these ids"
            )
    with book_style():
        figure, panels = plt.subplots(
            1, len(models), figsize=(WIDTH, 3), sharex=True, sharey=True, squeeze=False
        )
        for axes, (name, logits) in zip(panels[0], models.items(), strict=True):
            own = torch.zeros_like(logits, dtype=torch.bool).scatter_(2, input_ids[..., None], True)
            scores = logits.detach().cpu().double()
            groups = ((~own, "quiet", "every other token"), (own, "output", "the token just read"))
            for chosen, color, label in groups:
                axes.hist(
                    scores[chosen.cpu()].numpy(),
                    bins=40,
                    density=True,
                    color=LIGHT[color],
                    alpha=0.7,
                    label=label,
                )
            axes.set(title=name, xlabel="logit")
        panels[0, 0].set_ylabel("density")
        figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=2)
    return figure
