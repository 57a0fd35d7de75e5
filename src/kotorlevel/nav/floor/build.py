"""A mesh or an area → its `Floor`, or what a floor is made of: its `FaceGraph`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.area import Area, Room
from kotorlevel.area.geometry import table_key
from kotorlevel.area.links.boundary import AreaBoundary
from kotorlevel.core.remember import remember
from kotorlevel.mesh.components import component_roots, label_components
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.walkmesh import Walkmesh
from kotorlevel.nav.floor.assemble import Cells, Ways, assemble, open_ways, without_slits
from kotorlevel.nav.floor.crossings import Crossings, find_crossings
from kotorlevel.nav.floor.floor import Floor
from kotorlevel.nav.floor.graph import FaceGraph, Joined
from kotorlevel.nav.floor.slivers import SliverWays, find_sliver_ways
from kotorlevel.query.faces import join_faces

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints


def build_floor(source: Walkmesh | Area, surfaces: Materials | None = None) -> Floor:
    """The floor of one room or of all: faces that can be walked on, and where one can cross.

    Faces are joined by their sides as the game does it, also across faces without area, and
    rooms by the transitions of edges.
    ``surfaces`` decides what can be walked on; by default the table each mesh was read with.
    """
    graph = build_graph(source, surfaces)
    key = "floor", table_key(source, surfaces)
    return remember(source, key, lambda: assemble(graph.cells, graph.ways, unusable=graph.unusable))


def as_floor(source: Floor | Walkmesh | Area) -> Floor:
    """The floor itself, or that of a mesh or an area."""
    return source if isinstance(source, Floor) else build_floor(source)


def build_graph(source: Walkmesh | Area, surfaces: Materials | None = None) -> FaceGraph:
    """The faces and ways that `build_floor` makes the floor of, with the same arguments.

    Both are made once: a mesh or an area remembers them.
    """
    if not isinstance(source, Walkmesh | Area):
        raise TypeError(f"one walks on a Walkmesh or an Area, not on a {type(source).__name__}")
    key = "graph", table_key(source, surfaces)
    return remember(source, key, lambda: _make_graph(source, surfaces))


def _make_graph(source: Walkmesh | Area, surfaces: Materials | None) -> FaceGraph:
    triangles = _collect(source, surfaces)
    ways = [_inner_ways(triangles), *_sliver_ways(triangles)]
    unusable: tuple[tuple[int, str], ...] = ()
    if isinstance(source, Area):
        boundary = source.geometry.boundary
        unusable = boundary.unusable
        crossings = find_crossings(source.geometry.seams, source.geometry.edge_misses)
        ways.append(_link_ways(triangles, boundary, crossings))
    cells = _cells(triangles)
    return FaceGraph(cells, without_slits(cells, Ways.joined(ways)), unusable)


class _Triangles:
    """The faces that can be walked on, each wound counter-clockwise in the plan.

    ``corners`` (C, 3, 3), ``room``, ``face``, ``material`` (C,). Side k of a cell goes from its
    corner k to k + 1; ``edge`` (C, 3) is the mesh's edge there, ``turned`` (C,) tells that sides
    run against their edges, and ``across`` (C, 3) is the cell · 3 + side beyond it inside the room,
    or -1. ``slivers`` are the ways over faces without area, by room.
    """

    def __init__(
        self,
        parts: list[tuple[NDArray[np.generic], ...]],
        slivers: dict[int, SliverWays],
    ) -> None:
        columns: list[Any] = [np.concatenate(column) for column in zip(*parts, strict=True)]
        self.corners: Floats = columns[0]
        self.room: Ints = columns[1]
        self.face: Ints = columns[2]
        self.material: NDArray[np.uint32] = columns[3]
        self.edge: Ints = columns[4]
        self.across: Ints = columns[5]
        self.turned: NDArray[np.bool_] = columns[6]
        self.slivers = slivers

    def __len__(self) -> int:
        return len(self.face)

    def find_sides(self, room: Ints, edge: Ints) -> Ints:
        """(n,) cell · 3 + side of edges of rooms; -1 where nobody can walk on the face."""
        size = int(max(self.edge.max(initial=0), edge.max(initial=0))) + 1
        keys = (self.room[:, None] * size + self.edge).reshape(-1)
        order = np.argsort(keys, kind="stable")
        wanted = room * size + edge
        place = np.minimum(np.searchsorted(keys, wanted, sorter=order), max(len(keys) - 1, 0))
        if not len(keys):
            return np.full(len(wanted), -1, np.int64)
        found = order[place]
        return np.where(keys[found] == wanted, found, -1)


def _collect(source: Walkmesh | Area, surfaces: Materials | None) -> _Triangles:
    if isinstance(source, Area):
        meshes = [(room.index, room.mesh) for room in source.rooms if _has_floor(room)]
    else:
        meshes = [(0, source)]
    parts, count = [_no_triangles()], 0
    slivers: dict[int, SliverWays] = {}
    for index, mesh in meshes:
        assert mesh is not None
        part, slivers[index] = _triangles_of(index, mesh, surfaces, count)
        parts.append(part)
        count += len(part[1])
    return _Triangles(parts, slivers)


def _has_floor(room: Room) -> bool:
    return room.mesh is not None and room.mesh.is_area


def _no_triangles() -> tuple[NDArray[np.generic], ...]:
    none, rows = np.empty(0, np.int64), np.empty((0, 3), np.int64)
    return np.empty((0, 3, 3)), none, none, np.empty(0, np.uint32), rows, rows, np.empty(0, bool)


def _triangles_of(
    index: int,
    mesh: Walkmesh,
    surfaces: Materials | None,
    cells: int,
) -> tuple[tuple[NDArray[np.generic], ...], SliverWays]:
    """The columns of `_Triangles` for one room, with cells numbered from ``cells``; its slivers."""
    key = "triangles", table_key(mesh, surfaces)
    corners, face, material, edge, across, down, slivers = remember(
        mesh, key, lambda: _find_triangles(mesh, surfaces)
    )
    number = np.full(len(face), index, np.int64)
    across = np.where(across < 0, -1, across + 3 * cells)
    return (corners, number, face, material, edge, across, down), slivers


def _find_triangles(mesh: Walkmesh, surfaces: Materials | None) -> tuple[Any, ...]:
    """The same columns but for the room's, with cells numbered from 0, and the slivers."""
    faces = join_faces([(0, mesh)], surfaces)
    adjacency = mesh.geometry.adjacency.table
    domain = len(adjacency)
    rows = np.flatnonzero(faces.walkable & (faces.number < domain))
    upright = rows[~faces.has_height[rows]]
    rows = rows[faces.has_height[rows]]
    face, down = faces.number[rows], faces.normal_z[rows] < 0
    turn = np.zeros(domain, np.int64)
    turn[face] = np.where(down, -1, 1)
    # Wound clockwise in the plan: corners 0 2 1, and with them sides 2 1 0.
    corner = np.where(down[:, None], (0, 2, 1), (0, 1, 2))
    edge = 3 * face[:, None] + np.where(down[:, None], (2, 1, 0), (0, 1, 2))
    plan = np.zeros((domain if len(upright) else 0, 3, 2))
    if len(upright):
        for some in (rows, upright):
            plan[faces.number[some]] = faces.corners[some, :, :2]
    is_sliver = np.zeros(domain, bool)
    is_sliver[faces.number[upright]] = True
    return (
        faces.corners[rows].astype(np.float64)[np.arange(len(face))[:, None], corner],
        face,
        faces.materials[rows],
        edge,
        _sides_across(adjacency, edge, face, turn),
        down,
        find_sliver_ways(plan, adjacency[: len(plan)], is_sliver, turn),
    )


