"""How long a room takes out to a modelling program and back, beside one copy of its file.

python benchmarks/exchanging.py
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

import kotorlevel as kl

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

FACES = 20_000
WANTED = 0.3
"""Seconds, out or in."""


def main() -> None:
    mesh = make_terrain(FACES)
    count = int((mesh.transitions != -1).sum())
    print(f"{len(mesh.faces):,} faces, {count:,} links; wanted {WANTED} s")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        room = folder / "room.wok"
        kl.write_walkmesh(mesh, room)
        copying = best(room.read_bytes)
        back = folder / "back.wok"
        for ending in ("obj", "glb", "json"):
            drawing = folder / f"room.{ending}"
            original = {} if ending == "json" else {"original": room}

            def to(drawing: Path = drawing) -> None:
                kl.convert(room, drawing, force=True)

            def of(drawing: Path = drawing, more: dict[str, Path] = original) -> None:
                kl.convert(drawing, back, force=True, **more)  # type: ignore[arg-type]

            show(f"{ending}, out", best(to), copying)
            show(f"{ending}, in", best(of), copying)
            assert back.read_bytes() == room.read_bytes()
        raised = mesh.edited(vertices=raise_middle(mesh))
        for ending in ("obj", "glb"):
            kl.write_drawing(kl.drawing_from_mesh(raised, "room"), folder / f"edited.{ending}")

            def edited(drawing: Path = folder / f"edited.{ending}") -> None:
                kl.convert(drawing, back, original=room, force=True)

            show(f"{ending}, in, half of it raised", best(edited, 2), copying)
        for corners in (3, 6, 12):
            cells = folder / f"cells{corners}.obj"
            cells.write_text(draw_cells(corners))
            seconds = best(lambda path=cells: kl.convert(path, back, force=True), 3)  # type: ignore[misc]
            megabytes = cells.stat().st_size / 1e6
            verdict = "ok" if seconds <= megabytes else "slow"
            print(f"  obj of {corners}-gons, in {seconds / megabytes:13.2f} s a MB  {verdict}")


def draw_cells(corners: int, count: int = 4_000) -> str:
    """An OBJ of so many polygons beside each other, each with a dent."""
    angle = np.arange(corners) * 2 * np.pi / corners
    ring = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    ring[0] *= 0.6
    lines = ["usemtl Stone"]
    for number in range(count):
        places = ring + np.array([number % 64 * 3.0, number // 64 * 3.0])
        lines += [f"v {x:.4f} {y:.4f} 0" for x, y in places.tolist()]
        lines.append("f " + " ".join(str(number * corners + i + 1) for i in range(corners)))
    return "\n".join(lines) + "\n"


def make_terrain(faces: int) -> kl.Walkmesh:
    """A bumpy square of so many faces with links along one side."""
    side = int(np.sqrt(faces / 2))
    x, y = np.meshgrid(np.arange(side + 1), np.arange(side + 1), indexing="ij")
    z = np.random.default_rng(1).uniform(0, 0.4, x.shape)
    points = np.stack([x * 0.9, y * 1.1, z], axis=2).reshape(-1, 3)
    corner = (np.arange(side)[:, None] * (side + 1) + np.arange(side)).reshape(-1)
    a, b, c, d = corner, corner + side + 1, corner + side + 2, corner + 1
    triangles = np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)])
    transitions = np.full((len(triangles), 3), -1)
    transitions[: len(corner)][(corner % (side + 1)) == 0, 0] = 1
    materials = np.random.default_rng(2).choice([4, 9, 10, 7], len(triangles))
    mesh = kl.Walkmesh.from_arrays(points, triangles, materials, transitions)
    kept = np.zeros(mesh.transitions.size, bool)
    kept[mesh.derived.edges["edge"]] = True
    only = np.where(kept.reshape(-1, 3), mesh.transitions, -1)
    return mesh.edited(transitions=only)


def raise_middle(mesh: kl.Walkmesh) -> NDArray[np.float32]:
    """(V, 3) the vertices with those in the middle half a metre higher."""
    low, high = mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)
    inside = (np.abs(mesh.vertices - (low + high) / 2) < 0.35 * (high - low))[:, :2].all(axis=1)
    raised = mesh.vertices.copy()
    raised[inside, 2] += 0.5
    return raised


def best(work: Callable[[], object], times: int = 5) -> float:
    """Seconds of the processor in the quickest of some runs."""
    found = []
    for _ in range(times):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return min(found)


def show(what: str, seconds: float, copying: float) -> None:
    verdict = "ok" if seconds <= WANTED else "slow"
    ratio = seconds / max(copying, 1e-9)
    print(f"  {what:<30} {seconds * 1000:7.0f} ms  {ratio:9,.0f} × a copy  {verdict}")


if __name__ == "__main__":
    main()
