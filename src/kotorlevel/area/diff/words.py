"""Changes in words, for the terminal, for Markdown, for pictures and for JSON alike."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from kotorlevel.core.text import printable
from kotorlevel.core.types import Point, Vector
from kotorlevel.core.words import count_of, exact, exact_place, join_words, length, some_of

if TYPE_CHECKING:
    from kotorlevel.area.diff.values import Change

_LONGEST = 60
_TABLES = {
    "normals": "normals",
    "distances": "distances of planes",
    "nodes": "box tree",
    "adjacency": "neighbours of faces",
    "edges": "boundary edges",
    "loops": "loops of boundary edges",
}
_SINGULAR = ("box tree",)
_HEADER = {
    "kind": "kind",
    "position": "position in the header",
    "relative_hooks": "use hooks, relative",
    "absolute_hooks": "use hooks, absolute",
    "unknown_6c": "unknown_6c in the header",
    "vertices": "number of vertices",
    "faces": "number of faces",
}


def tell(change: Change) -> str:
    """A sentence about one change, without its room and file and without a full stop."""
    return _SENTENCES[change.kind](change)


def place(at: Point | None) -> str:
    """`` at (1.5, 2, 0)``, or nothing."""
    return "" if at is None else f" at ({', '.join(_short(value) for value in at)})"


def vector(way: Vector | None) -> str:
    """``(0.5, 0, -1)``."""
    return "" if way is None else exact_place(way)


def _short(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def square_metres(area: float | None) -> str:
    """``12.5 m²``, ``0.03 m²``."""
    if area is None:
        return ""
    return f"{area:,.1f} m²" if area >= 10 else f"{area:.2f} m²"


def numbers(faces: Sequence[int], longest: int = 6) -> str:
    """``3 to 7, 12 and 40 more``: runs of numbers."""
    runs: list[tuple[int, int]] = []
    for number in sorted(faces):
        if runs and number == runs[-1][1] + 1:
            runs[-1] = runs[-1][0], number
        else:
            runs.append((number, number))
    shown = [str(a) if a == b else f"{a} to {b}" if b > a + 1 else f"{a}, {b}" for a, b in runs]
    left = sum(b - a + 1 for a, b in runs[longest:])
    return ", ".join(shown[:longest]) + (f" and {left:,} more" if left else "")


def value_text(value: Any) -> str:
    """A value of a file, short enough for a line."""
    if value is None:
        return "nothing"
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, str):
        return f"'{printable(value, _LONGEST)}'"
    if isinstance(value, list | tuple) and all(isinstance(each, int | float) for each in value):
        return f"({', '.join(f'{each:.6g}' for each in value)})"
    return printable(json.dumps(value, ensure_ascii=False, default=str), _LONGEST)


# Walkmeshes


def _faces(change: Change) -> str:
    shown = change.faces_b or change.faces_a
    size = square_metres(change.area)
    return f"{count_of(change.count or 0, 'face')}, {size}{_walkable(change)} ({numbers(shown)})"


def _walkable(change: Change) -> str:
    if not change.walkable or change.area is None:
        return ""
    if change.walkable > 0.999 * change.area:
        return " walkable"
    return f", {square_metres(change.walkable)} of it walkable"


def _painted(change: Change) -> str:
    size = square_metres(change.area)
    count = count_of(change.count or 0, "face")
    shown = numbers(change.faces_b)
    was = numbers(change.faces_a)
    also = f", before {was}" if was != shown else ""
    ways = f"{change.old} → {change.new}"
    return f"painted {ways}: {count}, {size}{place(change.at)} ({shown}{also})"


def _vertices_moved(change: Change) -> str:
    count = count_of(change.count or 0, "vertex")
    where = place(change.at)
    far = length(change.distance or 0)
    if change.offset is not None:
        return f"{count} moved by {vector(change.offset)}, {far}{where}"
    typical = length(change.typical or 0)
    return f"{count} moved by up to {far}, typically {typical}{where}"


def _mesh_moved(change: Change) -> str:
    parts = []
    if change.degrees:
        parts.append(f"turned by {exact(change.degrees)}°")
    if change.distance and change.distance > 1e-6:
        parts.append(f"moved by {vector(change.offset)}, {length(change.distance)}")
    return f"the whole walkmesh was {' and '.join(parts) or 'moved'}"


def _edges(change: Change) -> str:
    shown = change.edges_b or change.edges_a
    return (
        f"{count_of(change.count or 0, 'edge')}, {length(change.distance or 0)}, {numbers(shown)}"
    )


def _link(change: Change) -> str:
    where = f"{place(change.at)} ({_edges(change)})"
    if change.kind == "link-added":
        return f"new link to {change.new}{where}"
    if change.kind == "link-removed":
        return f"link to {change.old} is gone{where}"
    return f"leads to {change.new}, not to {change.old}{where}"


def _table(change: Change) -> str:
    name = _TABLES.get(change.thing, change.thing)
    end = "s" if name in _SINGULAR else ""
    if change.kind == "table-broken":
        return f"the stored {name} no longer fit{end} the faces"
    if change.kind == "table-mended":
        return f"the stored {name} fit{end} the faces now"
    how = {"exact": "as the games' tool would write", "sound": "sound", "wrong": "wrong"}
    old, new = (how.get(each, "none") for each in (change.old, change.new))
    return f"the stored {name} differ{end}: {old} {'in both' if old == new else f'→ {new}'}"


def _renumbered(change: Change) -> str:
    said: dict[str, int] = change.new or {}
    words = {
        "faces": "{} in another order",
        "corners": "{} starting at another corner",
        "vertices": "{} with another number",
    }
    nouns = {"faces": "face", "corners": "face", "vertices": "vertex"}
    parts = [words[k].format(count_of(said[k], nouns[k])) for k in words if k in said]
    for key, text in (("doubled", "at the place of another"), ("unused", "that no face has")):
        if number := said.get(key, 0):
            more = "more" if number > 0 else "fewer"
            noun = "vertex" if abs(number) == 1 else "vertices"
            parts.append(f"{abs(number):,} {noun} {more} {text}")
    return f"renumbered only: {join_words(parts)}"


def _header(change: Change) -> str:
    name = _HEADER.get(change.thing, change.thing)
    if change.kind == "mesh-unsound":
        if not change.thing:
            return "faces cannot be compared: some have corners that do not exist or are not finite"
        return f"{name}: {value_text(change.old)} → {value_text(change.new)}"
    if change.thing == "unknown_6c":
        return f"{name}: {change.old:#x} → {change.new:#x}"
    if isinstance(change.old, list) and change.old and isinstance(change.old[0], list):
        return f"{name}: {_hooks(change.old)} → {_hooks(change.new)}"
    return f"{name}: {value_text(change.old)} → {value_text(change.new)}"


def _hooks(points: Iterable[Sequence[float]]) -> str:
    return " and ".join(map(exact_place, points))


# Rooms and what is in them


def _room(change: Change) -> str:
    verb = "new" if change.kind.endswith("added") else "removed"
    number = change.new if verb == "new" else change.old
    size = ""
    if change.count:
        size = f", {count_of(change.count, 'face')}, {square_metres(change.walkable)} walkable"
    what = "empty slot" if change.kind.startswith("slot") else "room"
    return f"{verb} {what}, number {number}{size}{place(change.at) if what == 'room' else ''}"


def _rooms_renumbered(change: Change) -> str:
    pairs = [f"{a} → {b}" for a, b in change.new]
    count = count_of(change.count or 0, "room")
    have = "has another number" if change.count == 1 else "have other numbers"
    return f"{count} {have} because of that: {some_of(pairs, 4)}"


def _entry(change: Change) -> str:
    noun, _, what = change.kind.partition("-")
    called = {"hook": "door hook"}.get(noun, noun)
    name = f"{called} {printable(change.thing)}"
    if what == "added":
        return f"new {name}{place(change.at)}"
    if what == "removed":
        return f"{name} is gone{place(change.at)}"
    if change.distance is not None:
        return f"{name} moved by {vector(change.offset)}, {length(change.distance)}"
    return (
        f"{name} turned or otherwise changed: {value_text(change.old)} → {value_text(change.new)}"
    )


def _sight(change: Change) -> str:
    if change.room == change.thing:
        verb = "lists" if change.kind == "sight-added" else "no longer lists"
        return f"{printable(change.room)} {verb} itself"
    return tell_sight(change.room, [change.thing], change)


def tell_sight(room: str, others: Sequence[str], like: Change, *, is_seen: bool = False) -> str:
    """What became of pairs of ``room`` and ``others``, all of which are changes ``like`` one.

    ``is_seen`` says that the others see the room, and it does not see them.
    """
    is_new = like.kind == "sight-added"
    shown, name = some_of(others, 12), printable(room)
    now = " now" if is_new else ""
    if like.new == "both ways":
        return f"{name} and {shown} {'see' if is_new else 'no longer see'} each other{now}"
    if is_seen and len(others) > 1:
        return f"{shown} {'now see' if is_new else 'no longer see'} {name}"
    return f"{name} {'now sees' if is_new else 'no longer sees'} {shown}"


def _object(change: Change) -> str:
    name = printable(change.thing)
    verb = change.kind.removeprefix("object-")
    if verb == "added":
        return f"new {name}{place(change.at)}"
    if verb == "removed":
        return f"{name} is gone{place(change.at)}"
    if verb == "moved":
        far = length(change.distance or 0)
        return f"{name} moved by {vector(change.offset)}, {far}, to{place(change.at)[3:]}"
    if verb == "turned":
        return f"{name} turned by {exact(change.degrees or 0)}°"
    ((label, old),) = (change.old or {"": None}).items()
    new = (change.new or {}).get(label)
    return f"{name}: {printable(label)} {value_text(old)} → {value_text(new)}"


def _point(change: Change) -> str:
    where = "" if change.at is None else place(change.at).replace(", 0)", ")")
    if change.kind == "point-added":
        return f"new path point {change.new}{where}"
    if change.kind == "point-removed":
        return f"path point {change.old} is gone{where}"
    if change.kind == "point-moved":
        far = length(change.distance or 0)
        return f"path point {change.old} moved by {far}{where.replace(' at ', ' to ')}"
    ends = " and ".join(f"({_short(x)}, {_short(y)})" for x, y in change.new)
    verb = "connected" if change.kind == "connection-added" else "no longer connected"
    return f"path points at {ends} are {verb}, {change.thing}"


# Files


def _field(change: Change) -> str:
    name = printable(change.thing, 100)
    if change.old is None:
        return f"new: {name} = {value_text(change.new)}"
    if change.new is None:
        return f"gone: {name} = {value_text(change.old)}"
    return f"{name}: {value_text(change.old)} → {value_text(change.new)}"


def _file(change: Change) -> str:
    if change.kind == "file-added":
        return "new file"
    if change.kind == "file-removed":
        return "removed"
    if change.kind == "file-unreadable":
        if change.new is None:
            return f"could not be read before: {printable(str(change.old), 200)}"
        now = "cannot be read" if change.old is not None else "cannot be read now"
        return f"{now}: {printable(str(change.new), 200)}"
    sizes = f"{change.old:,} → {change.new:,} bytes" if change.old != change.new else "same size"
    return f"bytes differ from 0x{change.count or 0:x} on, {sizes}"


_SENTENCES: dict[str, Callable[[Change], str]] = {
    "room-removed": _room,
    "room-added": _room,
    "slot-removed": _room,
    "slot-added": _room,
    "room-renamed": lambda c: f"renamed from {printable(str(c.old))}",
    "room-moved": lambda c: f"moved by {vector(c.offset)}, {length(c.distance or 0)}",
    "room-reordered": lambda c: f"taken to another place in the layout: number {c.old} → {c.new}",
    "rooms-renumbered": _rooms_renumbered,
    "walkmesh-removed": lambda _: "has no walkmesh any more",
    "walkmesh-added": lambda c: f"has a walkmesh now, {count_of(c.count or 0, 'face')}",
    "mesh-moved": _mesh_moved,
    "faces-removed": lambda c: f"removed: {_faces(c)}{place(c.at)}",
    "faces-added": lambda c: f"added: {_faces(c)}{place(c.at)}",
    "faces-turned": lambda c: f"turned over: {_faces(c)}{place(c.at)}",
    "faces-painted": _painted,
    "vertices-moved": _vertices_moved,
    "vertices-rounded": lambda c: (
        f"{count_of(c.count or 0, 'vertex')} differ by rounding, at most "
        f"{1e6 * (c.distance or 0):.1f} µm"
    ),
    "mesh-header": _header,
    "mesh-unsound": _header,
    "mesh-renumbered": _renumbered,
    "links-renumbered": lambda c: (
        f"links lead to the same rooms by other numbers: {count_of(c.count or 0, 'edge')}"
    ),
    "entry-moved": lambda c: (
        f"the player enters elsewhere: {length(c.distance or 0)} away,{place(c.at)}"
    ),
    "row-removed": _field,
    "row-added": _field,
    "cell-changed": _field,
    "column-removed": lambda c: f"column {printable(c.thing)} is gone",
    "column-added": lambda c: f"new column {printable(c.thing)}",
    "node-removed": lambda c: f"{c.old} {printable(c.thing)} is gone",
    "node-added": lambda c: f"new {c.new} {printable(c.thing)}",
    "node-changed": lambda c: (
        f"node {printable(c.thing)}: {value_text(c.old)} → {value_text(c.new)}"
    ),
    "form-changed": lambda c: f"says the same in another form ({c.thing})",
    **dict.fromkeys(("link-removed", "link-added", "link-changed"), _link),
    **dict.fromkeys(("table-broken", "table-mended", "table-changed"), _table),
    **{
        f"{noun}-{verb}": _entry
        for noun in ("hook", "track", "obstacle")
        for verb in ("removed", "added", "changed")
    },
    **dict.fromkeys(("sight-removed", "sight-added"), _sight),
    **{f"object-{verb}": _object for verb in ("removed", "added", "moved", "turned", "changed")},
    **dict.fromkeys(
        ("point-removed", "point-added", "point-moved", "connection-removed", "connection-added"),
        _point,
    ),
    **{f"field-{verb}": _field for verb in ("removed", "added", "changed")},
    **{f"struct-{verb}": _field for verb in ("removed", "added")},
    **{f"file-{verb}": _file for verb in ("removed", "added", "changed", "unreadable")},
}