def _sides_across(adjacency: NDArray[np.int32], edge: Ints, face: Ints, turn: Ints) -> Ints:
    """(c, 3) for each edge of cells the cell · 3 + side beyond it, or -1."""
    cell_of = np.full(len(turn) + 1, -1, np.int64)  # the last is for "none"
    cell_of[face] = np.arange(len(face))
    across = adjacency.reshape(-1)[edge].astype(np.int64)
    beyond = np.where(across < 0, -1, across // 3)
    is_turned = np.append(turn, 0)[beyond] < 0
    side = np.where(is_turned, 2 - across % 3, across % 3)
    found: Ints = np.where(cell_of[beyond] < 0, -1, 3 * cell_of[beyond] + side)
    return found


def _cells(triangles: _Triangles) -> Cells:
    return Cells(
        triangles.corners.reshape(-1, 3),
        np.arange(0, 3 * len(triangles) + 1, 3),
        triangles.room.astype(np.int32),
        triangles.face.astype(np.int32),
        triangles.material,
        triangles.edge.reshape(-1),
    )


def _inner_ways(triangles: _Triangles) -> Ways:
    across = triangles.across.reshape(-1)
    side = np.flatnonzero(across >= 0)
    far = across[side]
    return open_ways(side, np.zeros(len(side)), np.ones(len(side)), far // 3, far, False)


def _sliver_ways(triangles: _Triangles) -> list[Ways]:
    return [
        _ways_of_edges(
            triangles,
            (np.full(len(found.a), room), found.a),
            (np.full(len(found.b), room), found.b),
            (found.low, found.high),
            link=False,
        )
        for room, found in triangles.slivers.items()
        if len(found.a)
    ]


def _link_ways(triangles: _Triangles, boundary: AreaBoundary, found: Crossings) -> Ways:
    here, there = ((boundary.room[rows], boundary.edge[rows]) for rows in (found.a, found.b))
    return _ways_of_edges(triangles, here, there, (found.low, found.high), link=True)


def _ways_of_edges(
    triangles: _Triangles,
    here: tuple[Ints, Ints],
    there: tuple[Ints, Ints],
    part: tuple[Floats, Floats],
    link: bool,
) -> Ways:
    """Ways from edges to edges, each given by rooms and edge numbers, over a part of the first."""
    side, far = triangles.find_sides(*here), triangles.find_sides(*there)
    kept = (side >= 0) & (far >= 0)
    side, far, low, high = side[kept], far[kept], part[0][kept], part[1][kept]
    # Parts run along the mesh's edge; the side of a cell that was turned runs against it.
    turned = triangles.turned[side // 3]
    low, high = np.where(turned, 1 - high, low), np.where(turned, 1 - low, high)
    return open_ways(side, low, high, far // 3, far, link)


def find_components(floor: Joined) -> NDArray[np.intp]:
    """(C,) the number of each cell's island; cells joined in one direction only count as joined."""
    return label_components(
        component_roots(len(floor), floor.owner.astype(np.intp), floor.to.astype(np.intp))
    )
