"""`merge_areas`: two versions of one area, as two mods make them, in one.

Rooms are matched by name. Links are numbers of the layout, so every transition is read in its own
area's numbering and written in that of the merged one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kotorlevel.area.area import Area, Room
from kotorlevel.area.edit.join import join_rooms
from kotorlevel.area.edit.merge.contents import merge_contents
from kotorlevel.area.edit.merge.entries import hook_places
from kotorlevel.area.edit.merge.layout import LayoutMerger
from kotorlevel.area.edit.merge.meshes import MergedMesh, mesh_middle, same_version
from kotorlevel.area.edit.merge.names import RoomNames, Version
from kotorlevel.area.edit.merge.notes import list_notes, loose_note
from kotorlevel.area.edit.merge.others import Versions
from kotorlevel.area.edit.merge.places import Placed, PlaceMerger
from kotorlevel.area.edit.merge.renames import unify_names
from kotorlevel.area.edit.merge.rooms import (
    Chosen,
    choose_lead,
    count_changes,
    is_slot,
    make_room,
    rooms_by_name,
)
from kotorlevel.area.edit.merge.sight import merge_sight, seen_with
from kotorlevel.area.edit.merge.three_way import Conflict, Judge, Side
from kotorlevel.area.edit.rooms import RoomEdit
from kotorlevel.area.links.relink import LinkChange, refuse_unreadable
from kotorlevel.core.resource import EMPTY_NAME, name_key
from kotorlevel.formats.lyt import LayoutRoom


@dataclass(frozen=True)
class AreaMerge:
    """The merged area, and where it comes from.

    ``from_a``, ``from_b`` and ``from_both`` are the names of its rooms by who has them,
    ``removed`` those that a side took out, ``renamed`` the old and the new name of those that a
    side renamed. ``conflicts`` were settled by the preferred side.
    ``renumbered``, ``cleared``, ``links`` and ``notes`` are those of a `RoomEdit`.
    """

    area: Area
    from_a: tuple[str, ...] = ()
    from_b: tuple[str, ...] = ()
    from_both: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    renumbered: int = 0
    cleared: tuple[tuple[int, int, int], ...] = ()
    links: tuple[LinkChange, ...] = ()
    notes: tuple[str, ...] = ()


def merge_areas(
    a: Area,
    b: Area,
    base: Area | None = None,
    prefer: Side | None = None,
    *,
    link: bool = False,
) -> AreaMerge:
    """The rooms of both areas in one: A's in their order, then those that B alone has.

    With ``base``, what only one side changed is taken: positions, walkmeshes, links, visibility,
    door hooks, tracks, obstacles, rooms that were added, removed or renamed, their order; entries
    of the GIT and their fields, path points and connections, fields of the ARE and the IFO (the
    place of a thing, the entry and the map are one value each), and templates. What both changed
    is settled by ``prefer``; without it, `ConflictError` lists it. A room's position and walkmesh
    go together: where one side moved it and the other edited it, the edited one is moved. What
    differs in its bytes alone (stored tables, counts, line ends) is a change as well. Walkmeshes
    that mean the same rooms by other numbers are the same. A walkmesh or VIS that a side does not
    ship says nothing. With ``link``, rooms whose walkmesh is B's are linked to all that they meet,
    and see it.

    What stands in a room that one side moved goes along with it. A room that a side renamed has
    its new name everywhere. Templates, models and other files that only B has, or of the base only
    B changed, come with it. Raises `ValueError`
    where a layout lists a room twice: names would not tell which one is meant; where a new name is
    taken on the other side; and where a file cannot be read.
    """
    if prefer not in (None, "a", "b"):
        raise ValueError(f"prefer is 'a' or 'b', not {prefer!r}")
    judge = Judge(prefer)
    sides = unify_names(judge, a, b, base)
    merger = _Merger(sides.a, sides.b, sides.base, judge)
    merge = merger.finish(merger.choose_rooms(), link=link)
    models = {f"renamed to {name}," for name, kind in merge.area.extra if kind == "mdl"}
    notes = (note for note in sides.notes if not any(each in note for each in models))
    return replace(merge, renamed=sides.renamed, notes=(*notes, *merge.notes))


class _Merger:
    """One merge: the rooms of all sides by name, and the judge between them."""

    def __init__(self, a: Area, b: Area, base: Area | None, judge: Judge) -> None:
        self.a, self.b, self.base, self.judge = a, b, base, judge
        for area, where in ((a, "A"), (b, "B"), (base, "the base")):
            refuse_unreadable(area.rooms if area is not None else (), where)
        self.names = RoomNames((a, b, base))
        self.of_a, self.of_b = rooms_by_name(a, "A"), rooms_by_name(b, "B")
        self.of_base = rooms_by_name(base, "the base") if base is not None else {}
        self.lead, self.order_notes = choose_lead(a, b, base)
        self.removed: list[str] = []
        keys = dict.fromkeys([*self.of_a, *self.of_b])
        self.single = {key for key in keys if key not in self.of_a or key not in self.of_b}
        self.stays = {key for key in keys if key in self.single and self._stays(key)}

    # Rooms

    def choose_rooms(self) -> list[Chosen]:
        """The rooms of the merged area in order."""
        leads_a = self.lead == "a"
        area = self.a if leads_a else self.b
        own, others = (self.of_a, self.of_b) if leads_a else (self.of_b, self.of_a)
        chosen = [
            Chosen(area.layout.rooms[room.index], slot=room.index)
            if room.is_empty_slot
            else self._choose(name_key(room.name))
            for room in area.rooms
        ]
        chosen += [self._choose(key) for key in others if key not in own]
        return [each for each in chosen if each is not None]

    def _choose(self, key: str) -> Chosen | None:
        if key in self.single:
            return self._choose_single(key)
        a, b, old = self.of_a[key], self.of_b[key], self.of_base.get(key)
        before = self._version(self.base, old)
        # Links to a room that stays, though a side removed it, stay with it.
        kept_of_a, kept_of_b = self.stays - self.of_a.keys(), self.stays - self.of_b.keys()
        placed = [
            Placed(room.position, self.names.restored(self._version(area, room), before, kept))
            for area, room, kept in ((self.a, a, kept_of_a), (self.b, b, kept_of_b))
        ]
        bases = [
            None if old is None else Placed(old.position, self.names.without(before, area, kept))
            for area, kept in ((self.a, kept_of_a), (self.b, kept_of_b))
        ]
        settled = PlaceMerger(self.judge, self.names, a.name, *placed, *bases).settle()
        line = replace(self.a.layout.rooms[a.index], position=settled.position)
        return Chosen(line, a, b, settled.mesh, settled.moves)

    def _choose_single(self, key: str) -> Chosen | None:
        """A room that one side has: it added it, or the other side removed it."""
        side: Side = "a" if key in self.of_a else "b"
        area, other = (self.a, self.b) if side == "a" else (self.b, self.a)
        room = (self.of_a if side == "a" else self.of_b)[key]
        if key not in self.stays:
            self.removed.append(room.name)
            if side == self.lead and self._is_slot_in(other, self.of_base[key]):
                return Chosen(LayoutRoom(EMPTY_NAME, room.position))
            return None
        version = self._version(area, room)
        mesh = None if version is None else MergedMesh(version.mesh, version.codes, side)
        a, b = (room, None) if side == "a" else (None, room)
        return Chosen(area.layout.rooms[room.index], a, b, mesh)

    def _stays(self, key: str) -> bool:
        """True for a room that is new, or that one side removed, but the preferred one changed."""
        side: Side = "a" if key in self.of_a else "b"
        area = self.a if side == "a" else self.b
        room, old = (self.of_a if side == "a" else self.of_b)[key], self.of_base.get(key)
        if old is None:
            return True
        changes = self._changes(area, room, old)
        if not changes:
            return False
        changed = f"changed ({', '.join(changes)})"
        texts = (changed, "removed") if side == "a" else ("removed", changed)
        here = mesh_middle(room.mesh) or room.position
        at = (here, None) if side == "a" else (None, here)
        return self.judge.settle("room", room.name, *texts, at=at) == side

    def _changes(self, area: Area, room: Room, old: Room) -> list[str]:
        """What a side changed in a room that the other removed."""
        assert self.base is not None
        key = name_key(room.name)
        was = self.names.without(self._version(self.base, old), area)
        hooks = (hook_places(each.layout.door_hooks, key) for each in (area, self.base))
        rooms = {name_key(each.name) for each in area.rooms}
        sights = [seen_with(each, key, rooms) for each in (area, self.base)]
        is_changed = {
            "position": room.position != old.position,
            "walkmesh": not same_version(self._version(area, room), was),
            "door hooks": next(hooks) != next(hooks),
            "visibility": None not in sights and sights[0] != sights[1],
        }
        return [what for what, is_other in is_changed.items() if is_other]

    def _is_slot_in(self, other: Area, old: Room) -> bool:
        """True when a side put an empty slot in the place of a room of the base.

        It must have more slots than the base: else an older one may just have moved up.
        """
        rooms = other.rooms
        before = sum(room.is_empty_slot for room in self.base.rooms) if self.base else 0
        has_more = sum(room.is_empty_slot for room in rooms) > before
        return has_more and old.index < len(rooms) and rooms[old.index].is_empty_slot

    def _version(self, area: Area | None, room: Room | None) -> Version | None:
        if area is None or room is None or room.mesh is None:
            return None
        return Version(room.mesh, self.names.codes(area, room.mesh))

    # The area

    def finish(self, chosen: Sequence[Chosen], *, link: bool) -> AreaMerge:
        """The merged area, with transitions in its own numbering. Raises `ConflictError`."""
        names = [name_key(each.place.name) for each in chosen]
        moves = {key: each.moves for key, each in zip(names, chosen, strict=True) if each.moves}
        layouts = LayoutMerger(
            self.judge,
            self.a.layout,
            self.b.layout,
            self.base.layout if self.base is not None else None,
            {*self.of_a, *self.of_b} - set(names),
            self.single,
            moves,
        )
        layout, layout_notes = layouts.merge([each.place for each in chosen])
        visibility, sight_notes = merge_sight(
            self.a, self.b, self.base, [each.place.name for each in chosen], self.single,
            self.judge.prefer,
        )  # fmt: skip
        notes = (
            *list_notes(self.a, self.b, chosen),
            *self.order_notes,
            *layout_notes,
            *sight_notes,
        )
        area = replace(self.a, layout=layout, rooms=(), visibility=visibility)
        edit = self._numbered(chosen, RoomEdit(area, notes=notes))
        sides = Versions(self.a, self.b, self.base)
        area, more = merge_contents(self.judge, sides, moves, edit.area)
        self.judge.check()
        edit = replace(edit, area=area, notes=(*edit.notes, *more))
        if link:
            theirs = [i for i, each in enumerate(chosen) if each.mesh and each.mesh.side == "b"]
            edit = join_rooms(edit, theirs) if theirs else edit
        notes = (*edit.notes, *loose_note(edit.area, (self.a, self.b), linked=link))
        return self._result(chosen, replace(edit, notes=notes))

    def _numbered(self, chosen: Sequence[Chosen], edit: RoomEdit) -> RoomEdit:
        """The edit with the rooms, and their links in the numbers of the merged area."""
        index = {name_key(each.place.name): i for i, each in enumerate(chosen)}
        slots = {
            side: self._slots(chosen, area, is_lead=side == self.lead)
            for side, area in (("a", self.a), ("b", self.b))
        }
        rooms = []
        for number, each in enumerate(chosen):
            numbers = None
            if each.mesh is not None:
                mapped = slots[each.mesh.side]
                numbers = self.names.numbers(each.mesh.codes, index, mapped, len(chosen))
                edit = count_changes(edit, number, each.mesh, numbers)
            rooms.append(make_room(number, each, numbers))
        return replace(edit, area=replace(edit.area, rooms=tuple(rooms)))

    def _slots(self, chosen: Sequence[Chosen], area: Area, *, is_lead: bool) -> dict[int, int]:
        """The empty slots of a side by number → their numbers here.

        Those of the side that does not lead count where they are slots here, too.
        """
        if is_lead:
            return {each.slot: i for i, each in enumerate(chosen) if each.slot >= 0}
        both = range(min(len(chosen), len(area.rooms)))
        return {i: i for i in both if area.rooms[i].is_empty_slot and is_slot(chosen[i])}

    def _result(self, chosen: Sequence[Chosen], edit: RoomEdit) -> AreaMerge:
        named = [each for each in chosen if not is_slot(each)]
        return AreaMerge(
            edit.area,
            from_a=tuple(each.place.name for each in named if each.b is None),
            from_b=tuple(each.place.name for each in named if each.a is None),
            from_both=tuple(each.place.name for each in named if each.a and each.b),
            removed=tuple(self.removed),
            conflicts=tuple(self.judge.conflicts),
            renumbered=edit.renumbered,
            cleared=edit.cleared,
            links=edit.links,
            notes=edit.notes,
        )
