"""How long it takes to compute the visibility of a whole area.

    python benchmarks/seeing.py [WIDTH HEIGHT]

The area is a grid of rooms (8 by 5 by default) with walls, a screen in each and doorways that are
not opposite each other, so that most pairs see nothing: that is what takes long.
"""

from __future__ import annotations

import sys
import time

import numpy as np

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.query.engine.compiled import can_compile

SIDE = 12.0
CELLS = 12
DOOR = 2
HEIGHT = 4.0
LIMIT = 30.0
STONE, WALL = 4, 7


def main() -> None:
    width, height = (int(text) for text in (sys.argv[1:3] or ("8", "5")))
    area = grid_area(width, height)
    faces = sum(len(room.mesh.faces) for room in area.rooms if room.mesh)
    print(f"{len(area.rooms)} rooms, {faces:,} faces; compiled: {can_compile()}")
    for name, options in {
        "as is": {},
        "depth 2": {"depth": 2},
        "256 samples": {"samples": 256},
    }.items():
        start = time.perf_counter()
        result = kl.build_visibility(area, **options)  # type: ignore[arg-type]
        seconds = time.perf_counter() - start
        pairs = len(result.sights) // 2
        print(f"{name:<14} {seconds:6.1f} s   {pairs} of {possible(area)} pairs see each other")
    print(f"wanted: below {LIMIT:.0f} s as is, compiled")


def possible(area: Area) -> int:
    return len(area.rooms) * (len(area.rooms) - 1) // 2


def grid_area(width: int, height: int) -> Area:
    random = np.random.default_rng(1)
    # The cell where the doorway to the east and to the north begins.
    east = random.integers(1, CELLS - DOOR, (width, height))
    north = random.integers(1, CELLS - DOOR, (width, height))
    rooms = {}
    for number in range(width * height):
        i, j = number % width, number // width
        doors = {
            "east": (east[i, j], number + 1) if i + 1 < width else None,
            "west": (east[i - 1, j], number - 1) if i else None,
            "north": (north[i, j], number + width) if j + 1 < height else None,
            "south": (north[i, j - 1], number - width) if j else None,
        }
        mesh = make_room(i * SIDE, j * SIDE, doors, int(random.integers(3, CELLS - 3)))
        rooms[f"room_{number:02}"] = mesh
    return Area.from_meshes("grid", rooms)


def make_room(
    x: float, y: float, doors: dict[str, tuple[int, int] | None], screen: int
) -> kl.Walkmesh:
    """A floor of squares, walls but at doorways, and a screen across a part of the room."""
    size = SIDE / CELLS
    vertices: list[tuple[float, float, float]] = []
    faces: list[tuple[int, int, int]] = []
    materials: list[int] = []
    transitions: list[tuple[int, int, int]] = []
    line = [(x + size * a, y + size * b, 0.0) for b in range(CELLS + 1) for a in range(CELLS + 1)]
    vertices += line

    def room_at(side: str, cell: int) -> int:
        door = doors[side]
        return door[1] if door is not None and door[0] <= cell < door[0] + DOOR else -1

    for b in range(CELLS):
        for a in range(CELLS):
            corner = b * (CELLS + 1) + a
            above = corner + CELLS + 1
            faces += [(corner, corner + 1, above + 1), (corner, above + 1, above)]
            south = room_at("south", a) if b == 0 else -1
            north = room_at("north", a) if b == CELLS - 1 else -1
            west = room_at("west", b) if a == 0 else -1
            east = room_at("east", b) if a == CELLS - 1 else -1
            transitions += [(south, east, -1), (-1, north, west)]
            materials += [STONE] * 2

    def add_wall(start: tuple[float, float], end: tuple[float, float]) -> None:
        first = len(vertices)
        vertices.extend(
            [(*start, 0.0), (*end, 0.0), (*end, HEIGHT), (*start, HEIGHT)],
        )
        faces.extend([(first, first + 1, first + 2), (first, first + 2, first + 3)])
        materials.extend([WALL] * 2)
        transitions.extend([(-1, -1, -1)] * 2)

    for cell in range(CELLS):
        low, high = size * cell, size * (cell + 1)
        sides = {
            "south": ((x + low, y), (x + high, y)),
            "north": ((x + low, y + SIDE), (x + high, y + SIDE)),
            "west": ((x, y + low), (x, y + high)),
            "east": ((x + SIDE, y + low), (x + SIDE, y + high)),
        }
        for side, (start, end) in sides.items():
            if room_at(side, cell) < 0:
                add_wall(start, end)
        if 2 <= cell < CELLS - 3:
            add_wall((x + low, y + size * screen), (x + high, y + size * screen))
    return kl.Walkmesh.from_arrays(vertices, faces, materials, transitions)


if __name__ == "__main__":
    main()
