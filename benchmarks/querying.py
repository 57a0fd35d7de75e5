"""How fast the ground answers, beside Embree and the PyKotor library, in one run on one core.

    python benchmarks/querying.py

Embree (``pip install embreex``), Numba (``pip install kotorlevel[fast]``) and PyKotor
(``pip install pykotor``) take part where they are installed. Rates are the best of several runs.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

import numpy as np

import kotorlevel as kl
from kotorlevel.query.engine.compiled import can_compile

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

FACES = 20_000
QUERIES = 200_000
ROOM_FACES = 1_400
SIZES = (1_000, 5_000, 20_000, 100_000, 1_000_000)
REPEATS = 9
BUILD_LIMIT = 0.080
SINGLE_LIMIT = 10e-6
BOXES_WANTED = 1_000_000
BOX = 1.0
"""Metres: the sides of boxes, and the diameter of spheres."""


def main() -> None:
    terrain = rough_ground(FACES)
    random = np.random.default_rng(0)
    side = float(terrain.vertices[:, :2].max())
    points = random.uniform(0, side, (QUERIES, 2))
    origins = random.uniform((0, 0, -2), (side, side, 3), (QUERIES, 3))
    directions = random.normal(size=(QUERIES, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    measure_build(terrain)
    rates = measure_batches(terrain, points, origins, directions)
    embree = measure_embree(terrain, points, origins, directions)
    show_rates(rates, embree)
    compare_sizes()
    measure_shapes(terrain, points)
    measure_singles(terrain)
    compare_with_pykotor(rough_ground(ROOM_FACES))


def rough_ground(faces: int) -> kl.Walkmesh:
    """A bumpy floor of about so many faces in random order."""
    random = np.random.default_rng(1)
    size = math.isqrt(faces // 2)
    x, y = (axis.ravel() for axis in np.meshgrid(np.arange(size + 1.0), np.arange(size + 1.0)))
    z = np.sin(x / 7) + np.cos(y / 5) + 0.1 * random.random(x.size)
    a = np.arange(size * (size + 1)).reshape(size, size + 1)[:, :size].ravel()
    b = a + size + 1
    rows = np.concatenate([np.stack([a, a + 1, b + 1], 1), np.stack([a, b + 1, b], 1)])
    vertices = np.stack([x, y, z], axis=1)
    return kl.Walkmesh.from_arrays(vertices, random.permutation(rows), np.full(len(rows), 4))


def measure_build(mesh: kl.Walkmesh) -> None:
    seconds = best(lambda: prepare(mesh))
    wanted = f"wanted: below {BUILD_LIMIT * 1e3:.0f} ms"
    print(
        f"a Ground of {len(mesh.faces):,} faces, ready for all: {seconds * 1e3:.1f} ms ({wanted})"
    )


def prepare(mesh: kl.Walkmesh) -> kl.Ground:
    """A ground with both of its indices made; it makes each when it is first asked."""
    ground = kl.Ground(mesh, fast=False)
    ground.height(0.0, 0.0)
    ground.any_hit((0.0, 0.0, -9.0), (0.0, 0.0, -1.0))
    return ground


def measure_batches(
    mesh: kl.Walkmesh,
    points: NDArray[np.float64],
    origins: NDArray[np.float64],
    directions: NDArray[np.float64],
) -> dict[str, tuple[float, float]]:
    """Way of working → heights and rays a second."""
    rates = {}
    for name, fast in (("compiled", True), ("plain", False)):
        if fast and not can_compile():
            print("Numba is not installed: no compiled queries")
            continue
        ground = kl.Ground(mesh, fast=fast, threads=1)
        heights = best(lambda ground=ground: ground.heights(points))  # type: ignore[misc]
        rays = best(lambda ground=ground: ground.raycasts(origins, directions))  # type: ignore[misc]
        rates[name] = QUERIES / heights, QUERIES / rays
    return rates


def measure_embree(
    mesh: kl.Walkmesh,
    points: NDArray[np.float64],
    origins: NDArray[np.float64],
    directions: NDArray[np.float64],
) -> tuple[float, float] | None:
    """Embree's heights (rays straight down) and rays a second."""
    try:
        from embreex import rtcore, rtcore_scene
        from embreex.mesh_construction import TriangleMesh
    except ImportError:
        print("Embree is not installed")
        return None
    scene = rtcore_scene.EmbreeScene(rtcore.EmbreeDevice())
    TriangleMesh(scene, np.array(mesh.vertices), mesh.faces.astype(np.int32))
    above = np.column_stack([points, np.full(len(points), 20.0)]).astype(np.float32)
    down = np.tile(np.array([0, 0, -1], np.float32), (len(points), 1))
    start, along = origins.astype(np.float32), directions.astype(np.float32)
    heights = best(lambda: scene.run(above, down, query="DISTANCE"))
    rays = best(lambda: scene.run(start, along, query="DISTANCE"))
    return QUERIES / heights, QUERIES / rays


