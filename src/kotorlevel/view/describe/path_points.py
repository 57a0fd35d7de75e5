"""What is in a PTH: the points of an area and how they are connected."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.core.table import plain
from kotorlevel.formats.gff import read_gff_tables
from kotorlevel.formats.pth import read_path_points
from kotorlevel.view.describe import Description, Wanted, describe_problems

if TYPE_CHECKING:
    from kotorlevel.formats.pth import PathPoints


def describe_path_points(data: bytes, name: str, wanted: Wanted) -> Description:
    """Points, connections as pairs of points, and those of them that lead one way only."""
    paths = _read(data, name)
    pairs = {(a, b) for a, b in paths.connections.tolist() if _exists(a, b, len(paths))}
    used = {point for pair in pairs for point in pair}
    description: Description = {
        "problems": describe_problems(paths.problems),
        "points": plain(paths.points.tolist()),
        "connections": paths.connections.tolist(),
        "one_way": [list(pair) for pair in sorted(pairs) if pair[::-1] not in pairs],
        "alone": [point for point in range(len(paths)) if point not in used],
        "bounds": _bounds(paths),
    }
    if wanted.tables:
        description["tables"] = read_gff_tables(data).dump()
    return description


def _read(data: bytes, name: str) -> PathPoints:
    from kotorlevel.core.errors import FormatError

    try:
        return read_path_points(data)
    except FormatError as error:
        error.source = name
        raise


def _exists(a: int, b: int, count: int) -> bool:
    return 0 <= a < count and 0 <= b < count and a != b


def _bounds(paths: PathPoints) -> Description | None:
    """The rectangle about all finite points; None where there is none."""
    finite = paths.points[np.isfinite(paths.points).all(axis=1)]
    if not len(finite):
        return None
    return {"min": finite.min(axis=0).tolist(), "max": finite.max(axis=0).tolist()}
