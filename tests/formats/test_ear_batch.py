"""Many polygons clipped at once: the same triangles as one by one."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from kotorlevel.formats import triangulate
from kotorlevel.formats.ear_batch import MOST_CORNERS, clip_together

RANDOM = np.random.default_rng(7)


def _stars(count: int, size: int) -> NDArray[np.float64]:
    """Polygons around a centre, most of them concave."""
    angle = np.arange(size) * 2 * np.pi / size
    circle = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return circle * RANDOM.uniform(0.2, 1, (count, size, 1))


def _tangles(count: int, size: int) -> NDArray[np.float64]:
    """Polygons that cross themselves, with corners at one place and corners on a line."""
    return RANDOM.integers(0, 4, (count, size, 2)).astype(float)


@pytest.mark.parametrize("size", [5, 6, 9, 12, MOST_CORNERS])
@pytest.mark.parametrize("make", [_stars, _tangles])
def test_batch_clips_as_one_by_one(
    make: Callable[[int, int], NDArray[np.float64]], size: int
) -> None:
    rings = make(120, size)
    lifted = np.concatenate([rings, np.zeros((len(rings), size, 1))], axis=2)
    flat, is_line = triangulate._flatten(lifted)
    flat = flat[~is_line]
    together = clip_together(flat, triangulate._FLAT)
    for ring, cut in zip(flat, together, strict=True):
        assert cut.tolist() == triangulate._EarClipper(ring).run().tolist()


def test_regular_polygons_of_all_sizes_come_out_whole() -> None:
    for size in range(5, MOST_CORNERS + 1):
        angle = np.arange(size) * 2 * np.pi / size
        ring = np.stack([np.cos(angle), np.sin(angle)], axis=1)
        cut = clip_together(np.repeat(ring[None], 3, axis=0), triangulate._FLAT)
        x, y = np.moveaxis(ring[cut], -1, 0)
        area = (x[..., 1] - x[..., 0]) * (y[..., 2] - y[..., 0])
        area -= (y[..., 1] - y[..., 0]) * (x[..., 2] - x[..., 0])
        assert (area > 0).all()
        assert area.sum(axis=1) == pytest.approx([size * np.sin(2 * np.pi / size)] * 3)
