"""Functions in a notebook in, the text of a script that calls them out.

The imports, constants and other functions that they name are found and written down with them.
"""

import ast
import dis
import inspect
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

START = """

def one_process(rank, processes, folder):
    import pathlib
    import torch

    torch.distributed.init_process_group(
        "gloo",
        store=torch.distributed.FileStore(folder + "/meeting", processes),
        rank=rank,
        world_size=processes,
    )
    results = [function() for function in ({names},)]
    torch.save(results, pathlib.Path(folder) / str(rank))
    torch.distributed.destroy_process_group()


if __name__ == "__main__":
    import sys
    import {early}  # what all need: once, before the processes part
    import torch.multiprocessing

    torch.multiprocessing.start_processes(
        one_process,
        args=(int(sys.argv[2]), sys.argv[1]),
        nprocs=int(sys.argv[2]),
        start_method=torch.multiprocessing.get_start_method(),  # "fork" shares what is loaded
    )
"""


def script_of(*functions: Callable[[], Any]) -> str:
    """Return a script that calls the functions and saves what they return.

    Args:
        functions: Defined in a notebook or a module, with ``def``.

    Returns:
        The script's text. Its arguments are the folder for the results, one file a process, and the
        number of processes.

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
    names = ", ".join(function.__name__ for function in functions)
    text = "\n".join([*lines.values(), *bodies.values()])
    early = "torch._dynamo" if "optim" in text else "torch"  # every optimiser loads the former
    return text + START.format(names=names, early=early)


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
