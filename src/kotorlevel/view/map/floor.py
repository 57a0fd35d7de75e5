"""The floor on a map: faces by surface, slopes lit from the north-west, and the walls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.mesh.arrays import cross_sides
from kotorlevel.mesh.derive import derive_adjacency, derive_boundary
from kotorlevel.view.map.shapes import Fill, Layer, Lines

if TYPE_CHECKING:
    from kotorlevel.view.colors import Theme
    from kotorlevel.view.map.scale import Projection
    from kotorlevel.view.scene.scene import Scene

_UPRIGHT = 1e-4
"""A face whose unit normal has less z than this is a line on a map."""

_SHADES = 6
"""Steps of brightness, each way."""

_SEEN = 0.25
"""Square metres in the plan: less of what nobody walks on is not worth a line of the legend."""

_LIGHT = np.array([-0.5, 0.5, 0.7071067811865476])

_SLIT = 0.001
"""Metres: shorter walls are not drawn."""


@dataclass(frozen=True, eq=False)
class MapFaces:
    """The faces of a scene's rooms as arrays, ready to be drawn."""

    scene: Scene

    @cached_property
    def count(self) -> int:
        """Faces of rooms."""
        return int(sum(room["faces"][1] for room in self.scene.document["rooms"]))

    @cached_property
    def faces(self) -> NDArray[np.int64]:
        """(F, 3) vertex numbers."""
        return self.scene.array("faces")[: self.count].astype(np.int64)

    @cached_property
    def corners(self) -> NDArray[np.float64]:
        """(F, 3, 3) metres."""
        return self.scene.array("vertices").astype(np.float64)[self.faces]

    @cached_property
    def crosses(self) -> NDArray[np.float64]:
        """(F, 3) normals, twice the area long."""
        return cross_sides(self.corners)

    @cached_property
    def areas(self) -> NDArray[np.float64]:
        """(F,) square metres."""
        return np.asarray(np.linalg.norm(self.crosses, axis=1)) / 2

    @cached_property
    def materials(self) -> NDArray[np.int64]:
        """(F,) rows of the document's materials."""
        known = np.array([m["id"] for m in self.scene.document["materials"]] or [0])
        ids = self.scene.array("materials")[: self.count].astype(np.int64)
        # Ids that a byte cannot hold share one number; they look alike on a map as well.
        return np.minimum(np.searchsorted(np.minimum(known, 255), ids), len(known) - 1)

    @cached_property
    def walkable(self) -> NDArray[np.bool_]:
        """(F,) whether one can walk there."""
        walkable = [m["walkable"] for m in self.scene.document["materials"]] or [False]
        return np.array(walkable)[self.materials]

    @cached_property
    def rooms(self) -> NDArray[np.int64]:
        """(F,) the room's index."""
        counts = [room["faces"][1] for room in self.scene.document["rooms"]]
        return np.repeat(np.arange(len(counts)), counts)

    @cached_property
    def drawn(self) -> NDArray[np.bool_]:
        """(F,) whether a face is more than a line on the map, and no ceiling.

        A map looks through ceilings, as who stands above a level must; where a mesh has nothing
        else, they are drawn.
        """
        seen: NDArray[np.bool_] = np.abs(self.crosses[:, 2]) > _UPRIGHT * 2 * self.areas
        below = seen & (self.walkable | (self.crosses[:, 2] > 0))
        return below if below.any() else seen

    @cached_property
    def shades(self) -> NDArray[np.int64]:
        """(F,) brightness from -6 to 6 by the slope; 0, the legend's colour, for level ground."""
        length = np.where(self.areas > 0, 2 * self.areas, 1)
        normal = self.crosses / length[:, None]
        normal *= np.where(normal[:, 2] < 0, -1.0, 1.0)[:, None]  # seen from above
        light = (normal @ _LIGHT - _LIGHT[2]) * 1.6
        steps = np.clip(np.rint(light * _SHADES), -_SHADES, _SHADES)
        return np.asarray(steps, np.int64)


def draw_floor(
    faces: MapFaces, projection: Projection, theme: Theme, *, plain: bool = False
) -> Layer:
    """One fill for each room, surface and brightness; what is higher lies over what is lower.

    ``plain`` ones have one for each surface, which is many times smaller.
    """
    rows = np.flatnonzero(faces.drawn)
    down = (faces.crosses[rows, 2] < 0).astype(np.int64)
    columns = (faces.rooms[rows], faces.materials[rows], faces.shades[rows], down)
    if plain:
        columns = (0 * rows, faces.materials[rows], 0 * rows, down)
    keys, group = np.unique(np.stack(columns, axis=1), axis=0, return_inverse=True)
    group = group.reshape(-1)
    if not len(rows):
        return Layer("floor", ())
    height = np.bincount(group, faces.corners[rows, :, 2].mean(axis=1)) / np.bincount(group)
    walkable = np.zeros(len(keys), bool)
    walkable[group] = faces.walkable[rows]
    rings = _rings(faces, rows, group, projection)
    order = np.argsort(group, kind="stable")
    ends = np.cumsum(np.bincount(group))
    triangles = projection(faces.corners[rows[order]])
    materials = faces.scene.document["materials"]
    names = [room["name"] for room in faces.scene.document["rooms"]]
    shapes = []
    for number in np.lexsort((np.arange(len(keys)), height, walkable)).tolist():
        room, material, shade, _ = keys[number].tolist()
        surface = materials[material]
        color = theme.floor(surface["color"], surface["walkable"], shade / _SHADES)
        start = int(ends[number - 1]) if number else 0
        note = f"{names[room]}: {surface['label']}" if names[room] else surface["label"]
        note = "" if plain else note
        shapes.append(Fill(tuple(rings[number]), color, triangles[start : int(ends[number])], note))
    return Layer("floor", tuple(shapes))


