"""Floors to find paths on: mazes of squares, areas of rooms cut out of them, ramps that overlap.

A maze is drawn as text, the northern row first: ``.`` is floor, ``#`` is none. Squares are a metre
wide; corners are shared, so squares that only touch in a corner are pinched there.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

import kotorlevel as kl
from kotorlevel.area.area import Area
from support.areas import make_area

STONE = 4

Mask = NDArray[np.bool_]
Points = NDArray[np.float64]


@dataclass(frozen=True)
class Frame:
    """Where the squares of a maze are in the world: turned by ``angle`` and moved."""

    angle: float = 0.0
    x: float = 0.0
    y: float = 0.0

    def place(self, points: Sequence[Sequence[float]] | Points) -> Points:
        """(N, 2) of the maze → the world."""
        cos, sin = math.cos(self.angle), math.sin(self.angle)
        px, py = np.asarray(points, np.float64).reshape(-1, 2).T
        return np.stack([px * cos - py * sin + self.x, px * sin + py * cos + self.y], axis=1)

    def unplace(self, points: Sequence[Sequence[float]] | Points) -> Points:
        """(N, 2) of the world → the maze."""
        cos, sin = math.cos(self.angle), math.sin(self.angle)
        px, py = (np.asarray(points, np.float64).reshape(-1, 2) - (self.x, self.y)).T
        return np.stack([px * cos + py * sin, -px * sin + py * cos], axis=1)


HERE = Frame()


def draw(*rows: str) -> Mask:
    """(rows, columns) which squares are floor; row 0 is the southern one."""
    return np.array([[letter != "#" for letter in row] for row in reversed(rows)])


def maze(
    mask: Mask, seed: int = 0, frame: Frame = HERE, slope: float = 0.0, transitions: int = -1
) -> kl.Walkmesh:
    """The squares of ``mask`` as faces, with diagonals and an order by chance.

    ``slope`` lets the floor rise and fall by so much.
    """
    random = np.random.default_rng(seed)
    rows, columns = mask.shape
    x, y = (a.ravel() for a in np.meshgrid(np.arange(columns + 1.0), np.arange(rows + 1.0)))
    z = slope * np.sin(x * 1.3) * np.cos(y * 0.9)
    south, west = np.nonzero(mask)
    a = south * (columns + 1) + west
    b, c, d = a + 1, a + columns + 2, a + columns + 1
    other = random.random(len(a)) < 0.5
    first = np.where(other[:, None], np.stack([a, b, c], 1), np.stack([a, b, d], 1))
    second = np.where(other[:, None], np.stack([a, c, d], 1), np.stack([b, c, d], 1))
    faces = random.permutation(np.concatenate([first, second]))
    turned = np.array([random.permutation(3) for _ in faces]).reshape(-1, 3)
    faces = np.take_along_axis(faces, (turned[:, :1] + np.arange(3)) % 3, axis=1)
    vertices = np.column_stack([frame.place(np.stack([x, y], 1)), z])
    return kl.Walkmesh.from_arrays(vertices, faces, np.full(len(faces), STONE))


def count_islands(squares: Iterable[Sequence[int]]) -> int:
    """How many parts squares (column, row) make that are joined by sides."""
    left = {(int(i), int(j)) for i, j in squares}
    count = 0
    while left:
        count += 1
        waiting = [left.pop()]
        while waiting:
            i, j = waiting.pop()
            beside = {(i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)} & left
            left -= beside
            waiting += beside
    return count


def random_mask(random: np.random.Generator, rows: int, columns: int, share: float) -> Mask:
    """So large a share of all squares is floor, by chance."""
    return random.random((rows, columns)) < share


def rooms_of(mask: Mask, width: int, frame: Frame = HERE, slope: float = 0.0) -> Area:
    """The maze cut into rooms of so many columns, linked wherever they meet."""
    rooms: list[tuple[str, kl.Walkmesh | None]] = []
    count = -(-mask.shape[1] // width)
    for index in range(count):
        part = np.zeros_like(mask)
        part[:, index * width : (index + 1) * width] = mask[:, index * width : (index + 1) * width]
        mesh = maze(part, index, frame, slope) if part.any() else None
        rooms.append((f"part{index}", mesh))
    return kl.relink(make_area(rooms))[0]


def spiral(turns: float, sides: int, inner: float = 1.0, outer: float = 3.0) -> kl.Walkmesh:
    """A ramp that winds up around a pole of so many sides, one storey of 4 m for each turn."""
    count = round(turns * sides)
    angle = np.arange(count + 1) * (2 * math.pi / sides)
    z = np.arange(count + 1) * (4.0 / sides)
    near = np.stack([inner * np.cos(angle), inner * np.sin(angle), z], 1)
    far = np.stack([outer * np.cos(angle), outer * np.sin(angle), z], 1)
    a = np.arange(count)
    b, c, d = a + count + 1, a + count + 2, a + 1
    faces = np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)])
    return kl.Walkmesh.from_arrays(np.concatenate([near, far]), faces, np.full(2 * count, STONE))


def overpass() -> kl.Walkmesh:
    """A corridor 2 m wide that runs east, turns twice to the left, and crosses over itself.

    East along y 0 to 2 from x 0 to 20, north along x 18 to 20 up to y 10, west along y 8 to 10 to
    x 8, then south along x 8 to 10 down to y -6, 6 m above the first part.
    """
    corners = [
        ((0, 0, 0), (0, 2, 0)),
        ((18, 0, 0), (18, 2, 0)),
        ((20, 0, 0), (18, 2, 0)),
        ((20, 2, 0), (18, 2, 0)),
        ((20, 8, 6), (18, 8, 6)),
        ((20, 10, 6), (18, 8, 6)),
        ((18, 10, 6), (18, 8, 6)),
        ((10, 10, 6), (10, 8, 6)),
        ((8, 10, 6), (10, 8, 6)),
        ((8, 8, 6), (10, 8, 6)),
        ((8, -6, 6), (10, -6, 6)),
    ]
    vertices: list[tuple[float, float, float]] = []
    numbers: dict[tuple[float, float, float], int] = {}
    for pair in corners:
        for corner in pair:
            if corner not in numbers:
                numbers[corner] = len(vertices)
                vertices.append(corner)
    faces = []
    for (right, left), (right_on, left_on) in pairwise(corners):
        a, b, c, d = (numbers[corner] for corner in (right, right_on, left_on, left))
        faces += [face for face in ((a, b, c), (a, c, d)) if len(set(face)) == 3]
    return kl.Walkmesh.from_arrays(vertices, faces, [STONE] * len(faces))


def slivers(seed: int) -> kl.Walkmesh:
    """A field of 10 × 6 m whose columns are between 2 m and a tenth of a millimetre wide."""
    random = np.random.default_rng(seed)
    x = np.sort(np.concatenate([[0.0, 10.0], random.uniform(0, 10, 6), 5 + np.arange(4) * 1e-4]))
    y = np.array([0.0, 2.0, 2.0 + 1e-4, 4.0, 6.0])
    px, py = (a.ravel() for a in np.meshgrid(x, y))
    columns = len(x)
    hole = (2, int(np.searchsorted(x, 5.0)))
    squares = [
        (row, column)
        for row in range(len(y) - 1)
        for column in range(columns - 1)
        if not (row == hole[0] and abs(column - hole[1]) <= 1)
    ]
    faces = []
    for row, column in squares:
        a = row * columns + column
        faces += [(a, a + 1, a + columns + 1), (a, a + columns + 1, a + columns)]
    vertices = np.stack([px, py, np.zeros(len(px))], 1)
    return kl.Walkmesh.from_arrays(vertices, faces, [STONE] * len(faces))
