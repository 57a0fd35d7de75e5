"""How long a check takes: a whole game's worth of rooms, one room, and a large area.

python benchmarks/checking.py [--profile]
"""

from __future__ import annotations

import cProfile
import os
import pstats
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import kotorlevel as kl

FILES, FACES = 1_200, 190_000
"""The rooms of the first game, and the faces in all of them."""
LIMIT = 20.0
"""Seconds for all of them on two cores."""
SINGLE_FACES, SINGLE_LIMIT = 1_200, 0.6
"""A large room, and the seconds from the shell for it."""
AREA_SIDES, AREA_LIMIT, CAUSES_LIMIT = (12, 10), 2.0, 0.2
"""An area of 120 rooms, the seconds for it, and the part of them that causes may cost."""
REPEATS = 7


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        rooms, single = Path(folder, "rooms"), Path(folder, "single.wok")
        rooms.mkdir()
        total = sum(write_room(rooms / f"room_{number:04}.wok", number) for number in range(FILES))
        faces = write_room(single, 0, SINGLE_FACES)
        print(f"{FILES:,} files with {total:,} faces, {os.cpu_count()} cores")
        if "--profile" in sys.argv:
            profile(rooms)
            return
        show("kotorlevel check FOLDER", run("check", str(rooms)), LIMIT)
        best = min(run("check", str(single)) for _ in range(REPEATS))
        show(f"kotorlevel check of one file with {faces:,} faces", best, SINGLE_LIMIT)
        measure_area(Path(folder, "area"))


def measure_area(folder: Path) -> None:
    """Check an area of rooms side by side, with and without looking for causes."""
    size = 9
    meshes = {
        f"r{column:02}_{row:02}": make_floor(size, (size * column, size * row))
        for column in range(AREA_SIDES[0])
        for row in range(AREA_SIDES[1])
    }
    area, _ = kl.relink(kl.Area.from_meshes("large", meshes))
    sight = kl.build_visibility(area)
    kl.write_area(area.with_visibility(sight.visibility), folder)
    without = kl.Options(ignore=("CAU",))
    cpu(folder, kl.Options())  # imports
    both = [(cpu(folder, kl.Options()), cpu(folder, without)) for _ in range(REPEATS)]
    whole, alone = np.median(both, axis=0).tolist()
    show(f"kl.check of an area of {len(meshes)} rooms (CPU)", whole, AREA_LIMIT)
    share = (whole - alone) / whole
    print(f"{'of which causes':<52} {share:6.0%}    (wanted: at most {CAUSES_LIMIT:.0%})")


def make_floor(size: int, at: tuple[int, int]) -> kl.Walkmesh:
    """A square of level floor in cells of one metre."""
    x, y = np.meshgrid(np.arange(size + 1.0) + at[0], np.arange(size + 1.0) + at[1])
    a = (np.arange(size)[:, None] * (size + 1) + np.arange(size)).reshape(-1)
    b = a + size + 1
    corners = np.concatenate([np.stack([a, a + 1, b + 1], 1), np.stack([a, b + 1, b], 1)])
    vertices = np.stack([x, y, np.zeros_like(x)], axis=2).reshape(-1, 3)
    return kl.Walkmesh.from_arrays(vertices, corners, np.full(len(corners), 4))


def cpu(folder: Path, options: kl.Options) -> float:
    """Seconds of the processor for a check, in all its processes."""
    start = os.times()
    kl.check(folder, options=options)
    return sum(b - a for a, b in zip(start[:4], os.times()[:4], strict=True))


def write_room(path: Path, seed: int, faces: int = 0) -> int:
    """Write a bumpy floor with holes, walls about it and a ceiling; return its number of faces."""
    random = np.random.default_rng(seed)
    count = faces or FACES // FILES + (seed < FACES % FILES)
    side = int(np.sqrt(count / 2))
    width, height = side, max(1, (count // 2) // side)
    x, y = np.meshgrid(np.arange(width + 1.0), np.arange(height + 1.0))
    z = 0.1 * random.random(x.shape)
    floor = np.stack([x, y, z], axis=2).reshape(-1, 3)
    a = (np.arange(height)[:, None] * (width + 1) + np.arange(width)).reshape(-1)
    b = a + width + 1
    corners = np.concatenate([np.stack([a, a + 1, b + 1], 1), np.stack([a, b + 1, b], 1)])
    materials = np.where(random.random(len(corners)) < 0.7, 4, 7)
    extra = count - len(corners)  # what is left over hangs on the wall
    start = len(floor)
    wall = np.array([(i, 0.0, 3.0 + k) for i in range(extra) for k in range(3)]).reshape(-1, 3)
    wall[:, 1] = -1.0 - np.tile([0.0, 0.0, 0.5], extra)
    corners = np.concatenate([corners, start + np.arange(3 * extra).reshape(-1, 3)])
    materials = np.concatenate([materials, np.full(extra, 2)])
    vertices = np.add(np.concatenate([floor, wall]), (100 * random.random(), 50, 0))
    mesh = kl.Walkmesh.from_arrays(vertices, corners, materials)
    path.write_bytes(mesh.to_bytes())
    return len(mesh.faces)


def run(*arguments: str) -> float:
    """Seconds of a command, from the shell."""
    start = time.perf_counter()
    command = [sys.executable, "-m", "kotorlevel", *arguments]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    assert done.returncode == 0, "these rooms are sound"
    return time.perf_counter() - start


def profile(folder: Path) -> None:
    """Where the time goes, in one process."""
    profiler = cProfile.Profile()
    profiler.runcall(kl.check, folder)
    pstats.Stats(profiler).sort_stats("tottime").print_stats(25)


def show(what: str, seconds: float, limit: float) -> None:
    print(f"{what:<52} {seconds:6.2f} s  (wanted: below {limit:g} s)")


if __name__ == "__main__":
    main()
