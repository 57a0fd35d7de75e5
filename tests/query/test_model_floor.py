"""The floor that models show: nearest height, rims, what is no floor, and a slow version."""

from __future__ import annotations

import math
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from support.area.level_files import put, station
from support.corpus import LEVELS, needs_levels
from support.models import Part, level_floor, make_model

HALL = "station_hall"
Triangles = list[list[list[float]]]


def level_with(folder: Path, *parts: Part) -> kl.Area:
    """The station, its hall with a model of these parts, told in area space."""
    level = put(folder / "level", station())
    position = kl.load_area(level).room(HALL).position
    away = Part("all", position=tuple(-v for v in position))
    below = [replace(p, parent="all", texture=p.texture or "stone") for p in parts]
    mdl, mdx = make_model([away, *below], name=HALL)
    (level / f"{HALL}.mdl").write_bytes(mdl)
    (level / f"{HALL}.mdx").write_bytes(mdx)
    return kl.load_area(level)


def floor(name: str, low: tuple[float, float], high: tuple[float, float], z: float) -> Part:
    vertices, faces = level_floor(low, high, z)
    return Part(name, "mesh", vertices=vertices, faces=faces)


def test_the_nearest_floor_counts_and_none_that_is_too_far(tmp_path: Path) -> None:
    area = level_with(tmp_path, floor("a", (0, 0), (4, 4), 0.0), floor("b", (0, 0), (4, 4), 1.5))
    points = [(1, 1, 0.2), (1, 1, 1.2), (1, 1, 3.4), (1, 1, 3.6), (1, 1, -2.1), (9, 9, 0)]
    heights = kl.find_model_floor(area, HALL, points, 2.0)
    assert heights.dtype == np.float64
    np.testing.assert_allclose(heights, [0, 1.5, 1.5, np.nan, np.nan, np.nan], atol=1e-6)
    np.testing.assert_allclose(
        kl.find_model_floor(area, area.room(HALL).index, [(1, 1, 0.2)], 0.1), [np.nan]
    )
    assert kl.find_model_floor(area, HALL, []).shape == (0,)


@pytest.mark.parametrize("beside", [0.0, 1e-6, 0.001, 0.004])
def test_the_rim_of_a_floor_does_not_fall_on_what_is_below(tmp_path: Path, beside: float) -> None:
    area = level_with(
        tmp_path, floor("low", (-9, -9), (9, 9), 0.0), floor("high", (0, 0), (4, 4), 1.0)
    )
    turns = [(4 + beside, 2), (2, 4 + beside), (-beside, 1), (3, -beside), (4 + beside / 2,) * 2]
    points = [(x, y, 1.1) for x, y in turns]
    assert kl.find_model_floor(area, HALL, points).tolist() == pytest.approx([1.0] * 5, abs=1e-6)
    assert kl.find_model_floor(area, HALL, [(4.02, 2, 1.1)]).tolist() == pytest.approx([0.0])
    # One that is nearer to the floor below belongs there.
    assert kl.find_model_floor(area, HALL, [(4, 2, 0.1)]).tolist() == pytest.approx([0.0])


def test_on_the_rim_of_a_slope_it_is_the_slope_s_own_height(tmp_path: Path) -> None:
    ramp = Part("r", "mesh", vertices=[(0, 0, 0), (2, 0, 2), (2, 2, 2), (0, 2, 0)],
                faces=[(0, 1, 2), (0, 2, 3)])  # fmt: skip
    area = level_with(tmp_path, ramp)
    points = [(x, 2.003, x + 0.4) for x in (0.0, 0.5, 1.0, 2.0)]
    assert kl.find_model_floor(area, HALL, points).tolist() == pytest.approx([0, 0.5, 1, 2])


def test_what_is_no_floor(tmp_path: Path) -> None:
    vertices, faces = level_floor((0, 0), (4, 4), 1.0)
    upside = [face[::-1] for face in faces]
    area = level_with(
        tmp_path,
        Part("ceiling", "mesh", vertices=vertices, faces=upside),
        Part("hidden", "mesh", vertices=vertices, faces=faces, is_drawn=False),
        Part("leaf", "dangly", vertices=vertices, faces=faces),
        Part("walk", "walkmesh", vertices=vertices, faces=faces, materials=[4, 4]),
        floor("floor", (0, 0), (4, 4), 0.0),
    )
    assert kl.find_model_floor(area, HALL, [(1, 1, 1.0)]).tolist() == pytest.approx([0.0])


