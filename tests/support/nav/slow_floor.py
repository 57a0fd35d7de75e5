"""What must be true of every floor, checked one cell and one wall after the other."""

from __future__ import annotations

import math
from collections import defaultdict
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.nav.floor.floor import Floor
from support.areas import make_area
from support.query.shapes import NONWALK, STONE, mesh_of

Floats = NDArray[np.float64]

NEAR = 5e-6


def ring_of(floor: Floor, cell: int) -> Floats:
    """(n, 3) the corners of a cell."""
    return floor.corners[floor.corner_starts[cell] : floor.corner_starts[cell + 1]]


def distance_to(point: Floats, a: Floats, b: Floats) -> float:
    """Metres in the plan from a point to a segment."""
    along = b[:2] - a[:2]
    square = float(along @ along)
    share = 0.0 if square == 0 else min(max(float((point[:2] - a[:2]) @ along) / square, 0.0), 1.0)
    return float(np.hypot(*(point[:2] - a[:2] - share * along)))


def check_floor(floor: Floor, *, one_way: int = 0, gap: float = NEAR) -> None:
    """Everything that the docstring of `Floor` promises.

    ``one_way`` passages have no way back; rooms may lie ``gap`` metres apart at links.
    """
    for cell in range(len(floor)):
        check_cell(floor, cell)
        check_border(floor, cell)
    missing = 0
    passages: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, (a, b) in enumerate(zip(floor.owner.tolist(), floor.to.tolist(), strict=True)):
        passages[a, b].append(number)
        far = ring_of(floor, b)
        for end in (floor.left[number], floor.right[number]):
            away = min(distance_to(end, far[i - 1], far[i]) for i in range(len(far)))
            assert away <= (gap if floor.link[number] else NEAR)
        assert floor.link[number] == (floor.room[a] != floor.room[b])
        assert floor.corner_starts[b] <= floor.far_side[number] < floor.corner_starts[b + 1]
    for (a, b), numbers in passages.items():
        for number in numbers:
            missing += not any(
                np.hypot(*(floor.left[number] - floor.right[back])[:2]) <= gap
                and np.hypot(*(floor.right[number] - floor.left[back])[:2]) <= gap
                for back in passages.get((b, a), ())
            )
    assert missing == one_way
    check_points(floor, gap)


def check_cell(floor: Floor, cell: int) -> None:
    """It is convex, counter-clockwise, and has an area."""
    ring = ring_of(floor, cell)[:, :2]
    assert len(ring) >= 3
    for i in range(len(ring)):
        a, b, c = ring[i - 2], ring[i - 1], ring[i]
        along = b - a
        turn = along[0] * (c - b)[1] - along[1] * (c - b)[0]
        assert turn >= -1e-9 * (1 + np.hypot(*along)) * (1 + np.hypot(*(c - b)))
    x, y = (ring - ring.mean(axis=0)).T
    area = float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2
    assert math.isclose(area, floor.plan_area[cell], rel_tol=1e-6, abs_tol=1e-12)
    assert floor.plan_area[cell] > 0


def check_border(floor: Floor, cell: int) -> None:
    """Walls and passages lie on sides, walls apart from all else, and together they are all."""
    first, last = int(floor.corner_starts[cell]), int(floor.corner_starts[cell + 1])
    parts: dict[int, list[tuple[float, float, bool]]] = defaultdict(list)
    for kind, starts, rows, begins, ends in (
        (True, floor.wall_starts, floor.wall_side, floor.wall_from, floor.wall_to),
        (False, floor.passage_starts, floor.side, floor.right, floor.left),
    ):
        for number in range(int(starts[cell]), int(starts[cell + 1])):
            row = int(rows[number])
            assert first <= row < last
            start, end = floor.corners[row], floor.corners[row + 1 if row + 1 < last else first]
            along = (end - start)[:2]
            length = float(np.hypot(*along))
            low, high = (
                float((place - start)[:2] @ along) / length
                for place in (begins[number], ends[number])
            )
            assert low < high
            for place in (begins[number], ends[number]):
                assert distance_to(place, start, end) <= NEAR
            parts[row].append((low, high, kind))
    for row in range(first, last):
        end = row + 1 if row + 1 < last else first
        length = float(np.hypot(*(floor.corners[end] - floor.corners[row])[:2]))
        reached, walled = 0.0, 0.0
        for low, high, is_wall in sorted(parts[row]):
            assert low <= reached + NEAR
            assert low >= (reached if is_wall else walled) - NEAR
            walled = high if is_wall else walled
            reached = max(reached, high)
        assert reached >= length - NEAR


