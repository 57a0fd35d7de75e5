"""Lines of a layout put in, taken out or moved by hand; the links still count the old ones."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

import numpy as np

from support.damage.level import Damage, Level, accident
from support.damage.wok import Array, Wok, floor

Place = Literal["start", "middle", "late"]
NEW_SIZE = 4.0
"""Metres: the side of a new room."""


class _Lines:
    """The lines of a layout, and which of them are rooms."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self.lines = level.read(level.lyt).splitlines(keepends=True)
        self.count = next(i for i, n in enumerate(self.lines) if n.split()[:1] == [b"roomcount"])
        self.first = self.count + 1
        self.rooms = int(self.lines[self.count].split()[1])

    def insert(self, at: int, text: str) -> None:
        like = self.lines[self.first]
        indent = like[: len(like) - len(like.lstrip())]
        ending = like[len(like.rstrip()) :]
        self.lines.insert(self.first + at, indent + text.encode() + ending)
        self.rooms += 1

    def take(self, at: int) -> bytes:
        self.rooms -= 1
        return self.lines.pop(self.first + at)

    def write(self) -> None:
        self.lines[self.count] = re.sub(rb"\d+", b"%d" % self.rooms, self.lines[self.count])
        self.level.write(self.level.lyt, b"".join(self.lines))


def _renumbered(data: bytes, where: Sequence[int]) -> bytes:
    """A walkmesh whose links to room t lead to ``where[t]``."""
    wok = Wok(data)
    linked = wok.edges[:, 1] != -1
    wok.edges[linked, 1] = np.asarray(where)[wok.edges[linked, 1]]
    return bytes(wok)


def _finish(level: Level, lines: _Lines, where: Sequence[int], *changed: str) -> None:
    """Write the layout; what is wanted now is this order, with links that follow it."""
    before = level.goals[0]
    lines.write()
    rooms = set(level.rooms)
    follows = {
        name: _renumbered(data, where)
        for name, data in before.items()
        if name.endswith(".wok") and name[:-4] in rooms and name not in changed
    }
    gone = before.keys() - level.files().keys()
    wanted = {n: d for n, d in (before | follows).items() if n not in gone}
    level.goals.insert(0, wanted)
    level.keep(level.lyt, *changed)
    assert level.misled(), "every link still leads where it should"


def _index(level: Level, place: Place) -> int:
    """Before which room; ``late`` is before the last one that any link leads to."""
    if place == "late":
        return max(level.links().values())
    return 0 if place == "start" else len(level.rooms) // 2


@accident("room-inserted")
def insert_room(
    level: Level,
    place: Place = "start",
    what: Literal["room", "empty", "no file"] = "room",
    *,
    seen: bool = False,
    joined: bool = False,
    called: str = "new",
) -> Damage:
    """A line put into the layout by hand, its count corrected, the links forgotten.

    The line is a new room with a small floor of its own, ``****``, or a model that has no walkmesh.
    ``seen`` adds it to the visibility. With ``joined`` the new floor lies at a free edge of an old
    room, and the links between these two are right.
    """
    at, lines, rooms = _index(level, place), _Lines(level), level.rooms
    name = "****" if what == "empty" else f"{level.area}_{called}"
    changed = []
    spot = _beside(level)
    neighbour = level.linked(0)
    where = [t + (t >= at) for t in range(len(rooms))]
    if what == "room" and joined:
        neighbour, row, corners = _free_edge(level)
        level.write(f"{name}.wok", floor(corners, (where[rooms.index(neighbour)], -1, -1, -1)))
        wok = level.mesh(neighbour)
        wok.edges[row, 1] = at
        level.write(f"{neighbour}.wok", bytes(wok))
        after = Wok(_renumbered(level.goals[0][f"{neighbour}.wok"], where))
        after.edges[row, 1] = at
    elif what == "room":
        side = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]) * NEW_SIZE
        level.write(f"{name}.wok", floor(spot + side))
    if what == "room":
        changed.append(f"{name}.wok")
    if seen:
        _add_to_sight(level, name, neighbour)
        changed.append(level.vis)
    place_text = "0.0 0.0 0.0" if what == "empty" else " ".join(f"{x:g}" for x in spot)
    lines.insert(at, f"{name} {place_text}")
    _finish(level, lines, where, *changed)
    if joined:
        level.goals[0][f"{neighbour}.wok"] = bytes(after)
    why = f"every link counts without line {at}, and most edges show which room is meant"
    return Damage(name, "all", why, {"index": at, "what": what, "joined": joined})


def _beside(level: Level) -> Array:
    """A free place east of the level, on the height of its first room."""
    corners = np.concatenate([wok.vertices for wok in level.meshes().values()])
    return np.array(
        [round(float(corners[:, 0].max()) + 20), round(float(corners[0, 1])), corners[0, 2]]
    )


