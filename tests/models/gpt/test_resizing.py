"""One call changes V everywhere, and what stays is what it was."""

import copy
import math

import pytest
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from torch import nn
from torch.nn.utils import parametrizations

import dnnlpy.models.gpt as gpt

V, D = 11, 8


def by_hand(build):
    model = build(weight_tying=False)
    model.lm_head.weight = model.token_embed.weight
    return model


def with_bias(build):
    """Tied by hand, below a head with the bias that PyTorch gives it."""
    model = build(weight_tying=False)
    model.lm_head = nn.Linear(D, V)
    model.lm_head.weight = model.token_embed.weight
    return model


def untied(build):
    return build(weight_tying=False)


def tied(build):
    return build()


KINDS = [tied, by_hand, with_bias, untied]
OPTIMISERS = {
    "AdamW": lambda p: torch.optim.AdamW(p, lr=0.01),
    "AdamW, amsgrad": lambda p: torch.optim.AdamW(p, lr=0.01, amsgrad=True),
    "SGD": lambda p: torch.optim.SGD(p, lr=0.1),
    "SGD, momentum": lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9, weight_decay=0.1),
}
each_kind = pytest.mark.parametrize("kind", KINDS)
each_optimiser = pytest.mark.parametrize("make", OPTIMISERS.values(), ids=OPTIMISERS)
same_fixtures = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def is_tied(model):
    return model.lm_head.weight is model.token_embed.weight


def rows(model):
    """What has V rows, by name; a tied table under both names."""
    state = model.state_dict()
    names = ("token_embed.weight", "lm_head.weight", "lm_head.bias")
    return {name: state[name] for name in names if name in state}


def random_gradients(model, upto=None, seed=0):
    """Give every parameter a gradient; those with V rows only in the first ``upto``."""
    generator = torch.Generator().manual_seed(seed)
    ends = {id(p) for p in (*model.token_embed.parameters(), *model.lm_head.parameters())}
    for parameter in model.parameters():
        size = upto if upto and id(parameter) in ends else len(parameter)
        gradient = torch.randn(size, *parameter.shape[1:], generator=generator)
        parameter.grad = torch.zeros_like(parameter)
        parameter.grad[:size] = gradient


def snapshot(model, optimiser):
    """All that an error must not change: the objects, their values, the state."""
    return (
        {name: id(p) for name, p in model.named_parameters(remove_duplicate=False)},
        {name: value.clone() for name, value in model.state_dict().items()},
        [[id(p) for p in group["params"]] for group in optimiser.param_groups],
        copy.deepcopy(optimiser.state_dict()),
        (model.vocab_size, model.token_embed.num_embeddings, model.lm_head.out_features),
    )


@each_kind
@pytest.mark.parametrize("size", [1, 7, V, 14, 30])
def test_everything_that_has_v_rows_changes_and_the_tie_or_its_absence_stays(build, kind, size):
    model = kind(build)
    was_tied, names = is_tied(model), set(model.state_dict())
    gpt.resize_vocabulary(model, size)
    assert {len(tensor) for tensor in rows(model).values()} == {size}
    sizes = (model.vocab_size, model.token_embed.num_embeddings, model.lm_head.out_features)
    assert sizes == (size, size, size)
    assert is_tied(model) == was_tied
    assert set(model.state_dict()) == names
    assert model(torch.zeros(2, 3, dtype=torch.int64)).shape == (2, 3, size)


@same_fixtures
@given(kind=st.sampled_from(KINDS), sizes=st.lists(st.integers(1, 30), min_size=1, max_size=4))
def test_rows_that_stay_keep_every_bit_through_any_sequence_of_sizes(build, kind, sizes):
    model = kind(build)
    before = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    for size in sizes:
        gpt.resize_vocabulary(model, size, new_rows="normal")
    stayed = min(V, *sizes)
    for name, tensor in model.state_dict().items():
        kept = stayed if name in rows(model) else len(tensor)
        assert torch.equal(tensor[:kept], before[name][:kept])


@each_kind
def test_old_ids_score_what_they_scored(build, ids, kind):
    model = kind(build)
    before = model(ids)
    gpt.resize_vocabulary(model, 16)
    torch.testing.assert_close(model(ids)[..., :V], before)


@each_kind
def test_without_spread_new_rows_are_the_mean_of_the_old_ones(build, kind):
    model = kind(build)
    means = {name: tensor.mean(dim=0) for name, tensor in rows(model).items()}
    gpt.resize_vocabulary(model, 14, std=0)
    for name, tensor in rows(model).items():
        assert torch.equal(tensor[V:], means[name].expand_as(tensor[V:]))