def test_what_is_asked_wrongly(tmp_path: Path) -> None:
    area = level_with(tmp_path, floor("floor", (0, 0), (4, 4), 0.0))
    for points, within in (
        ([(0, 0)], 1.0),
        ([(0, 0, np.nan)], 1.0),
        ([(0, 0, 0)], 0.0),
        ([(0, 0, 0)], -1.0),
        ([(0, 0, 0)], np.inf),
        ([(0, 0, 0)], np.nan),
    ):
        with pytest.raises(ValueError, match=r"finite|distance"):
            kl.find_model_floor(area, HALL, points, within)
    with pytest.raises(KeyError):
        kl.find_model_floor(area, "nowhere", [(0, 0, 0)])
    level = tmp_path / "level"
    for path in level.glob("station_store.md?"):
        path.unlink()
    with pytest.raises(ValueError, match=r"station_store has no model.*station_store\.mdl"):
        kl.find_model_floor(kl.load_area(level), "station_store", [(0, 0, 0)])
    (level / f"{HALL}.mdl").write_bytes(b"\0" * 40)
    with pytest.raises(ValueError, match="cannot be read"):
        kl.find_model_floor(kl.load_area(level), HALL, [(0, 0, 0)])


def slow_heights(triangles: Triangles, x: float, y: float) -> tuple[list[float], float]:
    """Heights of triangles that look up over (x, y), and how near that is to any side of one."""
    found, nearest = [], math.inf
    for a, b, c in triangles:
        area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        if area < 1e-6:
            continue
        if min(a[0], b[0], c[0]) > x + 1 or max(a[0], b[0], c[0]) < x - 1:
            continue
        weights = []
        for p, q in ((b, c), (c, a), (a, b)):
            cross = (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0])
            weights.append(cross / area)
            part = (x - p[0]) * (q[0] - p[0]) + (y - p[1]) * (q[1] - p[1])
            square = (q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2
            part = min(1.0, max(0.0, part / square)) if square else 0.0
            nearest = min(
                nearest,
                math.hypot(p[0] + part * (q[0] - p[0]) - x, p[1] + part * (q[1] - p[1]) - y),
            )
        if min(weights) >= 0:
            found.append(sum(w * p[2] for w, p in zip(weights, (a, b, c), strict=True)))
    return found, nearest


def test_a_heap_of_triangles_as_the_slow_version_has_it(tmp_path: Path) -> None:
    rng = np.random.default_rng(7)
    middles = rng.uniform(-8, 8, (60, 1, 3)) * (1, 1, 0.3)
    corners = (middles + rng.uniform(-3, 3, (60, 3, 3)) * (1, 1, 0.4)).astype(np.float32)
    vertices = [tuple(v) for v in corners.reshape(-1, 3).tolist()]
    faces = [(n, n + 1, n + 2) for n in range(0, 180, 3)]
    area = level_with(tmp_path, Part("heap", "mesh", vertices=vertices, faces=faces))
    points = rng.uniform(-8, 8, (900, 3)) * (1, 1, 0.3)
    fast = kl.find_model_floor(area, HALL, points, 1.0)
    compared = 0
    for point, height in zip(points.tolist(), fast.tolist(), strict=True):
        heights, beside = slow_heights(corners.tolist(), *point[:2])
        if beside < 0.02:
            continue
        near = [h for h in heights if abs(h - point[2]) <= 1.0]
        wanted = min(near, key=lambda h: abs(h - point[2])) if near else math.nan
        assert height == pytest.approx(wanted, abs=1e-4, nan_ok=True)
        compared += not math.isnan(wanted)
    assert compared > 80


@needs_levels
def test_rooms_of_the_games_stand_on_what_their_models_show(tmp_path: Path) -> None:
    for folder in ("areas", "models"):
        source = LEVELS / folder / "k1" / "tar_m10aa"
        if not source.is_dir():
            pytest.skip("the area with its models is absent")
        shutil.copytree(source, tmp_path / "level", dirs_exist_ok=True)
    area = kl.load_area(tmp_path / "level")
    off = []
    for room in area.rooms:
        if room.mesh is not None and room.mesh.domain:
            points = room.mesh.vertices[np.unique(room.mesh.faces[: room.mesh.domain])]
            off.append(kl.find_model_floor(area, room.index, points) - points[:, 2])
    every = np.concatenate(off)
    assert len(every) > 500
    assert np.isfinite(every).mean() > 0.95
    assert np.nanmedian(np.abs(every)) < 0.001
