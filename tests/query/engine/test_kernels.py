"""Compiled or not, one or many: the same answers, to the last bit; and nobody pays unasked."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import kotorlevel as kl
from support.builders import square_wok
from support.corpus import each_corpus_file
from support.query.oracle import Floats, model_of
from support.query.shapes import (
    NONWALK,
    OBSCURING,
    STONE,
    Rooms,
    both_ways,
    each_shape,
    plan_points,
    rays,
    terrain,
    zoo,
    zoo_ground,
    zoo_model,
)

FILTERS: list[dict[str, Any]] = [
    {},
    {"materials": [STONE, OBSCURING]},
    {"walkable": True, "upward": True},
]


def same(a: NDArray[Any], b: NDArray[Any]) -> bool:
    """The same numbers to the last bit; 0 and -0 are the same number."""
    return a.dtype == b.dtype and np.array_equal(a, b, equal_nan=a.dtype.kind == "f")


def check_batches(one: kl.Ground, other: kl.Ground, origins: Floats, directions: Floats) -> None:
    """Both grounds give the very same arrays for everything that comes in batches."""
    plan, z = origins[:, :2], origins[:, 2]
    for filters in FILTERS:
        assert same(one.heights(plan, **filters), other.heights(plan, **filters))
        assert same(one.heights(plan, z, **filters), other.heights(plan, z, **filters))
        for a, b in (
            (one.find_faces(plan, **filters), other.find_faces(plan, **filters)),
            (one.find_faces(plan, z, **filters), other.find_faces(plan, z, **filters)),
        ):
            assert same(a.face, b.face)
            assert same(a.room, b.room)
            assert same(a.point, b.point)
        for ends in (np.inf, np.linspace(0, 9, len(origins))):
            for back in (True, False):
                hits, again = (
                    ground.raycasts(origins, directions, ends, back_faces=back, **filters)
                    for ground in (one, other)
                )
                assert same(hits.face, again.face)
                assert same(hits.room, again.room)
                assert same(hits.distance, again.distance)
                assert same(hits.point, again.point)
    sights, again_sights = (g.lines_of_sight(origins, origins + directions) for g in (one, other))
    assert same(sights.clear, again_sights.clear)
    assert same(sights.face, again_sights.face)
    assert same(sights.point, again_sights.point)


def check_singles(one: kl.Ground, other: kl.Ground, origins: Floats, directions: Floats) -> None:
    """Both grounds give the very same answers, one at a time."""
    for origin, direction in zip(origins.tolist(), directions.tolist(), strict=True):
        x, y, z = origin
        stop = tuple(o + d for o, d in zip(origin, direction, strict=True))
        for filters in FILTERS:
            assert one.find_face(x, y, **filters) == other.find_face(x, y, **filters)
            assert one.find_face(x, y, z, **filters) == other.find_face(x, y, z, **filters)
            assert one.floors(x, y, **filters) == other.floors(x, y, **filters)
            for end, back in ((np.inf, True), (4.0, False)):
                asked = (origin, direction, end)
                for ask in ("raycast", "any_hit", "all_hits"):
                    answers = [
                        getattr(ground, ask)(*asked, back_faces=back, **filters)
                        for ground in (one, other)
                    ]
                    assert answers[0] == answers[1]
        assert one.line_of_sight(origin, stop) == other.line_of_sight(origin, stop)
        assert one.nearest(origin) == other.nearest(origin)
        assert one.nearest(origin, 1.5, upward=True) == other.nearest(origin, 1.5, upward=True)


def check_batch_is_singles(ground: kl.Ground, origins: Floats, directions: Floats) -> None:
    """A batch is its rows, asked one at a time."""
    found = ground.find_faces(origins[:, :2])
    near = ground.find_faces(origins[:, :2], origins[:, 2])
    hits = ground.raycasts(origins, directions, back_faces=False)
    sights = ground.lines_of_sight(origins, origins + directions)
    points = hits.point
    near_enough = 1e-14 * float(np.abs(np.concatenate([origins, directions])).max() + 1)
    for i, (origin, direction) in enumerate(
        zip(origins.tolist(), directions.tolist(), strict=True)
    ):
        x, y, z = origin
        for batch, ref in ((found, ground.find_face(x, y)), (near, ground.find_face(x, y, z))):
            if ref is None:
                assert batch.face[i] == batch.room[i] == -1
                assert np.isnan(batch.point[i]).all()
            else:
                assert (batch.face[i], batch.room[i]) == (ref.face, ref.room)
                assert tuple(batch.point[i].tolist()) == ref.point
        hit = ground.raycast(origin, direction, back_faces=False)
        if hit is None:
            assert hits.face[i] == hits.room[i] == -1
        else:
            assert (hits.face[i], hits.room[i]) == (hit.face, hit.room)
            assert hits.distance[i] == hit.distance
            assert points[i].tolist() == pytest.approx(hit.point, abs=near_enough)
        sight = ground.line_of_sight(origin, (x + direction[0], y + direction[1], z + direction[2]))
        assert sights.clear[i] == sight.clear
        assert sights.face[i] == (-1 if sight.face is None else sight.face)


def questions(source: kl.Walkmesh | Rooms, count: int, seed: int) -> tuple[Floats, Floats]:
    """Rays, of which a third start above corners and sides of faces."""
    model = model_of(source)
    origins, directions = rays(model, count, seed)
    marks = plan_points(model, count // 3, seed)[-(count // 3) :]
    origins[: len(marks), :2] = marks
    return origins, directions


@each_shape
def test_compiled_and_plain_batches_are_the_same(name: str) -> None:
    origins, directions = questions(zoo(name), 300, 1)
    check_batches(zoo_ground(name, True), zoo_ground(name, False), origins, directions)


@each_shape
def test_compiled_and_plain_singles_are_the_same(name: str) -> None:
    origins, directions = questions(zoo(name), 25, 2)
    check_singles(zoo_ground(name, True), zoo_ground(name, False), origins, directions)


@each_shape
@both_ways
def test_a_batch_is_its_rows_asked_alone(name: str, fast: bool) -> None:
    origins, directions = questions(zoo(name), 60, 3)
    check_batch_is_singles(zoo_ground(name, fast), origins, directions)


@both_ways
def test_points_of_one_and_of_many_rays_are_the_same(fast: bool) -> None:
    """To the last bit, as everything else."""
    ground, model = zoo_ground("slopes", fast), zoo_model("slopes")
    origins, directions = rays(model, 120, seed=9)
    hits = ground.raycasts(origins, directions)
    stops = origins + directions
    sights = ground.lines_of_sight(origins, stops)
    different = 0
    for i, origin in enumerate(origins.tolist()):
        hit = ground.raycast(origin, directions[i].tolist())
        different += hit is not None and hit.point != tuple(hits.point[i].tolist())
        sight = ground.line_of_sight(origin, stops[i].tolist())
        different += sight.point is not None and sight.point != tuple(sights.point[i].tolist())
    assert different == 0


def test_a_large_terrain_is_the_same_both_ways() -> None:
    """Batches larger than the blocks that they are cut into, and trees of several levels."""
    mesh = terrain(60, 50, seed=71, relief=3, materials=[STONE, NONWALK, STONE, OBSCURING])
    compiled, plain = kl.Ground(mesh, fast=True), kl.Ground(mesh, fast=False)
    origins, directions = questions(mesh, 20_000, 4)
    plan, z = origins[:, :2], origins[:, 2]
    assert same(compiled.heights(plan), plain.heights(plan))
    assert same(compiled.heights(plan, z), plain.heights(plan, z))
    many = np.random.default_rng(6).uniform((-1, -1), (61, 51), (80_000, 2))
    assert same(compiled.heights(many), plain.heights(many))
    assert same(compiled.heights(many, many[:, 0]), plain.heights(many, many[:, 0]))
    hits, again = (g.raycasts(origins, directions) for g in (compiled, plain))
    assert (hits.face >= 0).sum() > 5_000
    assert same(hits.face, again.face)
    assert same(hits.distance, again.distance)


@each_corpus_file("wok/**/*.wok", "pwk/*.pwk")
def test_real_meshes_are_the_same_both_ways(path: Path) -> None:
    mesh = kl.read_walkmesh(path)
    compiled, plain = kl.Ground(mesh, fast=True), kl.Ground(mesh, fast=False)
    origins, directions = questions(mesh, 200, 5)
    check_batches(compiled, plain, origins, directions)
    check_singles(compiled, plain, origins[::40], directions[::40])
    check_batch_is_singles(compiled, origins[::5], directions[::5])


PRINT_MODULES = """
import sys
{code}
loaded = set(sys.modules)
print("LOADED", sorted(m for m in loaded if m in ("numba", "kotorlevel.query", "embreex")))
"""


def loaded_after(code: str) -> str:
    """What is printed of the modules that ``code`` loads in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", PRINT_MODULES.format(code=code)],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip().splitlines()[-1]


