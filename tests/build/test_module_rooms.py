"""Rooms of a plan that cannot stand as it says: told, with the key that says so."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.sample import CORRIDOR, HALL, RAMP, STORE, make_broken_station, make_objects
from support.areas import floor
from support.build.station import joined_plan, station_plan


def failing(plan: kl.LevelPlan) -> kl.errors.FormatError:
    with pytest.raises(kl.errors.FormatError) as caught:
        kl.build_module(plan)
    return caught.value


def with_room(plan: kl.LevelPlan, name: str, **changes: object) -> kl.LevelPlan:
    rooms = [
        replace(room, **changes) if room.name == name else room  # type: ignore[arg-type]
        for room in plan.rooms
    ]
    return replace(plan, rooms=tuple(rooms))


def test_walkmeshes_that_are_none(tmp_path: Path) -> None:
    plan = station_plan(tmp_path)
    error = failing(with_room(plan, HALL, walkmesh="rooms/none.wok"))
    assert (error.section, error.message[-12:]) == (f"room {HALL}, walkmesh", "no such file")
    (tmp_path / "cut.wok").write_bytes((tmp_path / f"rooms/{HALL}.wok").read_bytes()[:500])
    assert "cut.wok" in failing(with_room(plan, HALL, walkmesh="cut.wok")).message
    kl.write_walkmesh(next(iter(make_objects().values())), tmp_path / "crate.wok")
    assert "of an object" in failing(with_room(plan, HALL, walkmesh="crate.wok")).message
    assert "folder" in failing(with_room(plan, HALL, walkmesh="rooms")).message
    assert "finite" in failing(with_room(plan, HALL, position=(1e8, 0.0, 0.0))).message


def test_joins_that_do_not_fit(tmp_path: Path) -> None:
    plan = joined_plan(tmp_path)
    kl.write_walkmesh(floor(width=5, depth=5, east=1), tmp_path / "wide.wok")
    error = failing(with_room(plan, STORE, walkmesh="wide.wok", edge=None))
    assert error.section == f"room {STORE}, join"
    assert "no doorway of the new room is 2.000 m wide" in error.message
    error = failing(with_room(plan, STORE, walkmesh="wide.wok", edge=None, at=None))
    assert "no free doorway of station_ramp is as wide" in error.message
    assert "no edge 99999" in failing(with_room(plan, STORE, at=99999)).message
    taken = plan.rooms[2].at
    assert "already" in failing(with_room(plan, "station_view", at=taken)).message
    corridor = kl.read_walkmesh(tmp_path / f"rooms/{CORRIDOR}.wok")
    shared = int(np.flatnonzero(corridor.adjacency.reshape(-1) >= 0)[0])
    inner = failing(with_room(plan, "station_view", at=shared)).message
    assert "is no boundary edge" in inner


def test_what_only_one_doorway_fits_need_not_be_said(tmp_path: Path) -> None:
    plan = joined_plan(tmp_path)
    short = with_room(plan, STORE, at=None, edge=None)
    assert kl.build_module(short).mod == kl.build_module(plan).mod
    error = failing(with_room(plan, HALL, at=None))
    assert "it fits several doorways of station_corridor" in error.message


def test_edges_are_those_of_the_file(tmp_path: Path) -> None:
    """A file whose ceiling comes before its floor: in the area its faces are in another order."""
    plan = joined_plan(tmp_path)
    path = tmp_path / f"rooms/{STORE}.wok"
    path.write_bytes(make_broken_station()[path.name])
    mesh = kl.read_walkmesh(path)
    assert not mesh.walkable[0]
    corners = mesh.vertices[mesh.faces.astype(int)]
    middles = ((corners + np.roll(corners, -1, axis=1)) / 2).reshape(-1, 3)
    edges = np.flatnonzero(np.abs(middles - (24.03, 4.0, 1.5)).max(axis=1) < 0.01).tolist()
    floor_edges = [edge for edge in edges if mesh.walkable[edge // 3]]
    ramp = next(room for room in plan.rooms if room.name == RAMP)
    rooms = (
        kl.PlannedRoom(STORE, f"rooms/{STORE}.wok", position=(0.0, 0.0, 5.0)),
        replace(ramp, join=STORE, at=floor_edges[0], edge=13),
    )
    module = kl.build_module(replace(plan, rooms=rooms, doors=()))
    assert len(kl.find_reach(module.area).rooms) == 2
    plan = kl.new_plan("lab", rooms=[path, tmp_path / f"rooms/{RAMP}.wok"])
    assert len(kl.find_reach(kl.build_module(plan).area).rooms) == 2


def test_no_floor_at_the_entry(tmp_path: Path) -> None:
    plan = station_plan(tmp_path)
    error = failing(replace(plan, entry=kl.PlannedEntry(at=(4.0, 4.0))))
    assert (error.section, "no floor at (4, 4)" in error.message) == ("entry, at", True)
    kl.write_walkmesh(floor(material=7), tmp_path / "wall.wok")
    wall = kl.PlannedRoom("wall", "wall.wok", position=(50.0, 0.0, 0.0))
    error = failing(
        replace(plan, rooms=(*plan.rooms, wall), entry=kl.PlannedEntry("wall"), path_points=False)
    )
    assert error.section == "entry, room"
