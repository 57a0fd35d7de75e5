"""Rooms that move and turn as edits: what goes along, which links are made and which go."""

from __future__ import annotations

import cmath
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.errors import InputError
from kotorlevel.formats.gff import Gff, GffType, Struct, parse_gff
from support.area.level_files import put, station
from support.corpus import each_area

HALL, CORRIDOR, RAMP, STORE = (f"station_{x}" for x in ("hall", "corridor", "ramp", "store"))
E = kl.edits


@pytest.fixture
def area(tmp_path: Path) -> kl.Area:
    return kl.load_area(put(tmp_path / "level", station()))


def targets(area: kl.Area, room: str) -> set[int]:
    mesh = area.room(room).mesh
    assert mesh is not None
    return set(mesh.transitions[mesh.transitions != -1].tolist())


def test_links_follow_only_where_asked(area: kl.Area) -> None:
    ramp, store = area.room(RAMP).index, area.room(STORE).index
    kept = E.MoveRoom(STORE, (50.0, 0.0, 0.0)).apply(area)
    assert targets(kept.area, STORE) == {ramp}
    assert store in targets(kept.area, RAMP)
    anew = E.MoveRoom(STORE, (50.0, 0.0, 0.0), relink=True).apply(area)
    assert targets(anew.area, STORE) == set()
    assert store not in targets(anew.area, RAMP)
    assert targets(anew.area, RAMP) == targets(area, RAMP) - {store}
    assert f"1 link with {RAMP} gone: they do not meet any more" in anew.notes
    assert not any(f.rule.startswith("ARE") for f in kl.check(anew.area).findings if f.fix)
    for room in (HALL, CORRIDOR):  # only the links of that room
        assert anew.area.room(room).mesh is area.room(room).mesh
    back = E.MoveRoom(STORE, (-50.0, 0.0, 0.0), relink=True).apply(anew.area)
    assert targets(back.area, STORE) == {ramp}
    assert store in targets(back.area, RAMP)
    assert f"linked to {RAMP} at 1 edge" in back.notes
    assert [c.filename for c in kl.list_changes(back.area)] == []


def test_a_gap_that_a_move_opens_is_no_link(area: kl.Area) -> None:
    """Almost meeting is enough for a link that was so before, and not for one that a move parts."""
    near = E.MoveRoom(STORE, (0.02, 0.0, 0.0)).apply(area).area
    assert targets(near, STORE)
    anew = E.MoveRoom(STORE, (0.02, 0.0, 0.0), relink=True).apply(area).area
    assert not targets(anew, STORE)
    up = E.MoveRoom(STORE, (0.0, 0.0, 0.001), relink=True).apply(near).area
    assert targets(up, STORE) == targets(near, STORE)  # it was a near miss, and still is


def test_everything_on_the_floor_goes_along(area: kl.Area) -> None:
    way = (3.0, 40.0, 0.5)
    done = E.MoveRoom(HALL, way, relink=True).apply(area)
    assert area.entry is not None
    assert done.area.entry == pytest.approx(tuple(np.add(area.entry, way)))
    ifo = parse_gff(done.area.extra["module", "ifo"])
    assert ifo["Mod_Entry_Y"] == pytest.approx(area.entry[1] + 40)
    assert "the entry of the player went along" in done.notes
    assert any("path point" in note and "went along" in note for note in done.notes)
    assert not any("still has the old place" in note for note in done.notes)
    assert area.path_points is not None
    assert done.area.path_points is not None
    assert [5.0, 42.0] in done.area.path_points.points.tolist()
    assert len(done.area.path_points.connections) == len(area.path_points.connections)
    sign = next(p for p in done.area.placeables if p.tag == "sign")
    assert sign.position == pytest.approx((8, 41, 0.5))
    hooks = [h for h in area.layout.door_hooks if h.room.lower() == HALL]
    moved = [h for h in done.area.layout.door_hooks if h.room.lower() == HALL]
    for old, new in zip(hooks, moved, strict=True):
        assert new.position == pytest.approx(tuple(np.add(old.position, way)))
    stays = E.MoveRoom(HALL, way, objects=False).apply(area).area
    assert stays.entry == area.entry
    assert stays.path_points is area.path_points