@pytest.mark.parametrize(
    "code",
    [
        "import kotorlevel",
        "import kotorlevel as kl; kl.read_walkmesh, kl.Walkmesh, kl.check",
        "import kotorlevel.cli.main",
    ],
)
def test_importing_loads_no_queries(code: str) -> None:
    assert loaded_after(code) == "LOADED []"


@pytest.mark.parametrize("command", ["info", "check"])
def test_a_command_that_does_not_query_loads_no_queries(command: str, tmp_path: Path) -> None:
    path = tmp_path / "square.wok"
    path.write_bytes(square_wok().to_bytes())
    code = (
        "from kotorlevel.cli.main import main\n"
        f"sys.argv = ['kotorlevel', {command!r}, {str(path)!r}]\n"
        "try:\n    main()\nexcept SystemExit:\n    pass"
    )
    assert loaded_after(code) == "LOADED []"


def test_a_plain_ground_loads_no_numba() -> None:
    code = (
        "import kotorlevel as kl\n"
        "mesh = kl.Walkmesh.from_arrays([(0,0,0),(2,0,0),(0,2,0)], [(0,1,2)], [4])\n"
        "ground = kl.Ground(mesh, fast=False)\n"
        "assert ground.height(0.5, 0.5) == 0 and ground.raycast((0.5,0.5,1), (0,0,-1))\n"
        "assert ground.nearest((0,0,1)) and len(ground.heights([(0.5,0.5)]))"
    )
    assert loaded_after(code) == "LOADED ['kotorlevel.query']"


def test_a_ground_by_itself_loads_no_numba_before_it_is_asked() -> None:
    code = (
        "import kotorlevel as kl\n"
        "mesh = kl.Walkmesh.from_arrays([(0,0,0),(2,0,0),(0,2,0)], [(0,1,2)], [4])\n"
        "len(kl.Ground(mesh))"
    )
    assert loaded_after(code) == "LOADED ['kotorlevel.query']"
