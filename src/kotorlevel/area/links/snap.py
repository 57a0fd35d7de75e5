"""Making seams of near misses: moving vertices on to each other, and splitting edges.

`relink` can then link them. Both change shapes, so nobody does it unasked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.links.near_misses import HIGHEST_STEP, WIDEST_GAP, NearMiss, find_near_misses
from kotorlevel.area.links.seams import TOLERANCE, Seams
from kotorlevel.core.types import Vector
from kotorlevel.mesh.arrays import read_only
from kotorlevel.mesh.components import component_roots
from kotorlevel.mesh.edit.insert import insert_points

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.mesh.walkmesh import Walkmesh

Edge = tuple[int, int]
"""A room's index and an edge number of its walkmesh."""
Pair = tuple[Edge, Edge]
"""The edges of a near miss, in its order."""


@dataclass(frozen=True)
class Moved:
    """A place where vertices of ``room`` were moved, from and to where."""

    room: int
    start: Vector
    end: Vector


@dataclass(frozen=True)
class SnapReport:
    """What `snap_seams` moved, and pairs of edges that it left, with the reason."""

    moved: tuple[Moved, ...] = ()
    refused: tuple[tuple[Edge, Edge, str], ...] = ()


@dataclass(frozen=True)
class Split:
    """A new vertex on ``edge`` of ``room``, by the number that the edge had before."""

    room: int
    edge: int
    at: Vector


def snap_seams(
    area: Area,
    limit: float,
    pairs: Collection[Pair] | None = None,
    between: Collection[int] | None = None,
) -> tuple[Area, SnapReport]:
    """The area with the ends of near misses moved together, none by more than ``limit`` metres.

    Those of ``pairs`` are meant, or all, and only those ``between`` two of some rooms. The vertices
    of the room with the higher number move; seams that are there already stay, the rooms on both
    sides moving together. What would turn a face over is refused.
    """
    if not 0 < limit <= HIGHEST_STEP:
        raise ValueError(f"the limit is {limit}: it must be above 0 and at most {HIGHEST_STEP} m")
    seams = area.geometry.seams
    widest = max(limit, WIDEST_GAP)
    known = area.geometry.edge_misses if widest == WIDEST_GAP else None
    misses = (known or find_near_misses(seams, widest)).found
    chosen = _chosen(misses, pairs, between)
    near = [m for m in chosen if m.kind != "direction" and m.apart <= limit]
    wanted = _nearest(near)
    refused: list[tuple[Edge, Edge, str]] = []
    while wanted:
        points = _Points(area)
        _join_seams(points, seams)
        for miss in wanted:
            points.join(*_edges(miss), asked=True)
        targets, torn = points.targets(limit)
        meshes, turned = _moved_meshes(area, targets)
        # Who cannot have both ends moved gets neither; without it others may be moved.
        reasons = [(miss, _why_not(miss, torn, turned, points)) for miss in wanted]
        refused += [(*_edges(miss), why) for miss, why in reasons if why]
        wanted = [miss for miss, why in reasons if not why]
        if len(wanted) == len(reasons):
            moved = [Moved(room, *move) for room in targets for move in targets[room].items()]
            moved.sort(key=lambda move: (move.room, move.start))
            return area.with_meshes(meshes), SnapReport(tuple(moved), tuple(refused))
    return area, SnapReport(refused=tuple(refused))


def _join_seams(points: _Points, seams: Seams) -> None:
    """What meets already stays together."""
    boundary = seams.boundary
    for first, second in zip(seams.first.tolist(), seams.second.tolist(), strict=True):
        points.join(
            (int(boundary.room[first]), int(boundary.edge[first])),
            (int(boundary.room[second]), int(boundary.edge[second])),
        )


def _moved_meshes(
    area: Area, targets: dict[int, dict[Vector, Vector]]
) -> tuple[dict[int, Walkmesh | None], set[int]]:
    """Room → its mesh with vertices moved; and the rooms where that would turn a face over."""
    meshes: dict[int, Walkmesh | None] = {}
    turned = set()
    for room, moves in targets.items():
        mesh = area.rooms[room].mesh
        assert mesh is not None
        meshes[room] = _with_places_moved(mesh, moves)
        if meshes[room] is None:
            turned.add(room)
    return meshes, turned


def _edges(miss: NearMiss) -> Pair:
    return (miss.room, miss.edge), (miss.other_room, miss.other_edge)


def _chosen(
    misses: tuple[NearMiss, ...],
    pairs: Collection[Pair] | None,
    between: Collection[int] | None,
) -> list[NearMiss]:
    chosen = [miss for miss in misses if pairs is None or _edges(miss) in pairs]
    if between is None:
        return chosen
    return [miss for miss in chosen if miss.room in between and miss.other_room in between]


def _nearest(misses: list[NearMiss]) -> list[NearMiss]:
    """Each edge with the one that is nearest to it, where several would do."""
    used: set[Edge] = set()
    chosen = []
    for miss in sorted(misses, key=lambda m: m.apart):
        edges = set(_edges(miss))
        if used.isdisjoint(edges):
            used |= edges
            chosen.append(miss)
    return chosen


