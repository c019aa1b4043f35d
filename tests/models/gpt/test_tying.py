"""The tie is one object under two names, and stays so whatever a user does."""

import copy
import io
import pickle

import pytest
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from safetensors.torch import load_model, save_model
from torch import distributed, nn
from torch.func import functional_call
from torch.nn.parallel import DistributedDataParallel
from torch.nn.utils import parametrizations

TABLE, HEAD = "token_embed.weight", "lm_head.weight"


class Wrapper(nn.Module):
    """A model that holds another, as a reader's own class would."""

    def __init__(self, model):
        super().__init__()
        self.inner = model

    def forward(self, ids):
        return self.inner(ids)


@pytest.fixture(params=["alone", "inside another module"])
def wrap(request):
    return Wrapper if request.param == "inside another module" else lambda model: model


def inner(model):
    return getattr(model, "inner", model)


def is_tied(model):
    model = inner(model)
    return (
        model.lm_head.weight is model.token_embed.weight
        and isinstance(model.lm_head.weight, nn.Parameter)
        and [n for n, _ in model.named_parameters()].count(HEAD) == 0
    )


def saved(model):
    """Return the state dict after a trip through ``torch.save``."""
    file = io.BytesIO()
    torch.save(model.state_dict(), file)
    file.seek(0)
    return torch.load(file, weights_only=True)


def through_meta(model):
    model.to_empty(device="meta")
    return model.to_empty(device="cpu")


def overwritten(model):
    before = torch.__future__.get_overwrite_module_params_on_conversion()
    torch.__future__.set_overwrite_module_params_on_conversion(True)
    try:
        return model.double().float()
    finally:
        torch.__future__.set_overwrite_module_params_on_conversion(before)


def loaded(**options):
    def load(model):
        model.load_state_dict(saved(model), **options)
        return model

    return load


KEEPING_VALUES = {
    "to(float64)": lambda model: model.to(torch.float64).to(torch.float32),
    "to(cpu)": lambda model: model.to("cpu"),
    "new parameters on conversion": overwritten,
    "deepcopy": copy.deepcopy,
    "copy": copy.copy,
    "pickle": lambda model: pickle.loads(pickle.dumps(model)),
    "load_state_dict": loaded(),
    "load_state_dict(assign)": loaded(assign=True),
    "load_state_dict(not strict, assign)": loaded(strict=False, assign=True),
    "requires_grad_": lambda model: model.requires_grad_(False).requires_grad_(True),
    "zero_grad": lambda model: model.zero_grad() or model,
}


@pytest.mark.parametrize("change", KEEPING_VALUES.values(), ids=KEEPING_VALUES.keys())
def test_it_survives_with_the_values(build, ids, wrap, change):
    model = wrap(build())
    before = model(ids)
    after = change(model)
    assert is_tied(after)
    torch.testing.assert_close(after(ids), before)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(names=st.lists(st.sampled_from(sorted(KEEPING_VALUES)), max_size=4))
def test_it_survives_one_change_after_another(build, ids, names):
    model = build()
    before = model(ids)
    for name in names:
        model = KEEPING_VALUES[name](model)
    assert is_tied(model)
    torch.testing.assert_close(model(ids), before)


def test_it_survives_the_meta_device(build, wrap):
    assert is_tied(through_meta(wrap(build())))
    with torch.device("meta"):
        born_there = wrap(build())
    assert is_tied(born_there)
    assert is_tied(born_there.to_empty(device="cpu"))


@pytest.mark.parametrize("missing", [None, TABLE, HEAD])
@pytest.mark.parametrize("assign", [True, False])
def test_a_model_from_meta_takes_a_checkpoint_with_either_name_or_both(build, ids, assign, missing):
    source = build()
    state = {name: value for name, value in saved(source).items() if name != missing}
    with torch.device("meta"):
        model = build()
    if not assign:
        model.to_empty(device="cpu")
    missing_keys, unexpected_keys = model.load_state_dict(state, assign=assign)
    assert not missing_keys
    assert not unexpected_keys
    assert is_tied(model)
    assert torch.equal(model(ids), source(ids))