@same_fixtures
@given(kind=st.sampled_from(KINDS), added=st.integers(1, 20), scale=st.floats(0.1, 30))
def test_the_mean_costs_an_old_id_at_most_log_1_plus_n_over_v(build, ids, kind, added, scale):
    model = kind(build)
    with torch.no_grad():
        model.lm_head.weight.mul_(scale)  # confident, as a trained model is
        before = model(ids).log_softmax(dim=-1)
        gpt.resize_vocabulary(model, V + added, std=0)
        lost = before - model(ids).log_softmax(dim=-1)[..., :V]
    assert lost.min() > -1e-4
    assert lost.max() < math.log(1 + added / V) + 1e-4


@each_kind
@pytest.mark.parametrize("new_rows", ["mean", "normal"])
@pytest.mark.parametrize(("options", "std"), [({}, 0.02), ({"std": 0.3}, 0.3)])
def test_new_rows_spread_around_the_mean_or_0(build, kind, new_rows, options, std):
    model = kind(build)
    with torch.no_grad():
        for tensor in rows(model).values():
            tensor.add_(2.0)  # so that the mean is not 0
    centres = {name: tensor.mean(dim=0) for name, tensor in rows(model).items()}
    gpt.resize_vocabulary(model, 2000, new_rows=new_rows, **options)
    for name, tensor in rows(model).items():
        away = tensor[V:] - (centres[name] if new_rows == "mean" else 0)
        if name.endswith("bias"):
            assert not away.any()
        else:
            assert away.std().item() == pytest.approx(std, rel=0.05)
            assert away.mean().abs() < std / 20


@each_kind
@pytest.mark.parametrize("new_rows", ["mean", "normal"])
def test_one_state_of_a_generator_draws_the_same_rows(build, kind, new_rows):
    twins = [kind(build) for _ in range(2)]
    twins[1].load_state_dict(twins[0].state_dict())
    for model in twins:
        generator = torch.Generator().manual_seed(5)
        gpt.resize_vocabulary(model, 14, new_rows=new_rows, generator=generator)
    for name, tensor in rows(twins[0]).items():
        assert torch.equal(tensor, rows(twins[1])[name])


@pytest.mark.parametrize("dtype", [torch.float64, torch.bfloat16])
def test_type_and_freezing_stay(build, dtype):
    model = untied(build).to(dtype)
    model.token_embed.weight.requires_grad_(False)
    gpt.resize_vocabulary(model, 14)
    assert {tensor.dtype for tensor in rows(model).values()} == {dtype}
    assert not model.token_embed.weight.requires_grad
    assert model.lm_head.weight.requires_grad


@each_kind
def test_the_device_stays_even_when_it_has_no_values(build, kind):
    with torch.device("meta"):
        model = kind(build)
    was_tied = is_tied(model)
    gpt.resize_vocabulary(model, 14)
    assert model.lm_head.weight.is_meta
    assert is_tied(model) == was_tied
    assert model.lm_head.weight.shape == (14, D)


def test_a_table_that_a_third_module_holds_stays_shared(build):
    model = tied(build)
    model.third = nn.Linear(D, V, bias=False)
    model.third.weight = model.token_embed.weight
    gpt.resize_vocabulary(model, 14)
    assert model.third.weight is model.token_embed.weight


def test_a_gradient_stays_with_its_rows(build, ids):
    model = tied(build)
    model.loss(ids).backward()
    gradient = model.token_embed.weight.grad.clone()
    gpt.resize_vocabulary(model, 14)
    assert torch.equal(model.token_embed.weight.grad[:V], gradient)
    assert not model.token_embed.weight.grad[V:].any()


def test_the_same_size_changes_nothing(build):
    model = tied(build)
    optimiser = torch.optim.AdamW(model.parameters())
    before = snapshot(model, optimiser)
    gpt.resize_vocabulary(model, V, optimiser=optimiser)
    assert snapshot(model, optimiser)[0] == before[0]


# The optimiser


def grouped(model, make):
    """Two groups with settings of their own, the table's group not the first."""
    ends = {id(p) for p in (*model.token_embed.parameters(), *model.lm_head.parameters())}
    parameters = list(model.parameters())
    return make(
        [
            {"params": [p for p in parameters if id(p) not in ends], "lr": 0.02},
            {"params": [p for p in parameters if id(p) in ends], "lr": 0.03, "weight_decay": 0.2},
        ]
    )


