"""MiniGPT can hold GPT-2: an independent implementation computes the same scores."""

import pytest
import torch
from transformers import GPT2Config, GPT2LMHeadModel

from dnnlpy.models.gpt import from_gpt2
from tests.formulas import perturb


@pytest.fixture
def peer():
    config = GPT2Config(
        vocab_size=101,
        n_positions=12,
        n_embd=24,
        n_layer=3,
        n_head=4,
        n_inner=40,
        bos_token_id=0,
        eos_token_id=0,
    )
    model = GPT2LMHeadModel(config).eval()
    perturb(model)  # biases start at 0 and norms at 1: a wrong mapping of them would not show
    return model


def test_minigpt_with_the_weights_of_gpt2_gives_its_logits(peer):
    model = from_gpt2(peer.state_dict(), num_heads=4).eval()
    ids = torch.randint(101, (3, 12))
    with torch.no_grad():
        expected = peer(ids).logits
        torch.testing.assert_close(model(ids), expected, rtol=0, atol=1e-5)
    assert expected.std() > 0.5  # the tolerance is small beside what is compared
    assert model.lm_head.weight is model.token_embed.weight
    assert model.num_parameters() == sum(p.numel() for p in peer.parameters())


def test_minigpt_with_the_weights_of_gpt2_gives_its_loss_and_gradient(peer):
    model = from_gpt2(peer.state_dict(), num_heads=4).eval()
    ids = torch.randint(101, (3, 12))
    loss, expected = model.loss(ids), peer(ids, labels=ids).loss
    torch.testing.assert_close(loss, expected, rtol=0, atol=1e-5)
    loss.backward()
    expected.backward()
    torch.testing.assert_close(
        model.token_embed.weight.grad, peer.transformer.wte.weight.grad, rtol=0, atol=1e-5
    )


def test_greedy_text_is_the_same(peer):
    model = from_gpt2(peer.state_dict(), num_heads=4)
    ids = torch.randint(101, (2, 4))
    expected = peer.generate(
        ids,
        max_new_tokens=6,
        do_sample=False,
        pad_token_id=0,
        eos_token_id=None,
        attention_mask=torch.ones_like(ids),
    )
    assert torch.equal(model.generate(ids, 6, greedy=True), expected)


def test_the_body_alone_gives_the_same_model(peer):
    ids = torch.randint(101, (1, 5))
    whole = from_gpt2(peer.state_dict(), num_heads=4)
    body = from_gpt2(peer.transformer.state_dict(), num_heads=4)
    assert torch.equal(whole(ids), body(ids))


def test_the_masks_that_old_checkpoints_store_are_left_out(peer):
    old = peer.state_dict() | {"transformer.h.0.attn.bias": torch.ones(1, 1, 12, 12)}
    ids = torch.randint(101, (1, 5))
    assert torch.equal(from_gpt2(old, 4)(ids), from_gpt2(peer.state_dict(), 4)(ids))


def test_an_untied_gpt2_and_other_state_dicts_are_refused(peer):
    untied = peer.state_dict() | {"lm_head.weight": torch.zeros(101, 24)}
    with pytest.raises(ValueError, match="a tied model holds one table"):
        from_gpt2(untied, num_heads=4)
    with pytest.raises(ValueError, match=r"must hold 'wte\.weight', got 1 other names: pass"):
        from_gpt2({"weight": torch.zeros(2)}, num_heads=4)
