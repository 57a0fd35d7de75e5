"""The triangles that the models of an area's rooms draw, in area space, and rays against them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.area.models import find_model
from kotorlevel.mesh.arrays import cross_sides

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from kotorlevel.area.area import Area
    from kotorlevel.core.types import Flags, Floats, Ints
    from kotorlevel.formats.mdl import Model, ModelNode
    from kotorlevel.query.engine.run import Engine
    from kotorlevel.query.faces import JoinedFaces

FARTHEST = 1e6
"""Metres from the origin; nothing out there is a level."""

_WIDEST = 500.0
"""Metres. What is wider and has no floor is a sky, or a skyline."""


@dataclass(frozen=True, eq=False)
class Drawn:
    """Drawn triangles: ``level`` (T,) the part of the vertical in their normals, 0 … 1.

    0 is a wall, 1 a floor or a ceiling. ``solid`` (T,) tells which are neither see-through nor
    moving, as far as a model tells: plants and banners are dangly meshes, and are not. ``mesh``
    (T,) is a number for the mesh that they are of.
    """

    engine: Engine
    level: Floats
    solid: Flags
    mesh: Ints

    def __len__(self) -> int:
        return len(self.level)

    def hit(
        self, origins: Floats, ways: ArrayLike, reach: float, which: Flags | None = None
    ) -> tuple[Ints, Floats]:
        """(N,) the first triangle on each way of one metre's length, and how far; -1 and infinite.

        ``ways`` (N, 3) or one for all; ``which`` (T,) limits the triangles. Both sides count.
        """
        count = len(origins)
        units = np.ascontiguousarray(np.broadcast_to(np.asarray(ways, np.float64), (count, 3)))
        allowed = np.ones(len(self), bool) if which is None else which
        starts = np.ascontiguousarray(origins, np.float64)
        face, far = self.engine.cast_rays(allowed, starts, units, 0.0, np.full(count, reach), True)
        return face, np.where(face >= 0, far, np.inf)

    def is_free(self, origins: Floats, ways: ArrayLike, reach: float) -> Flags:
        """(N,) where nothing at all is drawn so far."""
        free: Flags = self.hit(origins, ways, reach)[0] < 0
        return free


def collect_drawn(area: Area, boxes: Floats) -> Drawn:
    """The triangles over and under ``boxes`` (B, 2, 2): lowest and highest x and y."""
    parts = [_no_triangles()]
    for room in area.rooms:
        model = find_model(area, room.index).model
        if model is not None:
            has_floor = room.mesh is not None and len(room.mesh.faces) > 0
            parts += _triangles(model, np.array(room.position), boxes, has_floor=has_floor)
    corners, solid = (np.concatenate(column) for column in zip(*parts, strict=True))
    crosses = cross_sides(corners.astype(np.float64))
    size = np.linalg.norm(crosses, axis=1)
    level = np.abs(crosses[:, 2]) / np.where(size > 0, size, 1.0)
    mesh = np.repeat(np.arange(len(parts)), [len(each) for each, _ in parts])
    kept = size > 0
    return Drawn(_engine_of(corners[kept], level[kept]), level[kept], solid[kept], mesh[kept])


def _triangles(
    model: Model, position: Floats, boxes: Floats, *, has_floor: bool
) -> list[tuple[NDArray[np.float32], Flags]]:
    """Corners (n, 3, 3) of each drawn mesh, and whether they are solid; none of a sky."""
    nodes = [node for node in model.nodes if is_seen(node)]
    placed = [node.world_vertices() + position for node in nodes]
    if not placed:
        return []
    every = np.concatenate(placed)
    is_sky = not has_floor and bool((np.ptp(every[:, :2], axis=0) > _WIDEST).all())
    if is_sky:
        return []
    found = []
    for node, points in zip(nodes, placed, strict=True):
        assert node.mesh is not None
        corners = points[node.mesh.corners.astype(np.int64)]
        near = _over(corners, boxes) & (np.abs(corners) < FARTHEST).all(axis=(1, 2))
        if near.any():
            header = node.mesh.header
            moves = bool(header["animates_texture"]) or bool(header["transparency"])
            solid = np.full(int(near.sum()), node.kind == "mesh" and not moves)
            found.append((corners[near].astype(np.float32), solid))
    return found


def is_seen(node: ModelNode) -> bool:
    """True for the mesh of a node that the game draws; a walkmesh may say so and is not."""
    mesh = node.mesh
    if mesh is None or node.kind == "walkmesh" or not mesh.is_drawn:
        return False
    return bool(mesh.texture) and len(mesh.faces) > 0


def _over(corners: Floats, boxes: Floats) -> Flags:
    """(n,) triangles whose own box meets one of ``boxes`` in the plan."""
    low, high = corners[..., :2].min(axis=1), corners[..., :2].max(axis=1)
    found = np.zeros(len(corners), bool)
    for first, last in boxes:
        found |= ((low <= last) & (high >= first)).all(axis=1)
    return found


def _engine_of(corners: NDArray[np.float32], level: Floats) -> Engine:
    from kotorlevel.query.faces import JoinedFaces

    count = len(corners)
    none, number = np.zeros(count, bool), np.arange(count)
    materials = np.zeros(count, np.uint32)
    nowhere = np.empty((0, 2), np.int64)
    faces = JoinedFaces(corners, materials, number, number, level, none, none, none, nowhere)
    return make_engine(faces)


def make_engine(faces: JoinedFaces) -> Engine:
    """What answers queries over faces: compiled where that is possible."""
    from kotorlevel.query.engine.run import Engine  # most checks have no models and need none

    return Engine(faces, None, None)


def raised(points: Floats, height: float) -> Floats:
    """(N, 3) the points so many metres higher."""
    higher: Floats = points + np.array((0.0, 0.0, height))
    return higher


def _no_triangles() -> tuple[NDArray[np.float32], Flags]:
    return np.empty((0, 3, 3), np.float32), np.empty(0, bool)
