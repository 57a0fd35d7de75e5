"""The station broken on purpose: each fault as some tool or some evening has really made it."""

from dataclasses import replace
from typing import Any

import numpy as np

from kotorlevel.area.sample.area import make_station
from kotorlevel.area.sample.objects import CRATE, DOOR, make_objects
from kotorlevel.area.sample.rooms import CORRIDOR, HALL, RAMP, ROOMS, STORE, VIEW, make_rooms
from kotorlevel.area.sample.shape import WALL
from kotorlevel.formats.bwm.build import build_bwm
from kotorlevel.formats.bwm.tables import AREA_KIND, SLOTS
from kotorlevel.mesh.arrays import read_only
from kotorlevel.mesh.transforms import reversed_faces
from kotorlevel.mesh.walkmesh import Walkmesh

_GAP = np.float32(0.03)
"""Metres."""


def make_broken_station() -> dict[str, bytes]:
    """File name → content of every file; the doors that stand open have no fault."""
    rooms, objects = make_rooms(), make_objects()
    files = make_station()
    hall, corridor = _with_link(rooms[HALL], CORRIDOR), _with_link(rooms[CORRIDOR], HALL)
    # The corridor was room 0 before somebody put the hall in front of it.
    ramp = _with_link(_with_link(rooms[RAMP], STORE), CORRIDOR, ROOMS.index(HALL))
    files |= {
        f"{HALL}.wok": _with_wrong_tree_and_normals(hall),
        f"{CORRIDOR}.wok": _without_neighbours(corridor),
        f"{RAMP}.wok": _with_faces_gone_wrong(ramp),
        f"{STORE}.wok": _with_ceiling_first(_with_doorway_moved(rooms[STORE])),
        f"{VIEW}.wok": _with_link(_cut_along(rooms[VIEW], y=7.0), CORRIDOR).to_bytes(),
        f"{CRATE}.pwk": _with_tree(objects[f"{CRATE}.pwk"]),
        f"{DOOR}0.dwk": _with_wrong_hooks(objects[f"{DOOR}0.dwk"]),
        "station.lyt": _edited_by_hand(files["station.lyt"]),
        "station.vis": _with_a_line_lost(files["station.vis"]),
    }
    return files


def make_unfinished() -> dict[str, bytes]:
    """The files that are not yet sound when all is repaired that can be without being asked.

    The view room has its link again and still the seam; ramp and store still do not meet.
    """
    rooms = make_rooms()
    return {
        f"{VIEW}.wok": _cut_along(rooms[VIEW], y=7.0).to_bytes(),
        f"{RAMP}.wok": _with_link(rooms[RAMP], STORE).to_bytes(),
        f"{STORE}.wok": _with_doorway_moved(rooms[STORE]).to_bytes(),
    }


def _with_link(mesh: Walkmesh, room: str, number: int = -1) -> Walkmesh:
    """The mesh with another ``number`` for a room, or with no link to it any more."""
    is_link = mesh.transitions == ROOMS.index(room)
    transitions = np.where(is_link, np.int32(number), mesh.transitions)
    return replace(mesh, transitions=read_only(transitions))


def _with_doorway_moved(mesh: Walkmesh) -> Walkmesh:
    """The doorway to the ramp three centimetres off, and without its link."""
    vertices = mesh.vertices.copy()
    face, side = np.argwhere(mesh.transitions == ROOMS.index(RAMP))[0]
    vertices[mesh.faces[face][[side, (side + 1) % 3]], 0] += _GAP
    return _with_link(replace(mesh, vertices=read_only(vertices)), RAMP)


def _with_wrong_tree_and_normals(mesh: Walkmesh) -> bytes:
    """Child numbers that count from 1, as published descriptions have it; normals left at zero."""
    nodes = mesh.nodes.copy()
    for child in ("left", "right"):
        nodes[child][nodes["face"] < 0] += 1
    return _with_tables(mesh, nodes=nodes, normals=np.zeros_like(mesh.normals))


