"""How long linking takes: 200 rooms with 100,000 boundary edges.

python benchmarks/linking.py [--profile]
"""

from __future__ import annotations

import cProfile
import pstats
import sys
import time

import numpy as np

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.area.links.boundary import collect_boundary

ROOMS_A_SIDE, ROOMS = 20, 200
FIELDS = 125
"""Along each side of a room: four times as many boundary edges."""
LIMIT = 2.0
"""Seconds."""
REPEATS = 5


def main() -> None:
    for name, apart in (("touching", 0.0), ("3 cm apart", 0.03)):
        area = make_area(apart)
        edges = len(collect_boundary(area))
        faces = sum(len(room.mesh.faces) for room in area.rooms if room.mesh is not None)
        print(f"{ROOMS} rooms {name}: {edges:,} boundary edges, {faces:,} faces")
        if "--profile" in sys.argv:
            profiler = cProfile.Profile()
            profiler.runcall(kl.relink, area)
            pstats.Stats(profiler).sort_stats("tottime").print_stats(15)
            continue
        times = []
        for _ in range(REPEATS):
            start = time.perf_counter()
            _, report = kl.relink(area)
            times.append(time.perf_counter() - start)
        print(
            f"  relink: {min(times):.2f} s (wanted: below {LIMIT:g} s), "
            f"{report.seams:,} seams, {len(report.changes):,} changes, "
            f"{len(report.near_misses):,} near misses"
        )


def make_area(apart: float) -> Area:
    """A grid of rooms, each a frame of narrow fields: much boundary, little floor."""
    mesh = make_frame()
    size = float(mesh.vertices[:, 0].max()) + apart
    places = {n: (size * (n % ROOMS_A_SIDE), size * (n // ROOMS_A_SIDE), 0.0) for n in range(ROOMS)}
    return Area.from_meshes("grid", {f"room_{n}": mesh.translated(at) for n, at in places.items()})


def make_frame() -> kl.Walkmesh:
    """A square floor with `FIELDS` edges along each side, all meeting in the middle."""
    step = np.arange(FIELDS) * 0.2
    end = FIELDS * 0.2
    zero = np.zeros(FIELDS)
    around = [(step, zero), (zero + end, step), (end - step, zero + end), (zero, end - step)]
    rim = np.concatenate([np.stack([x, y, zero], axis=1) for x, y in around])
    count = len(rim)
    points = np.concatenate([rim, [(end / 2, end / 2, 0.0)]])
    number = np.arange(count)
    faces = np.stack([number, (number + 1) % count, np.full(count, count)], axis=1)
    return kl.Walkmesh.from_arrays(points, faces, np.full(count, 4))


if __name__ == "__main__":
    main()