@each_optimiser
@settings(same_fixtures, max_examples=12)
@given(
    kind=st.sampled_from(KINDS),
    size=st.integers(1, 25),
    before=st.integers(0, 3),
    after=st.integers(1, 3),
)
def test_old_rows_move_as_if_nothing_had_happened(build, make, kind, size, before, after):
    model = kind(build)
    twin = copy.deepcopy(model)
    stay = min(size, V)
    steppers = {model: grouped(model, make), twin: grouped(twin, make)}
    for step in range(before + after):
        if step == before:
            gpt.resize_vocabulary(model, size, optimiser=steppers[model])
        for each, optimiser in steppers.items():
            random_gradients(each, upto=stay, seed=step)
            optimiser.step()
    for name, tensor in model.state_dict().items():
        kept = stay if name in rows(model) else len(tensor)
        assert torch.equal(tensor[:kept], twin.state_dict()[name][:kept]), name


@each_kind
@each_optimiser
@pytest.mark.parametrize("size", [7, 14])
def test_state_goes_with_its_rows_and_new_rows_have_none(build, kind, make, size):
    model = kind(build)
    optimiser = grouped(model, make)
    random_gradients(model)
    optimiser.step()
    old = list(model.parameters())
    before = copy.deepcopy(optimiser.state_dict())
    gpt.resize_vocabulary(model, size, optimiser=optimiser)
    after = optimiser.state_dict()
    assert after["param_groups"] == before["param_groups"]
    assert set(optimiser.state) <= set(model.parameters())
    held = [p for group in optimiser.param_groups for p in group["params"]]
    assert {id(p) for p in held} == {id(p) for p in model.parameters()}
    stayed = {id(p) for p in old}
    assert len(held) == len(set(held))
    for index, state in after["state"].items():
        for key, value in state.items():
            was = before["state"][index][key]
            if not torch.is_tensor(value) or value.dim() == 0 or id(held[index]) in stayed:
                assert value is was or torch.equal(value, was)
            else:
                assert value.shape == held[index].shape
                assert torch.equal(value[: min(size, V)], was[: min(size, V)])
                assert not value[V:].any()


@each_kind
@each_optimiser
def test_the_next_step_trains_new_rows_too(build, kind, make):
    model = kind(build)
    optimiser = make(model.parameters())
    model.loss(torch.randint(V, (3, 5))).backward()
    optimiser.step()
    gpt.resize_vocabulary(model, 14, optimiser=optimiser)
    before = {name: tensor.clone() for name, tensor in rows(model).items()}
    optimiser.zero_grad()
    model.loss(torch.tensor([[11, 12, 13, 11]])).backward()
    optimiser.step()
    for name, tensor in rows(model).items():
        assert not (tensor[V:] == before[name][V:]).all(dim=-1).any()


def test_the_first_step_of_a_new_row_is_not_corrected_for_its_late_start(build):
    model = tied(build)
    optimiser = torch.optim.AdamW(model.parameters(), lr=0.01, betas=(0.9, 0.99), weight_decay=0)
    for step in range(200):
        random_gradients(model, seed=step)
        optimiser.step()
    gpt.resize_vocabulary(model, 12, optimiser=optimiser)
    before = model.token_embed.weight[V].clone()
    random_gradients(model)
    optimiser.step()
    moved = (model.token_embed.weight[V] - before).abs() / 0.01
    expected = (1 - 0.9) / math.sqrt(1 - 0.99)
    torch.testing.assert_close(moved, torch.full_like(moved, expected), rtol=0.2, atol=0)


def test_an_optimiser_saved_after_the_change_loads_into_one_of_the_new_model(build):
    model = tied(build)
    optimiser = torch.optim.AdamW(model.parameters())
    random_gradients(model)
    optimiser.step()
    gpt.resize_vocabulary(model, 14, optimiser=optimiser)
    fresh = torch.optim.AdamW(build(vocab_size=14).parameters())
    fresh.load_state_dict(optimiser.state_dict())
    assert fresh.state[fresh.param_groups[0]["params"][0]]["exp_avg"].shape == (14, D)


def test_a_schedule_goes_on_with_the_groups_it_knows(build):
    model = tied(build)
    optimiser = torch.optim.SGD(model.parameters(), lr=1.0)
    schedule = torch.optim.lr_scheduler.ExponentialLR(optimiser, 0.5)
    gpt.resize_vocabulary(model, 14, optimiser=optimiser)
    random_gradients(model)
    optimiser.step()
    schedule.step()
    assert optimiser.param_groups[0]["lr"] == 0.5


