"""VIS002: a name that the layout beside it does not have."""

from collections import defaultdict

from kotorlevel.checks.facts.text import visibility_lines
from kotorlevel.checks.rules import Finding, Findings, Options, Severity, VisibilitySubject, rule
from kotorlevel.core.resource import EMPTY_NAME, name_key
from kotorlevel.core.text import printable
from kotorlevel.core.words import find_close_names
from kotorlevel.formats.vis import Visibility, VisRoom


@rule("VIS002", "visibility-unknown-room", Severity.WARNING, VisibilitySubject)
def visibility_unknown_room(subject: VisibilitySubject, _: Options) -> Findings:
    """A name in the visibility is not a room of the layout.

    Why it matters: the game finds no such room and draws nothing for it. Where the name looks like
    that of a room which is missing in its place, it is misspelt, and that room vanishes from sight.
    Otherwise it is an info: shipped files name rooms that were left out later.

    How to fix: correct the name, or remove its entry and the lines that list it.
    """
    if subject.layout is None:
        return
    rooms = {name_key(room.name): room.name for room in subject.layout.rooms}
    rooms.pop(EMPTY_NAME, None)
    unknown: dict[str, tuple[str, list[int | None]]] = {}
    parents: dict[str, list[VisRoom]] = defaultdict(list)
    lines = visibility_lines(subject.visibility)
    for entry, place in zip(subject.visibility.entries, lines, strict=True):
        named = zip((entry.name, *entry.sees), (place.parent, *place.children), strict=True)
        for name, line in named:
            if name_key(name) not in rooms:
                unknown.setdefault(name_key(name), (name, []))[1].append(line)
                parents[name_key(name)].append(entry)
    for name, found in unknown.values():
        times = f" ({len(found)} times)" if len(found) > 1 else ""
        meant = _find_meant(name, subject.visibility, rooms)
        if not meant and len(found) == 1:
            meant = _find_left_out(name, parents[name_key(name)][0], subject.visibility, rooms)
        hint = f"; is {printable(meant)} meant?" if meant else ""
        text = f"{printable(name)} is not a room of the layout{times}{hint}"
        yield Finding(text, line=found[0], severity=None if meant else Severity.INFO)


def _find_meant(name: str, visibility: Visibility, rooms: dict[str, str]) -> str:
    """The room whose name this is but for marks, or that is like it and missing; else nothing."""
    plain = _letters(name)
    same = [room for room in rooms.values() if _letters(room) == plain]
    parents = {name_key(parent) for parent in visibility.parents}
    seen = {name_key(child) for entry in visibility.entries for child in entry.sees}
    missing = [room for key, room in rooms.items() if key not in parents or key not in seen]
    return (same or find_close_names(name, missing) or [""])[0]


def _find_left_out(name: str, entry: VisRoom, visibility: Visibility, rooms: dict[str, str]) -> str:
    """The room that a name stands for which is there once: like it, and left out just there.

    It sees the one that should see it, and the two names differ in one letter.
    """
    listed = {name_key(entry.name), *map(name_key, entry.sees)}
    left_out = [
        room
        for key, room in rooms.items()
        if key not in listed and visibility.lists(room, entry.name) and _is_slip(name, room)
    ]
    return left_out[0] if len(left_out) == 1 and name_key(entry.name) in rooms else ""


def _is_slip(one: str, other: str) -> bool:
    """True when two names differ in one letter that was dropped, added or changed."""
    a, b = sorted((name_key(one), name_key(other)), key=len)
    if len(b) - len(a) > 1:
        return False
    at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), len(a))
    return b[at + 1 :] == a[at + (len(a) == len(b)) :]


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name_key(name)))
