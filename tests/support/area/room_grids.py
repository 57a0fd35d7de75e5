"""Areas to be linked, made in code: a grid of rooms with doorways in some of their walls.

Every room is a square of `CELLS` × `CELLS` fields. Between two rooms that touch there is a wall,
or a doorway of one field. Who is joined with whom is known by construction.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np

import kotorlevel as kl
from kotorlevel.area.area import Area
from support.areas import NONWALK, STONE, make_area

CELLS, FIELD = 3, 2.0
SIZE = CELLS * FIELD
SIDES = {"south": (0, -1), "east": (1, 0), "north": (0, 1), "west": (-1, 0)}
ACROSS = {"south": "north", "east": "west", "north": "south", "west": "east"}
Place = tuple[int, int]


@dataclass(frozen=True)
class Grid:
    """An area without links, and which rooms a doorway joins, by index, lower first."""

    area: Area
    doorways: frozenset[tuple[int, int]]


def make_grid(
    seed: int, columns: int = 3, rows: int = 3, *, walls: bool = True, degrees: float = 0.0
) -> Grid:
    """Rooms in any order, turned by ``degrees`` and moved somewhere; doorways by chance.

    Without ``walls``, rooms without a doorway between them stand half a metre apart instead; then
    the doorways are all there are along the columns, and there are none between rows.
    """
    random = Random(seed)
    places = [(x, y) for x in range(columns) for y in range(rows)]
    random.shuffle(places)
    index = {place: number for number, place in enumerate(places)}
    doors: dict[Place, dict[str, int]] = {place: {} for place in places}
    joined = set()
    for place in places:
        for side in ("east", "north"):
            step = SIDES[side]
            other = place[0] + step[0], place[1] + step[1]
            if other in index and (random.random() < 0.6 if walls else side == "east"):
                field = random.randrange(CELLS)
                doors[place][side] = doors[other][ACROSS[side]] = field
                joined.add((min(index[place], index[other]), max(index[place], index[other])))
    offset = random.uniform(-90, 90), random.uniform(-90, 90), random.uniform(-9, 9)
    apart = 0.0 if walls else 0.5
    rooms = {
        f"room_{number}": make_room(place, doors[place] if walls else {}, walls, apart)
        .rotated(degrees)
        .translated(offset)
        for number, place in enumerate(places)
    }
    return Grid(make_area(rooms), frozenset(joined))


def make_room(
    place: Place, doors: dict[str, int], walls: bool = True, apart: float = 0.0
) -> kl.Walkmesh:
    """A square floor at a place of the grid; all around it a wall, but for the doors."""
    x, y = place[0] * SIZE, place[1] * (SIZE + apart)
    line = range(CELLS + 1)
    points = [(x + FIELD * i, y + FIELD * j, 0.0) for j in line for i in line]
    faces, materials = [], []
    for j in range(CELLS):
        for i in range(CELLS):
            a = j * (CELLS + 1) + i
            b = a + CELLS + 1
            faces += [(a, a + 1, b + 1), (a, b + 1, b)]
            materials += [STONE] * 2
    last = CELLS * (CELLS + 1)
    sides = {
        "south": [(n, n + 1) for n in range(CELLS)],
        "north": [(last + n + 1, last + n) for n in range(CELLS)],
        "west": [((n + 1) * (CELLS + 1), n * (CELLS + 1)) for n in range(CELLS)],
        "east": [(n * (CELLS + 1) + CELLS, (n + 1) * (CELLS + 1) + CELLS) for n in range(CELLS)],
    }
    for side, edges in sides.items():
        for number, (start, end) in enumerate(edges):
            if walls and doors.get(side) != number:
                top = len(points)
                points.append((*points[start][:2], 3.0))
                faces.append((end, start, top))
                materials.append(NONWALK)
    return kl.Walkmesh.from_arrays(points, faces, materials)


def joined_rooms(area: Area) -> set[tuple[str, str]]:
    """The pairs of rooms that can be crossed both ways, by name: from stored transitions alone."""
    leads = set()
    for room in area.rooms:
        if room.mesh is not None:
            for target in np.unique(room.mesh.transitions).tolist():
                if 0 <= target < len(area.rooms):
                    leads.add((room.name, area.rooms[target].name))
    return {(a, b) for a, b in leads if (b, a) in leads and a < b}


def one_way(area: Area) -> set[tuple[int, int]]:
    """Room and target of transitions that no transition of the target answers."""
    leads = {
        (room.index, target)
        for room in area.rooms
        if room.mesh is not None
        for target in room.mesh.transitions.reshape(-1).tolist()
        if target != -1
    }
    return {(a, b) for a, b in leads if (b, a) not in leads}


def slow_meetings(area: Area, tolerance: float = 0.001) -> set[tuple[int, int, int, int]]:
    """Every two boundary edges of two rooms that meet: (room, edge, other room, other edge).

    All are compared with all, on what `Walkmesh.boundary` says.
    """
    edges = []
    for room in area.rooms:
        if room.mesh is None:
            continue
        mesh = room.mesh.rebuilt()
        for edge in mesh.boundary():
            face, side = divmod(edge.edge, 3)
            ends = mesh.faces[face, side], mesh.faces[face, (side + 1) % 3]
            a, b = (mesh.vertices[end].astype(float) for end in ends)
            edges.append((room.index, edge.edge, a, b))
    found = set()
    for number, (room_a, edge_a, start_a, end_a) in enumerate(edges):
        for room_b, edge_b, start_b, end_b in edges[:number]:
            if room_a == room_b or np.linalg.norm(start_a - end_b) > tolerance:
                continue
            if np.linalg.norm(end_a - start_b) <= tolerance:
                pair = sorted([(room_a, edge_a), (room_b, edge_b)])
                found.add((*pair[0], *pair[1]))
    return found
