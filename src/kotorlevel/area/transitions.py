"""Doors and triggers that lead elsewhere, as a GIT has them, and where one can arrive in it.

``LinkedToModule`` names the module (empty: the same one), ``LinkedTo`` the tag of the waypoint or
door where one arrives. ``LinkedToFlags`` is 1 for a door and 2 for a waypoint, but in shipped
modules half of the tags with a 1 belong to waypoints, so either will do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from kotorlevel.area.instances import find_place
from kotorlevel.core.resource import name_key

if TYPE_CHECKING:
    from kotorlevel.core.types import Vector
    from kotorlevel.formats.gff import Gff, Struct

_LEAVING: tuple[Literal["Door List", "TriggerList"], ...] = ("Door List", "TriggerList")
_ARRIVING = ("Door List", "WaypointList")


@dataclass(frozen=True)
class Transition:
    """A door or trigger that leads to a ``module`` ("" for its own), to the tag ``target`` there.

    Without a ``target`` one arrives where the module is entered.

    ``number`` is its entry in the GIT's list ``list_name``, ``flags`` what ``LinkedToFlags`` says.
    """

    list_name: Literal["Door List", "TriggerList"]
    number: int
    tag: str
    module: str
    target: str
    flags: int = 0
    position: Vector | None = None

    @property
    def kind(self) -> Literal["door", "trigger"]:
        """What leads there."""
        return "door" if self.list_name == "Door List" else "trigger"


def list_transitions(git: Gff) -> tuple[Transition, ...]:
    """The doors and then the triggers of a GIT that lead somewhere."""
    return tuple(
        _read(label, number, row)
        for label in _LEAVING
        for number, row in _rows(git, label)
        if _text(row, "LinkedToModule") or _text(row, "LinkedTo")
    )


def list_arrivals(git: Gff) -> frozenset[str]:
    """The tags of doors and waypoints, in lower case: where a transition can lead to."""
    tags = (name_key(_text(row, "Tag")) for label in _ARRIVING for _, row in _rows(git, label))
    return frozenset(filter(None, tags))


def _read(label: Literal["Door List", "TriggerList"], number: int, row: Struct) -> Transition:
    flags = row.get("LinkedToFlags", 0)
    return Transition(
        label,
        number,
        _text(row, "Tag"),
        _text(row, "LinkedToModule"),
        _text(row, "LinkedTo"),
        flags if isinstance(flags, int) else 0,
        find_place(row),
    )


def _rows(git: Gff, label: str) -> Iterator[tuple[int, Struct]]:
    from kotorlevel.formats.gff import StructList

    rows: Any = git.root.get(label)
    yield from enumerate(rows if isinstance(rows, StructList) else ())


def _text(row: Struct, label: str) -> str:
    value = row.get(label)
    return value.strip() if isinstance(value, str) else ""
