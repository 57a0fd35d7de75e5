"""Distances between segments in space."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    _Floats = NDArray[np.float64]


def closest_points(
    start: _Floats, end: _Floats, other_start: _Floats, other_end: _Floats
) -> tuple[_Floats, _Floats]:
    """(n, 3) and (n, 3) the points of two segments each, row by row, that are nearest together."""
    along, other = end - start, other_end - other_start
    ones = _on_segment(start, along, other_start), _on_segment(start, along, other_end)
    others = _on_segment(other_start, other, start), _on_segment(other_start, other, end)
    inside = _between_lines(start, along, other_start, other)
    choices = [
        (inside[0], inside[1]),
        (ones[0], other_start),
        (ones[1], other_end),
        (start, others[0]),
        (end, others[1]),
    ]
    apart = np.stack([np.linalg.norm(a - b, axis=1) for a, b in choices])
    best, rows = np.argmin(apart, axis=0), np.arange(len(start))
    return (
        np.stack([a for a, _ in choices])[best, rows],
        np.stack([b for _, b in choices])[best, rows],
    )


def _on_segment(start: _Floats, along: _Floats, point: _Floats) -> _Floats:
    """(n, 3) the nearest points of segments to points."""
    square = (along * along).sum(axis=1)
    part = ((point - start) * along).sum(axis=1) / np.where(square > 0, square, 1.0)
    nearest: _Floats = start + along * np.clip(part, 0.0, 1.0)[:, None]
    return nearest


def _between_lines(
    start: _Floats, along: _Floats, other_start: _Floats, other: _Floats
) -> tuple[_Floats, _Floats]:
    """(n, 3) and (n, 3) where the lines come nearest, kept on the segments.

    Where that is beyond an end, or the lines are parallel, an end is nearest: others look there.
    """
    away = start - other_start
    a, b, c = (along * along).sum(axis=1), (along * other).sum(axis=1), (other * other).sum(axis=1)
    d, e = (along * away).sum(axis=1), (other * away).sum(axis=1)
    scale = a * c - b * b
    safe = np.where(scale > 0, scale, 1.0)
    part = np.clip((b * e - c * d) / safe, 0.0, 1.0)
    other_part = np.clip((a * e - b * d) / safe, 0.0, 1.0)
    return start + along * part[:, None], other_start + other * other_part[:, None]
