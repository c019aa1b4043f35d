"""make setup says what is missing before it begins, and does nothing a second time."""

import os
import shutil
import subprocess

import pytest

from tools.paths import ROOT


@pytest.fixture
def make(tmp_path):
    """Runs make in a folder that holds no more than a set-up reads."""
    for name in ("Makefile", "requirements.txt", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)

    def run(*arguments):
        environment = {**os.environ, "MAKEFLAGS": ""}
        command = ["make", *arguments]
        return subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True
        )

    return run


@pytest.fixture
def python(tmp_path):
    """Makes a Python that answers as the lines of shell say."""

    def stand_in(lines):
        path = tmp_path / "python-stand-in"
        path.write_text(f"#!/bin/sh\n{lines}\n")
        path.chmod(0o755)
        return f"PYTHON={path}"

    return stand_in


def test_a_missing_python_is_named(make):
    done = make("setup", "PYTHON=python-nowhere")
    assert done.returncode
    assert "python-nowhere is not there" in done.stdout


def test_a_python_of_another_version_is_named(make, python):
    done = make("setup", python('[ "$1" = --version ] && echo Python 3.9.2 && exit 0; exit 1'))
    assert done.returncode
    assert "Python 3.9.2 does not fit: the book needs 3.11 to 3.13" in done.stdout


def test_a_python_without_venv_is_told_what_to_install(make, python):
    done = make("setup", python('case "$*" in *ensurepip*) exit 1;; esac'))
    assert done.returncode
    assert "apt install python3-venv" in done.stdout


def test_an_unknown_build_of_torch_is_refused(make):
    done = make("setup", "TORCH=gpu")
    assert done.returncode
    assert "it can be cpu (small) or default" in done.stderr


@pytest.mark.parametrize(("build", "index"), [("cpu", True), ("default", False)])
def test_one_variable_says_where_torch_comes_from(make, build, index):
    planned = make("--dry-run", "setup", f"TORCH={build}").stdout
    [line] = [line for line in planned.splitlines() if "pip install" in line and "torch==" in line]
    assert ("--index-url" in line) == index


def test_a_second_set_up_does_nothing(make, tmp_path):
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "ready").touch()
    assert "Nothing to be done" in make("setup").stdout


def test_changed_requirements_are_installed(make, tmp_path):
    test_a_second_set_up_does_nothing(make, tmp_path)
    later = (tmp_path / ".venv" / "ready").stat().st_mtime + 10
    os.utime(tmp_path / "requirements.txt", (later, later))
    assert "-r requirements.txt" in make("--dry-run", "setup").stdout


def test_make_alone_lists_the_targets(make):
    listed = make().stdout
    assert all(f"make {target}" in listed for target in ("book", "test", "notebooks", "setup"))
