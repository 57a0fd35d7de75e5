"""How fast paths are found across an area of 60 rooms and 60,000 faces.

    python benchmarks/navigating.py
    python benchmarks/navigating.py --path-points     how long it takes to make path points for it

Rooms are bumpy and full of pillars; doorways lead from each room to the next, either on every side
or in one long row from the first room to the last. Numba (``pip install kotorlevel[fast]``) takes
part where it is installed. Times are the best of several runs.
"""

from __future__ import annotations

import math
import sys
import time
from typing import TYPE_CHECKING

import numpy as np

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.nav.floor.build import build_floor, find_components
from kotorlevel.nav.navigator import Navigator
from kotorlevel.nav.pathpoints.build import build_path_points
from kotorlevel.nav.pathpoints.survey import survey_path_points
from kotorlevel.query.engine.compiled import can_compile

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

COLUMNS, ROWS = 10, 6
SQUARES = 24
"""Squares of half a metre along each side of a room; two faces each."""

STEP = 0.5
DOOR = (11, 13)
PATHS = 20
REPEATS = 5
COMPONENT_FACES = 100_000
PLAIN_LIMIT, COMPILED_LIMIT, COMPONENT_LIMIT = 0.150, 0.005, 0.050
PATH_POINTS_LIMIT = 30.0


def main() -> None:
    if "--path-points" in sys.argv:
        measure_path_points()
        return
    for name, snake in (("doorways on every side", False), ("one long row of rooms", True)):
        area = rooms_of(snake)
        faces = sum(len(room.mesh.faces) for room in area.rooms if room.mesh is not None)
        print(f"{len(area.rooms)} rooms, {faces:,} faces, {name}")
        print(f"  floor: {best(lambda area=area: build_floor(area)) * 1e3:.0f} ms")  # type: ignore[misc]
        for fast in (True, False):
            if fast and not can_compile():
                print("  Numba is not installed: no compiled search")
                continue
            measure_paths(area, fast)
    measure_components()


def measure_path_points() -> None:
    area = rooms_of(False)
    floor = build_floor(area)
    # Compiling is not what is measured.
    build_path_points(build_floor(next(room.mesh for room in area.rooms if room.mesh)))
    start = time.perf_counter()
    paths = build_path_points(floor)
    seconds = time.perf_counter() - start
    print(
        f"{len(floor):,} cells, {floor.plan_area.sum():,.0f} m²: {len(paths):,} points, "
        f"{len(paths.destinations):,} connections in {seconds:.1f} s "
        f"(wanted, compiled: below {PATH_POINTS_LIMIT:.0f} s)"
    )
    start = time.perf_counter()
    audit = survey_path_points(floor, paths, area)
    print(f"audit: {len(audit.faults)} faults in {time.perf_counter() - start:.1f} s")


def rooms_of(snake: bool) -> Area:
    """Rooms of about a thousand faces in rows; ``snake`` leaves one way through all of them."""
    numbers = range(COLUMNS * ROWS)
    return Area.from_meshes("bench", {f"room{n:02}": room_mesh(n, snake) for n in numbers})


def room_mesh(index: int, snake: bool) -> kl.Walkmesh:
    """A room with pillars and a doorway of a metre in the middle of each side that leads on."""
    row, column = divmod(index, COLUMNS)
    random = np.random.default_rng(index)
    size = SQUARES + 1
    i, j = (a.ravel() for a in np.meshgrid(np.arange(size), np.arange(size)))
    x, y = (i + column * SQUARES) * STEP, (j + row * SQUARES) * STEP
    z = 0.3 * np.sin(x / 3) + 0.3 * np.cos(y / 4)
    inside = (i % SQUARES != 0) & (j % SQUARES != 0)
    x, y = (a + inside * random.uniform(-0.15, 0.15, len(a)) for a in (x, y))
    keep = np.ones((SQUARES, SQUARES), bool)
    for a, b in random.integers(2, SQUARES - 4, (8, 2)).tolist():
        keep[b : b + 2, a : a + 2] = False
    b, a = np.nonzero(keep)
    corner = b * size + a
    rows = [(corner, corner + 1, corner + size + 1), (corner, corner + size + 1, corner + size)]
    faces = np.stack([np.stack(part, 1) for part in rows], 1).reshape(-1, 3)
    ways = leads(row, column, snake)
    transitions = np.full((len(faces), 3), -1)
    for k, (square_y, square_x) in enumerate(zip(b.tolist(), a.tolist(), strict=True)):
        open_x, open_y = (DOOR[0] <= at < DOOR[1] for at in (square_x, square_y))
        if square_y == 0 and open_x:
            transitions[2 * k, 0] = ways["south"]
        if square_x == SQUARES - 1 and open_y:
            transitions[2 * k, 1] = ways["east"]
        if square_y == SQUARES - 1 and open_x:
            transitions[2 * k + 1, 1] = ways["north"]
        if square_x == 0 and open_y:
            transitions[2 * k + 1, 2] = ways["west"]
    return kl.Walkmesh.from_arrays(
        np.stack([x, y, z], 1), faces, np.full(len(faces), 4), transitions
    )


