"""Moves in the page and `Navigator.move`: the same end, from the same places."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.nav.move import Move
from kotorlevel.nav.navigator import Navigator
from kotorlevel.view.scene.scene import Scene, build_scene
from support.areas import floor, make_area, make_door, make_placeable, plate
from support.command import run_inside
from support.corpus import CORPUS, each_area, needs_corpus
from support.nav.mazes import Frame, overpass, random_mask, rooms_of, spiral
from support.view.junctions import JUNCTIONS
from support.view.moves import End, Step, bundle_moves, make_moves, random_steps

TOLERANCE = 1e-3
"""Metres."""


@pytest.fixture(scope="module")
def moves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return bundle_moves(tmp_path_factory.mktemp("moves"))


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of `kotorlevel demo`: the station, broken and fixed."""
    folder = tmp_path_factory.mktemp("demo")
    assert run_inside("demo", "place", cwd=folder).code == 0
    return folder / "place"


def check_moves(
    bundle: Path, source: kl.Walkmesh | Area, *, open_doors: bool = True, count: int = 150
) -> list[Move]:
    """Random moves end alike in the page and in Python; they are given as Python made them."""
    scene = build_scene(source)
    doors = "all" if open_doors else "none"
    walker = Navigator(source, open_doors=doors, placeables=True, fast=False)
    steps, wanted = [], []
    for step in random_steps(scene, np.random.default_rng(7), count):
        start = (step.x, step.y, _height(scene, step))
        made = walker.move(start, (step.x + step.dx, step.y + step.dy))
        if made.room >= 0:  # else something stands there
            steps.append(step._replace(row=_row(scene, *made.faces[0])))
            wanted.append(made)
    states = [(door["state"] or 1) if open_doors else 0 for door in scene.document["doors"]]
    for step, end, move in zip(
        steps, make_moves(bundle, scene, steps, states), wanted, strict=True
    ):
        _check_end(step, end, move)
    return wanted


def _check_end(step: Step, end: End, move: Move) -> None:
    assert end.reached == move.reached, (step, end, move)
    away = np.abs(np.subtract((end.x, end.y, end.z), move.point))
    assert away.max() <= TOLERANCE, (step, end, move)


def _height(scene: Scene, step: Step) -> float:
    corners = scene.array("vertices")[scene.array("faces")[step.row].astype(int)]
    a, b, c = corners.astype(np.float64)
    normal = np.cross(b - a, c - a)
    return float(a[2] - ((step.x, step.y) - a[:2]) @ normal[:2] / normal[2])


def _row(scene: Scene, room: int, face: int) -> int:
    return int(scene.document["rooms"][room]["faces"][0]) + face


@pytest.mark.parametrize("name", JUNCTIONS)
def test_junctions_one_way_links_and_stacked_floors(moves: Path, name: str) -> None:
    made = check_moves(moves, JUNCTIONS[name])
    assert 20 < sum(move.reached for move in made) < 140


@pytest.mark.parametrize("mesh", [spiral(2.2, 9), overpass()])
def test_meshes_that_lie_over_themselves(moves: Path, mesh: kl.Walkmesh) -> None:
    check_moves(moves, mesh)


@pytest.mark.parametrize("seed", range(3))
def test_mazes_of_rooms(moves: Path, seed: int) -> None:
    mask = random_mask(np.random.default_rng(seed), 8, 12, 0.5 + 0.1 * seed)
    check_moves(moves, rooms_of(mask, 3, Frame(0.3 * seed, 10.0 * seed, -5.0)))


@pytest.mark.parametrize("name", ["broken", "fixed"])
def test_the_station(moves: Path, demo: Path, name: str) -> None:
    check_moves(moves, kl.load_area(demo / name), count=300)


@pytest.mark.parametrize("open_doors", [True, False])
def test_doors_and_placeables_are_in_the_way(moves: Path, open_doors: bool) -> None:
    open_leaf = plate((-1, 0), (-1, 1.5))
    door = make_door((4, 2, 0), np.pi / 2, (plate(), open_leaf, open_leaf))
    things = [
        make_placeable((2, 2, 0), 0.7, crate()),
        make_placeable((6, 2.5, 3), 0, crate(), index=1),  # far above the floor
        make_placeable((6.5, 3.2, 0), 0.2, crate(), index=2),
        make_placeable((6.9, 3.0, 0), 1.2, crate(), index=3),  # into the one before
    ]
    area = make_area({"hall": floor(east=1), "lane": floor(4, width=5, west=0)})
    area = replace(area, doors=(door,), placeables=tuple(things))
    made = check_moves(moves, area, open_doors=open_doors, count=400)
    stops = {(move.stopped_by.kind, move.stopped_by.number) for move in made if move.stopped_by}
    assert {("placeable", 0), ("placeable", 2), ("placeable", 3), ("door", 0)} <= stops
    assert ("placeable", 1) not in stops


def crate() -> kl.Walkmesh:
    """The walkmesh of a placeable: four upright sides, 0.8 m wide and 0.6 m deep."""
    corners = [(-0.4, -0.3), (0.4, -0.3), (0.4, 0.3), (-0.4, 0.3)]
    vertices = [(*corner, z) for z in (0, 1) for corner in corners]
    sides = [(i, (i + 1) % 4) for i in range(4)]
    faces = [face for a, b in sides for face in ((a, b, 4 + a), (b, 4 + b, 4 + a))]
    return kl.Walkmesh.from_arrays(vertices, faces, [7] * 8, kind=0)


@needs_corpus
def test_a_real_area(moves: Path) -> None:
    check_moves(moves, kl.load_area(CORPUS / "area_m10aa"), count=300)


@each_area()
def test_real_areas_with_closed_doors(moves: Path, path: Path) -> None:
    """Doors and placeables as the GIT places them; their walkmeshes are not in the levels."""
    area = kl.load_area(path)
    doors = tuple(replace(door, meshes=(plate(),) * 3, missing="") for door in area.doors)
    things = tuple(replace(thing, mesh=crate(), missing="") for thing in area.placeables)
    check_moves(moves, replace(area, doors=doors, placeables=things), open_doors=False, count=300)