@pytest.mark.parametrize("missing", [TABLE, HEAD])
@pytest.mark.parametrize("assign", [True, False])
def test_without_strict_the_absent_name_is_reported_and_filled(build, ids, wrap, assign, missing):
    source, model = wrap(build()), wrap(build())
    state = {name: value for name, value in saved(source).items() if not name.endswith(missing)}
    reported = model.load_state_dict(state, strict=False, assign=assign).missing_keys
    assert [name.removeprefix("inner.") for name in reported] == [missing]
    assert is_tied(model)
    assert torch.equal(model(ids), source(ids))


def test_loading_does_not_change_the_state_dict_it_was_given(build):
    model = build()
    state = saved(model)
    del state[HEAD]
    model.load_state_dict(state)
    assert HEAD not in state
    assert state._metadata


def test_a_checkpoint_with_neither_name_misses_both(build):
    model = build()
    state = {k: v for k, v in saved(model).items() if k not in (TABLE, HEAD)}
    with pytest.raises(RuntimeError, match=r"Missing key.*token_embed\.weight.*lm_head\.weight"):
        model.load_state_dict(state)
    table = model.token_embed.weight.clone()
    assert model.load_state_dict(state, strict=False, assign=True).missing_keys == [TABLE, HEAD]
    assert is_tied(model)
    assert torch.equal(model.token_embed.weight, table)


@pytest.mark.parametrize("assign", [True, False])
def test_a_checkpoint_with_two_tables_is_refused_and_nothing_is_written(build, wrap, assign):
    model, untied = wrap(build()), wrap(build(weight_tying=False))
    before = {name: value.clone() for name, value in model.state_dict().items()}
    parameters = dict(model.named_parameters())
    with pytest.raises(ValueError, match="a tied model holds one table") as caught:
        model.load_state_dict(untied.state_dict(), assign=assign)
    prefix = "inner." if isinstance(model, Wrapper) else ""
    for part in (f"'{prefix}{TABLE}'", f"'{prefix}{HEAD}'", "weight_tying=False", "delete one"):
        assert part in str(caught.value)
    assert is_tied(model)
    for name, value in model.state_dict().items():
        assert torch.equal(value, before[name])
    assert all(model.get_parameter(name) is value for name, value in parameters.items())


def test_one_entry_that_differs_is_enough_to_refuse(build):
    state = saved(build())
    state[HEAD] = state[HEAD].clone()
    build().load_state_dict(state)
    state[HEAD][3, 2] += 1e-6
    with pytest.raises(ValueError, match="differ"):
        build().load_state_dict(state)


def test_two_tables_of_other_shapes_are_refused(build):
    state = saved(build())
    state[HEAD] = state[HEAD][:-1]
    with pytest.raises(ValueError, match="differ"):
        build().load_state_dict(state)


def test_equal_tables_load_even_with_nan_or_in_another_precision(build):
    state = saved(build())
    state[TABLE][2, 2] = torch.nan
    state[HEAD] = state[TABLE].clone()
    model = build()
    model.load_state_dict(state)
    assert model.lm_head.weight[2, 2].isnan()
    state[HEAD] = state[TABLE].double()
    build().load_state_dict(state)


def test_a_state_dict_without_values_can_be_assigned(build):
    with torch.device("meta"):
        state = build(weight_tying=False).state_dict()
    model = build()
    model.load_state_dict(state, assign=True)
    assert is_tied(model)


