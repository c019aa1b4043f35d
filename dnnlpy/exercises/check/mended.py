"""The last exercise of 18.4.10: a whole small model, examined from its tables to its first loss."""

import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from dnnlpy.exercises.answers import kind, run
from dnnlpy.exercises.checker import AnswerError, checker


@checker(
    "Go through the four mistakes one by one, and give the table a start of its own: what do its "
    "rows and a hidden state multiply to?",
    "The tie is one assignment, of the Parameter and not of its `.data`. Positions need as many "
    "rows as there are places. Logits at t are scored against the id at t + 1.",
    "A norm before the head and tables drawn with a standard deviation of 0.02 keep the logits "
    "small, so that the first loss is near ln V.",
)
def mended(model_class: object) -> str:
    """Exercise 2 of 18.4.10, Mend it.

    Args:
        model_class: The class ``Mended`` itself. ``Mended(vocab_size, block_size, embed_dim)`` is a
            model from ids (B, T) to logits (B, T, V), with ``token_embed``, ``pos_embed``,
            ``lm_head`` and ``loss(input_ids)``.
    """
    for V, T, D in ((50, 8, 16), (20, 24, 8)):
        model, given = _build(model_class, V, T, D)
        _examine_tables(model, V, T, D, given)
        _examine_logits(model, V, T)
        _examine_loss(model, V, T)
        _examine_start(_build(model_class, V, T, D)[0], V, T)
    return (
        "one table at both ends and no bias, a row for each place, labels one step ahead, and a "
        "first loss near ln V; no position sees what comes after it."
    )


def _build(answer: object, V: int, T: int, D: int) -> tuple[nn.Module, str]:
    given = f"vocab_size={V}, block_size={T}, embed_dim={D}"
    if isinstance(answer, nn.Module):
        raise AnswerError(
            "this is one model. Pass the class, check.mended(Mended): models of several sizes are "
            "built from it."
        )
    model = run("Mended", answer, V, T, D, given=given)
    if not isinstance(model, nn.Module):
        raise AnswerError(
            f"Mended came back with {kind(model)}. A class of models is asked for: class "
            "Mended(nn.Module)."
        )
    for name in ("token_embed", "pos_embed", "lm_head"):
        if not isinstance(getattr(getattr(model, name, None), "weight", None), nn.Parameter):
            raise AnswerError(f"keep the names: the model has no `{name}.weight` to look at.")
    if not callable(getattr(model, "loss", None)):
        raise AnswerError("keep the names: the model has no method `loss`.")
    return model, given


def _examine_tables(model: nn.Module, V: int, T: int, D: int, given: str) -> None:
    names = ("token_embed.weight", "lm_head.weight", "pos_embed.weight")
    table, head, places = (model.get_parameter(name) for name in names)
    if table.shape != (V, D):
        raise AnswerError(
            f"given {given}, the token table is {tuple(table.shape)}: it has a row of embed_dim "
            "numbers for each token, so make it of what you are given."
        )
    if getattr(model.lm_head, "bias", None) is not None:
        raise AnswerError("the head has a bias, which is no part of the table: bias=False.")
    if head is not table:
        raise AnswerError(_why_no_tie(head, table))
    if places is table or places.shape == (V, D):
        raise AnswerError(
            f"the positional table has {V} rows, one for each token. It needs one for each place: "
            "block_size of them, so that a longer sequence is refused."
        )
    if places.shape != (T, D):
        raise AnswerError(
            f"given {given}, the positional table is {tuple(places.shape)}, not (block_size, "
            "embed_dim)."
        )


def _why_no_tie(head: Tensor, table: Tensor) -> str:
    if head.data_ptr() == table.data_ptr():
        return (
            "head and table share their memory but are two Parameters, an alias: the optimiser "
            "steps both, and `.to(torch.float64)` parts them. Assign the Parameter."
        )
    if torch.equal(head, table):
        return (
            "the head's weight is a copy of the table: equal now, and the first step of training "
            "drives them apart. Assign the Parameter itself."
        )
    return (
        "head and table are two Parameters with numbers of their own, so nothing is tied. Assign "
        "one to the other, and replace neither afterwards."
    )


