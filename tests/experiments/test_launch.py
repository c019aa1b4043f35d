"""Functions in two processes that talk; what fails in one is said here."""

import pytest
import torch
import torch.distributed as dist

from dnnlpy.experiments.launch import launch
from dnnlpy.training.processes import joined


def ranks_summed():
    rank = torch.tensor([dist.get_rank() + 1])
    dist.all_reduce(rank)
    return {"own": dist.get_rank(), "sum": rank}


def constant():
    return "same"


def test_each_process_returns_its_own_and_they_have_talked():
    summed, same = launch(ranks_summed, constant)
    assert [result["own"] for result in summed] == [0, 1]
    assert [result["sum"].item() for result in summed] == [3, 3]
    assert same == ["same", "same"]


def no_share():
    if dist.get_rank() == 1:
        raise ZeroDivisionError("no share is left")
    dist.barrier()  # the other process waits, and must not wait for ever


def test_a_function_that_fails_in_one_process_is_an_error_with_what_it_said():
    with pytest.raises(RuntimeError, match="no share is left"):
        launch(no_share)


def joined_as():
    with joined("cpu") as processes:
        found = [processes.rank, processes.count]
    return [*found, dist.is_initialized()]


def test_a_training_in_launched_processes_is_shared_by_them():
    assert launch(joined_as) == [[[0, 2, True], [1, 2, True]]]