def leads(row: int, column: int, snake: bool) -> dict[str, int]:
    """Side → the room behind it, or -1."""
    index = row * COLUMNS + column
    turns = row % 2 == 0, row % 2 == 1
    ends = (COLUMNS - 1, 0)
    up = not snake or any(turn and column == end for turn, end in zip(turns, ends, strict=True))
    down = not snake or any(
        turn and column == end for turn, end in zip(turns, ends[::-1], strict=True)
    )
    return {
        "south": index - COLUMNS if row > 0 and down else -1,
        "north": index + COLUMNS if row < ROWS - 1 and up else -1,
        "west": index - 1 if column > 0 else -1,
        "east": index + 1 if column < COLUMNS - 1 else -1,
    }


def measure_paths(area: Area, fast: bool) -> None:
    navigator = Navigator(area, fast=fast)
    limit = COMPILED_LIMIT if fast else PLAIN_LIMIT
    side = SQUARES * STEP
    last = (0.4, ROWS * side - 0.4) if ROWS % 2 == 0 else (COLUMNS * side - 0.4, ROWS * side - 0.4)
    navigator.path((0.4, 0.4), (0.8, 0.4))  # compiled by now, and the floor prepared
    begin = time.perf_counter()
    across = navigator.path((0.4, 0.4), last)
    first = time.perf_counter() - begin
    if not across.ok:
        raise SystemExit(f"no path: {across.reason}")
    seconds = best(lambda: navigator.path((0.4, 0.4), last))
    kind = "compiled" if fast else "plain"
    print(
        f"  {kind}: from the first room to the last {seconds * 1e3:.2f} ms (wanted: below "
        f"{limit * 1e3:.0f} ms), {across.length:.0f} m, {len(across.rooms)} rooms, "
        f"{len(across.faces)} faces; the first time {first:.2f} s"
    )
    times = [best(lambda a=a, b=b: navigator.path(a, b)) for a, b in random_pairs(navigator)]  # type: ignore[misc]
    print(
        f"  {kind}: {len(times)} random paths, median {np.median(times) * 1e3:.2f} ms, "
        f"longest {max(times) * 1e3:.2f} ms"
    )


def random_pairs(navigator: Navigator) -> list[tuple[list[float], list[float]]]:
    random = np.random.default_rng(7)
    centre: NDArray[np.float64] = navigator.floor.centre
    picks = random.integers(0, len(centre), (PATHS, 2))
    return [(centre[a].tolist(), centre[b].tolist()) for a, b in picks.tolist()]


def measure_components() -> None:
    floor = build_floor(open_ground(COMPONENT_FACES))
    seconds = best(lambda: find_components(floor))
    print(
        f"components of {len(floor):,} faces: {seconds * 1e3:.1f} ms "
        f"(wanted: below {COMPONENT_LIMIT * 1e3:.0f} ms)"
    )


def open_ground(faces: int) -> kl.Walkmesh:
    """A flat floor of about so many faces in random order."""
    random = np.random.default_rng(1)
    size = math.isqrt(faces // 2)
    x, y = (axis.ravel() for axis in np.meshgrid(np.arange(size + 1.0), np.arange(size + 1.0)))
    a = np.arange(size * (size + 1)).reshape(size, size + 1)[:, :size].ravel()
    b = a + size + 1
    rows = np.concatenate([np.stack([a, a + 1, b + 1], 1), np.stack([a, b + 1, b], 1)])
    vertices = np.stack([x, y, np.zeros(x.size)], axis=1)
    return kl.Walkmesh.from_arrays(vertices, random.permutation(rows), np.full(len(rows), 4))


def best(work: Callable[[], object]) -> float:
    """The seconds of the quickest of several runs."""
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


if __name__ == "__main__":
    main()