def show_rates(rates: dict[str, tuple[float, float]], embree: tuple[float, float] | None) -> None:
    print(f"{'a second, one core':<20} {'heights':>14} {'rays':>14}")
    for name, (heights, rays) in rates.items():
        line = f"{name:<20} {heights:>14,.0f} {rays:>14,.0f}"
        if embree:
            line += f"   {heights / embree[0]:.2f} and {rays / embree[1]:.2f} of Embree"
        print(line)
    if embree:
        print(f"{'Embree':<20} {embree[0]:>14,.0f} {embree[1]:>14,.0f}")
    print("wanted: compiled heights above Embree, rays 1,000,000 and a quarter of Embree;")
    print("        plain 1,000,000 heights and 10,000 rays")


def compare_sizes() -> None:
    """Rays and heights beside Embree on terrains of all sizes: CPU time, in turns, medians."""
    try:
        from embreex import rtcore, rtcore_scene
        from embreex.mesh_construction import TriangleMesh
    except ImportError:
        return
    if not can_compile():
        return
    print(f"{'of Embree, by CPU time':<24} {'incoherent':>12} {'camera':>12} {'heights':>12}")
    for faces in SIZES:
        mesh = rough_ground(faces)
        ground = kl.Ground(mesh, fast=True, threads=1)
        scene = rtcore_scene.EmbreeScene(rtcore.EmbreeDevice())
        TriangleMesh(scene, np.array(mesh.vertices), mesh.faces.astype(np.int32))
        ratios = []
        for origins, directions, down in ray_kinds(float(mesh.vertices[:, :2].max())):
            start, along = origins.astype(np.float32), directions.astype(np.float32)
            ours: Callable[[], object] = lambda o=origins, d=directions: ground.raycasts(o, d)  # type: ignore[misc] # noqa: B023, E731
            if down:
                plan = np.ascontiguousarray(origins[:, :2])
                ours = lambda p=plan: ground.heights(p)  # type: ignore[misc] # noqa: B023, E731
            theirs = lambda a=start, b=along: scene.run(a, b, query="DISTANCE")  # noqa: B023, E731
            ratios.append(in_turns(theirs, ours))
        print(f"{faces:<24,} " + " ".join(f"{ratio:>12.2f}" for ratio in ratios))
    print("wanted: rays 1, heights 2")


