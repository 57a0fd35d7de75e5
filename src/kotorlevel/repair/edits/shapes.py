"""Operations on the faces and edges of a room's walkmesh."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.area import Area
from kotorlevel.core.types import Vector
from kotorlevel.core.words import count_of, exact_place
from kotorlevel.mesh import edit
from kotorlevel.repair.edits.changed import changed
from kotorlevel.repair.edits.operation import (
    Applied,
    Name,
    Numbers,
    Operation,
    Places,
    mesh_of,
    operation,
)


@operation("paint")
@dataclass(frozen=True)
class Paint(Operation):
    """Faces of a room get another surface, as with `kl.paint`."""

    room: Name
    faces: Numbers
    surface: Name

    def _apply(self, area: Area) -> Applied:
        index, mesh = mesh_of(area, self.room)
        done = edit.paint(mesh, self.surface, faces=_numbers(self.faces))
        return changed(area, index, done.mesh, str(done))


@operation("delete-faces")
@dataclass(frozen=True)
class DeleteFaces(Operation):
    """Faces go, with the vertices that only they used."""

    room: Name
    faces: Numbers

    def _apply(self, area: Area) -> Applied:
        index, mesh = mesh_of(area, self.room)
        left = edit.delete_faces(mesh, _numbers(self.faces))
        return changed(area, index, left, f"{count_of(len(set(self.faces)), 'face')} deleted")


@operation("flip-faces")
@dataclass(frozen=True)
class FlipFaces(Operation):
    """Faces are turned over; with ``up`` only those that look down."""

    room: Name
    faces: Numbers
    up: bool = False

    def _apply(self, area: Area) -> Applied:
        index, mesh = mesh_of(area, self.room)
        turn = edit.flip_faces_up if self.up else edit.flip_faces
        turned = turn(mesh, _numbers(self.faces))
        count = int((turned.faces != mesh.faces).any(axis=1).sum())
        text = f"{count_of(count, 'face')} turned over" if count else "no face looks down there"
        return changed(area, index, turned, text)


@operation("add-faces")
@dataclass(frozen=True)
class AddFaces(Operation):
    """New faces: three places each, counter-clockwise from above; they join what they touch."""

    room: Name
    corners: Places
    surface: Name

    def _apply(self, area: Area) -> Applied:
        index, mesh = mesh_of(area, self.room)
        if not self.corners or len(self.corners) % 3:
            raise ValueError("every new face has three corners")
        surface = mesh.surfaces.find(self.surface)
        more = edit.add_faces(mesh, np.array(self.corners).reshape(-1, 3, 3), surface.id)
        count = count_of(len(self.corners) // 3, "face")
        return changed(area, index, more, f"{count} of {surface.label} added")


@operation("fill-hole")
@dataclass(frozen=True)
class FillHole(Operation):
    """The hole in the floor that a boundary edge lies on is closed with faces."""

    room: Name
    edge: int
    surface: Name | None = None

    def _apply(self, area: Area) -> Applied:
        index, mesh = mesh_of(area, self.room)
        material = None if self.surface is None else mesh.surfaces.find(self.surface).id
        filled = edit.fill_hole(mesh, self.edge, material)
        count = count_of(len(filled.faces) - len(mesh.faces), "face")
        return changed(area, index, filled, f"a hole filled with {count}")


@operation("extrude-edges")
@dataclass(frozen=True)
class ExtrudeEdges(Operation):
    """Boundary edges of the floor are drawn out: two new faces each, which join what they meet.

    ``surface`` None: that of the face behind each edge. Links of these edges are gone then.
    """

    room: Name
    edges: Numbers
    offset: Vector
    surface: Name | None = None

    def _apply(self, area: Area) -> Applied:
        index, mesh = mesh_of(area, self.room)
        material = None if self.surface is None else mesh.surfaces.find(self.surface).id
        made = edit.extrude_edges(mesh, self.edges, self.offset, material)
        edges = count_of(len(set(self.edges)), "edge")
        faces = count_of(len(made.faces) - len(mesh.faces), "new face")
        return changed(area, index, made, f"{edges} drawn out: {faces}")


@operation("cut-face")
@dataclass(frozen=True)
class CutFace(Operation):
    """A face is parted along a line, from one side or corner to another; its neighbours follow."""

    room: Name
    face: int
    start: Vector
    end: Vector

    def _apply(self, area: Area) -> Applied:
        index, mesh = mesh_of(area, self.room)
        made = edit.cut_face(mesh, self.face, self.start, self.end)
        more = count_of(len(made.faces) - len(mesh.faces), "new face")
        return changed(area, index, made, f"a face cut: {more}")


@operation("divide-edge")
@dataclass(frozen=True)
class DivideEdge(Operation):
    """An edge gets a vertex, ``part`` of its way along; its faces become two each."""

    room: Name
    edge: int
    part: float = 0.5

    def _apply(self, area: Area) -> Applied:
        index, mesh = mesh_of(area, self.room)
        divided = edit.divide_edge(mesh, self.edge, self.part)
        return changed(area, index, divided, "an edge divided")


@operation("divide-face")
@dataclass(frozen=True)
class DivideFace(Operation):
    """A face gets a vertex at ``point`` inside it, and becomes three."""

    room: Name
    face: int
    point: Vector

    def _apply(self, area: Area) -> Applied:
        index, mesh = mesh_of(area, self.room)
        divided = edit.divide_face(mesh, self.face, self.point)
        text = f"a face divided at {exact_place(self.point)}"
        return changed(area, index, divided, text)


def _numbers(values: Numbers) -> NDArray[np.generic]:
    """The numbers as an array; what no integer of NumPy holds is told by who looks at them."""
    return np.array(values) if values else np.empty(0, np.int64)
