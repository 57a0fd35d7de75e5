"""Files of an area that are merged though nothing else here reads them: ARE, IFO, templates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kotorlevel.area.edit.merge.gff.files import merge_gff
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import name_key, same_name
from kotorlevel.core.words import some_of
from kotorlevel.formats.detect import GFF_ENDINGS
from kotorlevel.formats.gff import Gff, Struct, StructList, parse_gff

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.edit.merge.three_way import Judge
    from kotorlevel.area.install.modules import ModuleInfo
    from kotorlevel.area.install.resources import Resource

_TEMPLATES = {
    "Creature List": "utc",
    "Door List": "utd",
    "Encounter List": "ute",
    "List": "uti",
    "SoundList": "uts",
    "StoreList": "utm",
    "TriggerList": "utt",
    "WaypointList": "utw",
    "Placeable List": "utp",
}
_NOT_BESIDE = ("lyt", "vis", "wok", "git", "pth", "are", "ifo", "txt")
"""What is merged as a part of the area, and texts for people."""

_ENTRY = ("Mod_Entry_X", "Mod_Entry_Y", "Mod_Entry_Z")


@dataclass(frozen=True)
class Versions:
    """An area on both sides, and what both were made from."""

    a: Area
    b: Area
    base: Area | None

    def __iter__(self) -> Iterator[tuple[Area | None, str]]:
        yield self.a, "A"
        yield self.b, "B"
        yield self.base, "the base"


def merge_others(judge: Judge, sides: Versions, git: Gff | None) -> dict[tuple[str, str], bytes]:
    """The ARE, the IFO, templates and all else of B that is not as A has it: its ``extra``.

    What a side does not have says nothing.
    """
    extra = dict(sides.a.extra)
    listed = list(_listed(sides, git))
    for name, kind in (*listed, *_beside(sides, listed)):
        data = [read_data(area, name, kind) for area, _ in sides]
        mine, theirs, old = data
        if theirs is None or theirs in (mine, old):
            continue
        merged = theirs
        if mine is not None and mine != old and kind not in GFF_ENDINGS:
            side = judge.settle("file", "", "changed", "changed", name=f"{name}.{kind}")
            merged = mine if side == "a" else theirs
        elif mine is not None and mine != old:
            gffs = [
                _parse(each, where, f"{name}.{kind}")
                for each, (_, where) in zip(data, sides, strict=True)
            ]
            a, b, base = gffs
            assert a is not None
            assert b is not None
            shown = "" if kind in ("are", "ifo") else f"{name}.{kind}"
            merged = merge_gff(judge, a, b, base, name=shown).to_bytes()
        if merged != mine:
            extra[name, kind] = merged
    return extra


def read_data(area: Area | None, name: str, kind: str) -> bytes | None:
    """The file of an area; None where it has none."""
    if area is None:
        return None
    for (other, ending), data in area.extra.items():
        if ending == kind and same_name(other, name):
            return data
    found = area.lookup.find(name, kind) if area.lookup is not None else None
    return None if found is None else found.read()


def new_models(sides: Versions, rooms: Iterable[str]) -> dict[tuple[str, str], bytes]:
    """The models of these rooms that B has made and A has not."""
    found = {}
    for name in rooms:
        for kind in ("mdl", "mdx"):
            if read_data(sides.a, name, kind) is None:
                data = read_data(sides.b, name, kind)
                if data is not None and data != read_data(sides.base, name, kind):
                    found[name, kind] = data
    return found


def with_entry_of(info: ModuleInfo | None, ifo: bytes | None) -> ModuleInfo | None:
    """What the IFO says, with the entry of a merged one."""
    if info is None or ifo is None:
        return info
    root = parse_gff(ifo).root
    x, y, z = (_number(root, label) for label in _ENTRY)
    area = root.get("Mod_Entry_Area")
    turned = _number(root, "Mod_Entry_Dir_X"), _number(root, "Mod_Entry_Dir_Y")
    name = area if isinstance(area, str) and area else info.area
    return replace(info, area=name, entry=(x, y, z), direction=turned)


def _listed(sides: Versions, git: Gff | None) -> Iterator[tuple[str, str]]:
    """Name and extension of the files: the ARE, the IFO, and the templates that the GIT names."""
    yield sides.a.name, "are"
    yield "module", "ifo"
    seen = set()
    for label, kind in _TEMPLATES.items():
        rows = git.get(label) if git is not None else None
        for row in rows if isinstance(rows, StructList) else ():
            name = row.get("TemplateResRef") or row.get("ResRef")
            if isinstance(name, str) and name and (name_key(name), kind) not in seen:
                seen.add((name_key(name), kind))
                yield name, kind


def _beside(sides: Versions, listed: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Further files in the folder or archive of B: scripts, dialogs, textures and such.

    Without a base only those that A has not: nobody knows who changed the others.
    """
    rooms = {name_key(room.name) for room in sides.b.rooms}
    seen = {(name_key(name), kind) for name, kind in listed}
    for each in list_own(sides.b):
        kind, key = each.extension, name_key(each.name)
        is_of_room = kind in ("mdl", "mdx") and key in rooms
        if kind in _NOT_BESIDE or is_of_room or (key, kind) in seen or each.safe_filename is None:
            continue
        if sides.base is not None or read_data(sides.a, each.name, kind) is None:
            yield each.name, kind


def list_own(area: Area) -> Iterator[Resource]:
    """What lies in the folder or archive of an area itself, not in the game around it."""
    for source in area.lookup.sources if area.lookup is not None else ():
        if source.what in ("folder", "archive"):
            yield from source.resources()


def tell_removed(sides: Versions) -> tuple[str, ...]:
    """A note on files that B has removed and A has as they were: no merge deletes a file."""
    if sides.base is None:
        return ()
    own = {(name_key(each.name), each.extension) for each in list_own(sides.b)}
    gone = []
    for each in list_own(sides.base) if own else ():
        kind = each.extension
        if kind in _NOT_BESIDE or kind in ("mdl", "mdx") or (name_key(each.name), kind) in own:
            continue
        if read_data(sides.a, each.name, kind) == each.read():
            gone.append(each.filename)
    if not gone:
        return ()
    return (f"B has removed {some_of(gone)}, and A still has {'it' if len(gone) == 1 else 'them'}",)


def _parse(data: bytes | None, where: str, filename: str) -> Gff | None:
    if data is None:
        return None
    try:
        return parse_gff(data, filename)
    except FormatError as error:
        start = f"{where}: " if where else ""
        reason = ": ".join(part for part in (error.place, error.message) if part)
        text = f"{start}{filename} cannot be read ({reason}), so it cannot be merged"
        raise ValueError(f"{text}: repair or replace it first") from None


def _number(root: Struct, label: str) -> float:
    value = root.get(label, 0.0)
    return float(value) if isinstance(value, (int, float)) else 0.0
