"""Functions in a notebook in, the text of a script that defines them out.

The imports, constants and other functions that they name are found and written down with them.
"""

import ast
import dis
import inspect
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any


def script_of(*functions: Callable[[], Any]) -> str:
    """Return a script that defines the functions, and calls nothing.

    Args:
        functions: Defined in a notebook or a module, with ``def``.

    Returns:
        The script's text.

    Raises:
        TypeError: A name in a function means something that cannot be written into a script.
    """
    lines: dict[str, str] = {}  # by name: imports and constants first, functions as they are met
    bodies: dict[str, str] = {}
    waiting = list(functions)
    while waiting:
        function = waiting.pop()
        bodies[function.__name__] = inspect.getsource(function)
        for name in _global_names(function.__code__):
            value = function.__globals__.get(name, lines)
            if value is lines or name in lines or name in bodies:  # a built-in, or known already
                continue
            if isinstance(value, FunctionType) and value.__module__ == function.__module__:
                waiting.append(value)
            else:
                lines[name] = _line_for(name, value)
    return "\n".join([*lines.values(), *bodies.values()])


def _line_for(name: str, value: Any) -> str:  # whatever a notebook names
    """Return the line that gives a name its meaning in a script."""
    if isinstance(value, ModuleType):
        return f"import {value.__name__} as {name}"
    if isinstance(value, type | FunctionType) and value.__module__ != "__main__":
        return f"from {value.__module__} import {value.__qualname__} as {name}"
    try:
        if ast.literal_eval(repr(value)) == value:
            return f"{name} = {value!r}"
    except (ValueError, SyntaxError):
        pass
    raise TypeError(
        "a function that is sent to other processes may use modules, functions, numbers, strings "
        f"and lists or dictionaries of them, but {name} is {type(value).__name__}: make it inside"
    )


def _global_names(code: CodeType) -> Iterator[str]:
    """Yield the global names that a function reads, also in the functions inside of it."""
    for instruction in dis.get_instructions(code):
        if instruction.opname == "LOAD_GLOBAL":
            yield instruction.argval
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _global_names(constant)
