"""Seen floor that nobody can walk on though nothing stands there: a flood from the walked floor.

From the squares at the floor's ends it goes on over what is drawn, as far as a body could: level
with the floor, no step, nothing in the way, nothing overhead.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.checks.facts.area.seen.grid import SIDES, connected, find_keys, square_keys
from kotorlevel.core.distinct import distinct
from kotorlevel.core.remember import remember
from kotorlevel.mesh.arrays import cross_sides
from kotorlevel.query.drawn import make_engine, raised

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kotorlevel.area.area import Area
    from kotorlevel.checks.facts.area.seen.scene import Scene
    from kotorlevel.core.types import Flags, Floats, Ints

LEAST_AREA, LEAST_INSIDE = 0.75, 1.5
"""Square metres: room for a body; and in the middle of the floor."""
LEAST_SHARE = 0.65
"""Of its rim that a hole has in common with the floor; what has less lies at a wall, mostly."""
_NEARLY_ALL = 0.85

_DEPTH = 6.0
"""Metres that the flood goes at most: what is deeper is a landscape."""
_STEP = 0.3
_BULGE, _FLUSH = 0.15, 0.03
"""Metres to the next square, and from where the floor would go on: more is a stone, or a step."""
_HEIGHTS = (0.35, 0.8, 1.4)
_HEADROOM = 1.7
_LEVEL = 0.85
_BEYOND = 0.15
_OTHER_FLOOR = 0.5
_OBJECT = 1.5
"""Metres around doors and placeables, which are drawn by models of their own."""


@dataclass(frozen=True, eq=False)
class Hole:
    """Seen floor beside that of ``room`` that cannot be walked on: ``area`` m² around ``at``.

    ``share`` of its rim is walked floor; ``is_plain`` tells that it is drawn as that floor is, with
    no stone in it. ``faces`` (n,) are those of the room's walkmesh at that height there, which
    stop the player; none where there is no walkmesh at all.
    """

    room: int
    area: float
    share: float
    is_plain: bool
    at: tuple[float, float, float]
    faces: Ints

    @property
    def is_inside(self) -> bool:
        """True in the middle of walked floor, where that simply goes on."""
        return self.is_plain and self.share >= LEAST_SHARE and self.area >= LEAST_INSIDE


def find_holes(area: Area, scene: Scene) -> list[Hole]:
    """All of them, the largest first."""
    return remember(scene, "holes", lambda: [*_Flood(scene).list_holes(area)])


class _Flood:
    """Squares beside the floor, reached over what is drawn."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.grid = scene, scene.grid
        self.engine = make_engine(scene.faces)
        self._spread()

    def _spread(self) -> None:
        grid = self.grid
        rows = np.flatnonzero((grid.beside < 0).any(axis=1) & self.scene.judged)
        square, height, origin = grid.square[rows], grid.point[rows, 2], rows
        found = [(square[:0], height[:0], origin[:0])]
        known = grid.keys
        for self.round in range(round(_DEPTH / grid.step)):
            square, height, origin = self._go_on(square, height, origin, known)
            if not len(square):
                break
            found.append((square, height, origin))
            known = np.sort(np.concatenate([known, square_keys(square)]))
        square, height, origin = map(np.concatenate, zip(*found, strict=True))
        order = np.argsort(square_keys(square))
        self.square, self.height, self.origin = square[order], height[order], origin[order]

    def _go_on(
        self, square: Ints, height: Floats, origin: Ints, known: Ints
    ) -> tuple[Ints, Floats, Ints]:
        """The squares beside those given that are not ``known`` and can be stepped on."""
        drawn, step = self.scene.drawn, self.grid.step
        came = np.tile(np.arange(len(square)), len(SIDES))
        way = np.repeat(np.array(SIDES), len(square), axis=0)
        new = find_keys(known, square_keys(square[came] + way)) < 0
        came, way = came[new], way[new]
        ahead = np.column_stack([way, np.zeros(len(way))]).astype(np.float64)
        start = np.column_stack([(square[came] + 0.5) * step, height[came]])
        for each in _HEIGHTS:
            free = drawn.is_free(
                f"flood {self.round} {each}", raised(start, each), ahead, step + _BEYOND
            )
            came, way, ahead, start = came[free], way[free], ahead[free], start[free]
        there = start + step * ahead
        expected = self._plane_heights(origin[came], there)
        # What is drawn at about the height that the floor would have if it went on.
        top = np.column_stack([there[:, :2], expected + 2 * _STEP])
        hit, down = drawn.hit(f"flood {self.round}", top, (0, 0, -1), 3 * _STEP)
        there[:, 2] = top[:, 2] - down
        level = (hit >= 0) & (drawn.level[hit] > _LEVEL)
        level &= np.abs(there[:, 2] - expected) <= _BULGE
        level &= np.abs(there[:, 2] - start[:, 2]) <= _STEP
        level[level] &= drawn.is_free(
            f"flood {self.round}", raised(there[level], 0.05), (0, 0, 1), _HEADROOM
        )
        level[level] &= ~self._on_floor(there[level], self.scene.faces.walkable)[0]
        target = square[came[level]] + way[level]
        once = np.unique(square_keys(target), return_index=True)[1]
        kept = np.flatnonzero(level)[once]
        return target[once], there[kept, 2], origin[came[kept]]

    def _plane_heights(self, origin: Ints, points: Floats) -> Floats:
        """(N,) the height at ``points`` of the plane of the walked face where the flood began."""
        slope = self._slopes[self.grid.face[origin]]
        from_there = points[:, :2] - self.grid.point[origin, :2]
        heights: Floats = self.grid.point[origin, 2] + (slope * from_there).sum(axis=1)
        return heights

    @cached_property
    def _slopes(self) -> Floats:
        """(F, 2) how much each face rises along x and y; 0 for those that are upright."""
        normals = cross_sides(self.scene.faces.corners.astype(np.float64))
        z = normals[:, 2:]
        slopes: Floats = np.zeros((len(normals), 2))
        np.divide(-normals[:, :2], z, out=slopes, where=np.abs(z) > 1e-9)
        return np.clip(slopes, -1.0, 1.0)

    def _on_floor(self, points: Floats, which: Flags) -> tuple[Flags, Ints]:
        """(N,) where a face that is ``which`` is at that height, and its number."""
        face, height = self.engine.find_floors(which, points)
        near = (face >= 0) & (np.abs(height - points[:, 2]) < _OTHER_FLOOR)
        return near, face

    def list_holes(self, area: Area) -> Iterator[Hole]:
        keys = square_keys(self.square)
        beside = [find_keys(keys, square_keys(self.square + way)) for way in np.array(SIDES)]
        at_floor = [self._is_floor(way) for way in np.array(SIDES)]
        floor = np.sum(at_floor, axis=0)
        rim = floor + np.sum([(b < 0) & ~f for b, f in zip(beside, at_floor, strict=True)], axis=0)
        every = np.arange(len(keys))
        objects = np.array([o.position[:2] for o in (*area.doors, *area.placeables)])
        for rows in connected(len(keys), [(every, beside[0]), (every, beside[1])]):
            size = len(rows) * self.grid.area
            if size < LEAST_AREA:
                return
            middle = (self.square[rows] + 0.5) * self.grid.step
            points = np.column_stack([middle, self.height[rows]])
            if _is_taken(points, objects):
                continue
            room = int(np.bincount(self.grid.room[self.origin[rows]]).argmax())
            x, y, z = points[np.argmin(np.abs(points - points.mean(axis=0)).sum(axis=1))].tolist()
            share = float(floor[rows].sum() / max(1, rim[rows].sum()))
            is_plain, faces = self._is_plain(points, rows), self._faces_there(points, room)
            yield Hole(room, size, share, is_plain, (x, y, z), faces)

    def _is_floor(self, way: Ints) -> Flags:
        """(N,) where the square that way has walkable floor, reached from the entry or not."""
        square = self.square + way
        points = np.column_stack([(square + 0.5) * self.grid.step, self.height])
        is_walkable = self._on_floor(points, self.scene.faces.walkable)[0]
        return is_walkable | (self.grid.find(square) >= 0)

    def _is_plain(self, points: Floats, rows: Ints) -> bool:
        """Whether nearly all points lie in the planes of the floor beside them, or on its mesh."""
        origin = self.origin[rows]
        bulge = np.abs(points[:, 2] - self._plane_heights(origin, points))
        if (bulge < _FLUSH).mean() >= _NEARLY_ALL:
            return True
        own, around = (
            self.scene.drawn.hit("hole", raised(each, _STEP), (0, 0, -1), 2 * _STEP)[0]
            for each in (points, self.grid.point[distinct(origin)])
        )
        mesh = self.scene.drawn.mesh
        common = np.bincount(mesh[around[around >= 0]], minlength=1).argmax()
        return bool(((own >= 0) & (mesh[own] == common)).mean() >= _NEARLY_ALL)

    def _faces_there(self, points: Floats, room: int) -> Ints:
        """(n,) the faces of the room's walkmesh under most points; none where few have one."""
        faces = self.scene.faces
        near, face = self._on_floor(points, np.ones(len(faces), bool))
        under = face[near & (faces.room[face] == room)]
        return distinct(faces.number[under]) if 2 * near.sum() >= len(points) else under[:0]


def _is_taken(points: Floats, objects: Floats) -> bool:
    """Whether most of the points are beside a door or a placeable."""
    if not len(objects):
        return False
    low, high = points[:, :2].min(axis=0) - _OBJECT, points[:, :2].max(axis=0) + _OBJECT
    near = objects[((objects >= low) & (objects <= high)).all(axis=1)]
    far = np.linalg.norm(points[:, None, :2] - near[None], axis=2)
    return bool(2 * (far < _OBJECT).any(axis=1).sum() > len(points))
