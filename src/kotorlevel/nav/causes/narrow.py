"""Places that are too narrow for a body, though the floor goes on behind them."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.humanoid import BODY
from kotorlevel.core.memory import is_remembering, recall
from kotorlevel.core.types import Vector
from kotorlevel.nav.causes.necks import find_doubtful_walls
from kotorlevel.nav.causes.wall_gaps import closest_points, find_wall_gaps
from kotorlevel.nav.clip.body import shrink
from kotorlevel.nav.floor.floor import Floor
from kotorlevel.nav.floor.near_cells import NearCells
from kotorlevel.nav.reach.islands import Island, find_parts, list_islands

_STEPS = (2 / 3, 1 / 3, 0.1, 0.02, 0.0)
"""Parts of the radius with which it is tried again, until a body fits through."""

_NONE = np.empty(0, np.int64)

_HERE = 0.01
"""Metres within which a point of one floor is found on another."""


@dataclass(frozen=True, eq=False)
class NarrowPlace:
    """A place ``at`` that is about ``width`` metres wide, in ``room``.

    ``area`` is how many m² a body cannot get to for it, in ``rooms``; ``beyond`` a point there.
    """

    at: Vector
    width: float
    room: int
    area: float
    rooms: tuple[int, ...]
    beyond: Vector


def find_narrow_places(
    floor: Floor, radius: float = BODY, least_area: float = 0.0, fast: bool | None = None
) -> list[NarrowPlace]:
    """Where parts of a floor fall apart for a body of ``radius`` metres, the largest part first.

    ``least_area`` m² must be left for the middle of a body on the far side.
    """
    # Another surface that can be walked on changes nothing: the floor is known by its shape.
    key = ("narrow", radius, least_area, _shape_of(floor)) if is_remembering() else None
    return list(recall(key, (), lambda: _find_narrow_places(floor, radius, least_area, fast)))


def _shape_of(floor: Floor) -> bytes:
    """A fingerprint of everything about a floor but its surfaces."""
    digest = hashlib.blake2b(repr((floor.blockers, floor.unusable)).encode())
    for each in fields(floor):
        value = getattr(floor, each.name)
        if each.name != "material" and isinstance(value, np.ndarray):
            digest.update(f"{each.name} {value.dtype} {value.shape}".encode())
            digest.update(np.ascontiguousarray(value).data)
    return digest.digest()


def _find_narrow_places(
    floor: Floor, radius: float, least_area: float, fast: bool | None
) -> list[NarrowPlace]:
    parts = find_parts(floor)

    @cache
    def whole(size: float) -> Floor:
        return shrink(floor, size, fast)

    def in_doubt(size: float) -> Floor:
        """Shrunk by those walls only that may part it: pieces that are one on it are one."""
        walls = find_doubtful_walls(floor, parts, size, least_area) if size else _NONE
        if walls is None:
            return whole(size)
        return shrink(floor, size, fast, walls) if len(walls) else floor

    first = in_doubt(radius)
    if first is floor or not _lost_parts(floor, parts, first, least_area):
        return []
    lost = _lost_parts(floor, parts, whole(radius), least_area)
    found: list[NarrowPlace] = []
    wider = radius
    for narrower in (radius * step for step in _STEPS):
        if not lost:
            break
        after = in_doubt(narrower)
        joined = [_is_joined(after, island.point, home) for island, home in lost]
        for (island, home), is_joined in zip(lost, joined, strict=True):
            if is_joined:
                at = _find_neck(whole(wider), island.point, home)
                found.append(_place(floor, island, at, 2 * narrower, 2 * wider))
        lost = [each for each, is_joined in zip(lost, joined, strict=True) if not is_joined]
        wider = narrower
    return sorted(found, key=lambda place: -place.area)


def _lost_parts(
    floor: Floor, parts: NDArray[np.intp], shrunk: Floor, least_area: float
) -> list[tuple[Island, Vector]]:
    """Parts of the shrunk floor that were one with a larger one, and a point on that."""
    part_of = {
        (room, face): part
        for room, face, part in zip(
            floor.room.tolist(), floor.face.tolist(), parts.tolist(), strict=True
        )
    }
    homes: dict[int, Island] = {}
    lost = []
    for island in list_islands(shrunk, find_parts(shrunk), least_area):
        cell = island.cells[0]
        home = homes.setdefault(part_of[int(shrunk.room[cell]), int(shrunk.face[cell])], island)
        if home is not island:
            lost.append((island, home.point))
    return lost


def _is_joined(floor: Floor, one: Vector, other: Vector) -> bool:
    parts = find_parts(floor)
    cells = [_cell(floor, point) for point in (one, other)]
    return None not in cells and parts[cells[0]] == parts[cells[1]]


def _cell(floor: Floor, point: Vector) -> int | None:
    found = NearCells(floor).find_foothold(point, _HERE)
    return None if found is None else found.cell


def _find_neck(floor: Floor, one: Vector, home: Vector) -> Vector:
    """The place between two parts of a shrunk floor: the middle of where they come nearest."""
    parts = find_parts(floor).astype(np.int64)
    here, there = _cell(floor, one), _cell(floor, home)
    assert here is not None
    assert there is not None
    # The larger part is 0, which others are joined to.
    order = np.argsort(np.argsort(np.arange(int(parts.max()) + 1) != parts[there], kind="stable"))
    number = order[parts]
    none = np.empty(0, np.int64)
    gaps = find_wall_gaps(floor, number, none, none)
    own = np.flatnonzero((gaps.part == number[here]) | (gaps.other_part == number[here]))
    if not len(own):
        return one
    best = own[np.argmin(gaps.distance[own])]
    x, y, z = ((gaps.point[best] + gaps.other_point[best]) / 2).tolist()
    return x, y, z


def _place(floor: Floor, island: Island, at: Vector, least: float, most: float) -> NarrowPlace:
    """The narrow place at about ``at``; its width is between these."""
    here = NearCells(floor).find_foothold(at, 2 * most)
    room = int(floor.room[here.cell]) if here else island.rooms[0].room
    width = float(np.clip(2 * _distance_to_walls(floor, at), least, most))
    rooms = tuple(share.room for share in island.rooms)
    return NarrowPlace(at, width, room, island.area, rooms, island.point)


def _distance_to_walls(floor: Floor, at: Sequence[float]) -> float:
    """Metres to the nearest wall."""
    point = np.broadcast_to(np.array(at, np.float64), floor.wall_from.shape)
    here, there = closest_points(floor.wall_from, floor.wall_to, point, point)
    return float(np.linalg.norm(here - there, axis=1).min(initial=np.inf))
