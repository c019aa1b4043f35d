"""Which tools the targets of the Makefile call, and what they say before."""

import os
import subprocess

import pytest

from tools.paths import ROOT

TOOLS = ("ruff", "check-jsonschema", "jupyter-book", "python")
LINT = ["ruff check", "ruff format", "check-jsonschema"]


@pytest.fixture
def make(tmp_path):
    """Calls a target where every tool says its name and options, and fails if one is `wrong`."""
    (tmp_path / "bin").mkdir()
    for tool in TOOLS:
        path = tmp_path / "bin" / tool
        path.write_text(
            '#!/bin/sh\necho "${0#bin/} $*"\ncase "${0#bin/} $*" in $WRONG*) exit 1; esac'
        )
        path.chmod(0o755)
    (tmp_path / "_config.yml").touch()
    (tmp_path / "chapters").mkdir()
    for name in ("18-4-05-small.ipynb", "glossary.md"):
        (tmp_path / "chapters" / name).touch()

    def call(*arguments, wrong="none"):
        command = ["make", "-f", str(ROOT / "Makefile"), "-o", ".venv/ready", "BIN=bin", *arguments]
        environment = {**os.environ, "MAKEFLAGS": "", "WRONG": wrong}
        return subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True
        )

    return call


@pytest.mark.parametrize("wrong", LINT)
def test_lint_runs_all_its_tools_and_fails_if_one_does(make, wrong):
    done = make("lint", wrong=wrong)
    assert done.returncode
    called = done.stdout.splitlines()
    assert all(line.startswith(tool) for line, tool in zip(called, LINT, strict=True))


def test_lint_passes_if_all_its_tools_do(make):
    assert make("lint").returncode == 0


@pytest.mark.parametrize("target", ["pdf", "slides"])
def test_a_page_that_is_not_there_is_told_before_the_site_is_built(make, target):
    done = make(target, "ONLY=18-4-55")
    assert done.returncode
    assert done.stdout == "No page in chapters/ is called *18-4-55*\n"
    for there in ("18-4-05", "glossary", ""):
        assert "jupyter-book build" in make(target, f"ONLY={there}").stdout