def test_a_frozen_table_need_not_be_in_the_optimiser(build):
    model = tied(build)
    model.token_embed.weight.requires_grad_(False)
    optimiser = torch.optim.SGD([p for p in model.parameters() if p.requires_grad], lr=0.1)
    gpt.resize_vocabulary(model, 14, optimiser=optimiser)
    held = {id(p) for p in optimiser.param_groups[0]["params"]}
    assert id(model.token_embed.weight) not in held


# Errors


def alias(model):
    model.lm_head.weight = nn.Parameter(model.token_embed.weight.data)


def grown_on_one_side(model):
    model.token_embed.weight = nn.Parameter(torch.zeros(14, D))


BREAKING = {
    "a broken tie": (tied, alias, "two objects"),
    "an alias": (untied, alias, r"two parameters of one memory, an alias: tie"),
    "one side grown": (by_hand, grown_on_one_side, r"got 14 in token_embed and 11 in lm_head"),
    "a computed weight": (
        untied,
        lambda model: parametrizations.weight_norm(model.lm_head),
        r"vocab_size=11 rows, got 11 in token_embed and None in lm_head",
    ),
}


@pytest.mark.parametrize(("kind", "change", "message"), BREAKING.values(), ids=BREAKING)
def test_ends_that_do_not_agree_are_refused_and_nothing_changes(build, kind, change, message):
    model = kind(build)
    change(model)
    optimiser = torch.optim.AdamW(model.parameters())
    before = snapshot(model, optimiser)
    with pytest.raises(ValueError, match=message):
        gpt.resize_vocabulary(model, 14, optimiser=optimiser)
    check_unchanged(model, optimiser, before)


def check_unchanged(model, optimiser, before):
    after = snapshot(model, optimiser)
    assert (after[0], after[2], after[4]) == (before[0], before[2], before[4])
    torch.testing.assert_close(after[1], before[1], rtol=0, atol=0)
    torch.testing.assert_close(after[3], before[3], rtol=0, atol=0)


BAD = [
    ({"vocab_size": 0}, ValueError, "vocab_size must be at least 1, got 0"),
    ({"vocab_size": 14.0}, TypeError, "vocab_size must be an integer, got 14.0"),
    ({"vocab_size": True}, TypeError, "vocab_size must be an integer"),
    ({"new_rows": "zeros"}, ValueError, "new_rows must be 'mean' or 'normal', got 'zeros'"),
    ({"std": -0.1}, ValueError, r"std must be a number of 0 or more, got -0\.1: pass a float"),
    ({"std": math.nan}, ValueError, "std must be a number of 0 or more, got nan"),
    ({"std": "small"}, ValueError, "std must be a number of 0 or more, got 'small'"),
    ({"optimiser": "adamw"}, TypeError, "must be a torch.optim.Optimizer or None, got str"),
]


@pytest.mark.parametrize(("arguments", "error", "message"), BAD)
def test_a_bad_argument_is_named_and_nothing_changes(build, arguments, error, message):
    model = tied(build)
    optimiser = torch.optim.AdamW(model.parameters())
    random_gradients(model)
    optimiser.step()
    before = snapshot(model, optimiser)
    with pytest.raises(error, match=message):
        gpt.resize_vocabulary(model, **({"vocab_size": 14, "optimiser": optimiser} | arguments))
    check_unchanged(model, optimiser, before)


def test_another_module_is_refused(build):
    for other in (nn.Linear(2, 3), torch.compile(build(), backend="eager")):
        with pytest.raises(TypeError, match=r"changes a MiniGPT, got .*pass the inner one"):
            gpt.resize_vocabulary(other, 14)


def test_the_padding_row_must_stay(build):
    model = tied(build)
    model.token_embed.padding_idx = 9
    with pytest.raises(ValueError, match="got vocab_size=9 and padding_idx=9: keep 10 ids or more"):
        gpt.resize_vocabulary(model, 9)
    gpt.resize_vocabulary(model, 10)
    assert model.vocab_size == 10


def test_an_optimiser_of_another_model_is_refused(build):
    model, optimiser = tied(build), torch.optim.AdamW(build().parameters())
    before = snapshot(model, optimiser)
    with pytest.raises(ValueError, match="got one that holds none of them: pass the optimiser"):
        gpt.resize_vocabulary(model, 14, optimiser=optimiser)
    check_unchanged(model, optimiser, before)
