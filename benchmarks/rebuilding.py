"""How long `rebuilt()` takes, how it grows, and how that compares with the PyKotor library.

    python benchmarks/rebuilding.py [--slow]

PyKotor (``pip install pykotor``) is timed in the same run where it is installed. Its write needs
minutes for 20,000 faces; --slow waits for it, otherwise it is measured up to 5,000 faces and the
time for 20,000 is extrapolated by its own growth, and marked so.
"""

from __future__ import annotations

import math
import sys
import time
from typing import TYPE_CHECKING

import numpy as np

import kotorlevel as kl
from kotorlevel.mesh.derive import derive_adjacency, derive_boundary, derive_planes, derive_tree

if TYPE_CHECKING:
    from collections.abc import Callable

SIZES = (1_000, 1_200, 5_000, 20_000, 100_000)
GROWTH_WANTED = 1.15


def main() -> None:
    write_pykotor = find_pykotor()
    ours: dict[int, float] = {}
    theirs: dict[int, float] = {}
    print(f"{'faces':>8} {'KotorLevel':>12} {'PyKotor':>14} {'ratio':>9}")
    for size in SIZES:
        mesh = rough_ground(size)
        ours[size] = best(lambda mesh=mesh: mesh.rebuilt().to_bytes())  # type: ignore[misc]
        note = ""
        if write_pykotor and (size <= 5_000 or ("--slow" in sys.argv[1:] and size <= 20_000)):
            job = write_pykotor(mesh.to_bytes())
            theirs[size] = once(job) if size > 1_200 else best(job, 3)
        elif write_pykotor and size == 20_000:
            theirs[size] = theirs[5_000] * 4 ** growth(theirs, 1_200, 5_000)
            note = " (extrapolated)"
        ratio = f"{theirs[size] / ours[size]:8,.0f}x" if size in theirs else ""
        other = f"{theirs[size]:12.3f} s" if size in theirs else ""
        print(f"{size:>8,} {ours[size] * 1e3:9.2f} ms {other:>14} {ratio:>9}{note}")
    exponent = growth(ours, 1_000, 100_000)
    print(
        f"growth from 1,000 to 100,000 faces: n^{exponent:.2f} (wanted: at most n^{GROWTH_WANTED})"
    )
    show_parts(rough_ground(100_000))


def rough_ground(faces: int) -> kl.Walkmesh:
    """A bumpy floor of about so many faces in random order, a tenth of it not walkable."""
    rng = np.random.default_rng(0)
    size = math.isqrt(faces // 2)
    x, y = (axis.ravel() for axis in np.meshgrid(np.arange(size + 1), np.arange(size + 1)))
    vertices = np.stack([x, y, 0.3 * rng.random(x.size)], axis=1)
    a = np.arange(size * (size + 1)).reshape(size, size + 1)[:, :size].ravel()
    b = a + size + 1
    rows = np.concatenate([np.stack([a, a + 1, b + 1], 1), np.stack([a, b + 1, b], 1)])
    materials = np.where(rng.random(len(rows)) < 0.1, 7, 10)
    return kl.Walkmesh.from_arrays(vertices, rng.permutation(rows), materials)


def find_pykotor() -> Callable[[bytes], Callable[[], object]] | None:
    try:
        from pykotor.resource.formats.bwm import bytes_bwm, read_bwm
    except ImportError:
        print("PyKotor is not installed: measuring KotorLevel alone")
        return None

    def prepare(data: bytes) -> Callable[[], object]:
        mesh = read_bwm(data)
        return lambda: bytes_bwm(mesh)

    return prepare


def growth(times: dict[int, float], small: int, large: int) -> float:
    return math.log(times[large] / times[small]) / math.log(large / small)


def show_parts(mesh: kl.Walkmesh) -> None:
    adjacency = derive_adjacency(mesh.faces, mesh.domain).table
    parts = {
        "planes": lambda: derive_planes(mesh.vertices, mesh.faces),
        "adjacency": lambda: derive_adjacency(mesh.faces, mesh.domain),
        "boundary": lambda: derive_boundary(adjacency, mesh.faces),
        "tree": lambda: derive_tree(mesh.vertices, mesh.faces),
    }
    print(
        "100,000 faces: " + ", ".join(f"{k} {best(job) * 1e3:.0f} ms" for k, job in parts.items())
    )


def best(job: Callable[[], object], repeat: int = 7) -> float:
    return min(once(job) for _ in range(repeat))


def once(job: Callable[[], object]) -> float:
    started = time.perf_counter()
    job()
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