def test_the_same_as_the_library(area: kl.Area) -> None:
    way = (0.0, 0.0, 0.25)
    edit = E.MoveRoom(STORE, way, relink=True).apply(area)
    move = kl.move_room(area, STORE, way, objects=True, relink=True)
    changes = [
        {c.filename: c.data for c in kl.list_changes(each)} for each in (edit.area, move.area)
    ]
    assert changes[0] == changes[1]
    assert set(move.followed) <= set(edit.notes)
    turned = [
        {c.filename: c.data for c in kl.list_changes(each)}
        for each in (
            E.TurnRoom(STORE, 30.0, relink=True).apply(area).area,
            kl.turn_room(area, STORE, 30.0, objects=True, relink=True).area,
        )
    ]
    assert turned[0] == turned[1]


def rotated(point: tuple[float, ...], about: tuple[float, ...], degrees: float) -> complex:
    centre = complex(*about[:2])
    return (complex(*point[:2]) - centre) * cmath.exp(1j * math.radians(degrees)) + centre


@pytest.mark.parametrize("degrees", [90.0, 33.0, -180.0])
def test_a_turn_takes_all_along(area: kl.Area, degrees: float) -> None:
    room = area.room(HALL)
    done = E.TurnRoom(HALL, degrees).apply(area)
    after = done.area
    old, new = room.mesh, after.room(HALL).mesh
    assert old is not None
    assert new is not None
    place = rotated(tuple(old.vertices[3].tolist()), room.position, degrees)
    assert complex(*new.vertices[3, :2].tolist()) == pytest.approx(place, abs=1e-4)
    assert area.entry is not None
    assert after.entry is not None
    assert complex(*after.entry[:2]) == pytest.approx(rotated(area.entry, room.position, degrees))
    assert after.module is not None
    assert area.module is not None
    looks = complex(*area.module.direction) * np.exp(1j * math.radians(degrees))
    assert complex(*after.module.direction) == pytest.approx(looks)
    ours = next(p for p in area.placeables if p.tag == "sign")
    sign = after.placeables[ours.index]
    assert complex(*sign.position[:2]) == pytest.approx(
        rotated(ours.position, room.position, degrees)
    )
    assert math.remainder(
        sign.bearing - ours.bearing - math.radians(degrees), math.tau
    ) == pytest.approx(0, abs=1e-6)
    assert after.git is not None
    row = after.git["Placeable List"][ours.index]
    assert (row["X"], row["Y"]) == pytest.approx(sign.position[:2], abs=1e-4)
    assert row["Bearing"] == pytest.approx(sign.bearing, abs=1e-6)
    back = E.TurnRoom(HALL, -degrees).apply(after).area
    assert back.entry == pytest.approx(area.entry)
    assert any("turn it where it was made" in note for note in done.notes)
    alone = E.TurnRoom(HALL, degrees, objects=False).apply(area).area
    assert alone.entry == area.entry
    assert alone.git is area.git


def test_what_looks_somewhere_turns() -> None:
    """Every way in which the GIT says how a thing looks: by hand, a quarter turn about (2, 0)."""
    f, places = GffType.FLOAT, ("XPosition", "YPosition", "ZPosition")
    here: list[tuple[str, GffType, Any]] = [
        (label, f, value) for label, value in zip(places, (3.0, 0.0, 0.0), strict=True)
    ]
    corner = Struct([("PointX", f, 1.0), ("PointY", f, 0.0), ("PointZ", f, 0.0)])
    spawn = Struct([("X", f, 3.0), ("Y", f, 0.0), ("Z", f, 0.0), ("Orientation", f, 0.5)])
    lists: dict[str, list[tuple[str, GffType, Any]]] = {
        "Creature List": [*here, ("XOrientation", f, 1.0), ("YOrientation", f, 0.0)],
        "TriggerList": [*here, ("Geometry", GffType.LIST, [corner])],
        "Encounter List": [*here, ("SpawnPointList", GffType.LIST, [spawn])],
        "CameraList": [
            ("Position", GffType.VECTOR, (3.0, 0.0, 1.0)),
            ("Orientation", GffType.ORIENTATION, (1.0, 0.0, 0.0, 0.0)),
        ],
    }
    root = Struct([(name, GffType.LIST, [Struct(row)]) for name, row in lists.items()])
    mesh = kl.Walkmesh.from_arrays(
        [(0, -2, 0), (4, -2, 0), (4, 2, 0), (0, 2, 0)], [(0, 1, 2), (0, 2, 3)], [1, 1]
    )
    layout = kl.Layout(
        (kl.LayoutRoom("a", (2.0, 0.0, 0.0)),), (), (), (kl.DoorHook("a", "d", (3.0, 0.0, 0.0)),)
    )
    area = kl.Area.from_meshes("x", {"a": mesh})
    room = kl.Room(0, "a", (2.0, 0.0, 0.0), mesh)
    area = kl.Area("x", layout, rooms=(room,), git=Gff("GIT ", root))
    turned = kl.turn_room(area, "a", 90.0, objects=True)
    git = turned.area.git
    assert git is not None
    creature, trigger = git["Creature List"][0], git["TriggerList"][0]
    for each in (creature, trigger):
        assert (each["XPosition"], each["YPosition"]) == pytest.approx((2, 1))
    assert (creature["XOrientation"], creature["YOrientation"]) == pytest.approx((0, 1))
    rim = trigger["Geometry"][0]
    assert (rim["PointX"], rim["PointY"]) == pytest.approx((0, 1))
    point = git["Encounter List"][0]["SpawnPointList"][0]
    assert (point["X"], point["Y"]) == pytest.approx((2, 1))
    assert point["Orientation"] == pytest.approx(0.5 + math.pi / 2)
    camera = git["CameraList"][0]
    assert camera["Position"] == pytest.approx((2, 1, 1))
    half = math.sqrt(0.5)
    assert camera["Orientation"] == pytest.approx((half, 0, 0, half), abs=1e-6)
    hook = turned.area.layout.door_hooks[0]
    assert hook.position == pytest.approx((2, 1, 0))
    assert hook.orientation == pytest.approx((half, 0, 0, half), abs=1e-6)
    assert "1 door hook went along" in turned.followed


