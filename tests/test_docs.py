"""The generated pages are current, and what README says works."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from support.builders import square_wok
from support.command import run_inside
from support.corpus import ROOT

GENERATE = runpy.run_path(str(ROOT / "docs" / "generate.py"))
FOLDERS = ("api", "commands", "formats", "man", "rules")


def test_generated_pages_are_current() -> None:
    """In one test, because making them takes a while: every page, and none that is left over."""
    pages: dict[str, str] = GENERATE["make_pages"]()
    for name, page in pages.items():
        text = (ROOT / "docs" / name).read_text(encoding="utf-8")
        assert text == page, f"{name}: run: python docs/generate.py"
    for folder in FOLDERS:
        found = {f"{folder}/{path.name}" for path in (ROOT / "docs" / folder).iterdir()}
        found -= {"formats/README.md"}  # written by hand
        assert found == {name for name in pages if name.startswith(f"{folder}/")}


def test_picture_is_current() -> None:
    text = (ROOT / "docs" / "station.svg").read_text(encoding="utf-8")
    assert text == GENERATE["make_picture"](), "run: python docs/generate.py"
    assert "(docs/station.svg)" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_stub_is_current() -> None:
    assert GENERATE["STUB"].read_text(encoding="utf-8") == GENERATE["make_stub"]()


def readme_blocks(language: str) -> list[str]:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def test_readme_python_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("m55aa_02.wok").write_bytes(square_wok().to_bytes())
    rooms = tuple(kl.LayoutRoom(f"m55aa_0{n}", (0.0, 0.0, 0.0)) for n in (1, 2, 3))
    kl.write_layout(kl.Layout(rooms=rooms), "m55aa.lyt")
    kl.write_visibility(
        kl.Visibility((kl.VisRoom("m55aa_01", ()), kl.VisRoom("m55aa_02", ()))), "m55aa.vis"
    )
    Path("surfacemat.2da").write_bytes(b"2DA V2.0\r\n\r\n  label walk\r\n0 Dirt 1\r\n")
    code, _ = readme_blocks("python")
    names: dict[str, object] = {}
    exec(code, names)
    assert Path("copy.wok").read_bytes() == square_wok().to_bytes()
    layout = kl.read_layout("m55aa.lyt")
    assert [room.name for room in layout.rooms][2:] == ["m55aa_03b", "m55aa_09"]
    assert kl.read_visibility("m55aa.vis").sees("m55aa_02", "m55aa_01")
    surfaces = names["surfaces"]
    assert isinstance(surfaces, kl.Materials)
    assert surfaces.walkable([0]).tolist() == [True]


def test_readme_python_on_areas_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a station whose doorway between hall and corridor has lost its link."""
    monkeypatch.chdir(tmp_path)
    assert run_inside("demo", cwd=tmp_path).code == 0
    (tmp_path / "kotorlevel-demo" / "fixed").rename(tmp_path / "my_mod")
    hall = kl.read_walkmesh("my_mod/station_hall.wok")
    unlinked = hall.edited(transitions=np.full_like(hall.transitions, -1))
    kl.write_walkmesh(unlinked, "my_mod/station_hall.wok")
    _, code = readme_blocks("python")
    exec(code, {})
    assert [path.name for path in Path("fixed").iterdir()] == ["station_hall.wok"]
    fixed = kl.read_walkmesh("fixed/station_hall.wok")
    assert np.array_equal(fixed.transitions, hall.transitions)


def test_public_names_can_be_used() -> None:
    for name in kl.__all__:
        assert getattr(kl, name) is not None
    assert set(dir(kl)) == set(kl.__all__)
    with pytest.raises(AttributeError, match="nothing_like_it"):
        kl.nothing_like_it  # type: ignore[attr-defined]  # noqa: B018
