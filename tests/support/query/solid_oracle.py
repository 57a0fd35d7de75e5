"""Boxes, spheres and ways by their definitions: with exact fractions, or by search.

Shares no code with the query layer, and none of its formulas: boxes clip the face, and the closest
approach along a way is searched for step by step.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np

from support.query.oracle import Floats, Model

Exact = list[list[Fraction]]
"""The corners of a face, or other points, without rounding."""


def exact(points: Sequence[Sequence[float]]) -> Exact:
    return [[Fraction(value) for value in point] for point in points]


def is_in_box(face: Exact, low: Sequence[float], high: Sequence[float]) -> bool:
    """Whether something is left of a face that is clipped at the six sides of a box."""
    rest = face
    for axis in range(3):
        for sign, bound in ((1, low[axis]), (-1, high[axis])):
            if abs(bound) == float("inf"):
                continue
            rest = _clipped(rest, axis, sign, sign * Fraction(bound))
    return bool(rest)


def _clipped(points: Exact, axis: int, sign: int, bound: Fraction) -> Exact:
    """The part of a polygon where sign · coordinate >= bound (Sutherland–Hodgman)."""
    kept: Exact = []
    for a, b in zip(points, points[1:] + points[:1], strict=True):
        above, beyond = sign * a[axis] - bound, sign * b[axis] - bound
        if above >= 0:
            kept.append(a)
        if above * beyond < 0:
            part = above / (above - beyond)
            kept.append([p + part * (q - p) for p, q in zip(a, b, strict=True)])
    return kept


def square_gap(face: Exact, point: Sequence[Fraction]) -> Fraction:
    """The square of the distance from a point to a face."""
    a, b, c = face
    gaps = [_square_gap_to_side(p, q, point) for p, q in ((a, b), (b, c), (c, a))]
    u, v, way = _minus(b, a), _minus(c, a), _minus(point, a)
    n = _cross(u, v)
    square = _dot(n, n)
    if square:
        # Weights of the foot of the perpendicular.
        second, third = _dot(_cross(way, v), n), _dot(_cross(u, way), n)
        if second >= 0 and third >= 0 and second + third <= square:
            gaps.append(_dot(n, way) ** 2 / square)
    return min(gaps)


def _square_gap_to_side(
    a: Sequence[Fraction], b: Sequence[Fraction], point: Sequence[Fraction]
) -> Fraction:
    along, way = _minus(b, a), _minus(point, a)
    square = _dot(along, along)
    part = min(max(_dot(along, way) / square, Fraction(0)), Fraction(1)) if square else Fraction(0)
    rest = [w - part * d for w, d in zip(way, along, strict=True)]
    return _dot(rest, rest)


def _minus(a: Sequence[Fraction], b: Sequence[Fraction]) -> list[Fraction]:
    return [p - q for p, q in zip(a, b, strict=True)]


def _dot(a: Sequence[Fraction], b: Sequence[Fraction]) -> Fraction:
    return sum((p * q for p, q in zip(a, b, strict=True)), Fraction(0))


def _cross(a: Sequence[Fraction], b: Sequence[Fraction]) -> list[Fraction]:
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def _gap_along(model: Model, start: Floats, way: Floats) -> Callable[[Floats], Floats]:
    """(F,) parts of the way → (F,) gaps of each face to the point at its own part."""
    return lambda parts: model.gaps(start + parts[:, None] * way)


def closest_parts(model: Model, start: Floats, way: Floats) -> Floats:
    """(F,) at which part of the way it is closest to each face, by ternary search.

    The gap to a face is convex along a way.
    """
    gap = _gap_along(model, start, way)
    low, high = np.zeros(len(model)), np.ones(len(model))
    for _ in range(64):
        third = (high - low) / 3
        first = gap(low + third) < gap(high - third)
        low, high = np.where(first, low, low + third), np.where(first, high - third, high)
    parts = np.stack([(low + high) / 2, np.zeros(len(model)), np.ones(len(model))])
    gaps = np.stack([gap(part) for part in parts])
    chosen: Floats = parts[gaps.argmin(axis=0), np.arange(len(model))]
    return chosen


def touch_parts(model: Model, start: Floats, way: Floats, radius: float, closest: Floats) -> Floats:
    """(F,) at which part of the way a sphere first touches each face, by bisection; NaN if never.

    ``closest`` as from `closest_parts`.
    """
    gap = _gap_along(model, start, way)
    high = closest
    never = gap(high) > radius
    low = np.zeros(len(model))
    at_once = gap(low) <= radius
    for _ in range(40):
        middle = (low + high) / 2
        touches = gap(middle) <= radius
        low, high = np.where(touches, low, middle), np.where(touches, middle, high)
    found: Floats = np.where(at_once, 0.0, high)
    found[never] = np.nan
    return found
