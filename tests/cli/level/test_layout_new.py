"""``kotorlevel layout``: an area from nothing, and where a room can be joined."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kotorlevel as kl
from support.areas import floor
from support.cli.in_process import InProcess
from support.corpus import ROOT
from support.schemas import validate

SCHEMA = json.loads((ROOT / "docs" / "schema" / "layout.schema.json").read_text(encoding="utf-8"))


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A room of a kit, marked at its east and west."""
    monkeypatch.chdir(tmp_path)
    kl.write_walkmesh(floor(east=1, west=2), "hall.wok")
    return Path("hall.wok")


@pytest.mark.parametrize(
    ("words", "folder", "name"),
    [
        ("mod new --name m55aa", "mod", "m55aa"),
        ("new mod", "mod", "mod"),
        ("mod/m55aa.lyt new", "mod", "m55aa"),
        ("new .", ".", ""),
    ],
)
def test_a_new_area(
    kotorlevel: InProcess,
    hall: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: str,
    folder: str,
    name: str,
) -> None:
    home = Path("made")
    home.mkdir()
    Path("made/hall.wok").write_bytes(hall.read_bytes())
    monkeypatch.chdir(home)
    name = name or "made"
    told = json.loads(kotorlevel("layout", *words.split(), "--dry-run", "--json").stdout)
    validate(told, SCHEMA)
    assert not Path(folder, f"{name}.lyt").exists()
    result = kotorlevel("layout", *words.split())
    assert result.code == 0
    assert Path(folder, f"{name}.lyt").read_bytes() == kl.new_area(name).layout.to_bytes()
    assert kotorlevel("check", folder, "--select", "LYT,VIS,FIL").code == 0
    added = kotorlevel("layout", folder, "add", "hall.wok", "--name", "m_01", "--in-place")
    assert added.code == 0
    area = kl.load_area(folder)
    assert [room.name for room in area.rooms] == ["m_01"]
    kit = kl.add_template(kl.new_area(name), "m_01", kl.read_walkmesh("hall.wok"))
    for each in kl.list_changes(kit.edit.area):
        assert Path(folder, each.filename).read_bytes() == each.data


def test_nothing_is_replaced_by_a_new_area(kotorlevel: InProcess, hall: Path) -> None:
    del hall
    assert kotorlevel("layout", "mod", "new").code == 0
    before = Path("mod/mod.lyt").read_bytes()
    for words, text in {
        ("mod", "new"): "there is an area already: mod.lyt",
        ("mod/other.lyt", "new"): "there is an area already: mod.lyt",
        ("mod/a.lyt", "new", "--name", "b"): "which of them?",
        ("hall.wok", "new"): "is a file; name a folder",
        ("my mod", "new"): "is no name for an area",
        ("long", "new", "--name", "a" * 17): "has 17 characters",
        ("none", "new", "--name", ""): "is no name for an area",
        ("new",): "AREA is missing: kotorlevel layout AREA new",
    }.items():
        result = kotorlevel("layout", *words)
        assert (result.code, result.stdout) == (2, "")
        assert text in result.stderr
    assert sorted(path.name for path in Path().iterdir()) == ["hall.wok", "mod"]
    assert Path("mod/mod.lyt").read_bytes() == before


def test_doorways_are_listed_where_none_was_named(kotorlevel: InProcess, hall: Path) -> None:
    kotorlevel("layout", "mod", "new")
    for words in (["--name", "a"], ["--name", "b", "--position", "4,0,0"]):
        assert kotorlevel("layout", "mod", "add", hall, *words, "--in-place").code == 0
    before = {path.name: path.read_bytes() for path in Path("mod").glob("[!.]*")}
    result = kotorlevel("layout", "mod", "add", hall, "--name", "c", "--join", "a")
    assert result.code == 2
    lines = result.stdout.splitlines()
    assert lines[0] == "mod  a: 4 doorways"
    assert "  edge 1  4.00 m wide, leads to b, taken  at (4.00, 2.00, 0.00)" in lines
    assert "  edge 5  4.00 m wide, free, it fits  at (0.00, 2.00, 0.00)" in lines
    again = "kotorlevel layout mod add hall.wok --name c --join a:EDGE"
    assert f"say at which edge: {again}" in result.stderr
    assert {path.name: path.read_bytes() for path in Path("mod").glob("[!.]*")} == before
    told = json.loads(kotorlevel("layout", "mod", "show", "a", "--json").stdout)
    validate(told, SCHEMA)
    listed = kl.list_doorways(kl.load_area("mod"), "a")
    assert [(each["edges"], each["meets"], each["free"]) for each in told["doorways"]] == [
        (list(each.doorway.edges), each.meets, each.is_free) for each in listed
    ]
    assert {each.doorway.edges[0] for each in listed if each.is_free} == {0, 4, 5}
    joined = kotorlevel(
        "layout", "mod", "add", hall, "--name", "c", "--join", "a:5", "--edge", "1", "--in-place"
    )
    assert joined.code == 0
    assert not any(
        each.is_free
        for each in kl.list_doorways(kl.load_area("mod"), "a")
        if each.doorway.edges[0] in (1, 5)
    )
    unknown = kotorlevel("layout", "mod", "add", hall, "--join", "aa")
    assert (unknown.code, unknown.stdout) == (2, "")
    assert "mod has no room 'aa'" in unknown.stderr
