"""What does not fit together between mods, from their files alone, with the cause first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kotorlevel.area.area import Area, Room
from kotorlevel.area.install.mods import Mod
from kotorlevel.area.install.resources import Resource
from kotorlevel.area.models import find_model
from kotorlevel.checks.finding import Severity
from kotorlevel.checks.mods.values import Clash, FileWin
from kotorlevel.checks.mods.views import ModuleViews
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import TYPE_IDS, name_key, resource_filename
from kotorlevel.core.text import printable
from kotorlevel.core.types import Vector
from kotorlevel.core.words import count_of, exact_place, short_list
from kotorlevel.mesh.convert.model_position import find_model_position

_APART = 0.01
"""Metres from which on two positions of a room are two."""


@dataclass(frozen=True)
class Held:
    """A file of the area: the copy that counts, whose it is (None: the game's), and all mods'."""

    name: str
    kind: str
    used: Resource | None
    owner: Mod | None
    copies: tuple[tuple[Mod, Resource], ...]

    @property
    def filename(self) -> str:
        """Name and extension."""
        return resource_filename(self.name, TYPE_IDS[self.kind])

    @cached_property
    def losers(self) -> tuple[Mod, ...]:
        """The mods whose copy is not taken and has other bytes."""
        data = _bytes(self.used)
        return tuple(
            mod for mod, copy in self.copies if mod is not self.owner and _bytes(copy) != data
        )


def list_held(views: ModuleViews) -> dict[tuple[str, str], Held]:
    """The files of the area that at least one mod has."""
    held = {}
    for name, kind in views.files():
        copies = [(mod, mod.find(name, kind, views.module)) for mod in views.mods]
        own = tuple((mod, copy) for mod, copy in copies if copy is not None)
        if own:
            used = views.all.level.lookup.find(name, kind)
            owner = views.owner(used, name, kind)
            held[name_key(name), kind] = Held(name, kind, used, owner, own)
    return held


def list_wins(held: dict[tuple[str, str], Held]) -> Iterator[FileWin]:
    """The files that more than one mod has, and not alike."""
    for each in held.values():
        if each.losers and len(each.copies) > 1:
            winner = each.owner.name if each.owner else ""
            yield FileWin(each.filename, winner, tuple(mod.name for mod in each.losers))


def find_clashes(views: ModuleViews, held: dict[tuple[str, str], Held]) -> Iterator[Clash]:
    """What breaks because one mod's file wins over another's; the worst first."""
    finder = _Finder(views, held)
    yield from finder.modules()
    yield from finder.hidden()
    for mod in views.mods:
        alone = views.alone(mod)
        if alone is not None and finder.layout_owner not in (None, mod):
            yield from finder.links(mod, alone.area)
            yield from finder.rooms(mod, alone.area)
            yield from finder.positions(mod, alone.area)
    yield from finder.models()
    yield from finder.sight()


class _Finder:
    """The clashes of one module, a method a kind."""

    def __init__(self, views: ModuleViews, held: dict[tuple[str, str], Held]) -> None:
        self.views, self.held = views, held
        self.area = views.all.area
        layout = self._get(self.area.name, "lyt")
        self.layout_owner = layout.owner if layout else None
        self.layout = f"{printable(self.area.name)}.lyt"

    def _get(self, name: str, kind: str) -> Held | None:
        return self.held.get((name_key(name), kind))

    def _owner(self, name: str, kind: str) -> Mod | None:
        found = self._get(name, kind)
        return found.owner if found else None

    def _layout_words(self, mod: Mod) -> str:
        """What the layout that wins does to the one that a mod was made with."""
        assert self.layout_owner is not None
        winner = f"{self.layout_owner.name}'s {self.layout}"
        has_own = mod.find(self.area.name, "lyt", self.views.module) is not None
        return f"{winner} replaces {mod.name + chr(39) + 's' if has_own else 'that of the game'}"

    def modules(self) -> Iterator[Clash]:
        """A MOD that replaces a whole MOD of another mod."""
        key = name_key(self.views.module)
        having = [mod for mod in self.views.mods if key in mod.modules]
        for mod in having[:-1]:
            last = having[-1]
            lost = [h.filename for h in self.held.values() if mod in h.losers]
            if lost:
                ending = f"{last.modules[key].files[0].name}"
                text = (
                    f"{last.name}'s {printable(ending)} replaces {mod.name}'s as a whole: nothing "
                    f"of {mod.name}'s is read, of which {count_of(len(lost), 'file')} of the level "
                    f"{'is' if len(lost) == 1 else 'are'} other: {short_list(lost)}"
                )
                yield Clash("module", Severity.WARNING, last.name, mod.name, tuple(lost), text)

    def hidden(self) -> Iterator[Clash]:
        """Files in the module of a later mod that Override of an earlier one hides."""
        order = {mod: number for number, mod in enumerate(self.views.mods)}
        pairs: dict[tuple[Mod, Mod], list[str]] = {}
        for each in self.held.values():
            for mod in each.losers:
                is_earlier = each.owner is not None and order[each.owner] < order[mod]
                if each.owner and is_earlier and not mod.in_override(each.name, each.kind):
                    pairs.setdefault((each.owner, mod), []).append(each.filename)
        for (winner, mod), files in pairs.items():
            text = (
                f"{winner.name} has {short_list(files)} for Override, which the game asks before "
                f"all modules: {'it wins' if len(files) == 1 else 'they win'} over "
                f"{mod.name}'s module, though {mod.name} comes later"
            )
            yield Clash("override", Severity.WARNING, winner.name, mod.name, tuple(files), text)

    def links(self, mod: Mod, alone: Area) -> Iterator[Clash]:
        """Walkmeshes of a mod that count rooms as in another layout than the one that wins."""
        assert self.layout_owner is not None
        wrong: dict[str, tuple[int, str, str]] = {}
        for room in self.area.rooms:
            is_mods = room.mesh is not None and self._owner(room.name, "wok") is mod
            if is_mods and not self._leads_right(room):
                found = _first_other(room, alone, self.area)
                if found is not None:
                    wrong[f"{room.name}.wok"] = found
        if not wrong:
            return
        files = tuple(wrong)
        number, was, now = wrong[files[0]]
        text = (
            f"{self._layout_words(mod)}, but {short_list([*map(printable, files)])} of {mod.name} "
            f"still {'counts' if len(files) == 1 else 'count'} rooms as before: "
            f"room {number} was {printable(was)} and is {printable(now)}"
        )
        yield Clash("links", Severity.ERROR, self.layout_owner.name, mod.name, files, text)

    def _leads_right(self, room: Room) -> bool:
        """True where the room's links lead to the rooms that they meet: made for this layout.

        A patch between mods is made for a layout that it does not bring along.
        """
        seams = self.area.geometry.seams
        boundary = seams.boundary
        rows = np.flatnonzero((boundary.room == room.index) & (boundary.transition >= 0))
        met = rows[seams.partner[rows] >= 0]
        leads, wanted = boundary.transition[met], boundary.room[seams.partner[met]]
        return len(met) > 0 and bool((leads == wanted).all())

    def _fits_model(self, room: Room) -> bool:
        """True where the walkmesh lies on the model as the layout that wins places it."""
        model = find_model(self.area, room.index).model
        if model is None or room.mesh is None:
            return False
        found = find_model_position(model, room.mesh)
        return found is not None and not _are_apart(found.position, room.position)

    def rooms(self, mod: Mod, alone: Area) -> Iterator[Clash]:
        """Rooms that a mod brings and the layout that wins does not have."""
        assert self.layout_owner is not None
        own = [
            room
            for room in alone.rooms
            if not room.is_empty_slot
            and self.area.find_room(room.name) is None
            and any(mod.find(room.name, kind, self.views.module) for kind in ("wok", "mdl"))
        ]
        if own:
            names = [printable(room.name) for room in own]
            text = (
                f"{self._layout_words(mod)} and does not have {short_list(names)} of {mod.name}: "
                f"{'this room is' if len(own) == 1 else 'these rooms are'} not in the level"
            )
            files = tuple(f"{room.name}.wok" for room in own)
            yield Clash("room", Severity.ERROR, self.layout_owner.name, mod.name, files, text)

    def positions(self, mod: Mod, alone: Area) -> Iterator[Clash]:
        """Walkmeshes of a mod whose rooms stand elsewhere in the layout that wins."""
        assert self.layout_owner is not None
        moved = []
        for room in self.area.rooms:
            before = alone.find_room(room.name) if not room.is_empty_slot else None
            if before is None or self._owner(room.name, "wok") is not mod:
                continue
            if _are_apart(before.position, room.position) and not self._fits_model(room):
                moved.append((before, room))
        if moved:
            before, after = moved[0]
            names = short_list([printable(room.name) for _, room in moved])
            text = (
                f"{self._layout_words(mod)} and puts {names} elsewhere than {mod.name}'s "
                f"{'walkmesh' if len(moved) == 1 else 'walkmeshes'}: {printable(after.name)} from "
                f"{exact_place(before.position)} to {exact_place(after.position)}. What is seen "
                "and what is walked on are apart"
            )
            files = tuple(f"{room.name}.wok" for _, room in moved)
            yield Clash("position", Severity.ERROR, self.layout_owner.name, mod.name, files, text)

    def models(self) -> Iterator[Clash]:
        """Rooms that are walked on as in one mod and seen as in another."""
        pairs: dict[tuple[Mod, Mod], list[str]] = {}
        for room in self.area.rooms:
            walked, seen = self._owner(room.name, "wok"), self._owner(room.name, "mdl")
            if walked is not None and seen is not None and walked is not seen:
                pairs.setdefault((seen, walked), []).append(room.name)
        for (seen, walked), rooms in pairs.items():
            names = short_list([printable(name) for name in rooms])
            text = (
                f"{names}: seen as in {seen.name} (MDL), walked on as in {walked.name} (WOK). "
                "Where the two differ there are invisible walls, or floors one falls through"
            )
            winner, loser = sorted((seen, walked), key=self.views.mods.index, reverse=True)
            kind = "mdl" if winner is walked else "wok"
            files = tuple(f"{name}.{kind}" for name in rooms)
            yield Clash("model", Severity.WARNING, winner.name, loser.name, files, text)

    def sight(self) -> Iterator[Clash]:
        """Rooms that the VIS which wins does not know."""
        vis, area = self._get(self.area.name, "vis"), self.area
        owner, layout = (vis.owner if vis else None), self.layout_owner
        if owner is None or layout is None or owner is layout or area.visibility is None:
            return
        alone = self.views.alone(layout)
        known = {name_key(name) for name in area.visibility.rooms}
        before = alone.area.visibility.rooms if alone and alone.area.visibility else ()
        rooms = [name for name in before if name_key(name) not in known and area.find_room(name)]
        if rooms:
            names = short_list([printable(name) for name in rooms])
            text = (
                f"{owner.name}'s {printable(area.name)}.vis replaces {layout.name}'s and does not "
                f"know {names}: the game does not draw what it does not list"
            )
            files = (f"{area.name}.vis",)
            yield Clash("sight", Severity.WARNING, owner.name, layout.name, files, text)


def _first_other(room: Room, before: Area, after: Area) -> tuple[int, str, str] | None:
    """The first number of a room's links that means another room than before, and both names."""
    assert room.mesh is not None
    numbers = np.unique(room.mesh.transitions)
    for number in numbers[numbers >= 0].tolist():
        was, now = (_name(area, number) for area in (before, after))
        if was is not None and (now is None or name_key(was) != name_key(now)):
            return number, was, now or "none any more"
    return None


def _are_apart(one: Vector, other: Vector) -> bool:
    return bool(np.abs(np.subtract(one, other)).max() > _APART)


def _name(area: Area, number: int) -> str | None:
    rooms = area.layout.rooms
    return rooms[number].name if number < len(rooms) else None


def _bytes(resource: Resource | None) -> bytes | None:
    try:
        return resource.read() if resource is not None else None
    except FormatError:
        return None
