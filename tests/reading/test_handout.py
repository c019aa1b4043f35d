"""The zip of all notebooks: what it holds, and that nothing but its files decides its bytes."""

import os
import re
import subprocess
import sys
import tomllib
from zipfile import ZipFile

import pytest
from reading import handout

from tools.paths import CHAPTERS, ROOT


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built once for this file."""
    return handout.wheel(ROOT, tmp_path_factory.mktemp("wheel"))


def test_the_wheel_installs_without_a_network_and_is_the_package_that_set_up_cells_look_for(
    wheel, tmp_path
):
    install = ["-m", "pip", "install", "--no-index", "--no-deps", "--target", tmp_path, wheel]
    subprocess.run([sys.executable, *install], check=True, capture_output=True)
    look = "import dnnlpy; assert dnnlpy.BOOK; print(dnnlpy.__file__)"
    elsewhere = {**os.environ, "PYTHONPATH": str(tmp_path)}
    found = subprocess.check_output(
        [sys.executable, "-c", look], cwd=tmp_path, env=elsewhere, text=True
    )
    assert found.startswith(str(tmp_path))
    for path in (ROOT / "dnnlpy").rglob("*.*"):
        if path.suffix in {".py", ".js", ".css", ".json", ".typed"}:
            assert (tmp_path / path.relative_to(ROOT)).read_bytes() == path.read_bytes()


def test_the_wheel_says_no_time(wheel):
    with ZipFile(wheel) as archive:
        assert {entry.date_time[:3] for entry in archive.infolist()} == {(1980, 1, 1)}


def test_the_wheel_is_built_again_when_a_file_of_the_package_changed(tmp_path, monkeypatch):
    (tmp_path / "dnnlpy").mkdir()
    module, folder = tmp_path / "dnnlpy" / "a.py", tmp_path / "wheel"
    folder.mkdir()
    built = folder / "dnnlpy-1.whl"
    monkeypatch.setattr(handout, "WHEEL_OF", ("dnnlpy",))
    monkeypatch.setattr(handout.subprocess, "run", lambda *_, **__: built.write_bytes(b"new"))
    module.touch()
    assert handout.wheel(tmp_path, folder).read_bytes() == b"new"
    built.write_bytes(b"kept")
    os.utime(module, (1, 1))
    os.utime(tmp_path / "dnnlpy", (1, 1))
    assert handout.wheel(tmp_path, folder).read_bytes() == b"kept"
    os.utime(module)
    os.utime(built, (1, 1))
    assert handout.wheel(tmp_path, folder).read_bytes() == b"new"


def test_a_zip_has_the_same_bytes_whatever_the_order_and_the_hour(tmp_path):
    handout.pack(tmp_path / "a.zip", {"b": b"2", "a": b"1"})
    handout.pack(tmp_path / "b.zip", {"a": b"1", "b": b"2"})
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()


def test_a_page_that_offers_the_zip_links_it_and_has_it_written(build, monkeypatch):
    def small_wheel(root, folder):
        (folder / "dnnlpy-1.whl").write_bytes(b"wheel")
        return folder / "dnnlpy-1.whl"

    monkeypatch.setattr(handout, "wheel", small_wheel)
    built = build({"chapters/two.md": "# 18.4.2 Second\n\nP.\n\n```{handout}\n```\n"})
    assert 'href="../_static/notebooks.zip" download' in built.read("chapters/two.html")
    with ZipFile(f"{built.app.outdir}/_static/notebooks.zip") as archive:
        assert archive.namelist() == ["README.txt", "dnnlpy-1.whl"]
        assert "pip install --no-index dnnlpy-1.whl" in archive.read("README.txt").decode()


def test_the_teaching_page_names_the_wheel_by_its_version():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf8"))["project"]["version"]
    text = (CHAPTERS / "reference" / "teaching.md").read_text("utf8")
    assert re.findall(r"dnnlpy-\S+?-py3", text) == [f"dnnlpy-{version}-py3"]
