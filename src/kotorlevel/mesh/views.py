"""Small objects that look into a mesh: a face, a boundary edge, a node. They store nothing.

For one thing at a time; whole meshes are worked on by the arrays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from kotorlevel.mesh.materials import Surface
    from kotorlevel.mesh.walkmesh import Walkmesh


class Neighbour(NamedTuple):
    """What is across a side of a face: the ``face`` there, and which ``side`` of it that is."""

    face: Face
    side: int


@dataclass(frozen=True, slots=True)
class Face:
    """Face number ``index`` of ``mesh``."""

    mesh: Walkmesh = field(repr=False)
    index: int

    @property
    def corners(self) -> NDArray[np.float32]:
        """(3, 3) the positions of the corners."""
        corners: NDArray[np.float32] = self.mesh.vertices[self.mesh.faces[self.index]]
        return corners

    @property
    def bounds(self) -> NDArray[np.float32]:
        """(2, 3) the lower and the upper corner of the box around it."""
        return np.stack([self.corners.min(axis=0), self.corners.max(axis=0)])

    @property
    def normal(self) -> NDArray[np.float64]:
        """(3,) the unit normal, from the corners; zero for a face without area."""
        cross = self._cross
        length = float(np.linalg.norm(cross))
        return cross / length if length else np.zeros(3)

    @property
    def area(self) -> float:
        """Square metres."""
        return float(np.linalg.norm(self._cross)) / 2

    @property
    def centre(self) -> NDArray[np.float64]:
        """(3,) the mean of the corners."""
        centre: NDArray[np.float64] = self.corners.astype(np.float64).mean(axis=0)
        return centre

    @property
    def material(self) -> int:
        """The surface's number."""
        return int(self.mesh.materials[self.index])

    @property
    def surface(self) -> Surface:
        """Its row of the mesh's material table: ``face.surface.label`` is "Metal"."""
        return self.mesh.surfaces.surface(self.material)

    @property
    def walkable(self) -> bool:
        """Whether one can walk here, by the mesh's material table."""
        return bool(self.mesh.walkable[self.index])

    @property
    def transitions(self) -> tuple[int, int, int]:
        """The room across each side, or -1."""
        a, b, c = self.mesh.transitions[self.index].tolist()
        return a, b, c

    @property
    def neighbours(self) -> tuple[Neighbour | None, Neighbour | None, Neighbour | None]:
        """Face and side across each side, or None: ``mesh.face(12).neighbours[0].face.index``.

        It leads back the same way, but where more than two faces have an edge in common.
        """
        if self.index >= self.mesh.domain:
            return None, None, None
        count = 3 * len(self.mesh.faces)
        a, b, c = (
            Neighbour(Face(self.mesh, edge // 3), edge % 3) if 0 <= edge < count else None
            for edge in self.mesh.adjacency[self.index].tolist()
        )
        return a, b, c

    def height(self, x: float, y: float) -> float | None:
        """The z of the face's plane at (x, y); None outside the face, or where it is vertical.

        A point on a side counts as inside.
        """
        (x0, y0, z0), (x1, y1, z1), (x2, y2, z2) = self.corners.astype(np.float64).tolist()
        area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
        if area == 0:
            return None
        # Each weight by its own side: b + c <= 1 would round points on side 1 to the outside.
        a = ((x2 - x1) * (y - y1) - (x - x1) * (y2 - y1)) / area
        b = ((x0 - x2) * (y - y2) - (x - x2) * (y0 - y2)) / area
        c = ((x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)) / area
        if not (a >= 0 and b >= 0 and c >= 0):
            return None
        return float(z0 + b * (z1 - z0) + c * (z2 - z0))

    @property
    def _cross(self) -> NDArray[np.float64]:
        a, b, c = self.corners.astype(np.float64)
        return np.cross(b - a, c - a)


@dataclass(frozen=True, slots=True)
class BoundaryEdge:
    """Row ``row`` of the edges table: a side without a neighbour."""

    mesh: Walkmesh = field(repr=False)
    row: int
    loop: int
    """The number of the loop it belongs to, or -1 where the loops do not reach it."""

    @property
    def edge(self) -> int:
        """The edge number, 3 · face + side."""
        return int(self.mesh.edges["edge"][self.row])

    @property
    def face(self) -> Face:
        """The face it is a side of. Raises `IndexError` where a broken file names none."""
        return self.mesh.face(self.edge // 3)

    @property
    def side(self) -> int:
        """0, 1 or 2."""
        return self.edge % 3

    @property
    def transition(self) -> int:
        """The layout index of the room across, or -1."""
        return int(self.mesh.edges["transition"][self.row])

    @property
    def is_last(self) -> bool:
        """Whether the loop closes after it; False where the loops do not reach it."""
        return self.loop >= 0 and int(self.mesh.loops[self.loop]) == self.row + 1

    @property
    def ends(self) -> NDArray[np.float32]:
        """(2, 3) where it starts and where it ends."""
        return self.face.corners[[self.side, (self.side + 1) % 3]]


@dataclass(frozen=True, slots=True)
class Node:
    """Node number ``index`` of the box tree; ``parent`` is None in the root."""

    mesh: Walkmesh = field(repr=False)
    index: int
    # Not compared and not shown: a broken tree may be deeper than Python can recurse.
    parent: Node | None = field(repr=False, compare=False)

    @property
    def box(self) -> NDArray[np.float32]:
        """(2, 3) the lower and the upper corner."""
        node = self.mesh.nodes[self.index]
        return np.stack([node["box_min"], node["box_max"]])

    @property
    def face(self) -> Face | None:
        """The face of a leaf; None in an inner node."""
        number = int(self.mesh.nodes["face"][self.index])
        return Face(self.mesh, number) if 0 <= number < len(self.mesh.faces) else None

    @property
    def plane(self) -> int:
        """Along which axis the right child lies from the left one, as a flag; 0 in a leaf.

        1, 2 and 4 stand for +x, +y and +z, 8, 16 and 32 for -x, -y and -z. Some tools write others.
        """
        return int(self.mesh.nodes["plane"][self.index])

    @property
    def left(self) -> Node | None:
        """The left child; None in a leaf, and where its number points outside the table."""
        return self._child("left")

    @property
    def right(self) -> Node | None:
        """The right child; None in a leaf, and where its number points outside the table."""
        return self._child("right")

    @property
    def children(self) -> tuple[Node, ...]:
        """Left and right, as far as there are."""
        return tuple(child for child in (self.left, self.right) if child is not None)

    def _child(self, name: str) -> Node | None:
        number = int(self.mesh.nodes[name][self.index])
        return Node(self.mesh, number, self) if 0 <= number < len(self.mesh.nodes) else None


def iterate_boundary(mesh: Walkmesh) -> Iterator[BoundaryEdge]:
    """Every boundary edge, in file order, with its loop."""
    rows = np.arange(len(mesh.edges))
    loops = np.searchsorted(mesh.loops, rows, side="right")
    loops[loops == len(mesh.loops)] = -1
    for row, loop in zip(rows.tolist(), loops.tolist(), strict=True):
        yield BoundaryEdge(mesh, row, loop)


def list_loops(mesh: Walkmesh) -> list[list[BoundaryEdge]]:
    """The edges of each loop, in order; edges that no loop reaches are left out."""
    loops: list[list[BoundaryEdge]] = [[] for _ in range(len(mesh.loops))]
    for edge in iterate_boundary(mesh):
        if edge.loop >= 0:
            loops[edge.loop].append(edge)
    return loops


def iterate_nodes(mesh: Walkmesh) -> Iterator[Node]:
    """Every node that can be reached from the root, once, parents before children.

    A cycle or a shared child in a broken tree is entered once only.
    """
    if not len(mesh.nodes):
        return
    waiting = [Node(mesh, 0, None)]
    seen = {0}
    while waiting:
        node = waiting.pop()
        yield node
        for child in reversed(node.children):
            if child.index not in seen:
                seen.add(child.index)
                waiting.append(child)