def test_an_untied_model_keeps_two_tables(build, ids, wrap):
    model = wrap(build(weight_tying=False))
    other = wrap(build(weight_tying=False))
    for change in (*KEEPING_VALUES.values(), through_meta):
        model = change(model)
        assert inner(model).lm_head.weight is not inner(model).token_embed.weight
    model.load_state_dict(other.state_dict())
    assert torch.equal(model(ids), other(ids))
    assert not torch.equal(inner(model).lm_head.weight, inner(model).token_embed.weight)
    with pytest.raises(RuntimeError, match="Missing key"):
        model.load_state_dict({k: v for k, v in other.state_dict().items() if HEAD not in k})
    with pytest.raises(ValueError, match=r"built with weight_tying=False: build it with"):
        inner(model).tie_weights()


def test_a_checkpoint_of_a_tied_model_loads_into_an_untied_one(build, ids):
    tied, untied = build(), build(weight_tying=False)
    untied.load_state_dict(tied.state_dict())
    assert torch.equal(untied(ids), tied(ids))


def test_safetensors_keeps_one_name_and_the_model_both(build, ids, wrap, tmp_path):
    model, other = wrap(build()), wrap(build())
    save_model(model, str(tmp_path / "model.safetensors"))
    missing, unexpected = load_model(other, tmp_path / "model.safetensors")
    assert not missing
    assert not unexpected
    assert is_tied(other)
    assert torch.equal(other(ids), model(ids))


def test_functional_call_takes_one_tensor_for_both_names(build, ids):
    model = build()
    table = torch.randn_like(model.token_embed.weight)
    expected = copy.deepcopy(model)
    with torch.no_grad():
        expected.token_embed.weight.copy_(table)
    for name in (TABLE, HEAD):
        torch.testing.assert_close(functional_call(model, {name: table}, (ids,)), expected(ids))
    with pytest.raises(ValueError, match="tied"):
        functional_call(model, {TABLE: table, HEAD: table.clone()}, (ids,))
    with pytest.raises(ValueError, match="two objects"):
        functional_call(model, {TABLE: table}, (ids,), tie_weights=False)
    assert is_tied(model)


def test_distributed_data_parallel_takes_the_same_step(build, ids):
    model, alone = build(), build()
    alone.load_state_dict(model.state_dict())
    distributed.init_process_group("gloo", store=distributed.HashStore(), rank=0, world_size=1)
    try:
        parallel = DistributedDataParallel(model)
        for each in (parallel, alone):
            optimizer = torch.optim.SGD(each.parameters(), lr=0.1)
            each(ids).square().sum().backward()
            optimizer.step()
        assert is_tied(model)
        for name, value in alone.state_dict().items():
            assert torch.equal(model.state_dict()[name], value)
    finally:
        distributed.destroy_process_group()


def test_a_compiled_model_stays_tied_while_it_learns(build, ids):
    model = build()
    compiled = torch.compile(model, backend="eager", fullgraph=True)
    before = model.lm_head.weight.detach().clone()
    compiled(ids).square().sum().backward()
    torch.optim.SGD(compiled.parameters(), lr=0.1).step()
    assert is_tied(model)
    assert not torch.equal(model.token_embed.weight, before)


def test_one_step_moves_both_ends_by_one_gradient(build, ids):
    model = build()
    model.loss(ids).backward()
    assert model.lm_head.weight.grad is model.token_embed.weight.grad
    expected = model.lm_head.weight - 0.5 * model.lm_head.weight.grad
    torch.optim.SGD(model.parameters(), lr=0.5).step()
    assert torch.equal(model.lm_head.weight, expected)
    assert torch.equal(model.token_embed.weight, expected)


def replace_table(model):
    model.token_embed.weight = nn.Parameter(torch.zeros(11, 8))


def replace_head(model):
    model.lm_head.weight = nn.Parameter(model.lm_head.weight.clone())


def alias_head(model):
    model.lm_head.weight = nn.Parameter(model.token_embed.weight.data)


def replace_module(model):
    model.lm_head = nn.Linear(8, 11, bias=False)


def empty_head(model):
    model.lm_head.to_empty(device="meta")


BREAKING = [replace_table, replace_head, alias_head, replace_module, empty_head]


