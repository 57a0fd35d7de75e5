"""Places too narrow for a body: by hand, and against a flood over a fine grid."""

from __future__ import annotations

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.nav.causes.narrow import find_narrow_places
from kotorlevel.nav.floor.build import build_floor
from support.areas import STONE
from support.cases.area_ways import necked
from support.corpus import each_corpus_file


@pytest.mark.parametrize("width", [0.69, 0.6, 0.5, 0.45, 0.3, 0.2, 0.1, 0.05, 0.02])
def test_place_and_width_of_a_corridor(width: float) -> None:
    (place,) = find_narrow_places(build_floor(necked(width)), fast=False)
    assert place.at == pytest.approx((5, 2, 0), abs=0.01)
    assert place.width == pytest.approx(width, abs=0.01)
    assert (place.room, place.rooms) == (0, (0,))


@pytest.mark.parametrize("width", [0.71, 0.8, 1.5, 3.0])
def test_wide_enough(width: float) -> None:
    assert find_narrow_places(build_floor(necked(width)), fast=False) == []


def test_a_smaller_body_fits() -> None:
    made = build_floor(necked(0.5))
    assert find_narrow_places(made, 0.24, fast=False) == []
    assert len(find_narrow_places(made, 0.26, fast=False)) == 1


def test_another_way_around() -> None:
    """A ring around a pillar: of the ways past it one is 0.4 m wide, the other 2 m."""
    low, high = 0.4, 4.0
    outer = [(0, 0), (6, 0), (6, 6), (0, 6)]
    inner = [(2, low), (4, low), (4, high), (2, high)]
    vertices = [(x, y, 0) for x, y in (*outer, *inner)]
    faces = []
    for k in range(4):
        n = (k + 1) % 4
        faces += [(k, n, 4 + n), (k, 4 + n, 4 + k)]
    mesh = kl.Walkmesh.from_arrays(vertices, faces, [STONE] * 8)
    assert find_narrow_places(build_floor(mesh), fast=False) == []


@each_corpus_file("wok/bioware/*.wok", "wok/modtools/kit_hallway*.wok")
def test_real_rooms_by_a_grid(path: object) -> None:
    """As many parts for a body as a flood finds over points that are far enough from walls."""
    mesh = kl.read_walkmesh(path)  # type: ignore[arg-type]
    made = build_floor(mesh)
    if not len(made) or np.ptp(made.corners[:, :2], axis=0).max() > 40:
        pytest.skip("too large for a grid")
    step, radius, least = 0.1, 0.35, 6.0
    low, high = made.corners[:, :2].min(axis=0), made.corners[:, :2].max(axis=0)
    xs, ys = (np.arange(a, b, step) for a, b in zip(low, high, strict=True))
    places = np.stack(np.meshgrid(xs, ys, indexing="ij"), axis=2).reshape(-1, 2)
    free = ~np.isnan(kl.Ground(mesh, fast=False).heights(places, walkable=True))
    for start, end in zip(made.wall_from[:, :2], made.wall_to[:, :2], strict=True):
        along = end - start
        part = ((places - start) @ along) / max(along @ along, 1e-12)
        gap = places - start - np.clip(part, 0, 1)[:, None] * along
        free &= np.hypot(gap[:, 0], gap[:, 1]) > radius
    sizes = _flood(free.reshape(len(xs), len(ys)))
    large = sum(size * step * step >= least for size in sizes)
    islands = len(np.unique(_islands(made, least)))
    found = find_narrow_places(made, radius, least, fast=False)
    assert len(found) == max(large - islands, 0)


def _islands(made: object, least: float) -> list[int]:
    from kotorlevel.nav.reach.islands import list_islands

    return [island.number for island in list_islands(made, least_area=least)]  # type: ignore[arg-type]


def _flood(free: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> list[int]:
    """The number of points in each connected part of a grid."""
    left = {(int(x), int(y)) for x, y in np.argwhere(free)}
    sizes = []
    while left:
        waiting = [left.pop()]
        size = 0
        while waiting:
            x, y = waiting.pop()
            size += 1
            for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if beside in left:
                    left.remove(beside)
                    waiting.append(beside)
        sizes.append(size)
    return sizes
