"""One address of the repository: everything that names it agrees, and a fork renames it all."""

import re
import shutil

import pytest
import yaml

from dnnlpy import __version__
from tools import repository
from tools.paths import CONFIG, ROOT, notebooks
from tools.paths import repository as address

HERE = address()
GITHUB, COLAB, BINDER, SITE = repository.addresses(HERE)
FORK = "https://github.com/Some-One/a.fork"


def test_the_config_and_the_citation_agree():
    config = yaml.safe_load(CONFIG.read_text("utf-8"))
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert config["html"]["baseurl"] == citation["url"] == f"{SITE}/"
    assert config["repository"]["url"] == citation["repository-code"] == GITHUB
    assert citation["title"] == config["title"]
    assert citation["version"] == __version__


def test_every_set_up_cell_installs_from_there():
    for path in notebooks():
        named = re.findall(r"git\+(https://[^\s\"\\]+)", path.read_text("utf-8"))
        assert named == [GITHUB], path.name


@pytest.mark.parametrize("start", ["colab.research.google.com/github", "mybinder.org/v2/gh"])
def test_every_launch_link_leads_there(start):
    found = [
        link
        for path in repository.files(ROOT)
        for link in re.findall(
            rf"https://{re.escape(start)}/[\w-]+/[\w.-]+", path.read_text("utf-8")
        )
    ]
    assert set(found) == {COLAB if "colab" in start else BINDER}


def test_no_other_file_names_it():
    name = GITHUB.removeprefix("https://github.com/")
    listed = set(repository.files(ROOT))
    tops = [ROOT / top for top in (".ci", ".github", "_ext", "binder", "dnnlpy", "tests", "tools")]
    for path in [ROOT / "Makefile", *(path for top in tops for path in top.rglob("*.*"))]:
        if path.is_file() and path not in listed:
            assert name.encode() not in path.read_bytes(), path


@pytest.fixture
def copy(tmp_path):
    for path in repository.files(ROOT):
        target = tmp_path / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    return tmp_path


def test_a_fork_renames_everything_and_back(copy):
    before = {path: path.read_bytes() for path in repository.files(copy)}
    repository.rename(copy, HERE, FORK)
    owner, name = GITHUB.split("/")[-2:]
    text = "".join(path.read_text("utf-8") for path in repository.files(copy))
    assert f"{owner}/{name}" not in text
    assert f"{owner}.github.io" not in text
    assert "https://some-one.github.io/a.fork/\n" in text
    assert text.count(f"%pip install --quiet git+{FORK}\\n") == len(notebooks())
    repository.rename(copy, FORK, HERE)
    assert {path: path.read_bytes() for path in repository.files(copy)} == before


@pytest.mark.parametrize("same", [HERE, f"{HERE}/", f"{HERE}.git"])
def test_the_same_address_changes_nothing(copy, same):
    assert repository.rename(copy, HERE, same) == []


def test_a_longer_name_is_another_repository():
    assert repository.rewrite(f"{HERE}-2 {HERE}.", HERE, FORK) == f"{HERE}-2 {FORK}."


@pytest.mark.parametrize("bad", ["", "you/fork", "https://gitlab.com/a/b", "https://github.com/a"])
def test_what_is_no_address_on_github_is_told(bad, copy, monkeypatch, capsys):
    monkeypatch.setattr(repository, "ROOT", copy)
    monkeypatch.setattr("sys.argv", ["repository", "--url", bad])
    assert repository.main() == 1
    assert f"must be https://github.com/owner/name; got {bad!r}" in capsys.readouterr().out
