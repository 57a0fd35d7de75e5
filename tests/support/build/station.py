"""The demo station as rooms on the disk, and a plan of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import kotorlevel as kl
from kotorlevel.area.sample import CORRIDOR, RAMP, ROOMS, STORE, make_rooms

DOOR = kl.PlannedDoor(between=(RAMP, STORE), appearance=13, tag="gate")


def write_rooms(folder: Path) -> list[Path]:
    """The walkmeshes of the station, each in a file of its name; in the order of its layout."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, mesh in make_rooms().items():
        path = folder / f"{name}.wok"
        kl.write_walkmesh(mesh, path)
        paths.append(path)
    return paths


def station_plan(folder: Path) -> kl.LevelPlan:
    """The station as it stands, with a door; its rooms are in ``folder/rooms``."""
    write_rooms(folder / "rooms")
    rooms = tuple(kl.PlannedRoom(name, f"rooms/{name}.wok") for name in ROOMS)
    return kl.LevelPlan("station", rooms, title="Old Station", doors=(DOOR,), folder=folder)


def joined_plan(folder: Path) -> kl.LevelPlan:
    """The same joined at doorways, beginning with the corridor, which stands somewhere else."""
    plan = station_plan(folder)
    joins = {"station_hall": CORRIDOR, RAMP: CORRIDOR, STORE: RAMP, "station_view": CORRIDOR}
    meshes = make_rooms()
    rooms = []
    for room in plan.rooms:
        if room.name == CORRIDOR:
            rooms.append(replace(room, position=(100.0, 50.0, 2.0), turn=90.0))
            continue
        other = joins[room.name]
        edge = link_edge(meshes[room.name], ROOMS.index(other))
        at = link_edge(meshes[other], ROOMS.index(room.name))
        rooms.append(replace(room, join=other, edge=edge, at=at))
    return replace(plan, rooms=tuple(rooms))


def link_edge(mesh: kl.Walkmesh, room: int) -> int:
    """The edge of a mesh that leads to a room."""
    return mesh.transitions.reshape(-1).tolist().index(room)