class _Points:
    """Ends of edges that belong together, by room and place."""

    def __init__(self, area: Area) -> None:
        self._area = area
        self._numbers: dict[tuple[int, Vector], int] = {}
        self._pairs: list[tuple[int, int]] = []
        self._asked: set[int] = set()

    def ends(self, edge: Edge) -> tuple[Vector, Vector]:
        """The start and the end of an edge."""
        mesh = self._area.rooms[edge[0]].mesh
        assert mesh is not None
        face, side = divmod(edge[1], 3)
        a, b = mesh.vertices[mesh.faces[face][[side, (side + 1) % 3]]].tolist()
        return tuple(a), tuple(b)

    def join(self, edge: Edge, other: Edge, *, asked: bool = False) -> None:
        """The start of one edge belongs to the end of the other, and the other way round."""
        for here, there in zip(self.ends(edge), self.ends(other)[::-1], strict=True):
            pair = self.number(edge[0], here), self.number(other[0], there)
            self._pairs.append(pair)
            if asked:
                self._asked |= set(pair)

    def number(self, room: int, place: Vector) -> int:
        """The number under which a place of a room is known."""
        return self._numbers.setdefault((room, place), len(self._numbers))

    def targets(
        self, limit: float
    ) -> tuple[dict[int, dict[Vector, Vector]], set[tuple[int, Vector]]]:
        """Room → place → where it goes; and the places that cannot be brought together."""
        names = list(self._numbers)
        a, b = (np.array(column, np.intp) for column in zip(*self._pairs, strict=True))
        groups: dict[int, list[int]] = defaultdict(list)
        for number, root in enumerate(component_roots(len(names), a, b).tolist()):
            groups[root].append(number)
        targets: dict[int, dict[Vector, Vector]] = defaultdict(dict)
        torn = set()
        for group in groups.values():
            if self._asked.isdisjoint(group):
                continue
            members = sorted(names[number] for number in group)
            goal = members[0][1]
            rooms = [room for room, _ in members]
            far = max(float(np.linalg.norm(np.subtract(place, goal))) for _, place in members)
            if far > limit or len(set(rooms)) < len(rooms):
                torn |= set(members)
                continue
            for room, place in members:
                if place != goal:
                    targets[room][place] = goal
        return targets, torn


def _why_not(
    miss: NearMiss, torn: set[tuple[int, Vector]], turned: set[int], points: _Points
) -> str:
    """Why two edges cannot be brought together; empty when they can."""
    ends = {(edge[0], place) for edge in _edges(miss) for place in points.ends(edge)}
    if not ends.isdisjoint(torn):
        return "its ends belong to several edges that cannot all be brought together"
    return "a face would be turned over" if turned & {miss.room, miss.other_room} else ""


def _with_places_moved(mesh: Walkmesh, moves: dict[Vector, Vector]) -> Walkmesh | None:
    """The mesh with all vertices at these places moved; None where that turns a face over."""
    vertices = mesh.vertices.copy()
    for start, end in moves.items():
        vertices[(mesh.vertices == np.array(start, np.float32)).all(axis=1)] = end
    before, after = _normals(mesh.vertices, mesh.faces), _normals(vertices, mesh.faces)
    had_area = (before * before).sum(axis=1) > 0
    if (had_area & ((before * after).sum(axis=1) <= 0)).any():
        return None
    return mesh.edited(vertices=read_only(vertices))


def _normals(vertices: NDArray[np.float32], faces: NDArray[np.uint32]) -> NDArray[np.float64]:
    a, b, c = vertices.astype(np.float64)[faces].transpose(1, 0, 2)
    return np.cross(b - a, c - a)


def split_seams(
    area: Area,
    pairs: Collection[Pair] | None = None,
    between: Collection[int] | None = None,
) -> tuple[Area, tuple[Split, ...]]:
    """The area with a vertex on every edge where one of another room ends that it lies on.

    Only the near misses of ``pairs`` are looked at, or all, and those ``between`` some rooms.
    """
    found = area.geometry.edge_misses.found
    points = _Points(area)
    wanted: dict[int, set[tuple[int, Vector]]] = defaultdict(set)
    for miss in _chosen(found, pairs, between):
        if miss.kind != "part":
            continue
        one, other = _edges(miss)
        for edge, ends in ((one, points.ends(other)), (other, points.ends(one))):
            wanted[edge[0]] |= {(edge[1], p) for p in ends if _is_inside(p, *points.ends(edge))}
    splits = [
        Split(room, edge, place) for room, given in wanted.items() for edge, place in sorted(given)
    ]
    meshes: dict[int, Walkmesh | None] = {}
    for room, given in wanted.items():
        mesh = area.rooms[room].mesh
        assert mesh is not None
        if given:
            meshes[room] = insert_points(mesh, _apart(given))
    return area.with_meshes(meshes) if meshes else area, tuple(splits)


def _is_inside(point: Vector, start: Vector, end: Vector) -> bool:
    """True when a point divides an edge into parts that are worth having."""
    p, a, b = (np.array(each, np.float64) for each in (point, start, end))
    length = float(np.linalg.norm(b - a))
    along = float((p - a) @ (b - a)) / length if length else 0.0
    return 2 * TOLERANCE < along < length - 2 * TOLERANCE


def _apart(given: set[tuple[int, Vector]]) -> list[tuple[int, Vector]]:
    """Points on edges, of those that lie almost at one place only the first."""
    kept: list[tuple[int, Vector]] = []
    for edge, place in sorted(given):
        near = (np.linalg.norm(np.subtract(place, p)) for e, p in kept if e == edge)
        if all(distance > 2 * TOLERANCE for distance in near):
            kept.append((edge, place))
    return kept
