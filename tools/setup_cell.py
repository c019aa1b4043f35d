"""The first code cell of every notebook: the one template, filled with the repository's address.

In an environment without dnnlpy (Colab) the cell installs it from the repository; pip keeps the
torch, numpy and matplotlib that are there, because pyproject.toml asks only for loose minimums.
Where dnnlpy is importable it does nothing, and a stranger of the same name stops it.
"""

from tools.paths import repository

CELL_ID = "setup"

TEMPLATE = """\
# Set-up: installs dnnlpy, this book's package, where it is missing (Colab). Elsewhere: nothing.
from importlib.util import find_spec

if find_spec("dnnlpy") is None:
    %pip install --quiet git+{repository}
import dnnlpy

if not hasattr(dnnlpy, "BOOK"):
    raise ImportError(
        f"{{dnnlpy}} is another package of that name: "
        "run %pip uninstall -y dnnlpy, restart the kernel, then run this cell again"
    )"""


def source() -> str:
    """The set-up cell's source, as it stands in every notebook."""
    return TEMPLATE.format(repository=repository())
