"""What checks share: reading answers, and running a learner's function with care."""

from collections.abc import Callable
from numbers import Integral, Real

import torch
from torch import Tensor, nn

from dnnlpy.exercises.checker import AnswerError, said


def run(name: str, function: object, *inputs: object, given: str, in_place: bool = False) -> object:
    """Run a learner's function; an error, a missing result and a changed input are told in words.

    Args:
        name: What the exercise calls the function.
        function: The answer.
        inputs: What to run it with.
        given: The inputs in words.
        in_place: Whether the function is to change its inputs and return nothing.

    Returns:
        What the function returns.

    Raises:
        AnswerError: It is no function, raises, returns nothing, or changes a tensor it was given.
    """
    runs = callable_named(name, function)
    before = [(x, x.clone()) for x in inputs if isinstance(x, Tensor)]
    try:
        result = runs(*inputs)
    except Exception as error:
        means = next((why for part, why in _MEANS.items() if part in str(error)), "")
        raise AnswerError(f"given {given}, {name} raised {said(error)}{means}") from error
    if any(not torch.equal(x, copy) for x, copy in before):
        raise AnswerError(f"{name} changed the tensor that it was given: work on x.clone() of it.")
    if result is None and not in_place:
        raise AnswerError(f"given {given}, {name} came back with None: does it end with return?")
    return result


_MEANS = {
    "a leaf Variable that requires grad": " Write into a weight under `torch.no_grad()`.",
    "Expected target size": (
        ". `cross_entropy` takes (N, V) and (N,): `logits.flatten(0, 1)` and `labels.flatten()`."
    ),
    "mat1 and mat2 shapes cannot be": (
        ". The sizes in the middle must agree: turn one with .T, or read the sizes off the input."
    ),
    "positional argument": ". Give the function the parameters that the exercise names.",
    "must match the size of tensor": ". One of the two must be turned or cut: print both shapes.",
    "torch.nn.Parameter or None expected": (
        ". Wrap the tensor in `nn.Parameter`, or copy it into the weight under `torch.no_grad()`."
    ),
}
"""What some of PyTorch's errors mean for whoever meets them in an exercise."""


def callable_named(name: str, answer: object) -> Callable[..., object]:
    """Return an answer that is to be a function.

    Args:
        name: What the exercise calls it.
        answer: The answer.

    Raises:
        AnswerError: It is something else.
    """
    if not callable(answer) or isinstance(answer, nn.Module):  # a layer is what a call came to
        raise AnswerError(
            f"a function is asked for, and this is {kind(answer)}. "
            f"Pass {name} itself, without calling it."
        )
    return answer


def truth(name: str, result: object, *, given: str = "") -> bool:
    """Return a learner's True or False.

    Args:
        name: What the exercise calls the answer, or the function that came back with it.
        result: The answer.
        given: The function's inputs in words.

    Raises:
        AnswerError: It is something else.
    """
    if isinstance(result, Tensor) and result.dtype == torch.bool and result.dim() == 0:
        return bool(result)
    right_kind = type(result).__name__ in ("bool", "bool_")  # Python's and NumPy's
    if not right_kind and not given:
        raise AnswerError(f"{name} is to be True or False, and this is {kind(result)}.")
    if not right_kind:
        raise AnswerError(
            f"given {given}, {name} came back with {kind(result)}. The question is one of yes or "
            "no: return True or False."
        )
    return bool(result)


def number(name: str, answer: object) -> float:
    """Return an answer that is to be a number.

    Args:
        name: What the exercise calls it.
        answer: A number of Python or NumPy, or a tensor of one.

    Raises:
        AnswerError: It is something else.
    """
    if isinstance(answer, Tensor) and answer.numel() == 1:
        answer = answer.item()
    if isinstance(answer, bool) or not isinstance(answer, Real):
        raise AnswerError(f"{name} is to be a number, and this is {kind(answer)}.")
    return float(answer)


def table(name: str, answer: object) -> Tensor:
    """Return an answer that is to be numbers in rows, as float64.

    Args:
        name: What the exercise calls it.
        answer: A tensor, an array or nested lists.

    Raises:
        AnswerError: It is something else.
    """
    try:
        return torch.as_tensor(answer).detach().cpu().to(torch.float64)
    except (TypeError, ValueError, RuntimeError) as error:
        raise AnswerError(
            f"{name} is to be a tensor or lists of numbers, and this is {kind(answer)}."
        ) from error


def linear(name: str, answer: object, *, given: str) -> nn.Module:
    """Return an answer that is to be a linear layer without bias.

    Args:
        name: What the exercise calls the function that made it.
        answer: What the function came back with.
        given: Its inputs in words.

    Raises:
        AnswerError: It is something else, or has a bias.
    """
    weight = getattr(answer, "weight", None)
    is_lookup = hasattr(answer, "num_embeddings")
    if not isinstance(answer, nn.Module) or not isinstance(weight, Tensor) or is_lookup:
        raise AnswerError(
            f"given {given}, {name} came back with {kind(answer)}. Return a linear layer."
        )
    if getattr(answer, "bias", None) is not None:
        raise AnswerError(
            "your layer has a bias: what it adds has no place in this product. Make it with "
            "bias=False."
        )
    return answer


def rows(name: str, answer: object) -> set[int]:
    """Return an answer that is to be row numbers.

    Args:
        name: What the exercise calls it.
        answer: A list, a set, a range or a tensor of whole numbers.

    Raises:
        AnswerError: It is something else.
    """
    listed = answer.tolist() if isinstance(answer, Tensor) else answer
    numbers = list(listed) if isinstance(listed, list | set | tuple | range) else None
    if numbers is None:
        raise AnswerError(f"{name} {_ROWS} {kind(answer)}.")
    numbers = [n.item() if isinstance(n, Tensor) and n.numel() == 1 else n for n in numbers]
    whole = [int(n) for n in numbers if isinstance(n, Integral) and not isinstance(n, bool)]
    if len(whole) != len(numbers):
        odd = next(n for n in numbers if not isinstance(n, Integral) or isinstance(n, bool))
        raise AnswerError(f"{name} {_ROWS} {kind(answer)} that holds {kind(odd)}.")
    return set(whole)


_ROWS = "is to be a list of row numbers, such as [2, 5], and this is"


def kind(answer: object) -> str:
    """Return what an answer is, in a few words, such as ``a list`` or ``None``."""
    if answer is None:
        return "None"
    if isinstance(answer, Tensor):
        return f"a tensor of shape {tuple(answer.shape)}"
    name = type(answer).__name__
    return f"an {name}" if name[0].lower() in "aeio" or name == "ndarray" else f"a {name}"