def _free_edge(level: Level) -> tuple[str, int, Array]:
    """A wall behind which nothing is: room, row of its edges, and a floor that begins there."""
    for room, wok in level.meshes().items():
        ends = wok.ends(wok.edges[:, 0])
        along = ends[:, 1] - ends[:, 0]
        length = np.linalg.norm(along, axis=1)
        level_edge = (length > 1.5) & (length < 12) & (np.abs(along[:, 2]) < 1e-3)
        for row in np.flatnonzero(level_edge & (wok.edges[:, 1] == -1)).tolist():
            out = np.array([along[row, 1], -along[row, 0], 0]) / length[row] * NEW_SIZE
            a, b = ends[row]
            probes = (np.array([a, b, (a + b) / 2])[:, None] + out * [[0.1], [0.5], [1]]).reshape(
                -1, 3
            )
            if not any(level.on_floor(point) for point in probes):
                return room, row, np.array([b, a, a + out, b + out])
    raise AssertionError(f"{level.area}: no free wall")


def _add_to_sight(level: Level, new: str, neighbour: str) -> None:
    """The new room at the end of the visibility, and among what its neighbour sees."""
    lines = level.read(level.vis).splitlines(keepends=True)
    ending = lines[0][len(lines[0].rstrip()) :]
    for row, line in enumerate(lines):
        words = line.split()
        if line[:1] != b" " and words and words[0].lower() == neighbour.encode():
            lines[row] = line.replace(words[1], b"%d" % (int(words[1]) + 1))
            lines.insert(row + 1, b"  " + new.encode() + ending)
            break
    if not lines[-1].endswith(ending):
        lines[-1] += ending
    lines += [new.encode() + b" 1" + ending, b"  " + neighbour.encode() + ending]
    level.write(level.vis, b"".join(lines))


def _without(vis: bytes, room: str) -> bytes:
    """A visibility without a room: neither its own lines nor where others see it."""
    kept: list[bytes] = []
    parent, own = -1, False
    for line in vis.splitlines(keepends=True):
        name = line.split()[0].lower() if line.strip() else b""
        is_child = line[:1] in b" \t"
        if not is_child:
            own, parent = name == room.encode(), len(kept)
        if own or name == room.encode():
            if is_child and not own:
                count = kept[parent].split()[1]
                kept[parent] = kept[parent].replace(b" " + count, b" %d" % (int(count) - 1))
            continue
        kept.append(line)
    return b"".join(kept)


@accident("room-removed")
def remove_room(
    level: Level,
    which: Literal["linked", "unlinked"] = "linked",
    nth: int = 0,
    *,
    file: bool = False,
) -> Damage:
    """A line taken out of the layout, with ``file`` also the walkmesh; the links forgotten.

    ``unlinked`` is the nth room that no link leads to, as a backdrop.
    """
    targets = set(level.links().values())
    apart = [r for i, r in enumerate(level.rooms) if i not in targets and i < max(targets)]
    room = level.linked(nth) if which == "linked" else apart[nth]
    at, lines = level.rooms.index(room), _Lines(level)
    where = [-1 if t == at else t - (t > at) for t in range(len(level.rooms))]
    lines.take(at)
    if file:
        level.remove(f"{room}.wok")
    _finish(level, lines, where)
    if level.vis in level.goals[0]:
        unseen = _without(level.goals[0][level.vis], room)
        level.goals.insert(0, level.goals[0] | {level.vis: unseen})
    why = f"the links count with a room at {at}; its place in the layout is lost"
    about = {"index": at, "which": which, "file removed": file}
    return Damage(room, "part" if which == "linked" else "all", why, about)


@accident("room-moved")
def move_room(level: Level, start: Place = "late", to: Place = "start") -> Damage:
    """A line of the layout put before another one; the links forgotten."""
    source, target = _index(level, start), _index(level, to)
    lines = _Lines(level)
    order = list(range(len(level.rooms)))
    order.insert(target, order.pop(source))
    line = lines.take(source)
    lines.lines.insert(lines.first + target, line)
    lines.rooms += 1
    room = level.rooms[source]
    _finish(level, lines, np.argsort(order).tolist())
    return Damage(room, "all", "the edges show which room each link means", {"order": order})


@accident("room-moved")
def swap_rooms(level: Level, first: int = 0, second: int = 1) -> Damage:
    """Two lines of the layout exchanged, of the nth rooms with links; the links forgotten."""
    rooms = level.rooms
    a, b = (rooms.index(level.linked(nth)) for nth in (first, second))
    lines = _Lines(level)
    at = lines.first
    lines.lines[at + a], lines.lines[at + b] = lines.lines[at + b], lines.lines[at + a]
    where = list(range(len(rooms)))
    where[a], where[b] = b, a
    _finish(level, lines, where)
    why = "the edges show which room each link means"
    return Damage(f"{rooms[a]}, {rooms[b]}", "all", why, {"indices": (a, b)})


@accident("room-moved")
def sort_rooms(level: Level) -> Damage:
    """The lines of the layout in the order of the alphabet; the links forgotten."""
    lines = _Lines(level)
    at, count = lines.first, lines.rooms
    order = sorted(range(count), key=lambda i: lines.lines[at + i].lower())
    lines.lines[at : at + count] = [lines.lines[at + i] for i in order]
    _finish(level, lines, np.argsort(order).tolist())
    return Damage(level.lyt, "all", "the edges show which room each link means", {"order": order})
