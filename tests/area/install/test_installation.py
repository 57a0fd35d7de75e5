"""The installation that other tests use: whole, and laid out as FACTS 9 has it."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pytest

import kotorlevel as kl
from kotorlevel.area.install.game import Game
from kotorlevel.area.install.lookup import Lookup
from kotorlevel.formats.gff import parse_gff
from kotorlevel.formats.pth import read_path_points
from kotorlevel.mesh.placed import placed_vertices
from support.installation import K1_MODULES, SHADOWED, Installation, make_installation, mixed_case
from support.sample_area import (
    AREA,
    DOORS,
    ENTRY,
    MODULE,
    OWN_SURFACE,
    PATH_CONNECTIONS,
    PATH_POINTS,
    PLACEABLES,
    ROOMS,
    WALKABLE_ROOMS,
    Thing,
)

TYPES = {2002: "mdl", 2016: "wok", 2017: "2da", 2052: "dwk", 2053: "pwk", 3008: "mdx"}
TYPES |= {2012: "are", 2014: "ifo", 2023: "git", 3000: "lyt", 3001: "vis"}


@pytest.fixture
def made(tmp_path: Path) -> Installation:
    return make_installation(tmp_path)


@pytest.fixture
def lookup(made: Installation) -> Lookup:
    return Game.open(made.folder).lookup(MODULE)


def read(lookup: Lookup, name: str, kind: str) -> bytes:
    found = lookup.find(name, kind)
    assert found is not None, f"{name}.{kind}"
    return found.read()


def text(data: bytes) -> str:
    return data.rstrip(b"\0").decode("ascii")


def test_the_key_and_its_bifs_by_hand(made: Installation) -> None:
    key = made.path("chitin.key").read_bytes()
    assert key[:8] == b"KEY V1  "
    bif_count, key_count, files, keys = struct.unpack_from("<4I", key, 8)
    bifs = []
    for row in range(bif_count):
        size, start, length, drives = struct.unpack_from("<IIHH", key, files + 12 * row)
        bifs.append(text(key[start : start + length]))
        path = made.root / bifs[row].replace("\\", "/")
        assert (path.stat().st_size, drives) == (size, 1)
    names = ["data\\models.bif", "data\\layouts.bif", "data\\lightmaps3.bif", "data\\2da.bif"]
    assert bifs == names
    found: dict[str, dict[str, bytes]] = {}
    for row in range(key_count):
        name, kind, number = struct.unpack_from("<16sHI", key, keys + 22 * row)
        place = bifs[number >> 20].replace("\\", "/")
        bif = (made.root / place).read_bytes()
        (table,) = struct.unpack_from("<I", bif, 16)
        row_place = table + 16 * (number & 0xFFFFF)
        stored, start, size, again = struct.unpack_from("<4I", bif, row_place)
        assert (stored, again) == (number, kind)
        data = bif[start : start + size]
        found.setdefault(place, {})[f"{text(name)}.{TYPES[kind]}"] = data
    assert found == {place: made.contents[place] for place in found}
    assert len(found) == 4


def test_a_rim_by_hand(made: Installation) -> None:
    rim = made.path(f"modules/{MODULE}.rim").read_bytes()
    assert rim[:8] == b"RIM V1.0"
    count, table = struct.unpack_from("<2I", rim, 12)
    found = {}
    for row in range(count):
        name, kind, _, start, size = struct.unpack_from("<16s4I", rim, table + 32 * row)
        found[f"{text(name)}.{TYPES[kind]}"] = rim[start : start + size]
    assert found == made.contents[f"modules/{MODULE}.rim"]
    assert [data[:8] for data in found.values()] == [b"IFO V3.2", b"ARE V3.2", b"GIT V3.2"]


def test_the_rooms(lookup: Lookup) -> None:
    layout = kl.read_layout(read(lookup, AREA, "lyt"))
    assert tuple(room.name for room in layout.rooms) == ROOMS
    assert not layout.problems
    meshes = [kl.read_walkmesh(read(lookup, room, "wok")) for room in WALKABLE_ROOMS]
    assert lookup.find("station_sky", "wok") is None
    assert lookup.find("station_sky", "mdl") is not None
    links = [set(mesh.transitions.flat) - {-1} for mesh in meshes]
    # By the plan: hall, corridor, ramp, store in a row, and the view beside the corridor.
    assert links == [{1}, {0, 2, 4}, {1, 3}, {2}, {1}]
    hall = meshes[0].vertices[meshes[0].faces[meshes[0].walkable]].reshape(-1, 3)
    assert (hall.min(axis=0)[:2] <= ENTRY[:2]).all()
    assert (hall.max(axis=0)[:2] >= ENTRY[:2]).all()
    assert kl.read_visibility(read(lookup, AREA, "vis")).rooms == WALKABLE_ROOMS


def objects_of(lookup: Lookup, label: str, kind: str, field: str, table: str) -> list[Any]:
    """Template, tag, row, model, place and bearing of what the GIT lists."""
    rows = kl.read_2da(read(lookup, table, "2da"))
    found = []
    for placed in parse_gff(read(lookup, AREA, "git"))[label]:
        template = parse_gff(read(lookup, placed["TemplateResRef"], kind))
        row = template[field]
        place = placed["X"], placed["Y"], placed["Z"]
        name = placed["TemplateResRef"]
        model = rows.cell(row, "modelname")
        found.append((name, template["Tag"], row, model, place, placed["Bearing"]))
    return found


def expected(things: tuple[Thing, ...]) -> list[Any]:
    return [(t.template, t.tag, t.row, t.model, t.position, t.bearing) for t in things]


def test_doors_and_placeables(lookup: Lookup) -> None:
    doors = objects_of(lookup, "Door List", "utd", "GenericType", "genericdoors")
    assert doors == expected(DOORS)
    placeables = objects_of(lookup, "Placeable List", "utp", "Appearance", "placeables")
    assert placeables == expected(PLACEABLES)
    for name, kind, there in [
        ("station_door0", "dwk", True),
        ("station_door1", "dwk", True),
        ("station_door2", "dwk", True),
        ("station_arch0", "dwk", False),
        ("station_crate", "pwk", True),
        ("station_sign", "pwk", False),
    ]:
        assert (lookup.find(name, kind) is not None) == there
    states = [parse_gff(read(lookup, door.template, "utd"))["OpenState"] for door in DOORS]
    assert states == [0, 1, 0]


def test_the_gate_stands_in_its_doorway(lookup: Lookup) -> None:
    mesh = kl.read_walkmesh(read(lookup, "station_door0", "dwk"))
    corners = placed_vertices(mesh, DOORS[0].position, DOORS[0].bearing)
    # The doorway of the store, by the plan: x = 24, y from 3 to 5, and the floor at 1.5.
    assert corners.min(axis=0) == pytest.approx([23.9, 3.0, 1.5], abs=1e-6)
    assert corners.max(axis=0) == pytest.approx([24.1, 5.0, 4.0], abs=1e-6)


def test_path_points_and_surfaces(lookup: Lookup) -> None:
    paths = read_path_points(read(lookup, AREA, "pth"))
    assert [tuple(point) for point in paths.points.tolist()] == list(PATH_POINTS)
    assert [tuple(pair) for pair in paths.connections.tolist()] == list(PATH_CONNECTIONS)
    surfaces = kl.Materials.from_2da(kl.read_2da(read(lookup, "surfacemat", "2da")))
    number, label = OWN_SURFACE
    assert surfaces.label(number) == label
    walkable = [1, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 18, 30]  # FACTS 5
    assert surfaces.walkable(range(32)).nonzero()[0].tolist() == [*walkable, number]


def test_what_can_be_asked_for(tmp_path: Path) -> None:
    made = make_installation(
        tmp_path,
        version="k2",
        layout="mac",
        spelling=mixed_case,
        shadowed=True,
        more={"Override": {"a.wok": b"more"}, "modules/b.mod": {"c.wok": b"c"}, "d.txt": b"d"},
        without=["data/2da.bif", "TexturePacks"],
    )
    assert made.root == made.folder / "Knights of the Old Republic II.app/Contents/Assets"
    assert set(K1_MODULES) < set(made.modules)
    there = {path.relative_to(made.root).as_posix() for path in made.root.rglob("*")}
    assert {"OvErRiDe/A.WoK", "MoDuLeS/B.MoD", "D.TxT", "StReAmVoIcE/LiNe.wAv"} <= there
    assert {f"OvErRiDe/{mixed_case(SHADOWED)}", "OvErRiDe/ReAdMe.tXt"} <= there
    assert not any(path.startswith(("TeXtUrE", "DaTa/2dA")) for path in there)
    assert made.path("Override/a.wok").read_bytes() == made.data("Override", "a.wok") == b"more"