def check_points(floor: Floor, gap: float) -> None:
    """One number is one place, and those of walls are at walls."""
    places: dict[int, Floats] = {}
    for numbers, ends in (
        (floor.left_id, floor.left),
        (floor.right_id, floor.right),
        (floor.wall_from_id, floor.wall_from),
        (floor.wall_to_id, floor.wall_to),
    ):
        for number, place in zip(numbers.tolist(), ends, strict=True):
            assert np.hypot(*(places.setdefault(number, place) - place)[:2]) <= max(gap, 0.002)
    assert sorted(places) == list(range(len(floor.at_wall)))
    at_wall = set(floor.wall_from_id.tolist()) | set(floor.wall_to_id.tolist())
    assert set(np.flatnonzero(floor.at_wall).tolist()) == at_wall
    inner = ~floor.at_wall & np.isfinite(floor.floor_angle)
    around = floor.floor_angle[inner] / (2 * math.pi)
    assert np.allclose(around, np.round(around), atol=1e-6)


def cells_at(floor: Floor, x: float, y: float, border: float = 0.0) -> list[int]:
    """The cells with (x, y), and ``border`` metres around them; below 0 inside of them."""
    found = []
    starts = floor.corner_starts[:-1]
    if not len(floor):
        return []
    low = np.minimum.reduceat(floor.corners, starts)
    high = np.maximum.reduceat(floor.corners, starts)
    near = (low[:, 0] - border <= x) & (high[:, 0] + border >= x)
    near &= (low[:, 1] - border <= y) & (high[:, 1] + border >= y)
    for cell in np.flatnonzero(near).tolist():
        ring = ring_of(floor, cell)[:, :2]
        along = np.roll(ring, -1, axis=0) - ring
        turn = along[:, 0] * (y - ring[:, 1]) - along[:, 1] * (x - ring[:, 0])
        if (turn >= -border * np.hypot(*along.T)).all():
            found.append(cell)
    return found


def clearance_at(floor: Floor, x: float, y: float) -> float:
    """Metres to the nearest of all walls in the plan."""
    a, b = floor.wall_from[:, :2], floor.wall_to[:, :2]
    along = b - a
    point = np.array([x, y])
    share = ((point - a) * along).sum(axis=1) / (along * along).sum(axis=1)
    nearest = a + np.clip(share, 0, 1)[:, None] * along
    return float(np.hypot(*(nearest - point).T).min(initial=np.inf))


def random_places(floor: Floor, count: int, seed: int) -> Floats:
    """(count, 2) places on a floor, evenly by area."""
    random = np.random.default_rng(seed)
    area = floor.plan_area / floor.plan_area.sum()
    places = []
    for cell in random.choice(len(floor), count, p=area).tolist():
        ring = ring_of(floor, cell)[:, :2]
        fans = [
            abs((b - ring[0])[0] * (c - ring[0])[1] - (b - ring[0])[1] * (c - ring[0])[0])
            for b, c in pairwise(ring[1:])
        ]
        k = int(random.choice(len(fans), p=np.array(fans) / sum(fans)))
        places.append(random.dirichlet((1, 1, 1)) @ ring[[0, k + 1, k + 2]])
    return np.array(places).reshape(-1, 2)


def grid_mesh(
    rows: list[str], cell: float = 1.0, jitter: float = 0.0, seed: int = 0
) -> kl.Walkmesh:
    """A floor of squares, where there is no ``#``; the first row is the northernmost."""
    width, height = len(rows[0]), len(rows)
    random = np.random.default_rng(seed)
    plan = np.array([(i, j) for j in range(height + 1) for i in range(width + 1)], float)
    plan += random.uniform(-jitter, jitter, plan.shape)
    faces, materials = [], []
    for j, text in enumerate(reversed(rows)):
        for i, mark in enumerate(text):
            a = j * (width + 1) + i
            b = a + width + 1
            faces += [(a, a + 1, b + 1), (a, b + 1, b)]
            materials += [NONWALK if mark == "#" else STONE] * 2
    order = sorted(range(len(faces)), key=lambda face: materials[face] == NONWALK)
    vertices = np.column_stack([plan * cell, np.zeros(len(plan))])
    return mesh_of(vertices, [faces[n] for n in order], [materials[n] for n in order])


def random_rows(seed: int, width: int = 7, height: int = 6, walls: float = 0.3) -> list[str]:
    """A maze by chance, with pinched corners and islands."""
    random = np.random.default_rng(seed)
    marks = np.where(random.random((height, width)) < walls, "#", ".")
    marks[0, 0] = "."
    return ["".join(row) for row in marks.tolist()]


def split_in_rooms(mesh: kl.Walkmesh, across: float) -> Area:
    """Two linked rooms: the faces west of x = ``across`` by their middles, and the others."""
    middle = mesh.vertices[mesh.faces].mean(axis=1)[:, 0]
    rooms = {}
    for name, kept in (("west", middle < across), ("east", middle >= across)):
        used, faces = np.unique(mesh.faces[kept], return_inverse=True)
        rooms[name] = mesh_of(
            mesh.vertices[used], faces.reshape(-1, 3), mesh.materials[kept].tolist()
        )
    return kl.relink(make_area(rooms))[0]
