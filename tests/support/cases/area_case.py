"""What a case of a rule on areas is, and the areas that many of them begin with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kotorlevel.area.area import Area
from kotorlevel.checks.finding import Severity
from kotorlevel.core.errors import FormatError
from support.areas import floor, make_area

Point = tuple[float, float, float]

ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO
FILE = "lab.lyt"
"""What the layout of every area is called."""

UNREADABLE = FormatError("the magic is wrong", source="yard.wok", section="header", offset=0)


@dataclass(frozen=True)
class Found:
    """What a finding must say."""

    severity: Severity
    text: str
    place: str = ""
    numbers: tuple[int, ...] = ()
    at: Point | None = None
    file: str = FILE


@dataclass(frozen=True)
class Case:
    """An area, and what the rule must find in it."""

    name: str
    build: Callable[[], Area]
    found: tuple[Found, ...] = ()


def bad(name: str, build: Callable[[], Area], *found: Found) -> Case:
    return Case(name, build, found)


def good(name: str, build: Callable[[], Area]) -> Case:
    return Case(name, build)


def two_rooms(**sides: int) -> Area:
    """A hall from (0, 0) to (4, 4), and a yard to the east of it, to (8, 4)."""
    return make_area({"hall": floor(**sides), "yard": floor(4, west=0)})


def on_edges(
    severity: Severity,
    text: str,
    numbers: tuple[int, ...],
    at: Point | None,
    file: str = "hall.wok",
) -> Found:
    return Found(severity, text, "edge", numbers, at, file)


def on_doors(
    severity: Severity, text: str, numbers: tuple[int, ...], at: Point, file: str = "lab.git"
) -> Found:
    return Found(severity, text, "door", numbers, at, file)


def on_placeables(
    severity: Severity, text: str, numbers: tuple[int, ...], at: Point, file: str = "lab.git"
) -> Found:
    return Found(severity, text, "placeable", numbers, at, file)
