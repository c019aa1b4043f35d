import random

import pytest
import torch
from transformers import AutoModelForCausalLM, Gemma2Config, GPT2Config, LlamaConfig, Qwen3Config

from dnnlpy import explore
from dnnlpy.explore.budget import PUBLISHED, gpt_body
from tests.explore.figures import choose, numbers, press, text

# Types of the weights, the gradients, a copy of the weights if there is one, and AdamW's means.
KINDS = [
    [torch.float32, torch.float32, None, torch.float32],
    [torch.bfloat16, torch.bfloat16, None, torch.bfloat16],
    [torch.bfloat16, torch.bfloat16, torch.float32, torch.float32],
]
LLAMA = {"vocab_size": 128_256, "num_attention_heads": 32, "num_key_value_heads": 8}
CONFIGS = {
    "GPT-2 small": GPT2Config(),
    "GPT-2 XL": GPT2Config(n_embd=1600, n_layer=48, n_head=25),
    "SmolLM2 135M": LlamaConfig(
        vocab_size=49_152,
        hidden_size=576,
        num_hidden_layers=30,
        num_attention_heads=9,
        num_key_value_heads=3,
        intermediate_size=1536,
        tie_word_embeddings=True,
    ),
    "Qwen3 0.6B": Qwen3Config(
        vocab_size=151_936,
        hidden_size=1024,
        num_hidden_layers=28,
        num_attention_heads=16,
        num_key_value_heads=8,
        head_dim=128,
        intermediate_size=3072,
        tie_word_embeddings=True,
    ),
    "Llama 3.2 1B": LlamaConfig(
        **LLAMA,
        hidden_size=2048,
        num_hidden_layers=16,
        intermediate_size=8192,
        tie_word_embeddings=True,
    ),
    "Gemma 2 2B": Gemma2Config(
        vocab_size=256_000,
        hidden_size=2304,
        num_hidden_layers=26,
        num_attention_heads=8,
        num_key_value_heads=4,
        head_dim=256,
        intermediate_size=9216,
        tie_word_embeddings=True,
    ),
    "Llama 3 8B (untied)": LlamaConfig(
        **LLAMA,
        hidden_size=4096,
        num_hidden_layers=32,
        intermediate_size=14_336,
        tie_word_embeddings=False,
    ),
    "Qwen3 8B (untied)": Qwen3Config(
        vocab_size=151_936,
        hidden_size=4096,
        num_hidden_layers=36,
        num_attention_heads=32,
        num_key_value_heads=8,
        head_dim=128,
        intermediate_size=12_288,
        tie_word_embeddings=False,
    ),
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_sizes_are_those_of_the_class_in_transformers(name):
    config = CONFIGS[name]
    with torch.device("meta"):
        model = AutoModelForCausalLM.from_config(config)
    sizes = (config.vocab_size, config.hidden_size, config.num_hidden_layers)
    tables = {model.get_input_embeddings().weight, model.get_output_embeddings().weight}
    assert len(tables) == (2 if "untied" in name else 1)
    inside = sum(p.numel() for p in model.parameters()) - sum(t.numel() for t in tables)
    assert PUBLISHED[name] == (*sizes, inside)


def test_a_model_set_by_hand_is_counted_as_a_gpt2():
    config = GPT2Config(vocab_size=100, n_embd=48, n_layer=3, n_head=4)
    with torch.device("meta"):
        model = AutoModelForCausalLM.from_config(config)
    assert gpt_body(48, 3) == sum(p.numel() for p in model.parameters()) - 100 * 48


def test_counts_are_those_of_real_tensors_for_any_sizes(show):
    page = show(explore.budget())
    dice, sizes = random.Random(0), [50_257, 768, 12]
    body, dtype = PUBLISHED["GPT-2 small"][3], 0
    for _ in range(8):
        act = dice.choice(["size", "model", "dtype"])
        if act == "size":
            place = dice.randrange(3)
            sizes[place] = dice.randrange(2, 900)
            field = page.locator("[data-part=size]").nth(place)
            field.fill(str(sizes[place]))
            field.press("Enter")
            body = gpt_body(*sizes[1:])
        elif act == "model":
            place = dice.randrange(len(PUBLISHED))
            choose(page, "model", place + 1)
            *sizes, body = list(PUBLISHED.values())[place]
        else:
            dtype = dice.randrange(3)
            choose(page, "dtype", dtype)
        kinds = KINDS[dtype]
        table = torch.empty(sizes[0], sizes[1], device="meta")
        logits = torch.empty(sizes[0], dtype=kinds[0], device="meta")
        for part, tables in (("tied", 1), ("untied", 2)):
            count = tables * table.numel()
            kept = [tables * table.to(kind).nbytes / 2**20 if kind else 0 for kind in kinds]
            kept[3] *= 2
            wanted = [count, body + count, 100 * count / (body + count), *kept]
            wanted += [2 * table.numel(), logits.nbytes]
            assert torch.allclose(numbers(page, part), torch.tensor(wanted).double())
        assert f"saves {table.numel():,} parameters" in text(page, "say")


def test_the_chapters_numbers_are_shown():
    words = repr(explore.budget(50_000, 768))
    assert "76,800,000" in words
    assert "146.5" in words
    assert "124,439,808" in repr(explore.budget())
    assert "163,037,184" in repr(explore.budget())


def test_sizes_beyond_the_limits_are_pulled_back(show):
    page = show(explore.budget())
    field = page.locator("[data-part=size]").first
    field.fill("0")
    field.press("Enter")
    assert field.input_value() == "2"
    press(page, "reset")
    assert field.input_value() == "50257"


def test_sizes_that_make_no_model_are_refused():
    with pytest.raises(ValueError, match="vocab_size"):
        explore.budget(1)
    with pytest.raises(TypeError, match="embed_dim"):
        explore.budget(100, 1.5)
    with pytest.raises(ValueError, match="dtype must be one of float32, bf16, mixed"):
        explore.budget(dtype="int8")
