"""Doors and placeables: found by way of their templates and tables, each file read once."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import kotorlevel as kl
from kotorlevel.formats.gff import Gff, GffType, Struct
from kotorlevel.mesh.walkmesh import Walkmesh
from support import sample_area
from support.area.level_files import CRATE, DOOR, lab, load, put
from support.area.watched_files import watch_files


def test_everything_that_the_sample_says(tmp_path: Path) -> None:
    from support.area.level_files import station

    area = kl.load_area(put(tmp_path, station()))
    for index, (door, thing) in enumerate(zip(area.doors, sample_area.DOORS, strict=True)):
        assert (door.index, door.tag, door.template) == (index, thing.tag, thing.template)
        assert (door.position, door.model) == (thing.position, thing.model)
        assert (door.bearing, door.state) == (thing.bearing, thing.state)
        assert (door.linked_module, door.linked_to) == (thing.linked_module, thing.linked_to)
    for index, (crate, thing) in enumerate(
        zip(area.placeables, sample_area.PLACEABLES, strict=True)
    ):
        assert (crate.index, crate.tag, crate.template) == (index, thing.tag, thing.template)
        assert (crate.position, crate.model, crate.bearing) == (
            thing.position,
            thing.model,
            thing.bearing,
        )
    assert [door.missing for door in area.doors] == ["", "", "walkmesh"]
    assert area.doors[2].reason.count("there is no station_arch") == 3
    assert (area.placeables[1].missing, area.placeables[1].mesh) == ("walkmesh", None)


def test_the_tag_of_the_git_counts(tmp_path: Path) -> None:
    template = sample_area.door_template(replace(DOOR, tag="of the template"))
    named = load(tmp_path / "a", more={"t_gate.utd": template}).doors[0]
    bare = load(tmp_path / "b", [replace(DOOR, tag="")], more={"t_gate.utd": template}).doors[0]
    assert (named.tag, bare.tag) == ("gate", "of the template")


@pytest.mark.parametrize(
    ("without", "missing", "reason"),
    [
        ("t_gate.utd", "template", "there is no t_gate.utd"),
        ("genericdoors.2da", "model", "there is no genericdoors.2da"),
        ("leaf0.dwk", "walkmesh", "there is no leaf0.dwk"),
    ],
)
def test_what_is_missing_of_a_door(tmp_path: Path, without: str, missing: str, reason: str) -> None:
    area = load(tmp_path, without=[without])
    door = area.doors[0]
    assert (door.missing, door.reason) == (missing, reason)
    assert door.position == DOOR.position
    assert (door.model == "") is (missing != "walkmesh")
    assert area.placeables[0].missing == ""
    assert area.problems == ()


@pytest.mark.parametrize(
    ("without", "missing", "reason"),
    [
        ("t_crate.utp", "template", "there is no t_crate.utp"),
        ("placeables.2da", "model", "there is no placeables.2da"),
        ("box.pwk", "walkmesh", "there is no box.pwk"),
    ],
)
def test_what_is_missing_of_a_placeable(
    tmp_path: Path, without: str, missing: str, reason: str
) -> None:
    area = load(tmp_path, without=[without])
    thing = area.placeables[0]
    assert (thing.missing, thing.reason, thing.mesh) == (missing, reason, None)
    assert thing.position == CRATE.position
    assert area.doors[0].missing == ""


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("t_gate.utd", "template"),
        ("genericdoors.2da", "model"),
        ("leaf2.dwk", "walkmesh"),
        ("t_crate.utp", "template"),
        ("placeables.2da", "model"),
        ("box.pwk", "walkmesh"),
    ],
)
def test_what_cannot_be_read(tmp_path: Path, name: str, missing: str) -> None:
    """The object says so, with file and place; everything else is loaded."""
    area = load(tmp_path, more={name: lab()[name][:30]})
    door, crate = area.doors[0], area.placeables[0]
    bad, good = (
        (crate, door) if name in ("t_crate.utp", "placeables.2da", "box.pwk") else (door, crate)
    )
    assert (good.missing, good.reason) == ("", "")
    assert bad.missing == missing
    assert bad.reason.startswith((tmp_path / name).as_posix())
    assert " at 0x" in bad.reason


def test_the_closed_state_stays_when_another_is_broken(tmp_path: Path) -> None:
    door = load(tmp_path, more={"leaf2.dwk": b"BWM V1.0"}).doors[0]
    assert [mesh is not None for mesh in door.meshes] == [True, True, False]
    assert Path(door.sources[2]).name == "leaf2.dwk"
    assert door.placed() is not None


@pytest.mark.parametrize("row", [2, 255])
def test_rows_that_the_table_lacks(tmp_path: Path, row: int) -> None:
    door = load(tmp_path, [replace(DOOR, row=row)]).doors[0]
    assert (door.missing, door.reason) == ("model", f"genericdoors.2da has no row {row}")


def test_a_row_without_a_model(tmp_path: Path) -> None:
    door = load(tmp_path, [replace(DOOR, row=0)]).doors[0]
    assert (door.missing, door.reason) == ("model", "row 0 of genericdoors.2da names no model")


def test_a_table_without_the_column(tmp_path: Path) -> None:
    from support.area.level_files import station

    table = station()["surfacemat.2da"]
    door = load(tmp_path, more={"genericdoors.2da": table}).doors[0]
    assert (door.missing, door.reason) == ("model", "row 1 of genericdoors.2da names no model")


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (GffType.INT, -1),
        (GffType.INT, -(2**31)),
        (GffType.DWORD, 2**32 - 1),
        (GffType.DWORD64, 2**64 - 1),
        (GffType.FLOAT, math.nan),
        (GffType.FLOAT, math.inf),
        (GffType.DOUBLE, 1e300),
        (GffType.STRING, "1"),
        (GffType.LIST, []),
        (GffType.VECTOR, (1.0, 1.0, 1.0)),
    ],
)
def test_odd_row_numbers(tmp_path: Path, kind: GffType, value: object) -> None:
    utd = Gff("UTD ", Struct([("GenericType", kind, value)])).to_bytes()
    utp = Gff("UTP ", Struct([("Appearance", kind, value)])).to_bytes()
    area = load(tmp_path, more={"t_gate.utd": utd, "t_crate.utp": utp})
    assert area.doors[0].missing == area.placeables[0].missing == "model"
    assert "2da has no row" in area.doors[0].reason


def test_many_doors_share_what_they_are_made_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = [replace(DOOR, position=(float(n), 0.0, 0.0)) for n in range(2000)]
    crates = [replace(CRATE, template=CRATE.template.upper())] * 500
    put(tmp_path, lab(many, (), {"t_crate.utp": sample_area.placeable_template(CRATE)}))
    put(tmp_path, {"lab.git": sample_area.make_git(many, crates)})
    log = watch_files(monkeypatch)
    area = kl.load_area(tmp_path)
    assert (len(area.doors), len(area.placeables)) == (2000, 500)
    assert [door.position[0] for door in area.doors] == list(range(2000))
    assert {door.missing for door in area.doors} == {""}
    assert {thing.missing for thing in area.placeables} == {""}
    assert len({id(mesh) for door in area.doors for mesh in door.meshes}) <= 3
    for name in ("t_gate.utd", "t_crate.utp", "genericdoors.2da", "leaf0.dwk", "box.pwk"):
        size = (tmp_path / name).stat().st_size
        assert sum(read.size for read in log if read.name == name) == size


def test_what_is_missing_is_looked_for_once(tmp_path: Path) -> None:
    from kotorlevel.area.objects import ObjectReader
    from kotorlevel.formats.gff import parse_gff
    from support.areas import MemorySource, lookup_of

    class Counting(MemorySource):
        asked: list[str] = []  # noqa: RUF012

        def find_all(self, name: str, kind: str | int) -> list[Any]:
            self.asked.append(f"{name}.{kind}")
            return super().find_all(name, kind)

    files = [*lab(without=["leaf1.dwk"]).items()]
    source = Counting("mod", "folder", files)
    reader = ObjectReader(lookup_of(source), kl.Materials.default())
    git = sample_area.make_git([DOOR, replace(DOOR, template="gone")] * 300, [])
    doors = reader.doors(parse_gff(git, "lab.git"))
    assert len(doors) == 600
    assert sorted(source.asked) == sorted(set(source.asked))


def test_surfaces_of_the_level_are_those_of_its_objects(tmp_path: Path) -> None:
    area = load(tmp_path)
    for mesh in (area.doors[0].meshes[0], area.placeables[0].mesh):
        assert isinstance(mesh, Walkmesh)
        assert mesh.surfaces is area.surfaces