def test_a_half_turn_links_a_symmetric_room_anew() -> None:
    def box(x: float) -> kl.Walkmesh:
        corners = [(x, -1, 0), (x + 2, -1, 0), (x + 2, 1, 0), (x, 1, 0)]
        return kl.Walkmesh.from_arrays(corners, [(0, 1, 2), (0, 2, 3)], [1, 1])

    area = kl.Area.from_meshes("x", {"a": box(-1), "b": box(1)})
    area, _ = kl.relink(area)
    assert targets(area, "a") == {1}
    turned = kl.turn_room(area, "a", 180.0, relink=True)
    assert targets(turned.area, "a") == {1}
    assert targets(turned.area, "b") == {0}
    assert turned.area.room("a").mesh is not area.room("a").mesh
    apart = kl.turn_room(area, "a", 45.0, relink=True)
    assert targets(apart.area, "a") == targets(apart.area, "b") == set()
    assert any("gone" in note for note in apart.followed)


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (E.MoveRoom(STORE, (1e9, 0.0, 0.0), relink=True), "finite"),
        (E.MoveRoom(STORE, (math.nan, 0.0, 0.0)), "finite"),
        (E.TurnRoom(STORE, math.inf), "angle"),
        (E.TurnRoom("station_sky", 90.0), "no walkmesh"),
        (E.TurnRoom("nowhere", 90.0), "nowhere"),
    ],
)
def test_what_cannot_be(area: kl.Area, edit: kl.edits.Operation, message: str) -> None:
    with pytest.raises(InputError, match=message):
        kl.apply_edits(area, [edit])


def test_as_json() -> None:
    for edit in (
        E.MoveRoom(STORE, (1.0, 2.0, 3.0), False, True),
        E.TurnRoom(STORE, 45.0, False, True),
        E.TurnRoom(STORE, 45.0),
    ):
        assert E.parse_operation(json.loads(json.dumps(edit.to_json()))) == edit


@each_area()
def test_real_rooms_go_and_come_back(path: Path) -> None:
    """Away and back by a power of two, so that no bit is lost where coordinates are small."""
    area = kl.load_area(path)
    rooms = [r for r in area.rooms if r.mesh is not None and (r.mesh.transitions >= 0).any()]
    seams = area.geometry.seams
    for room in rooms[:2]:
        away = E.MoveRoom(room.index, (4096.0, 0.0, 0.0), relink=True).apply(area).area
        boundary = away.geometry.boundary
        own = boundary.room == room.index
        assert (boundary.transition[own] == -1).all()
        assert not (boundary.transition == room.index).any()
        back = E.MoveRoom(room.index, (-4096.0, 0.0, 0.0), relink=True).apply(away).area
        met = (seams.partner >= 0) & (seams.boundary.transition >= 0)
        met &= seams.boundary.transition == np.where(
            seams.partner >= 0, seams.boundary.room[np.maximum(seams.partner, 0)], -1
        )
        # A link through a wall is not made of what meets: somebody has to say it again.
        walled = seams.boundary.walled
        met &= ~walled & ~np.where(seams.partner >= 0, walled[seams.partner], False)
        now = back.geometry.boundary
        assert np.array_equal(now.transition[met], seams.boundary.transition[met])