def ray_kinds(side: float) -> list[tuple[NDArray[np.float64], NDArray[np.float64], bool]]:
    """Origins and directions: anywhere, of a camera, and straight down."""
    random = np.random.default_rng(0)
    origins = random.uniform((0, 0, -2), (side, side, 3), (QUERIES // 2, 3))
    directions = random.normal(size=origins.shape)
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    line = np.linspace(-1, 1, math.isqrt(QUERIES // 2))
    u, v = (axis.ravel() for axis in np.meshgrid(line, line))
    camera = np.stack([u, np.full_like(u, 1.2), v * 0.6 - 0.5], axis=1)
    eye = np.tile([side / 2, 1.0, 6.0], (len(camera), 1))
    above, down = origins + np.array([0, 0, 20.0]), np.tile([0.0, 0.0, -1.0], (len(origins), 1))
    return [(origins, directions, False), (eye, camera, False), (above, down, True)]


def in_turns(one: Callable[[], object], other: Callable[[], object]) -> float:
    """How many times as long ``one`` takes as ``other``: medians of CPU time."""
    times: tuple[list[float], list[float]] = [], []
    for _ in range(REPEATS + 1):
        for job, taken in zip((one, other), times, strict=True):
            start = time.process_time()
            job()
            taken.append(time.process_time() - start)
    return float(np.median(times[0][1:]) / np.median(times[1][1:]))


def measure_shapes(mesh: kl.Walkmesh, plan: NDArray[np.float64]) -> None:
    """Boxes, spheres, capsules and moving spheres on the ground, beside a look at all faces."""
    centres = np.column_stack([plan, kl.Ground(mesh, fast=False).heights(plan)])
    random = np.random.default_rng(3)
    ends = centres + random.normal(size=centres.shape)
    above = centres + np.array([0.0, 0.0, 3.0])
    aims = above + 5 * random.normal(size=centres.shape)
    brute = measure_all_faces(mesh, centres[:50])
    kinds = " ".join(f"{kind:>11}" for kind in ("boxes", "spheres", "capsules", "moving"))
    print(f"{f'a second, {BOX:g} m':<20} {kinds}")
    for name, fast, count in (("compiled", True, QUERIES), ("plain", False, QUERIES // 40)):
        if fast and not can_compile():
            continue
        ground = kl.Ground(mesh, fast=fast, threads=1)
        low, high, start = centres[:count] - BOX / 2, centres[:count] + BOX / 2, centres[:count]
        jobs: list[Callable[[], object]] = [
            lambda g=ground, a=low, b=high: g.faces_in_boxes(a, b),  # type: ignore[misc]
            lambda g=ground, a=start: g.faces_near_points(a, BOX / 2),  # type: ignore[misc]
            lambda g=ground, a=start, b=ends[:count]: g.faces_near_points(a, BOX / 2, b),  # type: ignore[misc]
            lambda g=ground, a=above[:count], b=aims[:count]: g.sweeps(a, b, BOX / 2),  # type: ignore[misc]
        ]
        rates = [count / best(job, 5) for job in jobs]
        print(f"{name:<20} " + " ".join(f"{rate:>11,.0f}" for rate in rates), end="")
        print(f"   boxes {rates[0] / brute:,.0f} times a look at all faces in NumPy")
    print(f"wanted: {BOXES_WANTED:,} compiled boxes")


def measure_all_faces(mesh: kl.Walkmesh, centres: NDArray[np.float64]) -> float:
    """Boxes a second where the bounds of every face are compared, and the rest not even asked."""
    corners = mesh.vertices[mesh.faces].astype(np.float64)
    low, high = corners.min(axis=1), corners.max(axis=1)

    def look() -> None:
        for centre in centres:
            near = (low <= centre + BOX / 2) & (high >= centre - BOX / 2)
            np.flatnonzero(near.all(axis=1))

    return len(centres) / best(look, 3)


def measure_singles(mesh: kl.Walkmesh) -> None:
    if not can_compile():
        return
    ground = kl.Ground(mesh, fast=True)
    middle = float(mesh.vertices[:, :2].max()) / 2
    jobs: dict[str, Callable[[], object]] = {
        "height": lambda: ground.height(middle, middle),
        "height near z": lambda: ground.height(middle, middle, 1.0),
        "find_face": lambda: ground.find_face(middle, middle),
        "raycast": lambda: ground.raycast((middle, middle, 9.0), (0.3, 0.4, -1.0)),
        "line_of_sight": lambda: ground.line_of_sight((1.0, 1.0, 4.0), (middle, middle, 4.0)),
        "nearest": lambda: ground.nearest((middle, middle, 1.0)),
        "faces_in_box": lambda: ground.faces_in_box((middle, middle, -1.0), (middle + 1,) * 3),
        "faces_near": lambda: ground.faces_near((middle, middle, 1.0), 0.5),
        "sweep": lambda: ground.sweep((middle, middle, 5.0), (middle + 1, middle, -3.0), 0.3),
    }
    parts = []
    for name, job in jobs.items():
        seconds = best(lambda job=job: [job() for _ in range(1_000)]) / 1_000  # type: ignore[misc]
        parts.append(f"{name} {seconds * 1e6:.1f}")
    limit = f"wanted: below {SINGLE_LIMIT * 1e6:.0f}"
    print(f"one query, compiled and warm, in µs ({limit}): {', '.join(parts)}")


def compare_with_pykotor(mesh: kl.Walkmesh) -> None:
    try:
        from pykotor.resource.formats.bwm import read_bwm
        from utility.common.geometry import Vector3
    except ImportError:
        print("PyKotor is not installed")
        return
    theirs = read_bwm(mesh.to_bytes())
    x = float(mesh.vertices[:, 0].max()) / 2 + 0.3
    origin, down = Vector3(x, x, 20.0), Vector3(0.0, 0.0, -1.0)
    seconds = best(lambda: theirs.raycast(origin, down), 3)
    print(f"a ray on {len(mesh.faces):,} faces: PyKotor {seconds * 1e3:.1f} ms")
    count = QUERIES
    side = float(mesh.vertices[:, :2].max())
    origins = np.random.default_rng(2).uniform((0, 0, 5), (side, side, 9), (count, 3))
    downs = np.tile([0.0, 0.0, -1.0], (count, 1))
    for name, fast, wanted in (("plain", False, 1_000), ("compiled", True, 50_000)):
        if fast and not can_compile():
            continue
        ground = kl.Ground(mesh, fast=fast, threads=1)
        ours = best(lambda ground=ground: ground.raycasts(origins, downs)) / count  # type: ignore[misc]
        ratio = f"{seconds / ours:,.0f} times as fast (wanted: {wanted:,})"
        print(f"  {name:<10} {ours * 1e6:.2f} µs in a batch, {ratio}")
    single = kl.Ground(mesh, fast=False)
    ours = best(lambda: single.raycast((x, x, 20.0), (0.0, 0.0, -1.0)))
    print(f"  one plain ray {ours * 1e6:.0f} µs, {seconds / ours:,.0f} times as fast")


def best(job: Callable[[], object], repeats: int = REPEATS) -> float:
    """The shortest of several runs, in seconds; one more before them warms up."""
    job()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        job()
        times.append(time.perf_counter() - start)
    return min(times)


if __name__ == "__main__":
    main()
