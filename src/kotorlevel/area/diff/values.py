"""`Diff` and `Change`: what changed, as data; `words` makes sentences of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from kotorlevel.core.types import Point, Vector

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.mesh.diff.values import MeshDiff

KINDS = (
    "room-removed",
    "room-added",
    "room-renamed",
    "room-moved",
    "room-reordered",
    "rooms-renumbered",
    "slot-removed",
    "slot-added",
    "walkmesh-removed",
    "walkmesh-added",
    "mesh-moved",
    "faces-removed",
    "faces-added",
    "faces-turned",
    "vertices-moved",
    "faces-painted",
    "link-removed",
    "link-added",
    "link-changed",
    "table-broken",
    "table-mended",
    "mesh-header",
    "mesh-unsound",
    "entry-moved",
    "hook-removed",
    "hook-added",
    "hook-changed",
    "track-removed",
    "track-added",
    "track-changed",
    "obstacle-removed",
    "obstacle-added",
    "obstacle-changed",
    "sight-removed",
    "sight-added",
    "object-removed",
    "object-added",
    "object-moved",
    "object-turned",
    "object-changed",
    "point-removed",
    "point-added",
    "point-moved",
    "connection-removed",
    "connection-added",
    "field-removed",
    "field-added",
    "field-changed",
    "struct-removed",
    "struct-added",
    "column-removed",
    "column-added",
    "row-removed",
    "row-added",
    "cell-changed",
    "node-removed",
    "node-added",
    "node-changed",
    "file-removed",
    "file-added",
    "file-changed",
    "file-unreadable",
    "vertices-rounded",
    "table-changed",
    "mesh-renumbered",
    "links-renumbered",
    "form-changed",
)
"""What a change can be, in the order in which it is told: what matters for the player first."""

_PLACED = ("room-moved", "room-renamed", "room-reordered", "mesh-moved")
"""Kinds without a place of their own that belong to a room, which has one."""

_RANK = {kind: rank for rank, kind in enumerate(KINDS)}

Status = Literal["same", "changed", "added", "removed", "form", "unreadable"]
"""Of a file: "form" stands for one that says the same in other bytes."""


@dataclass(frozen=True)
class Change:
    """One thing that is not the same in both versions.

    ``kind`` is one of `KINDS`, ``file`` the name of the file that says so, ``room`` the room that
    it is in, by its new name. ``thing`` names what has changed: a door, a field, a table. ``old``
    and ``new`` are what it was and what it is, as JSON can hold it. ``count`` says how many of
    them, ``area`` is in square metres, ``walkable`` what of it can be walked on; ``distance`` is
    how far something went in metres, ``typical`` the median where there are several, ``offset`` in
    which direction, ``degrees`` how far it was turned. ``faces_a``, ``faces_b``, ``edges_a`` and
    ``edges_b`` are numbers in the old and in the new walkmesh. ``at`` is a place to go to, ``box``
    the corners of the box around it.
    """

    kind: str
    file: str = ""
    room: str = ""
    thing: str = ""
    old: Any = None
    new: Any = None
    count: int | None = None
    area: float | None = None
    walkable: float | None = None
    distance: float | None = None
    typical: float | None = None
    offset: Vector | None = None
    degrees: float | None = None
    faces_a: tuple[int, ...] = ()
    faces_b: tuple[int, ...] = ()
    edges_a: tuple[int, ...] = ()
    edges_b: tuple[int, ...] = ()
    at: Point | None = None
    box: tuple[Point, Point] | None = None

    @property
    def text(self) -> str:
        """A sentence about it, without room and file."""
        from kotorlevel.area.diff.words import tell

        return tell(self)

    @property
    def rank(self) -> int:
        """Its place among the kinds: low for what matters most."""
        return _RANK[self.kind]

    @property
    def is_harmless(self) -> bool:
        """True for what nobody notices in the game: numbers, rounding, another form."""
        return self.rank >= _RANK["vertices-rounded"]

    def to_json(self) -> dict[str, Any]:
        """What there is to say about it, ready for JSON."""
        found = {each.name: getattr(self, each.name) for each in fields(self)}
        said = {name: value for name, value in found.items() if value not in (None, "", ())}
        said = {name: _rounded(value) for name, value in said.items()}
        return {**said, "text": self.text}


def _rounded(value: Any) -> Any:
    """Numbers to a hundredth of a millimetre; tuples as lists."""
    if isinstance(value, float):
        return round(value, 5) if value == value and abs(value) < 1e15 else str(value)
    if isinstance(value, list | tuple):
        return [_rounded(each) for each in value]
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    return value


@dataclass(frozen=True)
class FileDiff:
    """A file that both versions have, or one of them: its name, and what became of it."""

    name: str
    status: Status


@dataclass(frozen=True, eq=False)
class RoomDiff:
    """The walkmeshes of a room in both versions, for pictures: its numbers, and what differs.

    A number is None where that version has not got the room.
    """

    name: str
    a: int | None
    b: int | None
    mesh: MeshDiff | None = field(default=None, repr=False)


@dataclass(frozen=True, eq=False)
class Diff:
    """What changed from ``a`` to ``b``, which are the names of the two versions.

    ``same`` is True only where every byte is the same. ``changes`` are in the order in which they
    matter for the player; ``files`` are all files that were compared. ``area_a`` and ``area_b`` are
    the areas where whole areas were compared, and ``rooms`` what differs in their walkmeshes.
    ``notes`` say what could not be compared, or what was assumed::

        diff = kl.diff("before/m55aa", "after/m55aa")
        for change in diff.changes:
            print(change.room, change.text)
    """

    a: str
    b: str
    changes: tuple[Change, ...] = ()
    files: tuple[FileDiff, ...] = ()
    area_a: Area | None = field(default=None, repr=False)
    area_b: Area | None = field(default=None, repr=False)
    rooms: tuple[RoomDiff, ...] = field(default=(), repr=False)
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Diff {self.headline}>"

    @cached_property
    def same(self) -> bool:
        """True where nothing differs, not even a byte."""
        return not self.changes and all(each.status == "same" for each in self.files)

    @cached_property
    def summary(self) -> dict[str, int]:
        """How many changes there are of each kind."""
        counts = Counter(change.kind for change in self.changes)
        return {kind: counts[kind] for kind in KINDS if counts[kind]}

    @cached_property
    def placed(self) -> dict[int, Change]:
        """The changes that have a place on a picture, by their numbers there, from 1."""
        found = (
            change
            for change in self.changes
            if not change.is_harmless and (change.at is not None or change.kind in _PLACED)
        )
        return dict(enumerate(found, 1))

    @property
    def headline(self) -> str:
        """All of it in one sentence."""
        from kotorlevel.area.diff.summary import headline

        return headline(self)

    def lines(self) -> list[str]:
        """The changes as text, room by room and file by file; without colours."""
        from kotorlevel.area.diff.report import lines

        return [text for _, text in lines(self)]

    def to_markdown(self) -> str:
        """The changes for a pull request: a headline, a table of rooms and files, and details."""
        from kotorlevel.area.diff.markdown import render_markdown

        return render_markdown(self)

    def to_json(self) -> dict[str, Any]:
        """All of it, ready for JSON (docs/schema/diff.schema.json)."""
        return {
            "a": self.a,
            "b": self.b,
            "same": self.same,
            "headline": self.headline,
            "summary": self.summary,
            "files": [
                {"name": each.name, "status": each.status}
                for each in self.files
                if each.status != "same"
            ],
            "same_files": sum(each.status == "same" for each in self.files),
            "changes": [change.to_json() for change in self.changes],
            "notes": list(self.notes),
        }


def in_order(changes: list[Change]) -> tuple[Change, ...]:
    """Changes by what they mean for the player, then by room and size."""
    return tuple(
        sorted(changes, key=lambda each: (each.rank, each.room, each.file, -(each.area or 0)))
    )
