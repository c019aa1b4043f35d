"""The exercises of 18.4.7: a loss that trains one path alone, and rows that are pushed together."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

import dnnlpy.nn as dnn
from dnnlpy.exercises.answers import kind, run
from dnnlpy.exercises.checker import AnswerError, checker


class _TiedEmbeddingLM(nn.Module):
    """The model of 18.4.5: a table, used twice."""

    def __init__(self, vocab_size: int, embed_dim: int) -> None:
        super().__init__()
        self.token_embed = dnn.Embedding(vocab_size, embed_dim)
        self.lm_head = dnn.Linear(embed_dim, vocab_size, bias=False)
        self.lm_head.weight = self.token_embed.weight

    def forward(self, input_ids: Tensor) -> Tensor:
        """From ids (B, T) to logits (B, T, V)."""
        logits: Tensor = self.lm_head(self.token_embed(input_ids))
        return logits


@checker(
    "One name cannot be frozen, because there is one Parameter. But each use can be cut.",
    "`table.detach()` has the same numbers and takes no gradient. Which of the two uses is to get "
    "it?",
    "The logits are `F.linear(model.token_embed(input_ids), table.detach())`; then the cross "
    "entropy as always.",
)
def lookup_loss(lookup_loss: object) -> str:
    """Exercise 1 of 18.4.7, Freeze only the head.

    Args:
        lookup_loss: A function of a tied model, ``input_ids`` and ``labels``, both (B, T), that
            returns the model's loss, the mean cross entropy; ``backward()`` on it gives the table
            what comes through the lookup, and nothing else.
    """
    for ids, labels in (
        ([[1, 2, 3]], [[2, 3, 4]]),
        ([[7, 7, 0], [5, 1, 7]], [[7, 0, 2], [1, 7, 3]]),
    ):
        model = _TiedEmbeddingLM(10, 4)
        _examine_lookup_loss(lookup_loss, model, torch.tensor(ids), torch.tensor(labels))
    return "same loss, and only the rows that were read get a gradient."


def _examine_lookup_loss(function: object, model: nn.Module, ids: Tensor, labels: Tensor) -> None:
    table = model.get_parameter("token_embed.weight")
    head = table.detach().clone().requires_grad_()
    expected = F.cross_entropy(
        F.linear(model.get_submodule("token_embed")(ids), head).flatten(0, 1), labels.flatten()
    )
    by_lookup, by_head = torch.autograd.grad(expected, (table, head))
    given = f"ids {ids.tolist()}"
    loss = run("lookup_loss", function, model, ids, labels, given=given)
    if isinstance(loss, float):
        raise AnswerError(
            "you return a float, which has no gradient. Return the loss as a tensor, without "
            "`.item()`."
        )
    if not isinstance(loss, Tensor) or loss.dim():
        raise AnswerError(f"given {given}, you return {kind(loss)}. A loss is one number.")
    if not table.requires_grad:
        raise AnswerError(
            "the embedding is frozen as well: `requires_grad_(False)` on one name of a Parameter "
            "freezes the one Parameter that there is."
        )
    if model.get_submodule("lm_head").weight is not model.get_submodule("token_embed").weight:
        raise AnswerError(
            "your function unties the model: afterwards the head has a Parameter of its own, and "
            "no longer follows the table."
        )
    if table.grad is not None:
        raise AnswerError("your function has called `backward()` already. Return the loss alone.")
    if torch.isclose(loss, expected * labels.numel()):
        raise AnswerError(f"{loss:.3f} is the sum over {labels.numel()} labels, not their mean.")
    logits = model(ids).detach()
    for scores, targets, why in (
        (logits[:, :-1], labels[:, 1:], "the labels were shifted, and they come shifted already."),
        (logits, ids, "it asks for the ids that were read. Use the labels as they come."),
        (logits[:1], labels[:1], "only the first sequence of the batch counts in it."),
    ):
        other = F.cross_entropy(scores.flatten(0, 1), targets.flatten())
        if torch.isclose(loss, other, rtol=1e-4) and not torch.isclose(loss, expected, rtol=1e-4):
            raise AnswerError(f"the loss is {loss:.3f}, not {expected:.3f}: {why}")
    if not torch.isclose(loss, expected, rtol=1e-4):
        raise AnswerError(
            f"given {given} and labels {labels.tolist()}, the loss is {loss:.3f}, and the model's "
            f"own is {expected:.3f}. To cut a path changes "
            "the gradient, not the loss."
        )
    if not loss.requires_grad:
        raise AnswerError("both uses are cut off: this loss has no gradient at all.")
    loss.backward()
    if table.grad is None:
        raise AnswerError(
            "the gradient went to a copy: the model's own table has none, so no optimiser of the "
            "model moves it."
        )
    grad: Tensor = table.grad
    if torch.allclose(grad, by_lookup + by_head, atol=1e-6):
        raise AnswerError(
            "rows that were not read have a gradient: this is the whole sum, and the head's path "
            "is still open."
        )
    if torch.allclose(grad, by_head, atol=1e-6):
        raise AnswerError(
            "this is the head's part: you have cut off the lookup. Cut at the other end."
        )
    if not torch.allclose(grad, by_lookup, atol=1e-6):
        raise AnswerError("the gradient is not the lookup's part: compare it with path_gradients.")


@checker(
    "First the mean of all rows, one vector of D numbers. Then a cosine for each row.",
    "A cosine is the inner product divided by both lengths.",
    "`F.cosine_similarity(rows, rows.mean(dim=0, keepdim=True), dim=1)`.",
)
def cosines_with_mean(cosines_with_mean: object) -> str:
    """Exercise 2 of 18.4.7, The rows nobody uses.

    Args:
        cosines_with_mean: A function of ``rows``, shape (N, D), that returns N numbers: the cosine
            of each row with the mean of the rows.
    """
    rows = torch.tensor([[3.0, 1.0, 0.5], [1.0, -0.5, 2.0], [-4.0, 1.0, 0.0], [2.0, 2.0, -1.0]])
    given = "4 rows of 3 numbers"
    cosines = run("cosines_with_mean", cosines_with_mean, rows, given=given)
    if not isinstance(cosines, Tensor):
        raise AnswerError(f"given {given}, you return {kind(cosines)}. Return a tensor.")
    if cosines.shape == (3,):
        raise AnswerError(
            f"given {given}, you return 3 numbers, one for each column. A cosine is of two "
            "vectors of D numbers, so sum over dim=1."
        )
    if cosines.shape == (4, 4):
        raise AnswerError("you return (4, 4), each row with each. Wanted is each with the mean.")
    if cosines.numel() != 4:
        raise AnswerError(
            f"given {given}, you return shape {tuple(cosines.shape)}. There is one cosine for each "
            "row."
        )
    mean, lengths = rows.mean(dim=0), rows.norm(dim=1)
    right = rows @ mean / (lengths * mean.norm())
    unit, centred = rows / lengths[:, None], rows - mean
    for other, why in (
        (rows @ mean, "these are inner products. Divide by both lengths."),
        (rows @ mean / lengths, "each is divided by the row's length, and not by the mean's."),
        (rows @ mean / mean.norm(), "each is divided by the mean's length, and not by the row's."),
        (right.abs(), "all are positive: a row that points away has a negative cosine."),
        (1 - right, "these are distances, 1 minus the cosine."),
        (right.acos(), "these are angles. The cosine itself is asked for."),
        (
            rows @ mean / (rows.norm() * mean.norm()),
            "`rows.norm()` is one length for the whole matrix. Each row has its own: dim=1.",
        ),
        (
            F.cosine_similarity(rows, rows.mean().expand(1, 3)),
            "`rows.mean()` is one number. The mean of the rows has D of them: dim=0.",
        ),
        (
            F.cosine_similarity(rows[:, None], rows, dim=-1).mean(dim=1),
            "each is the mean of cosines. First the mean of the rows, then one cosine for each.",
        ),
        (
            F.cosine_similarity(unit, unit.mean(dim=0)[None]),
            "each row was made as long as the others before the mean. Take the mean as it is.",
        ),
        (
            F.cosine_similarity(centred, mean[None]),
            "the mean was subtracted first. What the rows have in common is then gone.",
        ),
        (
            torch.zeros(4),
            "all are zero: once the mean is subtracted, the mean of what is left is zero.",
        ),
    ):
        if torch.allclose(cosines.flatten(), other, atol=1e-4):
            raise AnswerError(why)
    if not torch.allclose(cosines.flatten(), right, atol=1e-4):
        raise AnswerError(
            f"given {rows.tolist()}, the cosines are {[round(x, 2) for x in right.tolist()]}, and "
            f"you return {[round(x, 2) for x in cosines.flatten().tolist()]}."
        )
    again = run("cosines_with_mean", cosines_with_mean, rows / 1000, given="short rows")
    if not isinstance(again, Tensor) or not torch.allclose(again.flatten(), right, atol=1e-3):
        raise AnswerError("for rows 1,000 times as short the cosines change. They must not.")
    many = torch.randn(100, 3)
    again = run("cosines_with_mean", cosines_with_mean, many, given="100 rows of 3 numbers")
    if not isinstance(again, Tensor) or again.numel() != 100:
        raise AnswerError(
            f"given 100 rows, you return {kind(again)}. Which rows to take is up to the call."
        )
    return "one cosine for each row, whatever its length. Near 1, all rows are pushed one way."