def _rings(
    faces: MapFaces,
    rows: NDArray[np.intp],
    group: NDArray[np.intp],
    projection: Projection,
) -> list[list[NDArray[np.float64]]]:
    """The outlines of each group: edges inside a group are dissolved."""
    # A vertex has another number in each group, so that groups share no edges.
    count = int(faces.faces.max(initial=0)) + 1
    labels = group[:, None] * count + faces.faces[rows]
    numbers = np.unique(labels, return_inverse=True)[1].reshape(labels.shape)
    boundary = derive_boundary(derive_adjacency(numbers, len(rows)).pairs, numbers)
    face, side = boundary.edges // 3, boundary.edges % 3
    points = projection(faces.corners[rows[face], side])
    rings: list[list[NDArray[np.float64]]] = [[] for _ in range(int(group.max(initial=-1)) + 1)]
    start = 0
    for end in boundary.loops.tolist():
        ring = _without_straight(points[start:end])
        if len(ring) > 2:
            rings[int(group[face[start]])].append(ring)
        start = end
    return rings


def _without_straight(ring: NDArray[np.float64]) -> NDArray[np.float64]:
    """A ring without the points that lie exactly between their neighbours."""
    before, after = ring - np.roll(ring, 1, axis=0), np.roll(ring, -1, axis=0) - ring
    turn = before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]
    size = np.abs(before).sum(axis=1) * np.abs(after).sum(axis=1)
    ahead = (before * after).sum(axis=1) >= 0
    straight = (np.abs(turn) <= 1e-5 * size) & ahead
    bent: NDArray[np.float64] = ring[~straight]
    return bent


def draw_walls(faces: MapFaces, projection: Projection, theme: Theme, unit: float) -> Layer:
    """The boundary of the floor, but for what one can walk through."""
    runs = tuple(_wall_runs(faces, projection))
    return Layer("walls", (Lines(runs, theme.wall, 3.2 * unit),) if runs else ())


def _wall_runs(faces: MapFaces, projection: Projection) -> Iterator[NDArray[np.float64]]:
    """Chains of boundary edges without a link that works, each as far as it goes.

    Of an edge that a link leads over in part, what is left of it.
    """
    scene = faces.scene
    edges = scene.array("boundary").astype(np.int64)
    across = scene.array("across").reshape(-1)
    in_part = scene.array("passages").reshape(-1, 2)[:, 0]
    solid = (across[edges] < 0) & ~np.isin(edges, in_part)
    for edge in np.intersect1d(edges, in_part).tolist():
        yield from map(projection, _beside_passages(faces, edge, in_part == edge))
    corners = faces.corners
    starts = projection(corners[edges // 3, edges % 3])
    ends = projection(corners[edges // 3, (edges + 1) % 3])
    first = 0
    for last in scene.array("loopEnds").tolist():
        chosen = np.flatnonzero(solid[first:last]) + first
        if len(chosen):
            for run in np.split(chosen, np.flatnonzero(np.diff(chosen) > 1) + 1):
                yield _simplified(np.concatenate([starts[run], ends[run[-1:]]]))
        first = last


def _beside_passages(
    faces: MapFaces, edge: int, rows: NDArray[np.bool_]
) -> Iterator[NDArray[np.float64]]:
    """(2, 3) the parts of an edge that none of these ``rows`` of passages lead over."""
    corners = faces.corners[edge // 3]
    start, along = corners[edge % 3], corners[(edge + 1) % 3] - corners[edge % 3]
    length = float(np.linalg.norm(along))
    ends = faces.scene.array("passageEnds").reshape(-1, 2, 3)[rows].astype(np.float64)
    metres = np.sort((ends - start) @ along / max(length, 1e-9), axis=1)
    at = 0.0
    for low, high in [*sorted(metres.tolist()), (length, length)]:
        if low - at > _SLIT:
            yield start + along * np.array([[at], [low]]) / length
        at = max(at, high)


def _simplified(run: NDArray[np.float64]) -> NDArray[np.float64]:
    """A run without the points that lie exactly between their neighbours."""
    keep = np.isin(np.arange(len(run)), (0, len(run) - 1))
    before, after = run[1:-1] - run[:-2], run[2:] - run[1:-1]
    turn = before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]
    size = np.abs(before).sum(axis=1) * np.abs(after).sum(axis=1)
    keep[1:-1] |= (np.abs(turn) > 1e-5 * size) | ((before * after).sum(axis=1) < 0)
    return run[keep]


def surface_areas(faces: MapFaces) -> dict[int, float]:
    """Row of the document's materials → square metres; not of walls that are but lines on a map."""
    drawn = faces.drawn
    rows = faces.materials[drawn]
    sums = np.bincount(rows, faces.areas[drawn]).tolist()
    plan = np.bincount(rows, np.abs(faces.crosses[drawn, 2]) / 2).tolist()
    walkable = np.bincount(rows, faces.walkable[drawn]).tolist()
    return {
        row: area
        for row, area in enumerate(sums)
        if area > 0 and (walkable[row] or plan[row] >= _SEEN)
    }
