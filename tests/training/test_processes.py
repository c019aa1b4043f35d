"""Processes, as far as one alone can tell; what several do together is in tests/test_train.py."""

import torch

from dnnlpy.training.processes import ALONE, Processes, joined


def test_the_shares_of_all_processes_are_the_batch():
    batch = torch.arange(12).view(6, 2)
    shares = [Processes(rank=rank, count=3).share(batch) for rank in range(3)]
    assert torch.equal(torch.cat(shares), batch)
    assert [len(share) for share in shares] == [2, 2, 2]


def test_only_the_first_process_is_the_first():
    assert [Processes(rank=rank, count=2).first for rank in range(2)] == [True, False]


def test_a_process_alone_sends_nothing_and_wraps_nothing():
    model = torch.nn.Linear(1, 1)
    assert ALONE.parallel(model) is model
    assert ALONE.mean(0.5) == 0.5
    assert ALONE.largest(3) == 3
    assert ALONE.gathered("state") == ["state"]


def test_without_torchrun_a_program_is_alone_on_the_device_it_asked_for(monkeypatch):
    monkeypatch.delenv("RANK", raising=False)
    with joined("cpu") as processes:
        assert processes == ALONE
    with joined("meta") as processes:
        assert processes.device == torch.device("meta")


def test_auto_takes_gpus_only_when_there_is_one_for_each_process(monkeypatch):
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 1)
    monkeypatch.delenv("RANK", raising=False)
    for count, kind in ((1, "cuda"), (2, "cpu")):
        monkeypatch.setenv("LOCAL_WORLD_SIZE", str(count))
        with joined() as processes:
            assert processes.device.type == kind
