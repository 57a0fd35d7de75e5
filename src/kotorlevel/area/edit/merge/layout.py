"""The layout of a merged area: its lines, and whose file it is where nothing has to be written."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kotorlevel.area.edit.merge.entries import entry_places, merge_entries, merge_hooks
from kotorlevel.area.edit.merge.three_way import Judge, choose_form
from kotorlevel.core.resource import name_key
from kotorlevel.formats.lyt import DoorHook, Layout, LayoutRoom

if TYPE_CHECKING:
    from kotorlevel.area.edit.merge.places import Moves


@dataclass(frozen=True, eq=False)
class LayoutMerger:
    """Two layouts and their base, and what became of their rooms, all by key.

    ``gone`` are rooms that are not in the merged area, ``single`` those that only one side has,
    ``moves`` how far the things in a room go that was moved.
    """

    judge: Judge
    a: Layout
    b: Layout
    base: Layout | None
    gone: Collection[str]
    single: Collection[str]
    moves: Mapping[str, Moves]

    def merge(self, rooms: Sequence[LayoutRoom]) -> tuple[Layout, tuple[str, ...]]:
        """The layout with these rooms, and notes; a side's own, with its bytes, where it is that.

        Where A left the base's file alone and the result is what B says, it is B's file, with all
        that B repaired in it.
        """
        merged = self._merged(rooms)
        as_a = _meaning(merged) == _meaning(self.a)
        as_b = _meaning(merged) == _meaning(self.b)
        mine, theirs = self.a.to_bytes(), self.b.to_bytes()
        base = None if self.base is None else self.base.to_bytes()
        if as_a and as_b:
            side = choose_form(mine, theirs, base, self.judge.prefer)
            notes = _form_note(mine, theirs, base) if side == "a" else ()
            return (self.a if side == "a" else self.b), notes
        if as_a:
            return self.a, ()
        return (self.b if as_b and mine == base else merged), ()

    def _merged(self, rooms: Sequence[LayoutRoom]) -> Layout:
        a, b, base = self.a, self.b, self.base
        return replace(
            a,
            rooms=tuple(rooms),
            tracks=merge_entries(
                self.judge, "track", a.tracks, b.tracks, base.tracks if base else ()
            ),
            obstacles=merge_entries(
                self.judge, "obstacle", a.obstacles, b.obstacles, base.obstacles if base else ()
            ),
            door_hooks=self._hooks(),
            problems=(),
        )

    def _hooks(self) -> tuple[DoorHook, ...]:
        """The door hooks without those of rooms that are gone.

        A room that one side removed and the merged area has keeps the hooks of the other side.
        """
        base = self.base.door_hooks if self.base is not None else ()
        mine, theirs = ([h for h in each.door_hooks if name_key(h.room) not in self.gone]
                        for each in (self.a, self.b))  # fmt: skip
        unsettled = {*self.gone, *self.single}
        old = [hook for hook in base if name_key(hook.room) not in unsettled]
        return merge_hooks(self.judge, mine, theirs, old, self.moves)


def _meaning(layout: Layout) -> tuple[object, ...]:
    """What the game reads from a layout: no spelling, comment or order of hooks."""
    rooms = [(name_key(room.name), room.position) for room in layout.rooms]
    parts = (layout.tracks, layout.obstacles, layout.door_hooks)
    return rooms, *(entry_places(part) for part in parts)


def _form_note(mine: bytes, theirs: bytes, base: bytes | None) -> tuple[str, ...]:
    """A note where B's layout says the same in other bytes, and is not taken."""
    if theirs in (mine, base):
        return ()
    text = "the layout of B says the same in another form (counts, line ends, comments)"
    return (f"{text}: A's file is kept",)
