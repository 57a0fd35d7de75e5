"""`MapFields`: how places of a level become pixels of its map, as the ARE says it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.area.area_file import read_area_file
from kotorlevel.formats.gff import Gff, GffType, Struct
from kotorlevel.formats.gff.structs import Field

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from kotorlevel.area.area import Area
    from kotorlevel.core.types import Floats

Pair = tuple[float, float]

WIDTH, HEIGHT = 440, 256
"""Columns and rows of the picture that count (FACTS 12)."""

MAP_NORTH = ("+y", "-y", "+x", "-x")
"""What ``NorthAxis`` means: which way is up on the map."""

FARTHEST = 1e6
"""Metres from the origin: what is farther away is a damaged number."""
_FARTHEST_POINT = 1e3
"""Pictures from the upper left corner, the same; in 30 shipped areas it is less than 1."""

_MAP = "Map"
_PLACES = tuple(f"{what}{n}{axis}" for what in ("WorldPt", "MapPt") for n in "12" for axis in "XY")
_LIMIT = 2**31
_NEW_ID = 14
"""The number of the struct in 17 of 33 areas."""


@dataclass(frozen=True)
class MapFields:
    """The fields of the ARE that belong to the map.

    ``world`` are two places of the level in metres, ``picture`` where these are on the picture: 0
    left to 1 right, 0 top to 1 bottom. ``north_axis`` is the number of `MAP_NORTH`, ``zoom`` the
    ``MapZoom`` and ``columns`` the ``MapResX``: how finely the map uncovers as one walks.
    ``unread`` are those fields of places that an ARE has not, or has with another type; they are 0.
    """

    world: tuple[Pair, Pair]
    picture: tuple[Pair, Pair]
    north_axis: int = 0
    zoom: int = 1
    columns: int = 24
    unread: frozenset[str] = frozenset()

    @property
    def is_swapped(self) -> bool:
        """True where the level's y runs across the picture, and its x down or up."""
        return self.north_axis not in (0, 1)

    @property
    def is_absent(self) -> bool:
        """True where no field is set: the area has no map."""
        return not any(map(any, (*self.world, *self.picture)))

    @property
    def fault(self) -> str:
        """Why no place can be found on the picture by these fields; empty where they can be."""
        for what, points, most in (
            ("WorldPt", self.world, FARTHEST),
            ("MapPt", self.picture, _FARTHEST_POINT),
        ):
            for number, point in enumerate(points, 1):
                for axis, value in zip("XY", point, strict=True):
                    if f"{what}{number}{axis}" in self.unread:
                        return f"{what}{number}{axis} is missing, or no FLOAT"
                    if not abs(value) < most:  # nor is NaN
                        return f"{what}{number}{axis} is {value:g}, which is no place"
            for axis, a, b in zip("XY", *points, strict=True):
                if a == b:
                    return f"{what}1{axis} and {what}2{axis} are both {a:g}"
        return ""

    def to_pixels(self, places: ArrayLike) -> Floats:
        """Where places of the level (n, 2 or 3) are on the picture, (n, 2): columns and rows.

        Columns run from 0 to 440 and rows from 0 at the top to 256 within it. The fields must have
        no ``fault``.
        """
        start, pixel, scale = self._scale()
        across = self._across(places)
        return (across - start) * scale + pixel

    def to_world(self, pixels: ArrayLike) -> Floats:
        """The places of the level (n, 2) that pixels (n, 2) of the picture show."""
        start, pixel, scale = self._scale()
        across = (np.asarray(pixels, np.float64).reshape(-1, 2) - pixel) / scale + start
        return across[:, ::-1] if self.is_swapped else across

    def _scale(self) -> tuple[Floats, Floats, Floats]:
        """The first place, its pixel, and pixels a metre; x is across the picture."""
        first, second = self._across(self.world)
        one, other = np.asarray(self.picture, np.float64) * (WIDTH, HEIGHT)
        return first, one, (one - other) / (first - second)

    def _across(self, places: ArrayLike) -> Floats:
        rows = np.atleast_2d(np.asarray(places, np.float64))[:, :2]
        return rows[:, ::-1] if self.is_swapped else rows

    def list_fields(self) -> list[Field]:
        """The fields as the ARE has them, in the order of the games' files."""
        rows: list[tuple[str, GffType, Any]] = [
            ("MapResX", GffType.INT, self.columns),
            ("NorthAxis", GffType.INT, self.north_axis),
        ]
        for label, points in (("WorldPt", self.world), ("MapPt", self.picture)):
            for number, point in enumerate(points, 1):
                for axis, value in zip("XY", point, strict=True):
                    rows.append((f"{label}{number}{axis}", GffType.FLOAT, value))
        return [Field(*row) for row in (*rows, ("MapZoom", GffType.INT, self.zoom))]

    def to_struct(self) -> Struct:
        """The struct ``Map`` of a new ARE."""
        return Struct(self.list_fields(), _NEW_ID)


def read_map_fields(are: Gff) -> MapFields | None:
    """The fields of an ARE; None where it has no struct ``Map``. What is no number is 0."""
    given = are.get(_MAP)
    if not isinstance(given, Struct):
        return None

    def pairs(label: str) -> tuple[Pair, Pair]:
        one, other = (
            (_number(given, f"{label}{n}X"), _number(given, f"{label}{n}Y")) for n in "12"
        )
        return one, other

    return MapFields(
        pairs("WorldPt"),
        pairs("MapPt"),
        _whole(given, "NorthAxis"),
        _whole(given, "MapZoom"),
        _whole(given, "MapResX"),
        frozenset(label for label in _PLACES if not _is_float(given, label)),
    )


def find_map_fields(area: Area) -> MapFields | None:
    """The map's fields of an area; None without an ARE that has some. Raises `FormatError`.

    fields = kl.find_map_fields(kl.load_area("my_mod"))
    fields.to_pixels(area.entry)                    # [[203.4, 95.1]]
    """
    are = read_area_file(area)
    return None if are is None else read_map_fields(are)


def with_map_fields(are: Gff, fields: MapFields) -> Gff:
    """The ARE with these fields; other fields, and the types of those it has, stay."""
    old = are.get(_MAP)
    if not isinstance(old, Struct):
        root = are.root.removed(_MAP) if _MAP in are.root else are.root
        return are.replaced(root.added(_MAP, GffType.STRUCT, fields.to_struct()))
    for label, kind, value in fields.list_fields():
        if label not in old:
            old = old.added(label, kind, value)
        elif old.type_of(label) is kind:
            old = old.replaced({label: value})
        else:
            old = old.retyped(label, kind, value)
    return are.with_value(_MAP, value=old)


def _number(given: Struct, label: str) -> float:
    value = given.get(label)
    return float(value) if isinstance(value, (int, float)) else 0.0


def _whole(given: Struct, label: str) -> int:
    """A whole number as the game has it; 0 for what is none, or needs more than 32 bits."""
    value = _number(given, label)
    return int(value) if -_LIMIT <= value < _LIMIT else 0


def _is_float(given: Struct, label: str) -> bool:
    return label in given and given.type_of(label) is GffType.FLOAT
