"""GFF → `PathPoints`."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.errors import FormatError, Problem
from kotorlevel.core.source import Source, load_source
from kotorlevel.core.text import printable
from kotorlevel.formats.gff import Gff, GffType, Struct, StructList, parse_gff
from kotorlevel.formats.gff.columns import Column, number_columns
from kotorlevel.formats.pth.path_points import (
    CONNECTION_COUNT,
    CONNECTIONS,
    DESTINATION,
    FIRST_CONNECTION,
    KIND,
    NOBODY,
    POINT_LABELS,
    POINTS,
    PathPoints,
    X,
    Y,
)

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
    found = _columns(gff)
    if found is not None:
        x, y, counts, firsts, ends = (column.values for column in found)
        whole = (counts.astype(np.int64), firsts.astype(np.int64), ends.astype(np.int64))
        return np.stack([x, y], axis=1), *whole
    return _arrays_one_by_one(gff)


def _columns(gff: Gff) -> list[Column] | None:
    """x, y, counts, first connections and destinations; None where a struct lacks one of them.

    Also where one is of a type that it must not have, and where there are no points or connections.
    """
    points, ends = (number_columns(_list(gff, label)) or {} for label in (POINTS, CONNECTIONS))
    wanted = [points.get(label) for label in (X, Y, CONNECTION_COUNT, FIRST_CONNECTION)]
    found = [column for column in (*wanted, ends.get(DESTINATION)) if column is not None]
    kinds = [column.type in _WHOLE for column in found]
    return found if kinds == [False, False, True, True, True] else None


def _arrays_one_by_one(gff: Gff) -> Arrays:
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


def _list(gff: Gff, label: str) -> Sequence[Struct]:
    value = gff.get(label)
    if value is not None and not isinstance(value, StructList):
        raise FormatError("path points need a list here, and it is something else", section=label)
    return value or ()


def _number(struct: Struct, label: str, *types: GffType) -> Any:
    """The number in a field that has one of ``types``, the usual one first; 0 without the field."""
    found = struct.find(label)
    if found is None:
        return 0
    if found.type not in types:
        text = f"'{label}' is of type {found.type.name}, not {types[0].name}"
        raise FormatError(text, section=struct.place)
    return found.value


def _missing(gff: Gff) -> Iterator[Problem]:
    """Lists and fields that are not there, each at its first place. The game reads them as 0."""
    for label in (POINTS, CONNECTIONS):
        if label not in gff.root:
            yield Problem("is not there, read as empty", label, code="missing-field")
    for section, labels in ((POINTS, POINT_LABELS), (CONNECTIONS, (DESTINATION,))):
        structs = _list(gff, section)
        columns = number_columns(structs) or {}
        for label in labels:
            if label in columns:
                continue
            lacking = np.array([label not in struct for struct in structs], bool)
            text = f"'{label}' is not there, read as 0"
            yield from _first(section, "missing-field", lacking, text)


def find_problems(paths: PathPoints, gff: Gff) -> Iterator[Problem]:
    """One problem a kind, at the first place where it occurs."""
    total = len(paths.destinations)
    x = paths.points[:, 0]
    ends = paths.firsts + paths.counts
    outside = (paths.firsts < 0) | (paths.counts < 0) | (ends > total)
    outside &= paths.counts != 0
    ends_nowhere = (paths.destinations < 0) | (paths.destinations >= len(paths))
    nowhere = np.asarray((~np.isfinite(paths.points)).any(axis=1))
    found = (
        (POINTS, "not-finite", nowhere, "is no place"),
        (
            POINTS,
            "order",
            np.r_[False, x[1:] < x[:-1]][: len(x)],
            "lies at a smaller x than the point before it; the game needs them sorted",
        ),
        (POINTS, "range", outside, f"has connections that are not among the {total:,}"),
        (POINTS, "overlap", _claims_twice(paths), "has a connection that an earlier point has"),
        (CONNECTIONS, "unclaimed", paths.connections[:, 0] == NOBODY, "belongs to no point"),
        (
            CONNECTIONS,
            "destination",
            ends_nowhere,
            f"leads to a point that is not among the {len(paths):,}",
        ),
    )
    for section, code, bad, text in found:
        yield from _first(section, code, bad, text)
    yield from _missing(gff)
    yield from _other_fields(gff)


def _first(section: str, code: str, bad: NDArray[np.bool_], text: str) -> Iterator[Problem]:
    places = np.flatnonzero(bad)
    if len(places):
        more = f" ({len(places):,} times)" if len(places) > 1 else ""
        yield Problem(text + more, f"{section}[{places[0]}]", code=code)


def _claims_twice(paths: PathPoints) -> NDArray[np.bool_]:
    """(N,): points that claim a connection which an earlier point has got."""
    starts, ends = paths.claims.T
    owners = paths.connections[:, 0]
    got = np.bincount(owners[owners != NOBODY], minlength=len(paths))
    return np.asarray(ends - starts > got)


def _other_fields(gff: Gff) -> Iterator[Problem]:
    for label, known in ((POINTS, POINT_LABELS), (CONNECTIONS, (DESTINATION,))):
        structs = _list(gff, label)
        if number_columns(structs) is not None:
            structs = structs[:1]  # all have the same fields
        for struct in structs:
            if other := next((name for name in struct if name not in known), None):
                text = f"has a field '{printable(other)}', which an edit drops"
                yield Problem(text, struct.place, code="other-field")
                break
