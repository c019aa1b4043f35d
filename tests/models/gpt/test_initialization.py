"""How a model starts."""

import math

import pytest
import torch

LARGE = {"vocab_size": 300, "block_size": 200, "embed_dim": 64, "hidden_dim": 256, "num_layers": 3}


@pytest.mark.parametrize("weight_tying", [True, False])
def test_every_matrix_has_std_0_02_and_what_is_added_to_the_stream_less(build, weight_tying):
    model = build(**LARGE, weight_tying=weight_tying)
    matrices = {name: p for name, p in model.named_parameters() if p.dim() == 2}
    assert len(matrices) == 2 + 4 * 3 + (not weight_tying)
    scaled = [name for name in matrices if name.endswith("project.weight")]
    assert len(scaled) == 2 * 3
    for name, parameter in matrices.items():
        expected = 0.02 / math.sqrt(2 * 3) if name in scaled else 0.02
        assert parameter.std().item() == pytest.approx(expected, rel=0.05)
        assert abs(parameter.mean().item()) < 0.1 * expected


def test_biases_start_at_0_and_norms_at_1(build):
    for name, parameter in build().named_parameters():
        if parameter.dim() == 1:
            value = 0.0 if name.endswith("bias") else 1.0
            assert torch.equal(parameter, torch.full_like(parameter, value))


def test_the_first_loss_is_that_of_a_uniform_guess(build):
    model = build(**LARGE)
    loss = model.loss(torch.randint(300, (8, 100))).item()
    assert loss == pytest.approx(math.log(300), rel=0.01)


def test_one_seed_gives_tied_and_untied_models_the_same_values(build):
    torch.manual_seed(5)
    tied = build(weight_tying=True)
    torch.manual_seed(5)
    untied = build(weight_tying=False)
    for name, values in untied.named_parameters():
        if name != "lm_head.weight":
            assert torch.equal(tied.get_parameter(name), values)
    assert not torch.equal(untied.lm_head.weight, untied.token_embed.weight)


def test_a_model_from_meta_can_be_drawn_like_any_other(build):
    with torch.device("meta"):
        model = build()
    model.to_empty(device="cpu")
    torch.manual_seed(0)
    model.reset_parameters()
    torch.manual_seed(0)
    other = build()
    other.reset_parameters()
    assert model.lm_head.weight is model.token_embed.weight
    assert model.token_embed.weight.std().item() == pytest.approx(0.02, rel=0.3)
    assert model.state_dict().keys() == other.state_dict().keys()
