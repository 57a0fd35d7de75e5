"""The cell under a point."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from kotorlevel.nav.floor.floor import Floor
    from kotorlevel.query.answers import FaceRef
    from kotorlevel.query.ground import Ground

TOLERANCE = 1e-6
"""Metres beside a cell that still belong to it."""

Place = tuple[float, float, float | None]


def find_foot(ground: Ground, x: float, y: float, z: float | None) -> FaceRef | None:
    """The face that somebody at (x, y) stands on: nearest to z, or the one the game finds."""
    for off_x, off_y in ((0, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)):
        at_x, at_y = x + off_x * TOLERANCE, y + off_y * TOLERANCE
        found = ground.find_face(at_x, at_y, z, walkable=True)
        if found is not None:
            return found
    return None


class CellIndex:
    """A floor prepared to be asked for the cells of a face; a face may be cut into several."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._size = int(floor.face.max(initial=0)) + 1
        keys = floor.room.astype(np.int64) * self._size + floor.face
        self._order = np.argsort(keys, kind="stable")
        self._keys = keys[self._order]

    def cells_of(self, room: int, face: int) -> list[int]:
        """The cells of a face, none if it is not part of the floor."""
        if not 0 <= face < self._size:
            return []
        key = room * self._size + face
        low, high = np.searchsorted(self._keys, (key, key + 1)).tolist()
        found: list[int] = self._order[low:high].tolist()
        return found

    def find_cell(self, faces: Iterable[tuple[int, int]], x: float, y: float) -> int:
        """The cell of these faces (room and number) that has (x, y), or -1: the first is best."""
        best, nearest = -1, TOLERANCE
        for room, face in faces:
            for cell in self.cells_of(room, face):
                outside = self._outside(cell, x, y)
                if outside <= 0.0:
                    return cell
                if outside < nearest:
                    best, nearest = cell, outside
        return best

    def _outside(self, cell: int, x: float, y: float) -> float:
        """Metres by which (x, y) is beyond a side of the cell; 0 or less inside."""
        low, high = self._floor.corner_starts[cell], self._floor.corner_starts[cell + 1]
        corners = self._floor.corners[low:high, :2]
        along = np.roll(corners, -1, axis=0) - corners
        away = np.array((x, y)) - corners
        left = along[:, 0] * away[:, 1] - along[:, 1] * away[:, 0]
        length = np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-300)
        return float((-left / length).max())


def neighbour_faces(floor: Floor, cell: int) -> list[tuple[int, int]]:
    """Room and number of the cell's own face and of those that passages lead to from it."""
    low, high = floor.passage_starts[cell], floor.passage_starts[cell + 1]
    cells = [cell, *floor.to[low:high].tolist()]
    return [(int(floor.room[c]), int(floor.face[c])) for c in cells]