def _without_neighbours(mesh: Walkmesh) -> bytes:
    """No face knows another, every side is a border, and there are no loops."""
    sides = np.arange(3 * mesh.domain)
    edges = np.zeros(len(sides), mesh.edges.dtype)
    edges["edge"] = sides
    edges["transition"] = mesh.transitions.reshape(-1)[sides]
    adjacency = np.full_like(mesh.adjacency, -1)
    return _with_tables(mesh, adjacency=adjacency, edges=edges, loops=mesh.loops[:0])


def _with_faces_gone_wrong(mesh: Walkmesh) -> bytes:
    """One face of the ramp turned over, and a wall that an editor has collapsed to a line."""
    turned = np.arange(len(mesh.faces)) == 3
    mesh = replace(mesh, **reversed_faces(mesh, turned))
    a, b, _ = mesh.faces[-1]
    return replace(
        mesh,
        faces=read_only(np.concatenate([mesh.faces, [(a, b, b)]], dtype=np.uint32)),
        materials=read_only(np.append(mesh.materials, np.uint32(WALL))),
        transitions=read_only(np.concatenate([mesh.transitions, [(-1, -1, -1)]], dtype=np.int32)),
    ).to_bytes()


def _with_ceiling_first(mesh: Walkmesh) -> bytes:
    """Two faces of the ceiling before the floor."""
    count, first = len(mesh.faces), [mesh.domain, mesh.domain + 1]
    order = np.concatenate([first, np.delete(np.arange(count), first)])
    return replace(
        mesh,
        faces=read_only(mesh.faces[order]),
        materials=read_only(mesh.materials[order]),
        transitions=read_only(mesh.transitions[order]),
    ).to_bytes()


def _cut_along(mesh: Walkmesh, y: float) -> Walkmesh:
    """The floor north of a line with vertices of its own there: a seam that nobody can see."""
    points = mesh.vertices[mesh.faces]
    north = mesh.walkable & (points[:, :, 1] >= y).all(axis=1)
    on_line = north[:, None] & (points[:, :, 1] == y)
    old = np.unique(mesh.faces[on_line])
    faces = mesh.faces.copy()
    faces[on_line] = len(mesh.vertices) + np.searchsorted(old, mesh.faces[on_line])
    vertices = np.concatenate([mesh.vertices, mesh.vertices[old]])
    return replace(mesh, vertices=read_only(vertices), faces=read_only(faces))


def _with_tree(mesh: Walkmesh) -> bytes:
    """A crate exported as if it were a room."""
    return _with_tables(mesh, nodes=replace(mesh, kind=AREA_KIND).nodes)


def _with_wrong_hooks(mesh: Walkmesh) -> bytes:
    """Absolute use hooks to which nobody has added the position."""
    return replace(mesh, absolute_hooks=mesh.relative_hooks).to_bytes()


def _edited_by_hand(layout: bytes) -> bytes:
    """Line ends of another system, a room added without counting it, a door hook short of its 0."""
    door = DOOR.encode()
    text = layout.replace(b"\r\n", b"\n").replace(b"roomcount 5", b"roomcount 4")
    return text.replace(door + b" 0 ", door + b" ")


def _with_a_line_lost(visibility: bytes) -> bytes:
    """The corridor no longer sees the observation room, and still counts it."""
    last = b"  " + VIEW.encode() + b"\r\n"
    return visibility.replace(last, b"", 1)


def _with_tables(mesh: Walkmesh, **tables: Any) -> bytes:
    """The file of ``mesh`` with some tables replaced, right or wrong."""
    bwm = mesh.to_bwm()
    own = {slot.table.name: getattr(bwm, slot.table.name) for slot in SLOTS}
    return build_bwm(
        mesh.kind,
        own | tables,
        position=mesh.position,
        relative_hooks=mesh.relative_hooks,
        absolute_hooks=mesh.absolute_hooks,
    ).to_bytes()
