"""What targets of the Makefile ask of their variables, and which tools they call then."""

import os
import subprocess

import pytest

from tools.paths import ROOT

TOOLS = ("ruff", "check-jsonschema", "jupyter-book", "pytest", "python")
LINT = ["ruff check", "ruff format", "check-jsonschema"]
RUN_CELLS = ["nbval", "check", "notebooks", "colab"]


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
        command = ["make", "--no-print-directory", "-f", str(ROOT / "Makefile")]
        command += ["-o", ".venv/ready", "BIN=bin", *arguments]
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


@pytest.mark.parametrize("target", RUN_CELLS)
def test_a_cells_time_reaches_every_target_that_runs_cells(make, target):
    done = make(target, "CELL_SECONDS=77")
    assert done.returncode == 0
    assert "--nbval-cell-timeout 77 " in done.stdout or "--seconds 77\n" in done.stdout


@pytest.mark.parametrize(
    ("target", "seconds"),
    [*((target, "0") for target in RUN_CELLS), *(("check", no) for no in ("-1", "x", "1.5", ""))],
)
def test_a_time_that_is_none_is_refused(make, target, seconds):
    done = make(target, f"CELL_SECONDS={seconds}")
    assert done.returncode
    assert done.stdout == (
        f"CELL_SECONDS={seconds}: give the whole seconds that a cell may take, such as 600\n"
    )


@pytest.mark.parametrize("target", RUN_CELLS)
def test_a_notebook_that_is_not_there_is_told(make, target):
    done = make(target, "ONLY=18-4-55")
    assert done.returncode
    assert done.stdout == "No notebook in chapters/ is called *18-4-55*\n"


@pytest.mark.parametrize("target", ["pdf", "slides"])
def test_a_page_that_is_not_there_is_told_before_the_site_is_built(make, target):
    done = make(target, "ONLY=18-4-55")
    assert done.returncode
    assert done.stdout == "No page in chapters/ is called *18-4-55*\n"
    for there in ("18-4-05", "glossary", ""):
        assert "jupyter-book build" in make(target, f"ONLY={there}").stdout
