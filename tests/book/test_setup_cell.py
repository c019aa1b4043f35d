"""The set-up cell does nothing, installs, or stops, as the place it runs in asks."""

import sys
import types

import pytest

from tools import paths, setup_cell


def run(monkeypatch, module=None):
    """Runs the cell with its pip line recorded; returns what was installed."""
    installed = []
    source = setup_cell.source().replace("%pip install --quiet ", "pip_install = ")
    pip = [line for line in setup_cell.source().splitlines() if "%pip install" in line]
    assert len(pip) == 1
    address = pip[0].split()[-1]
    source = source.replace(f"pip_install = {address}", "install()")

    def install():
        installed.append(address)
        monkeypatch.setitem(sys.modules, "dnnlpy", types.SimpleNamespace(BOOK="18.4"))

    monkeypatch.setattr("importlib.util.find_spec", lambda name: module)
    if module is not None:
        monkeypatch.setitem(sys.modules, "dnnlpy", module)
    exec(source, {"install": install})
    return installed


def test_it_does_nothing_where_the_books_package_is(monkeypatch):
    assert run(monkeypatch, types.SimpleNamespace(BOOK="18.4")) == []


def test_it_installs_from_the_repository_where_the_package_is_missing(monkeypatch):
    assert run(monkeypatch) == [f"git+{paths.repository()}"]


def test_it_stops_at_another_package_of_the_same_name(monkeypatch):
    with pytest.raises(ImportError, match=r"another package of that name.*uninstall"):
        run(monkeypatch, types.SimpleNamespace())


def test_it_is_short_enough_to_read():
    assert len(setup_cell.source().splitlines()) <= 12
