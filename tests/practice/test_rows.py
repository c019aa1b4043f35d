"""What goes wrong with tied weights in use, row by row, and where the book shows or prevents it.

A place is ``notebook#cell`` in chapters/practice, or ``file::test`` in tests.
"""

import ast
from functools import cache
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parents[2]
HEAD, TIED = "1-a-head-for-real-use.ipynb", "2-still-tied.ipynb"
FIRST_LOSS = "3-the-first-loss.ipynb"
TRAINING = "4-training-a-tied-model.ipynb"
EXPENSIVE = "5-the-head-is-the-expensive-layer.ipynb"
TYING, RESIZING = "models/gpt/test_tying.py", "models/gpt/test_resizing.py"
ACROSS = "8-across-machines.ipynb"

ROWS = {
    (1, "load_state_dict with assign=True"): [
        f"{TIED}#assign-loses",
        f"{TIED}#losing-table",
        f"{TYING}::test_it_survives_with_the_values",
    ],
    (2, "an alias through .data is stepped twice"): [f"{TIED}#alias-stepped-twice"],
    (3, "a table handed to an embedding's constructor"): [f"{TIED}#losing-table"],
    (4, "the meta device and to_empty"): [
        f"{TIED}#losing-table",
        f"{TYING}::test_it_survives_the_meta_device",
    ],
    (5, "a checkpoint without the head's name"): [
        f"{TIED}#name-missing",
        f"{TYING}::test_a_model_from_meta_takes_a_checkpoint_with_either_name_or_both",
    ],
    (6, "an untied checkpoint into a tied model"): [
        f"{TIED}#two-tables-overwrite",
        f"{TIED}#two-tables-error",
        f"{TYING}::test_a_checkpoint_with_two_tables_is_refused_and_nothing_is_written",
    ],
    (7, "one side replaced or cast"): [
        f"{TIED}#broken-tie-error",
        f"{TIED}#cast-one-side",
        f"{TIED}#cast-error",
        f"{TYING}::test_a_broken_tie_is_an_error_in_whatever_comes_next",
    ],
    (8, "to, deepcopy, pickle and a state dict keep a tie"): [f"{TIED}#keeping"],
    (9, "safetensors"): [
        f"{TIED}#saving",
        f"{TIED}#save-file-refuses",
        f"{TIED}#load-model",
        f"{TYING}::test_safetensors_keeps_one_name_and_the_model_both",
    ],
    (10, "counting: trained, listed, computed"): [f"{TIED}#counting-three-ways"],
    (11, "one parameter under two names in an optimiser"): [
        f"{TRAINING}#two-groups",
        f"{TRAINING}#listed-twice",
    ],
    (12, "weight decay by the type of a module"): [
        f"{TRAINING}#decay-by-type",
        f"{TRAINING}#decay-by-axes",
        f"{TRAINING}#solution-1",
        "training/test_recipe.py::test_each_parameter_is_in_one_group_and_only_matrices_decay",
    ],
    (13, "clipping a list made by hand"): [f"{TRAINING}#clipping"],
    (14, "averaging over a state dict in place"): [f"{TRAINING}#averaging"],
    (15, "freezing only the head"): [f"{TRAINING}#freezing"],
    (16, "padding_idx under a tie"): [
        f"{TRAINING}#padding-row",
        f"{TRAINING}#mask-padding",
        f"{RESIZING}::test_the_padding_row_must_stay",
        "nn/test_embedding.py::test_under_a_tie_the_padding_row_moves_with_the_gradient_of_the_head",
    ],
    (17, "max_norm under a tie"): [
        f"{TRAINING}#max-norm",
        f"{TRAINING}#max-norm-error",
        f"{TYING}::test_an_embedding_that_rewrites_its_rows_cannot_be_tied",
        f"{TYING}::test_a_limit_on_norms_that_comes_after_the_tie_is_an_error_in_the_next_forward",
    ],
    (18, "sparse=True under a tie"): [f"{TRAINING}#sparse"],
    (19, "shapes that do not match at the assignment"): [
        f"{TIED}#look-alikes",
        f"{TIED}#wrong-shape-error",
        f"{TYING}::test_a_tie_of_two_shapes_is_refused",
    ],
    (20, "an id out of range"): [
        "nn/test_embedding.py::test_an_id_out_of_range_is_named_with_its_place_and_the_size"
    ],
    (21, "the type of ids"): ["nn/test_embedding.py::test_ids_of_another_type_are_refused"],
    (22, "a sequence longer than the block"): [
        "models/gpt/test_checks.py::test_a_sequence_longer_than_the_block_is_refused",
        "nn/test_language_model_head.py::test_a_sequence_that_is_empty_or_too_long_is_refused",
    ],
    (23, "an empty sequence, one id without a target"): [
        "models/gpt/test_checks.py::test_empty_ids_are_refused",
        "models/gpt/test_targets.py::test_one_id_alone_has_nothing_to_predict",
    ],
    (24, "every target ignored"): [
        "models/gpt/test_targets.py::test_when_every_target_is_ignored_there_is_no_loss"
    ],
    (25, "a padded vocabulary"): [f"{TIED}#padded-vocabulary", f"{TRAINING}#slice-the-logits"],
    (26, "a vocabulary that grows"): [
        f"{TIED}#grow-naively",
        f"{TRAINING}#one-call",
        f"{TRAINING}#where-to-start",
        f"{TRAINING}#train-on",
        f"{TRAINING}#solution-2",
        f"{RESIZING}::test_everything_that_has_v_rows_changes_and_the_tie_or_its_absence_stays",
        f"{RESIZING}::test_old_rows_move_as_if_nothing_had_happened",
    ],
    (27, "a head with a bias"): [
        f"{TIED}#head-bias",
        "models/gpt/test_model.py::test_the_head_has_no_bias",
    ],
    (28, "the two paths of the gradient"): [f"{HEAD}#tell-the-paths-apart"],
    (29, "the loss before the first step"): [
        f"{FIRST_LOSS}#first-losses",
        f"{FIRST_LOSS}#direction",
        f"{FIRST_LOSS}#own-logit",
        f"{FIRST_LOSS}#scalings-table",
        f"{FIRST_LOSS}#minigpt",
    ],
    (30, "labels shifted twice, or not at all"): [
        f"{FIRST_LOSS}#too-good",
        "models/gpt/test_targets.py::test_the_three_forms_meet_in_one",
    ],
    (31, "a mean of means over uneven batches"): [
        f"{TRAINING}#mean-of-means",
        f"{TRAINING}#large-batch",
        f"{TRAINING}#one-mean",
        f"{EXPENSIVE}#solution-2",
        "training/test_evaluation.py::test_the_loss_is_the_mean_over_tokens_however_they_are_batched",
    ],
    (32, "the class axis forgotten"): ["nn/test_functional.py::test_bad_arguments_are_refused"],
    (33, "data parallel training (DDP), and a head that nothing uses"): [
        f"{ACROSS}#ddp-equals-one-process",
        f"{ACROSS}#ddp-sends-the-table-once",
        f"{ACROSS}#unused-head-fails",
        "test_train.py::test_two_processes_are_one_run_and_stop_after_the_same_step",
    ],
    (34, "the two modules sharded apart, and together"): [f"{ACROSS}#sharding-results"],
    (35, "a copy of the table in each of two pipeline stages"): [
        f"{ACROSS}#copies-compared",
        f"{ACROSS}#put-together",
        f"{ACROSS}#norm-counted-twice",
    ],
    (36, "a merge into one side"): [
        f"{TIED}#merge-one-side",
        f"{TIED}#untie-on-purpose",
        f"{TRAINING}#merge-an-adapter",
    ],
    (37, "weight_norm, functional_call"): [
        f"{TIED}#losing-table",
        f"{TIED}#functional-call",
        f"{TYING}::test_functional_call_takes_one_tensor_for_both_names",
    ],
}
PLACES = sorted({place for places in ROWS.values() for place in places})


@cache
def checks(file: str, mark: str) -> set[str]:
    """The cells of a notebook that hold something, or the tests of a file."""
    if mark == "::":
        tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
        return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    notebook = nbformat.read(ROOT / "chapters" / "practice" / file, as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return {cell.id for cell in code if "assert " in cell.source or raises(cell)}


def raises(cell: nbformat.NotebookNode) -> bool:
    return "raises-exception" in cell.metadata.get("tags", [])


@pytest.mark.parametrize("place", PLACES)
def test_the_place_of_a_row_is_there_and_checks_something(place):
    mark = "::" if "::" in place else "#"
    file, _, name = place.partition(mark)
    assert name in checks(file, mark), f"{file} has no {name} that checks something"


def test_every_row_has_a_number_of_its_own_and_a_place():
    numbers = [number for number, _ in ROWS]
    assert numbers == sorted(set(numbers))
    assert all(ROWS.values())
