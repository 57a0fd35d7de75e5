"""Cells that were cut before: found again after an edit, and exactly what cutting anew gives."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.core.memory import Memory
from kotorlevel.nav.causes.narrow import NarrowPlace, find_narrow_places
from kotorlevel.nav.clip import recalled
from kotorlevel.nav.clip.body import shrink
from kotorlevel.nav.clip.clipper import ClippedCells
from kotorlevel.nav.floor.build import build_floor
from kotorlevel.nav.floor.floor import Floor

if TYPE_CHECKING:
    from kotorlevel.core.types import Ints

SIZE = 9


def holes(seed: int) -> kl.Walkmesh:
    """Fields of one metre; on some nobody can walk."""
    random = np.random.default_rng(seed)
    x, y = np.meshgrid(np.arange(SIZE + 1.0), np.arange(SIZE + 1.0))
    a = (np.arange(SIZE)[:, None] * (SIZE + 1) + np.arange(SIZE)).reshape(-1)
    b = a + SIZE + 1
    faces = np.concatenate([np.stack([a, a + 1, b + 1], 1), np.stack([a, b + 1, b], 1)])
    vertices = np.stack([x, y, 0.2 * random.random(x.shape)], axis=2).reshape(-1, 3)
    return kl.Walkmesh.from_arrays(vertices, faces, np.where(random.random(len(faces)) < 0.8, 4, 7))


def moved(mesh: kl.Walkmesh, random: np.random.Generator) -> kl.Walkmesh:
    vertices = mesh.vertices.astype(np.float64)
    vertices[random.integers(len(vertices))] += random.uniform(-0.2, 0.2, 3)
    return kl.Walkmesh.from_arrays(vertices, mesh.faces, mesh.materials)


def columns(floor: Floor) -> list[object]:
    values = (getattr(floor, each.name) for each in fields(floor))
    return [v.tolist() if isinstance(v, np.ndarray) else v for v in values]


def told(places: list[NarrowPlace]) -> list[object]:
    return [(p.at, p.width, p.room, p.area, p.rooms, p.beyond) for p in places]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", range(3))
def test_a_memory_changes_no_number(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(seed)
    mesh = holes(seed)
    made: list[int] = []
    first = recalled._from_first

    def count(cut: ClippedCells, polygon: Ints, start: int) -> recalled.CutCell:
        made.append(start)
        return first(cut, polygon, start)

    monkeypatch.setattr(recalled, "_from_first", count)
    memory = Memory()
    counts = []
    for _ in range(4):
        floor = build_floor(mesh)
        wanted = [columns(shrink(floor, radius, False)) for radius in (0.1, 0.35)]
        places = told(find_narrow_places(floor, 0.35, 0.5, False))
        made.clear()
        with memory.used_for(mesh):
            found = [columns(shrink(floor, radius, False)) for radius in (0.1, 0.35)]
            counts.append(len(made))
            assert told(find_narrow_places(floor, 0.35, 0.5, False)) == places
        assert found == wanted
        mesh = moved(mesh, random)
    # One moved corner lets most cells be what they were.
    assert counts[0] > 100
    assert max(counts[1:]) < counts[0] / 2


def test_painting_floor_as_other_floor_asks_nothing_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    from kotorlevel.nav.causes import narrow

    mesh = holes(1)
    asked: list[int] = []
    find = narrow._find_narrow_places

    def count(floor: Floor, radius: float, least: float, fast: bool | None) -> list[NarrowPlace]:
        asked.append(len(floor))
        return find(floor, radius, least, fast)

    monkeypatch.setattr(narrow, "_find_narrow_places", count)
    memory = Memory()
    surfaces = [mesh.materials, np.where(mesh.materials == 4, 3, mesh.materials)]
    surfaces.append(np.where(np.arange(len(mesh.faces)) == 5, 7, surfaces[1]))
    for number, materials in enumerate(surfaces):
        painted = kl.Walkmesh.from_arrays(mesh.vertices, mesh.faces, materials)
        floor = build_floor(painted)
        wanted = told(find_narrow_places(floor, 0.35, 0.5, False))
        asked.clear()
        with memory.used_for(painted):
            assert told(find_narrow_places(floor, 0.35, 0.5, False)) == wanted
        assert len(asked) == (number != 1)