@pytest.mark.parametrize("breaking", BREAKING)
def test_a_broken_tie_is_an_error_in_whatever_comes_next(build, ids, breaking):
    model = build()
    state = saved(model)
    breaking(model)
    for use in (
        lambda: model(ids),
        lambda: model.loss(ids),
        lambda: model.generate(ids, 1),
        lambda: model.load_state_dict(state),
    ):
        with pytest.raises(ValueError, match="weight_tying=True promises that") as caught:
            use()
        message = str(caught.value)
        assert "two objects, of shapes (11, 8) and (11, 8): call tie_weights()" in message


@pytest.mark.parametrize("breaking", BREAKING)
def test_a_broken_tie_can_be_written_again_and_keeps_the_token_table(build, ids, breaking):
    model = build()
    breaking(model)
    table = model.token_embed.weight
    model.tie_weights()
    assert is_tied(model)
    assert model.lm_head.weight is table
    assert model(ids).isfinite().all()


def test_moving_a_model_does_not_mend_a_broken_tie_unseen(build, ids):
    model = build()
    replace_table(model)
    model.to(torch.float64)
    with pytest.raises(ValueError, match="two objects"):
        model(ids)


def test_casting_one_end_casts_the_shared_table_and_is_an_error(build, ids):
    model = build()
    model.lm_head.to(torch.bfloat16)
    with pytest.raises(TypeError, match=r"the weight is torch\.bfloat16: cast the whole"):
        model(ids)
    assert is_tied(model)
    assert model.to(torch.bfloat16)(ids).dtype == torch.bfloat16


def test_a_tie_of_two_shapes_is_refused(build):
    model = build()
    model.token_embed.weight = nn.Parameter(torch.zeros(12, 8))
    with pytest.raises(ValueError, match=r"got \(12, 8\) for token_embed\.weight and \(11, 8\)"):
        model.tie_weights()
    model.token_embed.weight = nn.Parameter(torch.zeros(8, 11))  # transposed is no tie
    with pytest.raises(ValueError, match=r"needs one shape \(V, D\) at both ends.*same V and D"):
        model.tie_weights()


@pytest.mark.parametrize("end", ["lm_head", "token_embed"])
def test_a_weight_that_is_computed_cannot_be_tied(build, ids, end):
    model = build()
    parametrizations.weight_norm(model.get_submodule(end))
    with pytest.raises(ValueError, match="two objects"):
        model(ids)
    with pytest.raises(ValueError, match=rf"{end}\.weight is not a parameter of its own: undo"):
        model.tie_weights()


def test_an_embedding_that_rewrites_its_rows_cannot_be_tied(build):
    model = build()
    model.token_embed = nn.Embedding(11, 8, max_norm=1.0)
    with pytest.raises(ValueError, match=r"got an embedding with max_norm=1\.0, which"):
        model.tie_weights()
    model.token_embed = nn.Embedding(11, 8)
    model.tie_weights()
    assert is_tied(model)


def test_a_limit_on_norms_that_comes_after_the_tie_is_an_error_in_the_next_forward(build, ids):
    model = build()
    model.token_embed = nn.Embedding(11, 8, max_norm=1.0)
    model.lm_head.weight = model.token_embed.weight
    before = model.lm_head.weight.clone()
    with pytest.raises(ValueError, match=r"max_norm=1\.0, which rewrites rows"):
        model(ids)
    assert torch.equal(model.lm_head.weight, before)
    model.token_embed.max_norm = None
    assert model(ids).isfinite().all()


def test_a_head_without_a_weight_is_a_broken_tie(build, ids):
    model = build()
    model.lm_head = nn.Identity()
    with pytest.raises(ValueError, match=r"two objects, of shapes \(none\) and \(11, 8\)"):
        model(ids)
    with pytest.raises(ValueError, match=r"lm_head\.weight is not a parameter"):
        model.tie_weights()
