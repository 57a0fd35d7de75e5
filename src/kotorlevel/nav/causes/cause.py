"""`Cause`: what keeps two parts of a floor from being one, and `Remedy`: what mends it, as data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, NamedTuple

from kotorlevel.core.types import Vector

if TYPE_CHECKING:
    from kotorlevel.area.links.near_misses import NearMiss
    from kotorlevel.nav.floor.floor import Blocker

Edge = tuple[int, int]
"""A room and the number of an edge of its mesh."""

Kind = Literal[
    "no-link",
    "one-way",
    "wrong-room",
    "wall",
    "door",
    "placeable",
    "absent",
    "gap",
    "overlap",
    "step",
    "part",
    "direction",
    "touch",
    "winding",
    "turned",
    "corner",
    "crossed",
    "walled",
    "strip",
    "apart",
    "open",
]
"""How it is with two floors, see `words`. ``open`` is a way in where nothing is in the way: from a
part that is cut off itself."""

RANKS: dict[Kind, int] = {
    "open": 0,
    "door": 1,
    "no-link": 2,
    "one-way": 3,
    "wrong-room": 4,
    "placeable": 5,
    "wall": 6,
    "absent": 7,
    "touch": 8,
    "winding": 8,
    "corner": 10,
    "crossed": 10,
}
"""Which of several causes at the same distance is told first; 9 for all others."""

RemedyKind = Literal[
    "link",
    "link-through-wall",
    "split",
    "snap",
    "move-corners",
    "turn-room",
    "turn-face",
    "weld",
    "paint",
    "build",
    "doorway",
    "move",
    "open-door",
    "move-placeable",
    "add-walkmesh",
]


@dataclass(frozen=True)
class Remedy:
    """What would make one floor of two parts; `describe` says it.

    ``metres`` is how far corners have to be moved ("snap"), ``rooms`` are those without a walkmesh
    ("add-walkmesh"). ``if_meant`` tells that the floors may well be apart on purpose.
    """

    kind: RemedyKind
    metres: float = 0.0
    rooms: tuple[int, ...] = ()
    if_meant: bool = False

    def describe(self, names: Sequence[str] = ()) -> str:
        """What to do, in words; ``names`` are those of the rooms."""
        from kotorlevel.nav.causes.words import describe_remedy

        return describe_remedy(self, names)


_REMEDIES: dict[Kind, Remedy] = {
    "no-link": Remedy("link"),
    "one-way": Remedy("link"),
    "wrong-room": Remedy("link"),
    "wall": Remedy("link-through-wall", if_meant=True),
    "door": Remedy("open-door"),
    "placeable": Remedy("move-placeable"),
    "part": Remedy("split"),
    "direction": Remedy("turn-room"),
    "touch": Remedy("weld", if_meant=True),
    "winding": Remedy("turn-face"),
    "turned": Remedy("turn-face"),
    "corner": Remedy("build", if_meant=True),
    "crossed": Remedy("move", if_meant=True),
    "walled": Remedy("doorway", if_meant=True),
    "strip": Remedy("paint", if_meant=True),
    "apart": Remedy("build", if_meant=True),
    "step": Remedy("build", if_meant=True),
}
"""Those without figures."""

_FARTHEST_SNAP = 0.5
"""Metres: no corner is moved farther to close a gap."""


class WrongLink(NamedTuple):
    """An edge of a room that leads to another one than it ``meets``; nowhere if there is none.

    ``has_floor`` tells whether the room that it leads to has a walkmesh.
    """

    room: int
    edge: int
    leads: int
    meets: int
    has_floor: bool


@dataclass(frozen=True)
class Cause:
    """Something between two parts of a floor, at a place. `describe` puts it into words.

    ``parts`` and ``rooms`` are those of both sides, the one that is walked from first; ``edges``
    the edges of the first side, then of the second, as far as they are known. ``size`` is how many
    metres of no floor there are to cross (0 where floors meet), ``rise`` how much higher the second
    side is, ``length`` how long the seam is. ``surfaces`` are the names of the materials that lie
    between, or beside a corner; ``blocker`` is what stands there. ``miss`` are two edges that
    almost meet, ``link`` is one that leads elsewhere; ``unknown`` are the rooms without a walkmesh
    that a way may lead through.
    """

    kind: Kind
    parts: tuple[int, int]
    rooms: tuple[int, int]
    at: Vector
    edges: tuple[tuple[Edge, ...], tuple[Edge, ...]] = ((), ())
    size: float = 0.0
    rise: float = 0.0
    length: float = 0.0
    surfaces: tuple[str, ...] = ()
    blocker: Blocker | None = None
    miss: NearMiss | None = None
    link: WrongLink | None = None
    unknown: tuple[int, ...] = ()

    def __repr__(self) -> str:
        x, y, z = self.at
        rooms = " and ".join(str(room) for room in dict.fromkeys(self.rooms))
        return f"<Cause {self.kind} at ({x:.2f}, {y:.2f}, {z:.2f}), rooms {rooms}>"

    @property
    def remedy(self) -> Remedy | None:
        """What mends it; None where nothing is in the way."""
        if self.kind == "absent":
            return Remedy("add-walkmesh", rooms=self.unknown)
        if self.kind == "corner" and self.surfaces:
            return _REMEDIES["strip"]
        if self.miss is None or self.kind in ("part", "direction"):
            return _REMEDIES.get(self.kind)
        # With a door in it a gap is one all the same, but too wide to be closed by moving corners.
        if self.miss.kind in ("door", "door hook") or self.miss.apart > _FARTHEST_SNAP:
            return Remedy("move-corners")
        return Remedy("snap", (int(self.miss.apart * 1000) + 1) / 1000)

    @property
    def order(self) -> tuple[float, int]:
        """The nearest first, then what is easiest to mend."""
        return round(self.size, 4), RANKS.get(self.kind, 9)

    def turned(self) -> Cause:
        """The same, walked from the other side."""
        (a, b), (here, there), (own, others) = self.parts, self.rooms, self.edges
        turned = replace(self, parts=(b, a), rooms=(there, here), edges=(others, own))
        if self.kind in ("one-way", "open"):
            # A link leads one way: from its far side there is nothing to mend.
            turned = replace(turned, kind="open" if self.kind == "one-way" else "one-way")
        return turned

    def describe(self, names: Sequence[str] = ()) -> str:
        """What stops who walks from the first side to the second; ``names`` are the rooms'."""
        from kotorlevel.nav.causes.words import describe_cause

        return describe_cause(self, names)
