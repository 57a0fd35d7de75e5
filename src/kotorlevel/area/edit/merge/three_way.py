"""Three-way choice: what only one side changed is taken, what both changed is a conflict."""

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from kotorlevel.core.types import Vector

Side = Literal["a", "b"]
T = TypeVar("T")

Places = tuple[Vector | None, Vector | None]
"""Where something is on each side; None where it is nowhere."""
NO_PLACES: Places = (None, None)


@dataclass(frozen=True)
class Conflict:
    """Something that both sides changed, and not in the same way.

    ``kind`` is what: "position", "walkmesh", "position and walkmesh", "stored tables", "link",
    "door hook", "track", "obstacle", "room", "name", "path point"; of the GIT "creature", "door"
    and so on; "room sound" and "map" of the ARE, "entry" of the IFO, "field" of any of these,
    "template"; "file" of any other; "table", "row" and "cell" of a 2DA.
    ``room`` is where, "" where it is of no room, and ``name`` what it is called: a tag, a template
    or a label. ``a`` and ``b`` are what each side has, in words; ``at_a`` and ``at_b`` where that
    is in the area, None where it has no place. ``reason`` says why edits of a walkmesh cannot be
    put together. ``taken`` is the side that was preferred, "" where none was.
    """

    kind: str
    room: str
    a: str
    b: str
    taken: Side | Literal[""] = ""
    at_a: Vector | None = None
    at_b: Vector | None = None
    name: str = ""
    reason: str = ""

    @property
    def title(self) -> str:
        """What it is about: ``m55aa_02, position``, ``placeable crate_01``."""
        if self.room and self.name not in ("", self.room):
            return f"{self.room}, {self.kind} {self.name}"
        return f"{self.room}, {self.kind}" if self.room else f"{self.kind} {self.name}".rstrip()


class ConflictError(ValueError):
    """Two versions cannot be merged: ``conflicts`` are to be settled first."""

    def __init__(self, conflicts: tuple[Conflict, ...]) -> None:
        number = len(conflicts)
        both = "1 thing was" if number == 1 else f"{number:,} things were"
        super().__init__(f"{both} changed differently on both sides: choose the side to prefer")
        self.conflicts = conflicts


@dataclass
class Judge:
    """Chooses between two sides, and keeps what could not be settled by the base."""

    prefer: Side | None
    conflicts: list[Conflict] = field(default_factory=list)

    def settle(
        self,
        kind: str,
        room: str,
        a: str,
        b: str,
        *,
        at: Places = NO_PLACES,
        name: str = "",
        reason: str = "",
    ) -> Side:
        """Note a conflict; the preferred side, or A where none is and the merge will be refused."""
        places = (_finite(at[0]), _finite(at[1]))
        self.conflicts.append(Conflict(kind, room, a, b, self.prefer or "", *places, name, reason))
        return self.prefer or "a"

    def choose(
        self,
        kind: str,
        room: str,
        a: T,
        b: T,
        base: T | None,
        tell: Callable[[T], str],
        is_same: Callable[[T, T], bool] = operator.eq,
        at: Places = NO_PLACES,
    ) -> Side:
        """The side whose value counts; ``base`` is None where there is none to compare with."""
        if is_same(a, b) or (base is not None and is_same(b, base)):
            return "a"
        if base is not None and is_same(a, base):
            return "b"
        return self.settle(kind, room, tell(a), tell(b), at=at)

    def check(self) -> None:
        """Raise `ConflictError` where there are conflicts and no side is preferred."""
        if self.conflicts and self.prefer is None:
            raise ConflictError(tuple(self.conflicts))


def _finite(place: Vector | None) -> Vector | None:
    return place if place is not None and all(map(math.isfinite, place)) else None


def choose_form(a: bytes, b: bytes, base: bytes | None, prefer: Side | None) -> Side:
    """The side whose file counts where both say the same: the one that alone changed its bytes."""
    if a == b or b == base:
        return "a"
    if a == base:
        return "b"
    return prefer or "a"
