"""What callers give, checked: places are finite, arrays have the right shape."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, SupportsFloat

import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    from kotorlevel.core.types import Point


def check_number(value: SupportsFloat, name: str) -> float:
    """The value as a float; refuses what is not finite."""
    if type(value) is float and math.isfinite(value):  # the most usual
        return value
    number = _as_float(value, name)
    if not math.isfinite(number):
        raise ValueError(f"{name} is {number}: not a place")
    return number


def _as_float(value: SupportsFloat, name: str) -> float:
    if type(value) is float:
        return value
    if isinstance(value, (str, bytes)):  # float() would read them
        raise TypeError(f"{name} is the text {value!r}, not a number")
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{name} is too large: not a place") from None


def check_point(values: Sequence[float], name: str) -> Point:
    """Three finite numbers."""
    if type(values) is tuple and len(values) == 3:  # the most usual
        x, y, z = values
        if type(x) is type(y) is type(z) is float and math.isfinite(x + y + z):
            return x, y, z
    x, y, z = _three(values, name)
    if not (math.isfinite(x) and math.isfinite(y) and math.isfinite(z)):
        raise ValueError(f"{name} is ({x}, {y}, {z}): not a place")
    return x, y, z


def _three(values: Sequence[float], name: str) -> Point:
    try:
        x, y, z = () if isinstance(values, (str, bytes)) else values
    except (TypeError, ValueError):
        raise ValueError(f"{name} needs three numbers, x, y and z; it is {values!r}") from None
    return _as_float(x, name), _as_float(y, name), _as_float(z, name)


_NOWHERE = (0.0, 0.0, 0.0)


def check_ray(
    origin: Sequence[float], direction: Sequence[float], max_distance: float
) -> tuple[Point, Point, float]:
    """Origin, direction and greatest distance of a ray that leads somewhere."""
    start, along = check_point(origin, "origin"), check_point(direction, "direction")
    if along == _NOWHERE:
        raise ValueError("direction is zero: it leads nowhere")
    return start, along, check_distance(max_distance)


def check_directions(directions: NDArray[np.float64]) -> None:
    """Refuses a row of zeros."""
    if directions.all():  # the most usual, and far quicker than row by row
        return
    x, y, z = directions.T
    zero = np.flatnonzero((x == 0) & (y == 0) & (z == 0))
    if len(zero):
        raise ValueError(f"row {zero[0]} of directions is zero: it leads nowhere")


def check_distance(value: SupportsFloat, name: str = "max_distance") -> float:
    """A distance in metres, 0 or more; infinity is one."""
    distance = value if type(value) is float else _as_float(value, name)
    if not distance >= 0:
        raise ValueError(f"{name} is {distance}: it must be 0 or more metres")
    return distance


def check_distances(
    value: ArrayLike, count: int, name: str = "max_distance"
) -> NDArray[np.float64]:
    """(N,) distances, from one number or one for each row."""
    distances = np.asarray(value, np.float64)
    if distances.shape not in ((), (count,)):
        raise ValueError(f"{name} has shape {distances.shape}, not () or ({count},)")
    if not (distances >= 0).all():
        raise ValueError(f"{name} must be 0 or more metres")
    return np.broadcast_to(distances, (count,))


def check_box(low: Sequence[float], high: Sequence[float]) -> tuple[Point, Point]:
    """The lower and the upper corner of a box, which may be endless."""
    bottom, top = _three(low, "low"), _three(high, "high")
    if not (bottom[0] <= top[0] and bottom[1] <= top[1] and bottom[2] <= top[2]):
        _check_order(np.array([bottom]), np.array([top]))
    return bottom, top


def check_boxes(
    lows: ArrayLike, highs: ArrayLike
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(N, 3) the lower and the upper corners of boxes."""
    low, high = (
        check_rows(x, 3, name, finite=False) for x, name in ((lows, "lows"), (highs, "highs"))
    )
    _check_number(len(low), len(high), ("lows", "highs"))
    _check_order(low, high)
    return low, high


def _check_order(low: NDArray[np.float64], high: NDArray[np.float64]) -> None:
    right = low <= high  # NaN is wrong as well
    if not right.all():
        wrong = np.argwhere(~right)
        row, axis = wrong[0].tolist()
        of_row = f" of row {row}" if len(low) > 1 else ""
        a, b = low[row, axis], high[row, axis]
        raise ValueError(f"the box{of_row} reaches from {a} to {b} in {'xyz'[axis]}: not a box")


def check_way(
    a: Sequence[float], b: Sequence[float] | None, names: tuple[str, str]
) -> tuple[Point, Point]:
    """The point a, and the way from there to b; no way without b."""
    x, y, z = start = check_point(a, names[0])
    if b is None:
        return start, (0.0, 0.0, 0.0)
    end = check_point(b, names[1])
    dx, dy, dz = way = end[0] - x, end[1] - y, end[2] - z
    if not (math.isfinite(dx) and math.isfinite(dy) and math.isfinite(dz)):
        raise ValueError(f"{names[0]} and {names[1]} are too far apart")
    return start, way


def check_ways(
    a: ArrayLike, b: ArrayLike, names: tuple[str, str]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(N, 3) points, and the ways from there."""
    starts, ends = check_pairs(a, b, names)
    with np.errstate(over="ignore"):
        ways = ends - starts
    if not np.isfinite(ways).all():
        raise ValueError(f"{names[0]} and {names[1]} are too far apart")
    return starts, ways


def check_rows(
    values: ArrayLike, width: int, name: str, *, finite: bool = True
) -> NDArray[np.float64]:
    """(N, width) the values as float64; refuses other shapes and what is not finite."""
    # A read-only or odd array would have the kernels compiled once more for its kind.
    rows = np.require(values, np.float64, ["C", "W", "E"])
    if rows.shape == (0,):
        rows = rows.reshape(0, width)
    if rows.ndim != 2 or rows.shape[1] != width:
        raise ValueError(f"{name} has shape {rows.shape}, not (N, {width})")
    if finite and not np.isfinite(rows).all():
        row = int(np.flatnonzero(~np.isfinite(rows).all(axis=1))[0])
        raise ValueError(f"row {row} of {name} is {rows[row].tolist()}: not a place")
    return rows


def check_pairs(
    first: ArrayLike, second: ArrayLike, names: tuple[str, str]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Two arrays (N, 3) of the same length."""
    a, b = check_rows(first, 3, names[0]), check_rows(second, 3, names[1])
    _check_number(len(a), len(b), names)
    return a, b


def _check_number(a: int, b: int, names: tuple[str, str]) -> None:
    if a != b:
        raise ValueError(f"{a} {names[0]} and {b} {names[1]}: they must be as many")


def check_points(xy: ArrayLike, z: ArrayLike | None) -> NDArray[np.float64]:
    """(N, 2), or with z (N, 3)."""
    rows = check_rows(xy, 2, "xy")
    if z is None:
        return rows
    heights = np.asarray(z, np.float64)
    if heights.shape != (len(rows),):
        raise ValueError(f"z has shape {heights.shape}, not ({len(rows)},)")
    return check_rows(np.column_stack([rows, heights]), 3, "points")
