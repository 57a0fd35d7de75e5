"""Masks of triangles and lines against one pixel centre after the other."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from kotorlevel.area.gamemap.raster import covered, draw_lines, fill_triangles


def slow_fill(corners: NDArray[np.float64], width: int, height: int) -> NDArray[np.bool_]:
    """Every centre on the inner side of all three edges of any triangle."""
    mask = np.zeros((height, width), bool)
    for triangle in corners:
        for y in range(height):
            for x in range(width):
                at = np.array([x + 0.5, y + 0.5])
                sides = []
                for i in range(3):
                    a, b = triangle[i], triangle[(i + 1) % 3]
                    sides.append((b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0]))
                if min(sides) >= 0 or max(sides) <= 0:
                    mask[y, x] = True
    return mask


@pytest.mark.parametrize("seed", range(4))
def test_triangles(seed: int) -> None:
    random = np.random.default_rng(seed)
    corners = random.uniform(-6, 26, (4, 3, 2))
    assert np.array_equal(fill_triangles(corners, 20, 14), slow_fill(corners, 20, 14))


def test_a_fan_has_no_holes() -> None:
    """Triangles around a point leave nothing out between them, whatever their edges are."""
    random = np.random.default_rng(5)
    angles = np.sort(random.uniform(0, 2 * np.pi, 40))
    rim = 60 + 200 * np.stack([np.cos(angles), np.sin(angles)], 1)
    middle = np.full((40, 2), 60.0)
    fan = np.stack([middle, rim, np.roll(rim, -1, axis=0)], 1)
    assert fill_triangles(fan, 120, 120).all()


@pytest.mark.parametrize("thick", [1, 2, 4, 5])
def test_lines_are_as_wide_as_told(thick: int) -> None:
    across = draw_lines(np.array([[[3.5, 20.5], [60.5, 20.5]]]), 64, 48, thick)
    assert set(across[:, 10:50].sum(axis=0)) == {thick}
    down = draw_lines(np.array([[[30.5, -9.0], [30.5, 900.0]]]), 64, 48, thick)
    assert (down.sum(axis=1) == thick).all()
    assert abs(np.flatnonzero(down[0]).mean() - 30) <= 0.5


def test_lines_without_gaps_and_nothing_beyond() -> None:
    random = np.random.default_rng(2)
    for _ in range(30):
        ends = random.uniform(-300, 300, (1, 2, 2))
        mask = draw_lines(ends, 64, 48, 1)
        rows, columns = np.nonzero(mask)
        for y, x in zip(rows + 0.5, columns + 0.5, strict=True):  # all on the line
            way = ends[0, 1] - ends[0, 0]
            off = abs(way[0] * (y - ends[0, 0, 1]) - way[1] * (x - ends[0, 0, 0]))
            assert off / np.hypot(*way) < 1
        if len(rows):  # and hanging together
            assert max(np.ptp(rows), np.ptp(columns)) + 1 <= len(rows)
    far = np.array([[[1e6, 1e6], [2e6, 1e6]], [[-5.0, -5.0], [-5.0, 90.0]]])
    assert not draw_lines(far, 64, 48, 4).any()
    assert not draw_lines(np.empty((0, 2, 2)), 64, 48, 4).any()


def test_shares() -> None:
    mask = np.zeros((8, 8), bool)
    mask[:2, :4] = True
    assert covered(mask, 4).tolist() == [[0.5, 0], [0, 0]]