@torch.no_grad()
def _examine_logits(model: nn.Module, V: int, T: int) -> None:
    ids = torch.randint(V, (4, T))
    logits = _logits(model, ids, V)
    _logits(model, ids[:, : T // 2], V)
    if torch.allclose(logits, logits[..., :1].expand_as(logits)):
        raise AnswerError(
            "all logits are equal: zeros in the table give exactly ln V, and a gradient of zero "
            "that never moves them. Draw small random numbers."
        )
    if logits.min() >= 0 and torch.allclose(logits.sum(dim=-1), torch.ones(4, T), atol=1e-4):
        raise AnswerError("forward returns probabilities; `cross_entropy` wants the logits.")
    if torch.allclose(logits.logsumexp(dim=-1), torch.zeros(4, T), atol=1e-4):
        raise AnswerError(
            "forward returns log-probabilities; `cross_entropy` takes the logarithm of a softmax "
            "itself."
        )
    first, last = ids.clone(), ids.clone()
    first[:, 0], last[:, -1] = (ids[:, 0] + 1) % V, (ids[:, -1] + 1) % V
    if not torch.allclose(_logits(model, last, V)[:, :-1], logits[:, :-1], atol=1e-5):
        raise AnswerError(
            "the last id was changed, and logits of earlier positions moved: the model sees its "
            "answers. Attention needs its causal mask."
        )
    if torch.allclose(_logits(model, first, V)[:, -1], logits[:, -1], rtol=0, atol=1e-7):
        raise AnswerError(
            "the first id was changed, and the logits of the last position did not move: is the "
            "block left out?"
        )
    places = model.get_parameter("pos_embed.weight")
    places.add_(torch.randn_like(places))
    if torch.allclose(_logits(model, ids, V), logits, rtol=0, atol=1e-7):
        raise AnswerError(
            "the positional table is there, but changing it changes no logit: add it."
        )


def _logits(model: nn.Module, ids: Tensor, V: int) -> Tensor:
    given = f"ids of shape {tuple(ids.shape)}"
    logits = run("the model", model.__call__, ids, given=given)
    if not isinstance(logits, Tensor) or logits.shape != (*ids.shape, V):
        raise AnswerError(
            f"given {given}, the model came back with {kind(logits)}, not with logits of shape "
            f"{(*ids.shape, V)}."
        )
    return logits


def _examine_loss(model: nn.Module, V: int, T: int) -> None:
    with torch.no_grad():
        model.get_parameter("token_embed.weight").mul_(20)  # sure of itself: shifts differ clearly
    ids = torch.randint(V, (4, T))
    logits, loss = _logits(model, ids, V), _loss(model, ids)

    def entropy(scores: Tensor, labels: Tensor) -> Tensor:
        return F.cross_entropy(scores.flatten(0, 1), labels.flatten())

    once = entropy(logits[:, :-1], ids[:, 1:])
    others = (
        (
            entropy(logits, ids),
            "no one shifts: the model is asked for the id that it has just read.",
        ),
        (
            entropy(logits[:, :-1], ids[:, :-1]),
            "both lost their last place, so no one shifts: t is asked for the id at t.",
        ),
        (entropy(logits[:, :-2], ids[:, 2:]), "shifted twice: t is asked for the id at t + 2."),
        (entropy(logits[:, 1:], ids[:, :-1]), "backwards: t is asked for the id at t - 1."),
        (entropy(logits, ids.roll(-1, 1)), "`roll` asks the last position for the first id."),
        (once * ids[:, 1:].numel(), "the sum of all predictions, where a mean is wanted."),
        (once.exp(), "that is the perplexity, e to the loss."),
        (once / math.log(2), "that is in bits, and `cross_entropy` gives nats."),
        (entropy(logits[:, :-1].softmax(-1), ids[:, 1:]), "softmax stands before `cross_entropy`."),
    )
    for other, why in others:
        if torch.isclose(loss, other, rtol=1e-3) and not torch.isclose(loss, once, rtol=1e-3):
            raise AnswerError(f"loss(ids) is {loss:.2f}: {why}")
    if not torch.isclose(loss, once, rtol=1e-3):
        raise AnswerError(
            f"loss(ids) is {loss:.2f}, but the mean cross entropy of the logits at t and the ids "
            f"at t + 1 is {once:.2f}."
        )
    if not loss.requires_grad:
        raise AnswerError("the loss has no gradient: detached or under no_grad, it trains nothing.")


def _loss(model: nn.Module, ids: Tensor) -> Tensor:
    given = f"ids of shape {tuple(ids.shape)}"
    loss = run("loss", model.loss, ids, given=given)
    if not isinstance(loss, Tensor) or loss.dim():
        raise AnswerError(f"given {given}, loss came back with {kind(loss)}, not with one number.")
    return loss


def _examine_start(model: nn.Module, V: int, T: int) -> None:
    loss = _loss(model, torch.randint(V, (64, T)))
    if abs(loss.item() - math.log(V)) > 0.3:
        raise AnswerError(
            f"a new model starts at {loss:.1f} nats/token, and ln {V} is {math.log(V):.1f}: it is "
            "sure of nonsense. Draw the tables smaller; `dnn.Embedding` takes a standard "
            "deviation of 1."
        )
    loss.backward()
    silent = [name for name, parameter in model.named_parameters() if parameter.grad is None]
    if silent:
        raise AnswerError(f"after loss.backward(), {silent[0]} has no gradient: it cannot learn.")
