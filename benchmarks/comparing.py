"""How long it takes to say what changed: two meshes, two areas of sixty rooms, two folders.

python benchmarks/comparing.py
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import kotorlevel as kl

ROOMS = 60
CELLS = 14  # 392 faces a room


def grid(cells: int, x: float = 0.0, y: float = 0.0) -> kl.Walkmesh:
    """A floor of ``cells`` × ``cells`` squares of two faces."""
    side = cells + 1
    row, column = np.divmod(np.arange(side * side), side)
    height = 0.1 * np.sin(column * 1.3) + 0.1 * np.cos(row * 0.7)
    vertices = np.stack([x + column, y + row, height], axis=1)
    row, column = np.divmod(np.arange(cells * cells), cells)
    corner = row * side + column
    lower = np.stack([corner, corner + 1, corner + side + 1], axis=1)
    upper = np.stack([corner, corner + side + 1, corner + side], axis=1)
    faces = np.stack([lower, upper], axis=1).reshape(-1, 3)
    return kl.Walkmesh.from_arrays(vertices, faces, np.full(len(faces), 4))


def area(changed: int) -> kl.Area:
    """Sixty rooms in a row; of the first ``changed`` a vertex is moved and a face painted."""
    meshes: dict[str, kl.Walkmesh | None] = {}
    for number in range(ROOMS):
        mesh = grid(CELLS, x=CELLS * number)
        if number < changed:
            vertices, materials = mesh.vertices.copy(), mesh.materials.copy()
            vertices[40] += np.array((0.2, 0.1, 0), np.float32)
            materials[7] = 10
            mesh = mesh.edited(vertices=vertices, materials=materials)
        meshes[f"room_{number:02}"] = kl.Walkmesh.from_bytes(mesh.to_bytes())
    return kl.relink(kl.Area.from_meshes("bench", meshes))[0]


def best_of(count: int, action: Callable[[], object]) -> float:
    """Seconds of the quickest run."""
    times = []
    for _ in range(count):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    """Print the figures."""
    big = grid(100)
    vertices = big.vertices.copy()
    vertices[::50, 2] += 0.1
    moved = big.edited(vertices=vertices)
    faces = len(big.faces)
    seconds = best_of(3, lambda: kl.diff_meshes(big, moved))
    print(f"{faces:,} faces, every 50th vertex moved: {seconds:.3f} s")
    whole, one, all_ = area(0), area(1), area(ROOMS)
    for name, other in (("one room", one), ("all rooms", all_)):
        seconds = best_of(3, lambda other=other: kl.diff(whole, other))  # type: ignore[misc]
        print(f"two areas of {ROOMS} rooms, {name} changed: {seconds:.3f} s")
    with tempfile.TemporaryDirectory() as folder:
        old, new = Path(folder, "old"), Path(folder, "new")
        for path, each in ((old, whole), (new, all_)):
            path.mkdir()
            kl.write_area(each, path)
        seconds = best_of(3, lambda: kl.diff(old, new))
        print(f"two folders of them, read and compared: {seconds:.3f} s")


if __name__ == "__main__":
    main()
