"""What is seen beside what is walked on: shipped areas with their models, and faults in them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import dist

import numpy as np
import pytest
from numpy.typing import NDArray

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.area.install.lookup import Lookup
from kotorlevel.area.install.sources import FolderSource
from kotorlevel.area.load import load_area
from kotorlevel.area.models import find_model
from kotorlevel.checks.files import run_rules
from kotorlevel.checks.finding import Finding, Severity
from kotorlevel.checks.options import Options
from kotorlevel.checks.subjects import AreaSubject
from kotorlevel.mesh.edit.faces import delete_faces, repaint
from support.areas import MemorySource, lookup_of
from support.cases.area_models import FLOOR, hall, model_of
from support.corpus import LEVELS, needs_levels

VULKAR = "k1/tar_m10aa"


@cache
def load(module: str) -> Area:
    """A whole area, with the models of its rooms."""
    area = load_area(next((LEVELS / "areas" / module).glob("*.lyt")))
    folder = LEVELS / "models" / module
    assert area.lookup is not None
    lookup = Lookup((*area.lookup.sources, FolderSource(folder, folder.as_posix())))
    return replace(area, lookup=lookup)


def check(area: Area, *rules: str) -> list[Finding]:
    options = Options(select=rules, surfaces=area.surfaces)
    return run_rules([AreaSubject("area.lyt", area)], options, "area.lyt")


@needs_levels
@pytest.mark.parametrize("module", [VULKAR, "k1/ebo_m12aa", "k2/740kor"])
def test_shipped_areas_are_nearly_silent(module: str) -> None:
    """Pairs agree (FACTS 11); only rocks on Korriban stand on floor that goes on below them."""
    area = load(module)
    assert all(find_model(area, room.index).model for room in area.rooms)
    found = check(area, "MDL")
    warned = {f.rule for f in found if f.severity is not Severity.INFO}
    assert warned == ({"MDL008", "MDL013"} if module == "k2/740kor" else set())
    assert not {f.rule for f in found} & {f"MDL{number:03}" for number in (1, 2, 3, 4, 5, 6, 9)}
    assert len(found) <= 2 * len(area.rooms)


@needs_levels
def test_the_corner_that_the_community_opened() -> None:
    """Players were stopped in a corner of the Ebon Hawk; the patch made it walkable in the WOK."""
    area, corner = load("k1/ebo_m12aa"), (43.6, 48.8, 1.8)
    after = kl.read_walkmesh(LEVELS / "community_fixes" / "after" / "m12aa_01f.wok")
    fixed = area.with_mesh("m12aa_01f", after)
    for each, is_told in ((area, True), (fixed, False)):
        near = [f for f in check(each, "MDL010") if f.at and dist(f.at, corner) < 1]
        assert len(near) == is_told
    # It did not put the new faces into the model: two triangles and four wall faces.
    (told,) = check(fixed, "MDL004")
    assert "6 faces are not in the model" in told.text


@needs_levels
def test_a_displaced_walkmesh_is_told_once() -> None:
    area = load(VULKAR)
    room = area.room("m10aa_05a")
    assert room.mesh is not None
    moved = area.with_mesh(room.index, room.mesh.translated((3, 0, 0)))
    found = check(moved, "MDL", "CAU002")
    (astray,) = [f for f in found if f.rule == "MDL005"]
    assert "3.00 m away from its model" in astray.text
    (cause,) = [f for f in found if f.rule == "CAU002"]
    assert astray.key in cause.explains
    assert not [f for f in found if f.rule in ("MDL004", "MDL007") and f.file == astray.file]


@needs_levels
def test_faults_in_a_shipped_room() -> None:
    """A face in the middle that nobody can walk on any more, and walls that are taken away."""
    area = load(VULKAR)
    room = area.room("m10aa_06a")
    assert room.mesh is not None
    face = 2
    painted = area.with_mesh(room.index, repaint(room.mesh, [face], 7))
    wall, other = check(painted, "MDL009"), check(painted, "MDL004")
    middle = room.mesh.geometry.corners[face].mean(axis=0)
    assert [f.at is not None and dist(f.at, middle) < 1.5 for f in wall] == [True]
    assert "1 face" in other[0].text or "1 has another surface" in other[0].text
    walls = np.flatnonzero(~room.mesh.walkable)
    bare = check(area.with_mesh(room.index, delete_faces(room.mesh, walls)), "MDL011")
    assert room.resource is not None
    assert [f.file for f in bare if f.file == room.resource.source] == [room.resource.source]


def test_damaged_models_are_findings() -> None:
    """Cut off anywhere, and with any byte of the headers changed: nothing is raised."""
    data = model_of()
    for end in range(1, len(data), 97):
        (told, *_) = check(_with(data[:end]), "MDL")
        assert told.rule == "MDL001"
    generator = np.random.default_rng(3)
    for at in [*range(0, 400, 3), *generator.integers(400, len(data), 60).tolist()]:
        damaged = bytearray(data)
        damaged[at] ^= 0xFF
        check(_with(bytes(damaged)), "MDL")


def test_huge_and_infinite_numbers() -> None:
    points, faces, surfaces = FLOOR
    for far in (1e7, 1e15):
        mesh = [*points[:-1], (far, far, 0.0)], faces, surfaces
        check(hall(mesh), "MDL")
        check(hall(FLOOR, model_of(boxes=[((0.0, 0.0, 0.0), (far, far, far))])), "MDL")


def _with(data: bytes) -> Area:
    files = [("hall.mdl", data)]
    return replace(hall(), lookup=lookup_of(MemorySource("mod", "folder", files)))


@needs_levels
def test_furniture_that_the_floor_goes_through() -> None:
    """The holes in the floor of a room are where its tables and beds stand: fill them."""
    area = load(VULKAR)
    room = area.room("m10aa_11a")
    assert room.mesh is not None
    filled = area
    holes = [each for each in outlines(room.mesh) if plan_area(room.mesh, each) < -1]
    assert len(holes) == 3
    for hole in holes:
        filled = area.with_mesh(room.index, with_floor_in(room.mesh, hole))
        (found,) = check(filled, "MDL013")
        assert found.at is not None
        low, high = room.mesh.vertices[hole].min(axis=0), room.mesh.vertices[hole].max(axis=0)
        assert (low[:2] <= found.at[:2]).all()
        assert (high[:2] >= found.at[:2]).all()


def outlines(mesh: kl.Walkmesh) -> list[NDArray[np.int64]]:
    """The vertices around the floor and around each hole in it."""
    edges = mesh.edges["edge"].astype(np.int64)
    corners = mesh.faces[edges // 3, edges % 3].astype(np.int64)
    return np.split(corners, np.asarray(mesh.loops[:-1], np.int64))


def plan_area(mesh: kl.Walkmesh, outline: NDArray[np.int64]) -> float:
    """Square metres, negative for a hole."""
    x, y = mesh.vertices[outline, :2].astype(np.float64).T
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) / 2)


def with_floor_in(mesh: kl.Walkmesh, hole: NDArray[np.int64]) -> kl.Walkmesh:
    """The mesh with a fan of faces in a hole."""
    middle = mesh.vertices[hole].mean(axis=0)
    tip = np.full(len(hole), len(mesh.vertices))
    fan = np.stack([np.roll(hole, -1), hole, tip], axis=1)
    floor = mesh.materials[mesh.walkable][0]
    return kl.Walkmesh.from_arrays(
        np.vstack([mesh.vertices, middle]),
        np.vstack([mesh.faces, fan]),
        np.concatenate([mesh.materials, np.full(len(fan), floor)]),
        np.vstack([mesh.transitions, np.full((len(fan), 3), -1)]),
        position=mesh.position,
    )
