"""How long a check takes: a whole game's worth of rooms, and one room from the shell.

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
