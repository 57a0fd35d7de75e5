"""GFF → `PathPoints`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.core.errors import FormatError
from kotorlevel.core.source import Source, load_source
from kotorlevel.formats.gff import Gff, GffType, Struct, StructList, parse_gff
from kotorlevel.formats.pth.names import (
    CONNECTION_COUNT,
    CONNECTIONS,
    DESTINATION,
    FIRST_CONNECTION,
    KIND,
    POINTS,
    X,
    Y,
)
from kotorlevel.formats.pth.path_points import PathPoints
from kotorlevel.formats.pth.problems import find_problems

if TYPE_CHECKING:
    from numpy.typing import NDArray

Arrays = tuple["NDArray[Any]", "NDArray[Any]", "NDArray[Any]", "NDArray[Any]"]

_WHOLE = (GffType.DWORD, GffType.INT, GffType.WORD, GffType.SHORT, GffType.BYTE, GffType.CHAR)


def read_path_points(source: Source | Gff) -> PathPoints:
    """The path points in ``source``, which may be a GFF that was already read.

    Raises `FormatError` where they cannot be read.
    """
    if isinstance(source, Gff):
        return _from_gff(source)
    data, name = load_source(source)
    gff = parse_gff(data, name)
    try:
        return _from_gff(gff)
    except FormatError as error:
        raise FormatError(error.message, source=name, section=error.section) from None


def _from_gff(gff: Gff) -> PathPoints:
    if gff.kind != KIND:
        raise FormatError(f"the kind is {gff.kind!r}, path points have {KIND!r}", section="header")
    points, counts, firsts, destinations = arrays_of(gff)
    paths = PathPoints(points, counts, firsts, destinations, gff)
    return replace(paths, problems=(*gff.problems, *find_problems(paths, gff)))


def arrays_of(gff: Gff) -> Arrays:
    """Points (N, 2), counts (N,), first connections (N,) and destinations (M,) of the file."""
    points = [
        (
            _number(point, X, GffType.FLOAT),
            _number(point, Y, GffType.FLOAT),
            _number(point, CONNECTION_COUNT, *_WHOLE),
            _number(point, FIRST_CONNECTION, *_WHOLE),
        )
        for point in _list(gff, POINTS)
    ]
    ends = [_number(end, DESTINATION, *_WHOLE) for end in _list(gff, CONNECTIONS)]
    places = np.array([point[:2] for point in points], np.float32).reshape(-1, 2)
    counts = np.array([point[2] for point in points], np.int64)
    firsts = np.array([point[3] for point in points], np.int64)
    return places, counts, firsts, np.array(ends, np.int64)


def _list(gff: Gff, label: str) -> StructList:
    value = gff.get(label)
    if not isinstance(value, StructList):
        raise FormatError("path points need this list, and it is not there", section=label)
    return value


def _number(struct: Struct, label: str, *types: GffType) -> Any:
    """The number in a field that has one of ``types``, the usual one first."""
    found = struct.find(label)
    if found is None:
        raise FormatError(f"'{label}' is missing", section=struct.place)
    if found.type not in types:
        text = f"'{label}' is of type {found.type.name}, not {types[0].name}"
        raise FormatError(text, section=struct.place)
    return found.value
