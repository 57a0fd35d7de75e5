"""Operations on the walkmesh of a room."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from kotorlevel.area.area import Area
from kotorlevel.core.types import Vector
from kotorlevel.core.words import count_of, exact, length
from kotorlevel.mesh import edit
from kotorlevel.mesh.arrays import read_only
from kotorlevel.mesh.walkmesh import Walkmesh
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
        done = edit.paint(mesh, self.surface, faces=np.array(self.faces, np.int64))
        notes = [_lost(len(done.lost))] if done.lost else []
        return _applied(area, index, done.mesh, str(done), *notes)


@operation("delete-faces")
@dataclass(frozen=True)
class DeleteFaces(Operation):
    """Faces go, with the vertices that only they used."""

    room: Name
    faces: Numbers

    def _apply(self, area: Area) -> Applied:
        index, mesh = mesh_of(area, self.room)
        left = edit.delete_faces(mesh, np.array(self.faces, np.int64))
        return _applied(area, index, left, f"{count_of(len(set(self.faces)), 'face')} deleted")


@operation("flip-faces")
@dataclass(frozen=True)
class FlipFaces(Operation):
    """Faces are turned over."""

    room: Name
    faces: Numbers

    def _apply(self, area: Area) -> Applied:
        index, mesh = mesh_of(area, self.room)
        turned = edit.flip_faces(mesh, np.array(self.faces, np.int64))
        return _applied(
            area, index, turned, f"{count_of(len(set(self.faces)), 'face')} turned over"
        )


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
        return _applied(area, index, more, f"{count} of {surface.label} added")


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
        return _applied(area, index, filled, f"a hole filled with {count}")


@operation("move-vertices")
@dataclass(frozen=True)
class MoveVertices(Operation):
    """Vertices are moved; every face that uses them follows."""

    room: Name
    vertices: Numbers
    offset: Vector

    def _apply(self, area: Area) -> Applied:
        index, mesh = mesh_of(area, self.room)
        moved = edit.move_vertices(mesh, np.array(self.vertices, np.int64), self.offset)
        way = length(float(np.linalg.norm(self.offset)))
        count = count_of(len(set(self.vertices)), "vertex")
        return _applied(area, index, moved, f"{count} moved by {way}")


@operation("weld")
@dataclass(frozen=True)
class Weld(Operation):
    """Vertices within ``tolerance`` metres of each other are joined."""

    room: Name
    tolerance: float = 0.0

    def _apply(self, area: Area) -> Applied:
        index, mesh = mesh_of(area, self.room)
        welded, report = edit.weld(mesh, self.tolerance)
        return _applied(area, index, welded, f"{count_of(len(report.joined), 'vertex')} joined")


@operation("split-edges")
@dataclass(frozen=True)
class SplitEdges(Operation):
    """The mesh is cut open along edges: the faces on their two sides share them no more."""

    room: Name
    edges: Numbers

    def _apply(self, area: Area) -> Applied:
        index, mesh = mesh_of(area, self.room)
        opened = edit.split_edges(mesh, np.array(self.edges, np.int64))
        return _applied(area, index, opened, f"cut open along {count_of(len(self.edges), 'edge')}")


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
        return _applied(area, index, divided, f"edge {self.edge} divided")


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
        place = ", ".join(exact(value) for value in self.point)
        return _applied(area, index, divided, f"face {self.face} divided at ({place})")


def _applied(area: Area, index: int, mesh: Walkmesh, text: str, *notes: str) -> Applied:
    """The area with the edited mesh, without links that no file could hold any more."""
    mesh, lost = _with_links_that_can_be(mesh)
    if lost:
        notes = (*notes, _lost(lost))
    name = area.rooms[index].name
    changed = area if mesh is area.rooms[index].mesh else area.with_mesh(index, mesh)
    return Applied(changed, f"{name}: {text}", notes)


def _lost(count: int) -> str:
    return f"{count_of(count, 'link')} gone: the edge bounds no floor any more"


def _with_links_that_can_be(mesh: Walkmesh) -> tuple[Walkmesh, int]:
    if mesh.stored is not None or not mesh.is_area or not len(lost := mesh.lost_transitions):
        return mesh, 0
    transitions = mesh.transitions.copy()
    transitions.reshape(-1)[lost] = -1
    return replace(mesh, transitions=read_only(transitions)), len(lost)
