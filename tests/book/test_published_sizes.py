"""Section 18.4.6 counts published models by a formula; here their own classes are counted."""

import nbformat
import pytest
import torch
from transformers import (
    Gemma3ForCausalLM,
    Gemma3TextConfig,
    GPT2Config,
    GPT2LMHeadModel,
    LlamaConfig,
    LlamaForCausalLM,
    Qwen3Config,
    Qwen3ForCausalLM,
)

import dnnlpy.models.gpt as gpt
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


def build(call, args, options, tied):
    """The model itself, from Transformers, on the meta device."""
    if call == "gpt2_type":
        width, layers, heads = args
        kind = GPT2LMHeadModel, GPT2Config
        settings = {"n_embd": width, "n_layer": layers, "n_head": heads}
    else:
        kind = LlamaForCausalLM, LlamaConfig
        if options.get("head_norms"):
            kind = Qwen3ForCausalLM, Qwen3Config
        if options.get("post_norms"):
            kind = Gemma3ForCausalLM, Gemma3TextConfig
        names = ("vocab_size", "hidden_size", "num_hidden_layers", "num_attention_heads")
        names += ("num_key_value_heads", "head_dim", "intermediate_size")
        settings = dict(zip(names, args, strict=True))
    with torch.device("meta"):
        return kind[0](kind[1](**settings, tie_word_embeddings=tied))


@pytest.mark.parametrize("name", [*TIED, *UNTIED])
def test_the_formula_counts_what_the_model_has(name):
    call, args, options = (TIED | UNTIED)[name]
    rest, table = COUNTS[call](*args, **options)
    model = build(call, args, options, tied=name in TIED)
    counted = sum(parameter.numel() for parameter in model.parameters())
    assert counted == rest + table * (1 if name in TIED else 2)
