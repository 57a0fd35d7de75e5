"""What of an area a name can mean: its entry, doors, waypoints, creatures, placeables and rooms."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.resource import name_key
from kotorlevel.core.text import printable
from kotorlevel.core.words import did_you_mean, short_list
from kotorlevel.formats.gff import Struct, StructList, parse_gff

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.install.lookup import Lookup

Kind = Literal["point", "entry", "door", "waypoint", "creature", "placeable", "room"]
KINDS: tuple[Kind, ...] = ("door", "waypoint", "creature", "placeable", "room")
"""What may stand before a colon."""

_PLURALS = {kind: f"{kind}s" for kind in KINDS}
_SHOWN = 5


@dataclass(frozen=True)
class Named:
    """Something with a name: what it is, its number in its list, and where it is if that is known.

    ``names`` are its tag and its template, or the name of a room.
    """

    kind: Kind
    index: int
    names: tuple[str, ...]
    at: tuple[float, ...] = ()

    @property
    def label(self) -> str:
        """What people call it."""
        if self.kind == "entry":
            return "the entry"
        name = next(filter(None, self.names), "")
        return f"{self.kind} {printable(name) or self.index}"

    @property
    def exactly(self) -> str:
        """How to mean this one and no other."""
        x, y = (*self.at[:2], 0.0, 0.0)[:2]
        return f"{self.kind}:{self.index} at ({x:.1f}, {y:.1f})"


def find_named(area: Area, word: str) -> Named:
    """The thing that ``word`` means: ``entry``, a tag, ``door:3``, ``waypoint:TAG``, ``room:NAME``.

    Raises `InputError` where it means nothing, or several.

        find_named(kl.load_area("my_mod.mod"), "waypoint:wp_start").at
    """
    before, colon, rest = word.partition(":")
    kind = next((kind for kind in KINDS if colon and kind == before.strip().lower()), None)
    if word.lower() == "entry":
        if area.entry is None:
            raise _no_entry(area)
        return Named("entry", 0, ("entry",), area.entry)
    known = [thing for each in ([kind] if kind else KINDS) for thing in _LISTS[each](area)]
    name = rest.strip() if kind else word
    found = _by_name(known, name)
    if not found and kind and name.isdecimal():
        found = [thing for thing in known if str(thing.index) == str(int(name[:9]))]
    if not found:
        raise _unknown(area, word, kind, name, known)
    if len(found) > 1:
        raise _several(word, found)
    return found[0]


def _by_name(known: list[Named], name: str) -> list[Named]:
    """What is called so, in any case; by tag rather than by template, by thing rather than room."""
    key = name_key(name)
    for column in (0, 1):
        found = [
            thing
            for thing in known
            if len(thing.names) > column and key and name_key(thing.names[column]) == key
        ]
        if found:
            things = [thing for thing in found if thing.kind != "room"]
            return things or found
    return []


def _no_entry(area: Area) -> InputError:
    if area.module is None:
        return InputError("entry: no module is known here, and so no entry", lacks="entry")
    where, name = printable(area.module.area), printable(area.name)
    return InputError(f"entry: the module's entry is in {where}, not in {name}", lacks="numbers")


def _rooms(area: Area) -> Iterator[Named]:
    for room in area.rooms:
        if not room.is_empty_slot:
            yield Named("room", room.index, (room.name,))


def _doors(area: Area) -> Iterator[Named]:
    for door in area.doors:
        yield Named("door", door.index, (door.tag, door.template), door.position)


def _placeables(area: Area) -> Iterator[Named]:
    for thing in area.placeables:
        yield Named("placeable", thing.index, (thing.tag, thing.template), thing.position)


def _waypoints(area: Area) -> Iterator[Named]:
    for index, row, at in _rows(area, "WaypointList"):
        yield Named("waypoint", index, (_text(row, "Tag"), _text(row, "TemplateResRef")), at)


def _creatures(area: Area) -> Iterator[Named]:
    """Creatures; only their templates know their tags."""
    tags: dict[str, str] = {}
    for index, row, at in _rows(area, "Creature List"):
        template = _text(row, "TemplateResRef")
        if template not in tags:
            tags[template] = _tag_of(area.lookup, template)
        yield Named("creature", index, (_text(row, "Tag") or tags[template], template), at)


def _tag_of(lookup: Lookup | None, template: str) -> str:
    """The tag in a creature's template; empty where that cannot be read."""
    resource = lookup.find(template, "utc") if lookup and template else None
    if resource is None:
        return ""
    try:
        return _text(parse_gff(resource.read(), resource.source).root, "Tag")
    except (FormatError, OSError):
        return ""


def _rows(area: Area, label: str) -> Iterator[tuple[int, Struct, tuple[float, ...]]]:
    """Number, struct and place of each row of a list of the GIT; rows without a place are left out.

    A field of another type than it should have is not a place, but no reason to stop.
    """
    rows = area.git.root.get(label, ()) if area.git else ()
    for index, row in enumerate(rows if isinstance(rows, StructList) else ()):
        at = [_number(row, f"{axis}Position") for axis in "XYZ"]
        if all(map(math.isfinite, at)):
            yield index, row, tuple(at)


def _number(row: Struct, label: str) -> float:
    value = row.get(label)
    return float(value) if isinstance(value, (int, float)) else math.nan


def _text(row: Struct, label: str) -> str:
    value = row.get(label, "")
    return value if isinstance(value, str) else ""


_LISTS: dict[Kind, Callable[[Area], Iterator[Named]]] = {
    "door": _doors,
    "waypoint": _waypoints,
    "creature": _creatures,
    "placeable": _placeables,
    "room": _rooms,
}


def _several(word: str, found: list[Named]) -> InputError:
    kinds = {thing.kind for thing in found}
    what = _PLURALS[found[0].kind] if len(kinds) == 1 else "things"
    which = short_list([thing.exactly for thing in found], _SHOWN)
    return InputError(f"{printable(word)}: {len(found)} {what} have this name; say which: {which}")


def _unknown(area: Area, word: str, kind: Kind | None, name: str, known: list[Named]) -> InputError:
    what = f"{printable(word)}: there is no {kind or 'place'} of this name"
    if not known:
        lacks = "" if kind == "room" or area.git else "module"
        none = f"{printable(word)}: no {_PLURALS[kind or 'room']} are known here"
        return InputError(none, lacks=lacks)
    if kind is not None and name.isdecimal():
        last = max(thing.index for thing in known)
        of_kind = f"there is no {kind} {printable(name)}; they go from 0 to {last}"
        return InputError(f"{printable(word)}: {of_kind}")
    if hint := did_you_mean(name, [each for thing in known for each in thing.names if each]):
        return InputError(f"{what}. {hint}")
    if kind is not None:
        shown = [thing.names[0] or thing.exactly for thing in known]
        names = short_list([printable(each) for each in dict.fromkeys(shown)], _SHOWN)
        return InputError(f"{what}; there are {names}")
    return InputError(what, lacks="place" if area.git else "place and module")
