"""Operations on the vertices of a room's walkmesh."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.area import Area
from kotorlevel.core.types import Vector
from kotorlevel.core.words import count_of, exact_place, length
from kotorlevel.mesh import edit
from kotorlevel.mesh.arrays import read_only
from kotorlevel.mesh.edit.faces import corner_numbers
from kotorlevel.mesh.edit.guards import numbers_of, rounded
from kotorlevel.mesh.edit.vertices import SAME_PLACE
from kotorlevel.mesh.matching.near import find_near
from kotorlevel.query.model_floor import find_model_floor
from kotorlevel.repair.edits.changed import reshaped
from kotorlevel.repair.edits.operation import (
    Applied,
    Name,
    Numbers,
    Operation,
    PassingNote,
    mesh_of,
    operation,
)


@operation("move-vertices")
@dataclass(frozen=True)
class MoveVertices(Operation):
    """Vertices are moved by ``offset``, or all to ``place``; every face that uses them follows."""

    room: Name
    vertices: Numbers
    offset: Vector = (0.0, 0.0, 0.0)
    place: Vector | None = None

    def _apply(self, area: Area) -> Applied:
        index, mesh = mesh_of(area, self.room)
        way = self.offset if any(self.offset) else None
        if way is None and self.place is None:
            raise ValueError("say by which offset vertices are moved, or to which place")
        moved = edit.move_vertices(mesh, self.vertices, way, place=self.place)
        count = count_of(len(set(self.vertices)), "corner")
        if way is not None:
            how = f"moved by {length(float(np.linalg.norm(way)))}"
        else:
            how = f"moved to {exact_place(self.place or ())}"
        return reshaped(area, index, moved, f"{count} {how}")


@operation("weld")
@dataclass(frozen=True)
class Weld(Operation):
    """Vertices within ``tolerance`` metres of each other are joined."""

    room: Name
    tolerance: float = 0.0

    def _apply(self, area: Area) -> Applied:
        index, mesh = mesh_of(area, self.room)
        done = edit.weld(mesh, self.tolerance)
        count = count_of(len(done.report.joined), "corner")
        text = f"{count} joined" if len(done.report.joined) else "no corners to join"
        return _welded(area, index, done, text)


@operation("weld-vertices")
@dataclass(frozen=True)
class WeldVertices(Operation):
    """Vertices become one: at ``place``, else in their middle; faces that collapse go.

    Where all are within a millimetre of the first, they become one exactly where that is.
    """

    room: Name
    vertices: Numbers
    place: Vector | None = None

    def _apply(self, area: Area) -> Applied:
        index, mesh = mesh_of(area, self.room)
        done = edit.weld_vertices(mesh, self.vertices, self.place)
        count = count_of(len(set(self.vertices)), "corner")
        return _welded(area, index, done, f"{count} joined into one")


@operation("drop-to-model")
@dataclass(frozen=True)
class DropToModel(Operation):
    """Vertices go straight up or down to the floor that the room's model shows.

    No farther than ``within`` metres; without ``vertices`` those of all walkable faces. With
    ``beside`` corners of other rooms at the same places go along, so that rooms still meet.
    """

    room: Name
    vertices: Numbers = ()
    within: float = 2.0
    beside: bool = False

    def _apply(self, area: Area) -> Applied:
        index, mesh = mesh_of(area, self.room)
        if self.vertices:
            chosen = np.unique(numbers_of(self.vertices, len(mesh.vertices), "vertex"))
        else:
            chosen = np.unique(corner_numbers(mesh)[mesh.walkable])
        points = mesh.vertices[chosen].astype(np.float64)
        heights = find_model_floor(area, index, points, self.within)
        found = ~np.isnan(heights)
        vertices = mesh.vertices.copy()
        vertices[chosen[found], 2] = rounded(heights[found])
        moves = vertices[:, 2] != mesh.vertices[:, 2]
        if moves.any():
            mesh = mesh.edited(vertices=read_only(vertices))
        notes = []
        if not found.all():
            left = count_of(int((~found).sum()), "corner")
            reach = length(self.within)
            notes.append(f"{left} stayed: the model shows no floor within {reach} above or below")
        count = count_of(int(moves.sum()), "corner")
        text = f"{count} brought to the floor of the model"
        if not moves.any():
            text = "no corner had to go to the floor of the model"
        done = reshaped(area, index, mesh, text, *notes)
        if not self.beside or not moves.any():
            return done
        return _followed(done, area, index, np.flatnonzero(moves), vertices[moves, 2])


@operation("split-edges")
@dataclass(frozen=True)
class SplitEdges(Operation):
    """The mesh is cut open along edges: the faces on their two sides share them no more."""

    room: Name
    edges: Numbers

    def _apply(self, area: Area) -> Applied:
        index, mesh = mesh_of(area, self.room)
        opened = edit.split_edges(mesh, self.edges)
        count = count_of(len(set(self.edges)), "edge")
        return reshaped(area, index, opened, f"cut open along {count}")


def _followed(
    done: Applied, before: Area, index: int, moved: NDArray[np.int64], heights: NDArray[np.float32]
) -> Applied:
    """The same with the corners of other rooms that met ``moved`` ones at their new heights."""
    here = before.rooms[index].mesh
    assert here is not None
    area, notes = done.area, [*done.notes]
    for room in before.rooms:
        if room.mesh is None or room.index == index or not len(room.mesh.vertices):
            continue
        met = find_near(room.mesh.vertices, here.vertices[moved], SAME_PLACE)
        if not (met >= 0).any():
            continue
        vertices = room.mesh.vertices.copy()
        vertices[met >= 0, 2] = heights[met[met >= 0]]
        text = f"{count_of(int((met >= 0).sum()), 'corner')} went along"
        mesh = room.mesh.edited(vertices=read_only(vertices))
        beside = reshaped(area, room.index, mesh, text)
        area = beside.area
        notes += [beside.text, *beside.notes]
    held = [n for n in notes if not isinstance(n, PassingNote) or n.holds(area)]
    return Applied(area, done.text, tuple(held))


def _welded(area: Area, index: int, done: edit.Welded, text: str) -> Applied:
    notes = []
    if len(gone := done.report.collapsed):
        notes.append(f"{count_of(len(gone), 'face')} collapsed and left out")
    return reshaped(area, index, done.mesh, text, *notes)
