"""Published models: their own classes, without weights, count what their publishers say."""

import sys

import pytest

from dnnlpy.models import published
from dnnlpy.models.published import MODELS
from tests.published import built

STATED = {  # billions of parameters, as model cards and reports round them
    **{"GPT-2 small": 0.124, "GPT-2 medium": 0.355, "GPT-2 large": 0.774, "GPT-2 XL": 1.558},
    **{"Gemma 2B": 2.51, "Gemma 7B": 8.54},
    **{"Gemma 2 2B": 2.61, "Gemma 2 9B": 9.24, "Gemma 2 27B": 27.23},
    **{"Gemma 3 1B": 1.0, "Gemma 3 4B": 3.9, "Gemma 3 12B": 11.8, "Gemma 3 27B": 27.0},
    **{"Llama 3.2 1B": 1.24, "Llama 3.2 3B": 3.21, "Llama 3 8B": 8.03, "Llama 3 70B": 70.6},
    **{"Qwen2.5 0.5B": 0.49, "Qwen2.5 1.5B": 1.54, "Qwen2.5 3B": 3.09, "Qwen2.5 7B": 7.62},
    **{"Qwen3 0.6B": 0.6, "Qwen3 1.7B": 1.7, "Qwen3 4B": 4.0, "Qwen3 8B": 8.2, "Qwen3 32B": 32.8},
    **{"SmolLM2 135M": 0.135, "SmolLM2 1.7B": 1.71, "OLMo 1B": 1.18, "OLMo 2 13B": 13.7},
    **{"Mistral 7B": 7.24, "Phi-3-mini": 3.8, "DeepSeek-V3": 671.0},
}
TABLES = {  # millions in one table
    **{"GPT-2 small": 38.6, "GPT-2 medium": 51.5, "GPT-2 large": 64.3, "GPT-2 XL": 80.4},
    **{"Gemma 2B": 524, "Gemma 7B": 786, "Gemma 2 2B": 590, "Gemma 2 9B": 918},
    **{"Gemma 2 27B": 1180, "Gemma 3 1B": 302, "Gemma 3 4B": 671, "Gemma 3 12B": 1007},
    **{"Gemma 3 27B": 1409, "Llama 3.2 1B": 263, "Llama 3.2 3B": 394, "Llama 3 8B": 525},
    **{"Llama 3 70B": 1051, "Qwen2.5 0.5B": 136, "Qwen2.5 1.5B": 233, "Qwen2.5 3B": 311},
    **{"Qwen2.5 7B": 545, "Qwen3 0.6B": 156, "Qwen3 1.7B": 311, "Qwen3 4B": 389},
    **{"Qwen3 8B": 622, "Qwen3 32B": 778, "SmolLM2 135M": 28, "SmolLM2 1.7B": 101},
    **{"OLMo 1B": 103, "OLMo 2 13B": 514, "Mistral 7B": 131, "Phi-3-mini": 98.5},
    "DeepSeek-V3": 927,
}


def count(model):
    return sum(parameter.numel() for parameter in model.parameters())


@pytest.mark.parametrize("name", MODELS)
def test_a_model_has_the_size_the_table_and_the_tie_that_are_stated(name):
    model = built(name)
    read, score = (
        ends().weight for ends in (model.get_input_embeddings, model.get_output_embeddings)
    )
    digits = len(str(STATED[name]).partition(".")[2])
    assert round(count(model) / 1e9, digits) == STATED[name]
    assert abs(MODELS[name].table / 1e6 - TABLES[name]) < 1
    assert read.shape == score.shape == (MODELS[name].vocab_size, MODELS[name].embed_dim)
    assert (read is score) == MODELS[name].tied
    assert all(parameter.is_meta for parameter in model.parameters())


def test_a_tie_can_be_added_and_taken_away():
    name = "SmolLM2 135M"
    tied, untied = (count(published.build(name, tied=tie)) for tie in (True, False))
    assert untied - tied == MODELS[name].table
    assert count(published.build(name)) == tied


def test_an_unknown_name_is_answered_with_the_known_ones():
    with pytest.raises(ValueError, match=r"called 'GPT-5': choose one of \['GPT-2 small'"):
        published.build("GPT-5")


def test_without_transformers_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.raises(ImportError, match="run `pip install transformers`"):
        published.build("GPT-2 small")
