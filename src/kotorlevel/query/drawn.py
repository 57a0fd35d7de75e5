"""The triangles that the models of an area's rooms draw, in area space, and rays against them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Literal

import numpy as np

from kotorlevel.area.models import find_model
from kotorlevel.core.memory import recall
from kotorlevel.mesh.arrays import cross_sides
from kotorlevel.query.asked import Asked

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from kotorlevel.area.area import Area
    from kotorlevel.core.types import Flags, Floats, Ints
    from kotorlevel.formats.mdl import Model, ModelNode
    from kotorlevel.query.engine.run import Engine
    from kotorlevel.query.faces import JoinedFaces

FARTHEST = 1e6
"""Metres from the origin; nothing out there is a level."""

_UPRIGHT = 0.5

Which = Literal["every", "solid", "walls"]

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

    @cached_property
    def walls(self) -> Flags:
        """(T,) solid triangles that stand upright."""
        return self.solid & (self.level < _UPRIGHT)

    @cached_property
    def _asked(self) -> Asked:
        return Asked()

    def hit(
        self, occasion: str, origins: Floats, ways: ArrayLike, reach: float, which: Which = "every"
    ) -> tuple[Ints, Floats]:
        """(N,) the first triangle on each way of one metre's length, and how far; -1 and infinite.

        ``ways`` (N, 3) or one for all; ``which`` limits the triangles. Both sides count. Of an
        ``occasion`` the answers are kept for the next time, as this is what most of a check waits
        for.
        """
        units = np.asarray(ways, np.float64)
        starts = np.ascontiguousarray(origins, np.float64)
        rows = starts if units.ndim == 1 else np.column_stack([starts, units])
        allowed = np.ones(len(self), bool) if which == "every" else getattr(self, which)

        def cast(some: Ints) -> tuple[Ints, Floats]:
            own = np.broadcast_to(units, (len(starts), 3))[some]
            ends = np.full(len(some), reach)
            return self.engine.cast_rays(allowed, starts[some], own, 0.0, ends, True)

        key = occasion, which, reach, tuple(units.tolist()) if units.ndim == 1 else None
        face, far = self._asked.ask(key, rows, cast)
        return face, np.where(face >= 0, far, np.inf)

    def is_free(self, occasion: str, origins: Floats, ways: ArrayLike, reach: float) -> Flags:
        """(N,) where nothing at all is drawn so far."""
        free: Flags = self.hit(occasion, origins, ways, reach)[0] < 0
        return free

    def find_floors(self, points: Floats, steepest: float) -> tuple[Ints, Floats]:
        """(N,) the triangle nearest in height to each point, and its height there; -1 and NaN.

        ``steepest`` is the least that it may have of the vertical in its normal.
        """
        which = self.level > steepest
        return self._asked.ask(
            ("floor", steepest), points, lambda some: self.engine.find_floors(which, points[some])
        )


@dataclass(frozen=True, eq=False)
class _Part:
    """The triangles of one room's model; ``low`` and ``high`` (T, 2) in the plan, ``box`` of all.

    ``mesh`` (T,) counts the drawn meshes of the model, from 0 to below ``meshes``.
    """

    corners: NDArray[np.float32]
    solid: Flags
    mesh: Ints
    level: Floats
    low: Floats
    high: Floats
    meshes: int


def collect_drawn(area: Area, boxes: Floats) -> Drawn:
    """The triangles over and under ``boxes`` (B, 2, 2): lowest and highest x and y."""
    parts = []
    for room in area.rooms:
        model = find_model(area, room.index).model
        if model is not None:
            has_floor = room.mesh is not None and len(room.mesh.faces) > 0
            find = partial(_triangles, model, np.array(room.position), has_floor=has_floor)
            parts.append(
                _keep_over(recall(("drawn", room.position, has_floor), [model], find), boxes)
            )
    return recall("drawn", parts, lambda: _join(parts))


def _join(parts: list[_Part]) -> Drawn:
    first = np.cumsum([0, *(part.meshes for part in parts)])
    corners, level, solid = (
        np.concatenate([none, *(getattr(part, name) for part in parts)])
        for name, none in (
            ("corners", np.empty((0, 3, 3), np.float32)),
            ("level", np.empty(0)),
            ("solid", np.empty(0, bool)),
        )
    )
    mesh = [part.mesh + start for part, start in zip(parts, first, strict=False)]
    return Drawn(engine_of(corners, level), level, solid, np.concatenate([first[:0], *mesh]))


def _triangles(model: Model, position: Floats, *, has_floor: bool) -> _Part:
    """What a model draws at its place; nothing of a sky."""
    drawn = list_drawn(model, position)
    found, solid = [np.empty((0, 3, 3))], []
    every = [points for _, points in drawn]
    is_sky = bool(drawn) and not has_floor and _is_wide(np.concatenate(every))
    for node, points in drawn if not is_sky else ():
        assert node.mesh is not None
        found.append(points[node.mesh.corners.astype(np.int64)])
        solid.append(is_solid(node))
    exact = np.concatenate(found)
    corners = exact.astype(np.float32)
    mesh = np.repeat(np.arange(len(solid)), [len(each) for each in found[1:]])
    crosses = cross_sides(corners.astype(np.float64))
    size = np.linalg.norm(crosses, axis=1)
    level = np.abs(crosses[:, 2]) / np.where(size > 0, size, 1.0)
    kept = (size > 0) & (np.abs(exact) < FARTHEST).all(axis=(1, 2))
    plan = exact[kept, :, :2]
    return _Part(
        corners[kept],
        np.array(solid, bool)[mesh[kept]],
        mesh[kept],
        level[kept],
        plan.min(axis=1),
        plan.max(axis=1),
        len(solid),
    )


def _is_wide(points: Floats) -> bool:
    return bool((np.ptp(points[:, :2], axis=0) > _WIDEST).all())


def _keep_over(part: _Part, boxes: Floats) -> _Part:
    """The part with those triangles alone whose own boxes meet one of ``boxes`` in the plan."""
    if not len(part.low):
        return part
    low, high = part.low.min(axis=0), part.high.max(axis=0)
    near = boxes[((boxes[:, 0] <= high) & (boxes[:, 1] >= low)).all(axis=1)]
    kept = recall(("over", near.tobytes()), [part], lambda: _are_over(part, near))
    # Boxes that differ by a little mostly have the same triangles over them.
    return recall(("kept", kept.tobytes()), [part], lambda: _take(part, kept))


def _are_over(part: _Part, boxes: Floats) -> Flags:
    found = np.zeros(len(part.low), bool)
    for first, last in boxes:
        found |= ((part.low <= last) & (part.high >= first)).all(axis=1)
    return found


def _take(part: _Part, kept: Flags) -> _Part:
    names = ("corners", "solid", "mesh", "level", "low", "high")
    return replace(part, **{name: getattr(part, name)[kept] for name in names})


def list_drawn(model: Model, position: ArrayLike) -> list[tuple[ModelNode, Floats]]:
    """The nodes whose meshes the game draws, and their vertices (V, 3) in area space.

    ``position`` is the room's in the layout.
    """
    place = np.asarray(position, np.float64)
    return [(node, node.world_vertices() + place) for node in model.nodes if is_seen(node)]


def is_solid(node: ModelNode) -> bool:
    """True for a mesh that is neither see-through nor moving, as far as a model tells."""
    if node.mesh is None:
        return False
    header = node.mesh.header
    return node.kind == "mesh" and not (header["animates_texture"] or header["transparency"])


def is_seen(node: ModelNode) -> bool:
    """True for the mesh of a node that the game draws; a walkmesh may say so and is not."""
    mesh = node.mesh
    if mesh is None or node.kind == "walkmesh" or not mesh.is_drawn:
        return False
    return bool(mesh.texture) and len(mesh.faces) > 0


def engine_of(corners: NDArray[np.float32], level: Floats) -> Engine:
    """What answers queries over triangles (T, 3, 3); ``level`` (T,) is the z of their normals."""
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
