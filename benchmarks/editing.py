"""How long a page waits: for its first picture, while something is dragged, and after each edit.

python benchmarks/editing.py [FOLDER ...]

Each folder is an area, as an example one with the models of its rooms; generated ones come first.
Times are of the processor; ratios are to a check without a memory, and hold on any machine. Those
of the page in a browser pass by the clock, and say little while others are busy: the load is told.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np

import kotorlevel as kl
from editing_page import measure_pages
from kotorlevel import edits

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

ROOMS, SIZE = (10, 6), 9
"""Rooms along and across, and fields of each along its side; a field is two faces."""
LARGE = (1_200, 20_000)
"""Faces of single rooms."""
REPEATS = 5
ROOM_LIMIT, AREA_LIMIT = 0.2, 1.0
"""Seconds for the findings after an edit of a room of 1,200 faces, and in an area of 60 rooms."""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for faces in LARGE:
            area = one_room(Path(folder, str(faces)), faces)
            measure(f"a room of {faces:,} faces", area, ROOM_LIMIT if faces == LARGE[0] else None)
        measure(f"{ROOMS[0] * ROOMS[1]} rooms", many_rooms(Path(folder, "many")), AREA_LIMIT)
        measure("a narrow passage", narrow_passage(Path(folder, "narrow")), ROOM_LIMIT)
        for path in sys.argv[1:]:
            measure(path, kl.load_area(path), AREA_LIMIT)
        print(f"pages, at a load of {os.getloadavg()[0]:.1f} for {os.cpu_count()} processors")
        edited = {"a room": Path(folder, str(LARGE[0]))}
        for path in sys.argv[1:]:
            edited[path] = copied(Path(path), Path(folder, "copies"))
        measure_pages(Path(folder, str(LARGE[1])), edited)


def copied(source: Path, folder: Path) -> Path:
    """A copy of a level that can be edited."""
    target = folder / source.name
    shutil.copytree(source, target, copy_function=shutil.copyfile)
    return target


def one_room(folder: Path, faces: int) -> kl.Area:
    folder.mkdir()
    (folder / "hall.wok").write_bytes(bumpy_floor(round((faces / 2) ** 0.5)).to_bytes())
    layout = kl.Layout((kl.LayoutRoom("hall", (0.0, 0.0, 0.0)),))
    (folder / "lab.lyt").write_bytes(layout.to_bytes())
    return kl.load_area(folder)


def narrow_passage(folder: Path) -> kl.Area:
    """A room of 1,200 faces in two halves, and a gap of 0.3 m between them."""
    xs = np.concatenate([np.arange(13.0), 12.2 + np.arange(12.0)])
    ys = np.concatenate([np.arange(12.0), 11.3 + np.arange(13.0)])
    x, y = np.meshgrid(xs, ys)
    across, along = len(xs) - 1, len(ys) - 1
    a = (np.arange(along)[:, None] * (across + 1) + np.arange(across)).reshape(-1)
    b = a + across + 1
    faces = np.concatenate([np.stack([a, a + 1, b + 1], 1), np.stack([a, b + 1, b], 1)])
    vertices = np.stack([x, y, np.zeros_like(x)], axis=2).reshape(-1, 3)
    middle = vertices[faces].mean(axis=1)
    wall = (np.abs(middle[:, 0] - 12.1) < 0.1) & (np.abs(middle[:, 1] - 11.15) > 0.15)
    folder.mkdir()
    mesh = kl.Walkmesh.from_arrays(vertices, faces, np.where(wall, 7, 4))
    (folder / "hall.wok").write_bytes(mesh.to_bytes())
    layout = kl.Layout((kl.LayoutRoom("hall", (0.0, 0.0, 0.0)),))
    (folder / "lab.lyt").write_bytes(layout.to_bytes())
    return kl.load_area(folder)


def many_rooms(folder: Path) -> kl.Area:
    """Rooms side by side, linked."""
    meshes = {
        f"r{column:02}_{row:02}": bumpy_floor(SIZE, (SIZE * column, SIZE * row), 0.0)
        for column in range(ROOMS[0])
        for row in range(ROOMS[1])
    }
    area, _ = kl.relink(kl.Area.from_meshes("large", meshes))
    area = area.with_visibility(kl.build_visibility(area).visibility)
    kl.write_area(area, folder)
    return kl.load_area(folder)


def bumpy_floor(size: int, at: tuple[int, int] = (0, 0), high: float = 0.1) -> kl.Walkmesh:
    """A square of floor in fields of one metre, some of which nobody can walk on if it is bumpy."""
    random = np.random.default_rng(size)
    x, y = np.meshgrid(np.arange(size + 1.0) + at[0], np.arange(size + 1.0) + at[1])
    a = (np.arange(size)[:, None] * (size + 1) + np.arange(size)).reshape(-1)
    b = a + size + 1
    faces = np.concatenate([np.stack([a, a + 1, b + 1], 1), np.stack([a, b + 1, b], 1)])
    vertices = np.stack([x, y, high * random.random(x.shape)], axis=2).reshape(-1, 3)
    materials = np.where(random.random(len(faces)) < (0.8 if high else 1.0), 4, 7)
    return kl.Walkmesh.from_arrays(vertices, faces, materials)


def measure(what: str, area: kl.Area, limit: float | None) -> None:
    """Print the times of edits of the largest room."""
    memory = kl.Memory()
    kl.check(area, memory=memory)
    kl.build_scene(area)
    rows = []
    for turn in range(REPEATS):
        for make in (paint, move):
            edit = make(area, turn)
            twin = kl.apply_edits(area, [edit]).area  # another edited room, which knows nothing
            full, fresh = timed(partial(kl.check, twin))
            del twin
            seconds, done = timed(partial(kl.apply_edits, area, [edit]))
            area = done.area
            again, told = timed(partial(kl.check, area, memory=memory))
            scene, _ = timed(partial(kl.build_scene, area))
            assert told.findings == fresh.findings
            rows.append((seconds, again, scene, full))
    edit_time, again, scene, full = np.median(rows, axis=0).tolist()
    wanted = "" if limit is None else f"  (wanted: below {limit:g} s)"
    print(f"{what}: check {full * 1e3:.0f} ms; after an edit of one room")
    print(f"  findings with a memory {again * 1e3:8.1f} ms {again / full:6.0%}{wanted}")
    print(f"  scene                  {scene * 1e3:8.1f} ms {scene / full:6.0%}")
    print(f"  the edit itself        {edit_time * 1e3:8.1f} ms {edit_time / full:6.0%}")


def largest(area: kl.Area) -> tuple[str, kl.Walkmesh]:
    rooms = ((room.name, room.mesh) for room in area.rooms if room.mesh is not None)
    return max(rooms, key=lambda each: len(each[1].faces))


def paint(area: kl.Area, turn: int) -> edits.Operation:
    name, mesh = largest(area)
    face = int(np.flatnonzero(mesh.walkable)[7 * turn])
    return edits.Paint(name, (face,), "Grass" if turn % 2 else "Wood")


def move(area: kl.Area, turn: int) -> edits.Operation:
    name, mesh = largest(area)
    face = int(np.flatnonzero(mesh.walkable)[5 * turn])
    return edits.MoveVertices(name, (int(mesh.faces[face, 0]),), (0.004, 0.002, 0.01))


def timed(job: Callable[[], T]) -> tuple[float, T]:
    """Seconds of the processor for a job, and what it returned."""
    start = time.process_time()
    done = job()
    return time.process_time() - start, done


if __name__ == "__main__":
    main()
