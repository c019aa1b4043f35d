"""A checkpoint: whole or not at all, of one run only, and ready to be used."""

from pathlib import Path

import pytest
import torch

from dnnlpy.training import load_trained, train_tokenizer
from dnnlpy.training.checkpoint import (
    build_model,
    check_settings,
    read_checkpoint,
    write_checkpoint,
)

SETTINGS = {
    "vocab_size": 256,
    "embed_dim": 8,
    "num_layers": 1,
    "num_heads": 2,
    "hidden_dim": 16,
    "dropout": 0.5,
    "length": 8,
    "untied": False,
}


def test_what_is_written_can_be_read(tmp_path):
    path = tmp_path / "run.pt"
    write_checkpoint(path, {"settings": {"seed": 0}, "losses": [0.1, 0.2]})
    assert read_checkpoint(path) == {"settings": {"seed": 0}, "losses": [0.1, 0.2]}
    assert list(tmp_path.iterdir()) == [path]


def test_a_write_that_breaks_off_leaves_the_old_checkpoint(tmp_path, monkeypatch):
    path = tmp_path / "run.pt"
    write_checkpoint(path, {"settings": {}, "step": 1})

    def full_disk(contents, file):
        file.write(b"half of it")
        raise OSError("no space left")

    monkeypatch.setattr(torch, "save", full_disk)
    with pytest.raises(OSError, match="no space"):
        write_checkpoint(path, {"settings": {}, "step": 2})
    assert read_checkpoint(path)["step"] == 1


def test_every_setting_that_differs_is_named_with_both_values():
    stored = {"steps": 40, "seed": 0, "untied": False}
    with pytest.raises(ValueError, match="steps is 40 there and 60 here, untied is False there"):
        check_settings(stored, {"steps": 60, "seed": 0, "untied": True}, Path("run.pt"))
    with pytest.raises(ValueError, match="depth is None there and 3 here"):
        check_settings(stored, stored | {"depth": 3}, Path("run.pt"))
    check_settings(stored, dict(stored), Path("run.pt"))


def test_a_file_that_is_no_checkpoint_is_refused(tmp_path):
    path = tmp_path / "run.pt"
    with pytest.raises(FileNotFoundError, match=r"no checkpoint .*run\.pt"):
        read_checkpoint(path)
    path.write_bytes(b"something else")
    with pytest.raises(ValueError, match="cannot be read as a checkpoint"):
        read_checkpoint(path)
    torch.save({"model": {}}, path)
    with pytest.raises(ValueError, match="it has no settings"):
        read_checkpoint(path)


@pytest.mark.parametrize("untied", [False, True])
def test_a_trained_model_comes_back_with_its_tokenizer_ready_for_use(tmp_path, untied):
    path, settings = tmp_path / "run.pt", SETTINGS | {"untied": untied}
    model, tokenizer = build_model(settings), train_tokenizer(["a"], 256)
    contents = {"model": model.state_dict(), "tokenizer": tokenizer.to_str(), "settings": settings}
    write_checkpoint(path, contents)

    loaded, again = load_trained(path)
    ids = torch.tensor([again.encode("tied").ids])
    assert not loaded.training
    assert torch.equal(loaded(ids), model.eval()(ids))
    assert (loaded.lm_head.weight is loaded.token_embed.weight) != untied
    assert again.decode(ids[0].tolist()) == "tied"
