"""What is measured: every task makes its contenders for one size or one real file."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import kotorlevel as kl
import scan_game
from figures import peers, terrains
from kotorlevel.mesh.derive.adjacency import derive_adjacency
from kotorlevel.mesh.derive.tree import derive_tree

Job = Callable[[], object]
Jobs = dict[str, Job | None]
"""Contender → its job; None where it cannot take part. The first is ours."""

OURS, PLAIN = "KotorLevel", "without Numba"
PYKOTOR, EMBREE, TRIMESH, COPY = "PyKotor", "Embree", "trimesh", "memory copy"
RAYS = 100_000
BOXES = 2_000


@dataclass(frozen=True)
class Task:
    """A job on made levels: ``jobs`` gives the contenders for a size, of faces or rooms."""

    name: str
    jobs: Callable[[int], Jobs]
    per: int = 1
    most: int = 1_000_000
    of: str = "faces"
    once: bool = False


TASKS: dict[str, Task] = {}


def task(
    name: str, *, per: int = 1, most: int = 1_000_000, of: str = "faces", once: bool = False
) -> Callable[[Callable[[int], Jobs]], Callable[[int], Jobs]]:
    """Register a task; its time is divided by ``per`` (rays in a batch)."""

    def register(jobs: Callable[[int], Jobs]) -> Callable[[int], Jobs]:
        TASKS[name] = Task(name, jobs, per, most, of, once)
        return jobs

    return register


@task("read")
def read(size: int) -> Jobs:
    data = terrains.terrain(size).to_bytes()
    return {
        # A copy each time: what was read from the very same bytes is remembered.
        OURS: lambda: kl.read_walkmesh(bytes(memoryview(data))),
        PYKOTOR: peers.pykotor_read(data) if size <= peers.MOST_PYKOTOR else None,
        COPY: lambda: bytearray(data),
    }


@task("write, unedited")
def write(size: int) -> Jobs:
    data = terrains.terrain(size).to_bytes()
    mesh = kl.read_walkmesh(data)
    return {OURS: lambda: mesh.to_bytes(), COPY: lambda: bytearray(data)}


@task("rebuild and write")
def rebuild(size: int) -> Jobs:
    data = terrains.terrain(size).to_bytes()
    mesh = kl.read_walkmesh(data)
    return {OURS: lambda: mesh.rebuilt().to_bytes(), PYKOTOR: peers.pykotor_write(data, size)}


@task("adjacency")
def adjacency(size: int) -> Jobs:
    mesh = terrains.terrain(size)
    domain = int(np.count_nonzero(mesh.walkable))
    return {
        OURS: lambda: derive_adjacency(mesh.faces, domain),
        TRIMESH: peers.trimesh_neighbours(mesh),
    }


@task("box tree of the file")
def tree(size: int) -> Jobs:
    mesh = terrains.terrain(size)
    return {OURS: lambda: derive_tree(mesh.vertices, mesh.faces)}


@task("ready for rays")
def prepare(size: int) -> Jobs:
    mesh = terrains.terrain(size)

    def make() -> object:
        return kl.Ground(mesh, fast=False).any_hit((0.0, 0.0, -9.0), (0.0, 0.0, -1.0))

    return {OURS: make, EMBREE: peers.embree_build(mesh)}


def _rays(mesh: kl.Walkmesh) -> tuple[Any, Any]:
    random = np.random.default_rng(0)
    side = float(mesh.vertices[:, :2].max())
    origins = random.uniform((0, 0, -2), (side, side, 3), (RAYS, 3))
    directions = random.normal(size=(RAYS, 3))
    return origins, directions / np.linalg.norm(directions, axis=1, keepdims=True)


@task("rays, a batch, each", per=RAYS)
def rays(size: int) -> Jobs:
    mesh = terrains.terrain(size)
    origins, directions = _rays(mesh)
    compiled = kl.Ground(mesh, threads=1)
    few = slice(0, RAYS // 20)
    plain = kl.Ground(mesh, fast=False, threads=1)
    return {
        OURS: lambda: compiled.raycasts(origins, directions),
        EMBREE: peers.embree_rays(mesh, origins, directions),
        # A twentieth, twenty times: NumPy needs that much longer.
        f"{PLAIN} (x 1/20)": lambda: plain.raycasts(origins[few], directions[few]),
    }


@task("heights, a batch, each", per=RAYS)
def heights(size: int) -> Jobs:
    mesh = terrains.terrain(size)
    origins, _ = _rays(mesh)
    above = origins * (1, 1, 0) + (0, 0, 20)
    down = np.tile([0.0, 0.0, -1.0], (RAYS, 1))
    compiled, plain = kl.Ground(mesh, threads=1), kl.Ground(mesh, fast=False, threads=1)
    points = origins[:, :2]
    return {
        OURS: lambda: compiled.heights(points),
        EMBREE: peers.embree_rays(mesh, above, down),
        PLAIN: lambda: plain.heights(points),
    }


@task("one ray")
def one_ray(size: int) -> Jobs:
    mesh = terrains.terrain(size)
    middle = float(mesh.vertices[:, 0].max()) / 2 + 0.3
    origin, down = np.array([middle, middle, 20.0]), np.array([0.1, 0.2, -1.0])
    ground, start, along = kl.Ground(mesh), tuple(origin.tolist()), tuple(down.tolist())
    return {
        OURS: lambda: ground.raycast(start, along),
        PYKOTOR: peers.pykotor_ray(mesh.to_bytes(), size, origin, down),
    }


@task("one height")
def one_height(size: int) -> Jobs:
    mesh = terrains.terrain(size)
    middle = float(mesh.vertices[:, 0].max()) / 2 + 0.3
    ground = kl.Ground(mesh)
    return {OURS: lambda: ground.height(middle, middle)}


@task("faces in a box, each", per=BOXES)
def boxes(size: int) -> Jobs:
    mesh = terrains.terrain(size)
    centres = np.random.default_rng(2).uniform(0, float(mesh.vertices[:, 0].max()), (BOXES, 3))
    centres[:, 2] = 0.5
    low, high = centres - 1, centres + 1
    ground = kl.Ground(mesh, threads=1)
    return {
        OURS: lambda: ground.faces_in_boxes(low, high),
        TRIMESH: peers.trimesh_boxes(mesh, low, high) if size <= 100_000 else None,
    }


def _ends(mesh: kl.Walkmesh) -> tuple[Any, Any]:
    centres = mesh.vertices[mesh.faces[mesh.walkable]].mean(axis=1)
    order = centres[:, 0] + centres[:, 1]
    return centres[order.argmin()].tolist(), centres[order.argmax()].tolist()


@task("path, first", most=100_000, once=True)
def first_path(size: int) -> Jobs:
    mesh = terrains.terrain(size)
    a, b = _ends(mesh)
    kl.Navigator(terrains.terrain(200)).path(*_ends(terrains.terrain(200)))  # compiled before
    return {
        OURS: lambda: kl.Navigator(mesh).path(a, b),
        PLAIN: lambda: kl.Navigator(mesh, fast=False).path(a, b),
    }


@task("path, warm", most=100_000)
def warm_path(size: int) -> Jobs:
    mesh = terrains.terrain(size)
    a, b = _ends(mesh)
    navigator = kl.Navigator(mesh)
    return {OURS: lambda: navigator.path(a, b)}


@task("check a file", most=100_000)
def check_file(size: int) -> Jobs:
    data = terrains.terrain(size).to_bytes()
    return {OURS: lambda: kl.check(bytes(memoryview(data)), name="terrain.wok")}


@task("link an area", of="rooms", most=100)
def relink(size: int) -> Jobs:
    area = terrains.rooms(size)
    return {OURS: lambda: kl.relink(area)}


@task("check an area", of="rooms", most=100)
def check_area(size: int) -> Jobs:
    area, _ = kl.relink(terrains.rooms(size))
    return {OURS: lambda: kl.check(area, workers=1)}


@task("build visibility", of="rooms", most=40, once=True)
def visibility(size: int) -> Jobs:
    area, _ = kl.relink(terrains.rooms(size))
    return {OURS: lambda: kl.build_visibility(area)}


@task("map (SVG)", of="rooms", most=100)
def draw(size: int) -> Jobs:
    area, _ = kl.relink(terrains.rooms(size))
    return {OURS: lambda: kl.draw_map(area, findings=False)}


@task("page (one HTML file)", of="rooms", most=100)
def page(size: int) -> Jobs:
    area, _ = kl.relink(terrains.rooms(size))
    return {OURS: lambda: kl.render_page(area, findings=False)}


@contextlib.contextmanager
def _square() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "terrain.wok")
        path.write_bytes(terrains.terrain(1_200).to_bytes())
        yield str(path)


def commands() -> Iterator[tuple[str, Jobs]]:
    """Commands as typed, each a process of its own; beside them Python that does nothing."""

    def run(*arguments: str) -> Job:
        command = [sys.executable, *arguments]
        return lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=False)

    nothing = run("-c", "pass")
    numpy_alone = run("-c", "import numpy, click")
    with _square() as path:
        for words in ("--help", f"info {path}", f"check {path}"):
            name = f"kotorlevel {words.split()[0]}" + (" FILE" if " " in words else "")
            ours = run("-m", "kotorlevel", *words.split())
            yield name, {OURS: ours, "import numpy, click": numpy_alone, "python -c pass": nothing}


def real_files() -> Iterator[tuple[str, Jobs]]:
    """The same on real levels, where they are beside the project."""
    beside = Path(__file__).resolve().parents[3] / "shared" / "levels"
    levels = Path(os.environ.get("KOTORLEVEL_LEVELS") or beside)
    if not levels.is_dir():
        return
    for area in ("tar_m10aa", "tat_m17aa", "danm14ab"):
        yield from _area(levels / "areas" / "k1" / area)
    yield from _models(levels)
    yield from _game(levels)


def _area(folder: Path) -> Iterator[tuple[str, Jobs]]:
    woks = [path.read_bytes() for path in sorted(folder.glob("*.wok"))]
    theirs = [job for data in woks if len(data) > 136 and (job := peers.pykotor_read(data))]
    yield (
        f"read all {len(woks)} rooms of {folder.name}",
        {
            OURS: lambda: [kl.read_walkmesh(bytes(memoryview(data))) for data in woks],
            PYKOTOR: (lambda: [job() for job in theirs]) if theirs else None,
        },
    )
    yield f"load {folder.name}", {OURS: lambda: kl.load_area(folder)}
    yield f"check {folder.name}", {OURS: lambda: kl.check(folder, workers=1)}


def _game(levels: Path) -> Iterator[tuple[str, Jobs]]:
    """All areas as the modules of one game, checked one after the other."""
    os.environ["KOTORLEVEL_LEVELS"] = str(levels)
    with tempfile.TemporaryDirectory() as folder:
        game = Path(folder, "game")
        scan_game.make_game(game, 1)
        count = len(kl.Game.open(game).modules)
        yield f"check a game of {count} modules", {OURS: lambda: kl.scan(game, workers=1)}


def _models(levels: Path) -> Iterator[tuple[str, Jobs]]:
    found = sorted((levels / "models" / "k1" / "tar_m10aa").glob("*.mdl"))
    if not found:
        return
    largest = max(found, key=lambda path: path.stat().st_size)
    data, beside = largest.read_bytes(), largest.with_suffix(".mdx").read_bytes()
    jobs: Jobs = {OURS: lambda: kl.read_model(data, beside)}
    with contextlib.suppress(ImportError):
        from pykotor.resource.formats.mdl import read_mdl

        jobs[PYKOTOR] = lambda: read_mdl(data, source_ext=beside)
    jobs[COPY] = lambda: (bytearray(data), bytearray(beside))
    yield f"read a model of {len(data) / 1e6:.1f} MB", jobs
