"""How long it takes to cut bodies and obstacles out of the floor of a large area.

    python benchmarks/carving.py

60 rooms of about 1,000 faces each, with 16 to 20 pillars in every room: 4,000 corners to round.
Seconds are those of the processor.
"""

from __future__ import annotations

import time

import numpy as np

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.nav.clip.body import shrink
from kotorlevel.nav.clip.clip import Obstacle, clip_obstacles
from kotorlevel.nav.floor.build import build_floor, find_components
from kotorlevel.nav.floor.floor import Blocker
from kotorlevel.query.engine.compiled import can_compile

COLUMNS, ROWS = 10, 6
CELLS = 22
STONE, WALL = 4, 7
RADIUS = 0.35


def main() -> None:
    area = pillared_area()
    floor = timed("floor", lambda: build_floor(area))
    timed("islands", lambda: find_components(floor))
    obstacles = crates()
    for fast in (True, False) if can_compile() else (False,):
        way = "compiled" if fast else "plain"
        shrink(build_floor(pillared_room(0)), RADIUS, fast)  # compile
        left = timed(f"body, {way}", lambda fast=fast: shrink(floor, RADIUS, fast))
        print(f"{'':<22} {len(floor):,} cells, then {len(left):,}")
        timed(f"300 crates, {way}", lambda fast=fast: clip_obstacles(floor, obstacles, fast))
    print("wanted for a body: about 1.5 s compiled, below 20 s plain")


def timed(what: str, work):  # type: ignore[no-untyped-def]
    start = time.process_time()
    result = work()
    print(f"{what:<22} {time.process_time() - start:6.2f} s")
    return result


def crates() -> list[Obstacle]:
    random = np.random.default_rng(1)
    places = random.uniform(0, (COLUMNS * CELLS, ROWS * CELLS), (300, 2))
    ring = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    return [
        Obstacle(place + ring, -1, 1, Blocker("placeable", number, "crate"))
        for number, place in enumerate(places)
    ]


def pillared_area() -> Area:
    numbers = range(COLUMNS * ROWS)
    return Area.from_meshes("pillars", {f"room_{n}": pillared_room(n) for n in numbers})


def pillared_room(number: int) -> kl.Walkmesh:
    """A square of `CELLS` metres, with a doorway of one metre to each neighbour."""
    x, y = number % COLUMNS, number // COLUMNS
    line = range(CELLS + 1)
    points = [(CELLS * x + i, CELLS * y + j, 0.0) for j in line for i in line]
    faces, materials, sides = [], [], []
    middle, last = CELLS // 2, CELLS - 1
    for j in range(CELLS):
        for i in range(CELLS):
            a, b = j * (CELLS + 1) + i, (j + 1) * (CELLS + 1) + i
            south = number - COLUMNS if (i, j) == (middle, 0) and y > 0 else -1
            east = number + 1 if (i, j) == (last, middle) and x < COLUMNS - 1 else -1
            north = number + COLUMNS if (i, j) == (middle, last) and y < ROWS - 1 else -1
            west = number - 1 if (i, j) == (0, middle) and x > 0 else -1
            faces += [(a, a + 1, b + 1), (a, b + 1, b)]
            materials += [WALL if i % 5 == j % 5 == 2 else STONE] * 2
            sides += [(south, east, -1), (-1, north, west)]
    order = sorted(range(len(faces)), key=lambda face: materials[face] == WALL)
    return kl.Walkmesh.from_arrays(
        points,
        [faces[n] for n in order],
        [materials[n] for n in order],
        [sides[n] for n in order],
    )


if __name__ == "__main__":
    main()
