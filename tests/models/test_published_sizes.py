"""Section 18.4.6 counts published models by a formula; here their own classes are counted."""

import nbformat
import pytest
import torch

import dnnlpy.models.gpt as gpt
from dnnlpy.models.published import MODELS
from tests.published import built
from tools.paths import CHAPTERS

CELLS = {
    cell.id: cell.source
    for cell in nbformat.read(CHAPTERS / "18-4-06-parameters-saved.ipynb", as_version=4).cells
}
COUNTS = {"torch": torch, "gpt": gpt}
exec(CELLS["decoder-parameters"], COUNTS)


def sizes(cell, name):
    """The dictionary of a cell, with the arguments of every call in place of its result."""
    namespace = {
        call: lambda *args, call=call, **options: (call, args, options)
        for call in ("decoder", "gpt2_type")
    }
    exec(CELLS[cell], namespace)
    return namespace[name]


TIED = sizes("published-tied", "one_table")
UNTIED = sizes("published-untied", "two_tables")


def stated(name):
    """The arguments that the section should have passed."""
    model = MODELS[name]
    if model.family == "gpt2":
        return (model.embed_dim, model.num_layers, model.num_heads), {}
    args = (model.vocab_size, model.embed_dim, model.num_layers, model.num_heads)
    options = {"head_norms": model.family in ("qwen3", "gemma3_text")}
    options["post_norms"] = model.family == "gemma3_text"
    return (*args, model.num_kv_heads, model.head_dim, model.hidden_dim), {
        option: True for option, wanted in options.items() if wanted
    }


@pytest.mark.parametrize("name", [*TIED, *UNTIED])
def test_the_section_has_the_sizes_and_the_tie_that_the_package_has(name):
    _, args, options = (TIED | UNTIED)[name]
    assert (args, options) == stated(name)
    assert (name in TIED) == MODELS[name].tied


@pytest.mark.parametrize("name", [*TIED, *UNTIED])
def test_the_formula_counts_what_the_model_has(name):
    call, args, options = (TIED | UNTIED)[name]
    rest, table = COUNTS[call](*args, **options)
    counted = sum(parameter.numel() for parameter in built(name).parameters())
    assert counted == rest + table * (1 if name in TIED else 2)
