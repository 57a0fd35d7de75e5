"""`Floor`: all that can be walked on, as convex cells joined by passages."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.text import printable


@dataclass(frozen=True)
class Blocker:
    """Something that stands on the floor: ``kind`` and its ``index`` in the area, and its name.

    ``at`` is its own place in metres; None where nobody knows it.
    """

    kind: str
    index: int
    name: str
    at: tuple[float, float, float] | None = field(default=None, compare=False)

    @property
    def label(self) -> str:
        """``gate (door:3)``: many doors have the same name, and numbers are typed so."""
        number = f"{self.kind}:{self.index}"
        name = printable(self.name)
        return number if not name or name == f"{self.kind} {self.index}" else f"{name} ({number})"


@dataclass(frozen=True, eq=False)
class Floor:
    """Convex cells in the plan, the passages between them, and the walls around them.

    A cell is a face that can be walked on, or a part of one where something stands in it.
    Everything happens in the plan, as in the game (FACTS 9); z is carried along.

    Cells: ``corners`` (K, 3), counter-clockwise in the plan, those of cell c from
    ``corner_starts[c]`` to ``corner_starts[c + 1]``; ``room``, ``face`` and ``material`` (C,).

    Passages, those out of cell c from ``passage_starts[c]`` to ``passage_starts[c + 1]``: the cell
    ``to`` (P,) that they lead to, ``left`` and ``right`` (P, 3) as one sees them who walks out,
    ``left_id`` and ``right_id`` (P,): the same number is the same point, also in another room;
    ``link`` (P,) where a passage leads to another room. A way back is a passage of its own.
    ``side`` (P,) is the row of ``corners`` at which the side begins that it leads over, and
    ``far_side`` (P,) that of the side of the other cell that it leads onto.

    Walls, those of cell c from ``wall_starts[c]`` to ``wall_starts[c + 1]``: the parts of its
    sides that cannot be crossed, ``wall_from`` and ``wall_to`` (W, 3) with the floor on the left;
    ``wall_edge`` (W,) the edge of the mesh that they lie on, or -1; ``wall_blocker`` (W,) a row of
    ``blockers``, or -1 where the floor just ends; ``wall_side`` (W,) as ``side``, and
    ``wall_from_id`` and ``wall_to_id`` (W,) the numbers of their ends.

    ``at_wall`` (I,) tells for each point number whether a wall begins or ends there: only there
    does a shortest path turn. ``floor_angle`` (I,) is how much floor lies about that point, in
    radians: all around it 2π, above π where a path may turn; infinite where rooms do not quite
    meet, so that nobody can tell. Where two parts of the floor only touch in a point, each of them
    has a number of its own for it.

    ``notes`` say what could not be heeded, such as a door whose walkmesh is not at hand.
    """

    corners: NDArray[np.float64]
    corner_starts: NDArray[np.int32]
    room: NDArray[np.int32]
    face: NDArray[np.int32]
    material: NDArray[np.uint32]
    passage_starts: NDArray[np.int32]
    to: NDArray[np.int32]
    left: NDArray[np.float64]
    right: NDArray[np.float64]
    left_id: NDArray[np.int32]
    right_id: NDArray[np.int32]
    link: NDArray[np.bool_]
    side: NDArray[np.int32]
    far_side: NDArray[np.int32]
    wall_starts: NDArray[np.int32]
    wall_from: NDArray[np.float64]
    wall_to: NDArray[np.float64]
    wall_edge: NDArray[np.int64]
    wall_blocker: NDArray[np.int32]
    wall_side: NDArray[np.int32]
    wall_from_id: NDArray[np.int32]
    wall_to_id: NDArray[np.int32]
    at_wall: NDArray[np.bool_]
    floor_angle: NDArray[np.float64]
    blockers: tuple[Blocker, ...] = ()
    unusable: tuple[tuple[int, str], ...] = field(default=(), repr=False)
    notes: tuple[str, ...] = field(default=(), repr=False)

    def __len__(self) -> int:
        """The number of cells."""
        return len(self.face)

    @cached_property
    def owner(self) -> NDArray[np.int32]:
        """(P,) the cell that each passage leads out of."""
        return _rows(self.passage_starts)

    @cached_property
    def wall_owner(self) -> NDArray[np.int32]:
        """(W,) the cell that each wall belongs to."""
        return _rows(self.wall_starts)

    @cached_property
    def centre(self) -> NDArray[np.float64]:
        """(C, 3) the mean of each cell's corners: a point inside."""
        if not len(self):
            return np.empty((0, 3))
        sums = np.add.reduceat(self.corners, self.corner_starts[:-1], axis=0)
        centre: NDArray[np.float64] = sums / np.diff(self.corner_starts)[:, None]
        return centre

    @cached_property
    def plan_area(self) -> NDArray[np.float64]:
        """(C,) m² of each cell in the plan."""
        if not len(self):
            return np.empty(0)
        following = np.arange(1, len(self.corners) + 1)
        following[self.corner_starts[1:] - 1] = self.corner_starts[:-1]
        # About the cell's own middle, or far from the origin nothing is left of small cells.
        x, y = (self.corners - np.repeat(self.centre, np.diff(self.corner_starts), axis=0))[:, :2].T
        doubled = x * y[following] - x[following] * y
        area: NDArray[np.float64] = np.add.reduceat(doubled, self.corner_starts[:-1]) / 2
        return area

    @cached_property
    def plane(self) -> NDArray[np.float64]:
        """(C, 3) a, b, c of each cell's plane: z = a · x + b · y + c, about the cell's centre."""
        if not len(self):
            return np.empty((0, 3))
        return _fit_planes(self.corners, self.corner_starts, self.centre)

    def height(self, cell: int, x: float, y: float) -> float:
        """The z of a cell's plane at (x, y)."""
        a, b, c = self.plane[cell].tolist()
        centre_x, centre_y, _ = self.centre[cell].tolist()
        return float(a * (x - centre_x) + b * (y - centre_y) + c)

    def heights(self, cells: NDArray[np.int64], places: NDArray[np.float64]) -> NDArray[np.float64]:
        """(n,) the z of the planes of cells at places (n, 2)."""
        (a, b, c), (x, y, _) = self.plane[cells].T, self.centre[cells].T
        heights: NDArray[np.float64] = a * (places[:, 0] - x) + b * (places[:, 1] - y) + c
        return heights


def _rows(starts: NDArray[np.int32]) -> NDArray[np.int32]:
    """(n,) for each element between ``starts`` the group that it is in."""
    return np.repeat(np.arange(len(starts) - 1, dtype=np.int32), np.diff(starts))


def _fit_planes(
    corners: NDArray[np.float64], starts: NDArray[np.int32], centre: NDArray[np.float64]
) -> NDArray[np.float64]:
    """(C, 3) the planes through the corners of each cell, which lie in one (least squares)."""
    counts = np.diff(starts)
    x, y, z = (corners - np.repeat(centre, counts, axis=0)).T
    xx, xy, yy, xz, yz = (
        np.add.reduceat(product, starts[:-1]) for product in (x * x, x * y, y * y, x * z, y * z)
    )
    determinant = xx * yy - xy * xy
    safe = np.where(determinant > 0, determinant, 1.0)
    a = np.where(determinant > 0, (xz * yy - yz * xy) / safe, 0.0)
    b = np.where(determinant > 0, (yz * xx - xz * xy) / safe, 0.0)
    return np.stack([a, b, centre[:, 2]], axis=1)
