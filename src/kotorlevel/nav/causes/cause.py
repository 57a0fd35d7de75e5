"""`Cause`: what keeps two parts of a floor from being one, in figures and in words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from kotorlevel.core.text import printable
from kotorlevel.core.types import Vector

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    "corner",
    "crossed",
    "walled",
    "strip",
    "apart",
    "open",
]
"""How it is with two floors, see `describe_cause`. ``open`` is a way in that is no cut at all: from
a part that is cut off itself."""

IF_MEANT = "if one is to walk there"
"""Two floors may be apart because the level is meant to be so."""

_LONGEST_NAME = 32
"""Letters; names of rooms have 16 at most (FACTS 7)."""

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
"""Which of several cuts at the same distance is told first; 9 for all others."""

RULES: dict[Kind, str] = {
    "no-link": "ARE010",
    "one-way": "ARE003",
    "wrong-room": "ARE011",
    "gap": "ARE005",
    "overlap": "ARE005",
    "step": "ARE005",
    "part": "ARE005",
    "direction": "ARE005",
    "touch": "MSH005",
    "winding": "MSH010",
}
"""The rule of the check that finds the same fault."""


@dataclass(frozen=True)
class Cause:
    """Something between two parts of a floor, at a place.

    ``parts`` and ``rooms`` are those of both sides, the one that is walked from first; ``edges``
    the edges of the first side, then of the second, as far as they are known. ``size`` is how many
    metres of no floor there are to cross (0 where floors meet), ``length`` how long the seam is.
    ``detail`` says more: the reason of a near miss, or where an edge leads to. ``surfaces`` are the
    materials that lie between, ``blocker`` what stands there. ``snap`` is how far corners have to
    be moved to close it, in metres, or 0 where that is no remedy.
    """

    kind: Kind
    parts: tuple[int, int]
    rooms: tuple[int, int]
    at: Vector
    edges: tuple[tuple[Edge, ...], tuple[Edge, ...]] = ((), ())
    size: float = 0.0
    rise: float = 0.0
    length: float = 0.0
    detail: str = ""
    surfaces: tuple[str, ...] = ()
    blocker: Blocker | None = None
    snap: float = 0.0

    @property
    def rule(self) -> str:
        """The id of the rule that finds the same fault; empty where none does."""
        if self.kind == "touch" and self.rooms[0] != self.rooms[1]:
            return ""
        if self.kind == "step" and not self.detail:
            return ""  # not at a seam
        if self.kind == "one-way" and self.detail:
            return "ARE011"  # it leads elsewhere
        if self.kind == "crossed":
            return "ARE002" if self.rooms[0] != self.rooms[1] else ""
        return RULES.get(self.kind, "")

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


def describe_cause(cut: Cause, names: Sequence[str]) -> str:
    """What is in the way, and where, in words; ``names`` are those of the rooms."""
    rule = f" [{cut.rule}]" if cut.rule else ""
    return f"{_words(cut, names)}{rule}"


def _words(cut: Cause, names: Sequence[str]) -> str:
    x, y, _ = cut.at
    place = f"at ({x + 0.0:.1f}, {y + 0.0:.1f})"
    here, there = (room_name(names, room) for room in cut.rooms)
    if cut.rooms[0] == cut.rooms[1]:
        here = f"the rest of {here}"
    seam = f"the seam with {here} {place}"
    if cut.kind == "no-link":
        return f"{seam}: the floors meet, but there is no link"
    if cut.kind == "one-way":
        back = f"; {_edge_words(cut, names)} lacks the way in" if cut.edges[0] else ""
        back = f"; {cut.detail}" if cut.detail else back
        return f"{seam}: the link leads from {there} to {here} only{back}"
    if cut.kind == "open":
        return f"a way leads in from {here} {place}"
    if cut.kind == "wrong-room":
        return f"{seam}: the floors meet, but {cut.detail}"
    if cut.kind == "wall":
        return f"{seam}: the floors meet, but a wall stands on the edge, and there is no link"
    if cut.kind in ("door", "placeable"):
        name = cut.blocker.label if cut.blocker else ""
        state = "the closed door" if cut.kind == "door" else "the placeable"
        return f"{state} {name} {place}"
    if cut.kind == "absent":
        return f"perhaps through {cut.detail}: the walkmesh is not here, so nobody can tell"
    if cut.kind in ("gap", "overlap", "step", "part", "direction") and cut.detail:
        return f"{seam}, {cut.detail}"
    return _words_of_gap(cut, here, place)


def _words_of_gap(cut: Cause, here: str, place: str) -> str:
    """For floors that no seam and no link has to do with."""
    if cut.kind == "touch":
        return f"{place} it lies against {here}, but the faces share no edge"
    if cut.kind == "winding":
        return f"{place} it shares an edge with {here}, but one of the faces is turned over"
    if cut.kind == "corner":
        return f"{place} it touches {here} in one corner only"
    if cut.kind == "crossed":
        return f"{place} it lies over {here}, and no edge of theirs meets"
    if cut.kind == "walled":
        return f"a wall {place} stands between it and {here}"
    if cut.kind == "step":
        return f"a step of {short_length(cut.size)} from {here} {place}"
    up = f", {short_length(abs(cut.rise))} {'up' if cut.rise > 0 else 'down'}"
    rise = up if abs(cut.rise) >= 0.1 else ""
    if cut.kind == "strip":
        what = " and ".join(cut.surfaces)
        size = short_length(cut.size)
        return f"{size} of {what} that cannot be walked on, {place}{rise}, from {here}"
    return f"{short_length(cut.size)} without a floor {place}{rise}, from {here}"


def suggest_remedy(cut: Cause, area: str) -> str:
    """What mends it, as a command where one does; ``area`` is how commands name the level.

    A command stands at the end, so that it can be copied; what it depends on stands before it.
    """
    link = f"kotorlevel link {area} --in-place"
    if cut.kind in ("no-link", "one-way", "wrong-room"):
        return link
    if cut.kind == "wall":
        return f"{IF_MEANT}, through all such walls of the area: {link} --through-walls"
    if cut.kind == "part":
        return f"{link} --split"
    if cut.kind == "direction":
        return "turn the faces of one of the rooms over"
    if cut.kind in ("gap", "overlap") or (cut.kind == "step" and cut.detail):
        snap = f"{link} --snap {cut.snap:g}"
        return snap if cut.snap else "move the corners of both edges on to each other"
    if cut.kind == "absent":
        return f"add the walkmesh of {cut.detail} (.wok), or give the whole game: --game DIR"
    return _remedy_in_the_mesh(cut, area)


def _remedy_in_the_mesh(cut: Cause, area: str) -> str:
    if cut.kind == "winding":
        return f"kotorlevel fix {area}"
    if cut.kind == "touch" and cut.rule:
        return f"{IF_MEANT}: kotorlevel fix {area} --unsafe"
    if cut.kind == "strip":
        return f"{IF_MEANT}, give the faces between a surface that can be walked on"
    if cut.kind == "walled":
        return f"{IF_MEANT}, make a doorway: take the wall away, and let the floors meet"
    if cut.kind == "crossed":
        return f"{IF_MEANT}, move or cut one of them so that they meet at edges"
    if cut.kind in ("touch", "corner"):
        return f"{IF_MEANT}, join the faces: weld their corners"
    if cut.kind in ("apart", "step"):
        return f"{IF_MEANT}, build the floor between"
    if cut.kind == "placeable":
        return "move the placeable"
    return ""


def room_name(names: Sequence[str], room: int) -> str:
    """What people call a room."""
    return printable(names[room], _LONGEST_NAME) if 0 <= room < len(names) else f"room {room}"


def _edge_words(cut: Cause, names: Sequence[str]) -> str:
    (room, edge), *_ = cut.edges[0]
    return f"edge {edge} of {room_name(names, room)}"


def short_length(metres: float) -> str:
    """``3.2 cm`` or ``1.40 m``."""
    return f"{100 * metres:.1f} cm" if metres < 0.995 else f"{metres:,.2f} m"
