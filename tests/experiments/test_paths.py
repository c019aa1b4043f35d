import torch

from dnnlpy.experiments import paths, race

TINY = race.Setup(vocab_size=50, embed_dim=16)
IDS = torch.randint(50, (2, 9), generator=torch.Generator().manual_seed(0))


def test_both_paths_of_a_tied_model_add_up_to_the_gradient_that_training_uses():
    model = race.build("tied", TINY)
    lookup, head = paths.path_gradients(model, IDS[:, :-1], IDS[:, 1:])
    assert model.token_embed.weight.grad is None
    model.loss(IDS).backward()
    assert torch.allclose(lookup + head, model.token_embed.weight.grad, atol=1e-6)


def test_the_paths_of_an_untied_model_are_the_gradients_of_its_two_tables():
    model = race.build("untied, equal width", TINY)
    lookup, head = paths.path_gradients(model, IDS[:, :-1], IDS[:, 1:])
    model.loss(IDS).backward()
    assert torch.allclose(lookup, model.token_embed.weight.grad, atol=1e-6)
    assert torch.allclose(head, model.lm_head.weight.grad, atol=1e-6)


def test_the_lookup_reaches_the_rows_read_and_the_head_all():
    lookup, head = paths.path_gradients(race.build("tied", TINY), IDS[:, :-1], IDS[:, 1:])
    assert paths.rows_reached(lookup) == len(IDS[:, :-1].unique())
    assert paths.rows_reached(head) == 50
