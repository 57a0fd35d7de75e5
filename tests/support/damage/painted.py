"""Floors with a wrong surface."""

from __future__ import annotations

import numpy as np

from support.damage.level import Damage, Level, accident
from support.damage.wok import NONWALK, UNKNOWN


@accident("floor-painted")
def paint_floor(level: Level, nth: int = 0, *, by_tool: bool = False) -> Damage:
    """Every walkable face of a room made Nonwalk.

    By hand only the materials change. A tool derives the tables anew: without walkable faces there
    are no neighbours, no edges, no loops and no links.
    """
    room = level.linked(nth)
    wok = level.mesh(room)
    faces = int(wok.walkable.sum())
    wok.materials[wok.walkable] = NONWALK
    assert not wok.walkable.any()
    if not by_tool:
        level.write(f"{room}.wok", bytes(wok))
        why = "adjacency and links still show which faces were floor, but not of what material"
        return Damage(room, "part", why, {"faces": faces})
    bare = {n: getattr(wok, n)[:0] for n in ("adjacency", "edges", "loops")}
    level.write(f"{room}.wok", wok.packed(**bare))
    why = "only the neighbours' links show that this was a floor"
    return Damage(room, "none", why, {"faces": faces, "by_tool": True})


@accident("unknown-material")
def paint_unknown(level: Level, nth: int = 0, material: int = UNKNOWN) -> Damage:
    """Every walkable face of a room got a number that no surface has."""
    room = level.linked(nth)
    wok = level.mesh(room)
    wok.materials[wok.walkable] = material
    level.write(f"{room}.wok", bytes(wok))
    why = "adjacency and links still show which faces were floor, but not of what material"
    return Damage(room, "part", why, {"material": material})


@accident("floor-painted")
def paint_doorway(level: Level, nth: int = 0) -> Damage:
    """The faces at a room's first doorway made Nonwalk, materials only."""
    room = level.linked(nth)
    way = level.doorway(room)
    wok = level.mesh(room)
    faces = np.unique(np.array(way.edges) // 3)
    others = np.setdiff1d(np.flatnonzero(wok.walkable), faces)
    assert len(others), f"{room} has nothing but its doorway"
    wok.materials[faces] = NONWALK
    level.write(f"{room}.wok", bytes(wok))
    why = "the faces around show the material, adjacency that these were floor"
    return Damage(room, "part", why, {"faces": faces.tolist(), "to": way.other})


@accident("floor-painted")
def paint_half(level: Level, nth: int = 0, material: int = NONWALK) -> Damage:
    """Half of a room's walkable faces: the half with the first doorway."""
    room = level.linked(nth)
    wok = level.mesh(room)
    faces = np.flatnonzero(wok.walkable)
    half = len(faces) // 2
    faces = faces[:half] if level.doorway(room).edges[0] // 3 < half else faces[half:]
    wok.materials[faces] = material
    level.write(f"{room}.wok", bytes(wok))
    why = "the faces around show the material, adjacency that these were floor"
    return Damage(room, "part", why, {"faces": faces.tolist()})


@accident("floor-turned")
def turn_over(level: Level, nth: int = 0, *, part: bool = False, corners: int = 0) -> Damage:
    """A room's floor, or its first half, upside down; the tables are not touched.

    Of each face two corners are exchanged: which two, ``corners`` says.
    """
    room = level.linked(nth)
    wok = level.mesh(room)
    faces = np.arange(len(wok.adjacency) // (2 if part else 1))
    order = [(0, 2, 1), (1, 0, 2), (2, 1, 0)][corners]
    wok.faces[faces] = wok.faces[faces][:, order]
    level.write(f"{room}.wok", bytes(wok))
    return Damage(room, "all", "the neighbours are those of the faces before", {"order": order})
