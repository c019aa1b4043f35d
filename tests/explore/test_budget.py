import random

import pytest
import torch
from transformers import AutoModelForCausalLM, GPT2Config

from dnnlpy import explore
from dnnlpy.explore.budget import PUBLISHED, gpt_body
from dnnlpy.models.published import MODELS
from tests.explore.figures import choose, numbers, press, text
from tests.published import built

# Types of the weights, the gradients, a copy of the weights if there is one, and AdamW's means.
KINDS = [
    [torch.float32, torch.float32, None, torch.float32],
    [torch.bfloat16, torch.bfloat16, None, torch.bfloat16],
    [torch.bfloat16, torch.bfloat16, torch.float32, torch.float32],
]


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_sizes_are_those_of_the_class_in_transformers(name):
    source = name.removesuffix(" (untied)")
    sizes, model = MODELS[source], built(source)
    tables = {model.get_input_embeddings().weight, model.get_output_embeddings().weight}
    assert len(tables) == (2 if "untied" in name else 1)
    inside = sum(p.numel() for p in model.parameters()) - sum(t.numel() for t in tables)
    assert PUBLISHED[name] == (sizes.vocab_size, sizes.embed_dim, sizes.num_layers, inside)


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
        shown = numbers(page)
        for part, tables in (("tied", 1), ("untied", 2)):
            count = tables * table.numel()
            kept = [tables * table.to(kind).nbytes / 2**20 if kind else 0 for kind in kinds]
            kept[3] *= 2
            wanted = [count, body + count, 100 * count / (body + count), *kept]
            wanted += [2 * table.numel(), logits.nbytes]
            assert torch.allclose(shown[part], torch.tensor(wanted).double())
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
