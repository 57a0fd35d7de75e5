"""A copy of a whole area on disk that accidents happen to, and what it should be afterwards."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Concatenate, Literal, ParamSpec

import numpy as np

import kotorlevel as kl
from support.damage.wok import Array, Wok

Information = Literal["all", "part", "none"]
P = ParamSpec("P")
MEETS = 0.15
"""Metres within which the edges of a shipped doorway meet (FACTS 3: 0.1 m in one area)."""


@dataclass(frozen=True)
class Damage:
    """What an accident did.

    ``cause`` in plain words, ``where`` the room or file, ``about`` further figures.
    ``information`` says whether the files still tell what they were byte for byte, ``why`` says
    what tells it or what is lost. ``touched`` are the files that differ now.
    """

    where: str
    information: Information
    why: str
    about: Mapping[str, Any] = field(default_factory=dict)
    cause: str = ""
    touched: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Accident:
    """Something that can happen to a level: ``on(level)`` lets it happen, and sees that it did."""

    cause: str
    affects_player: bool
    happen: Callable[[Level], Damage]

    def on(self, level: Level) -> Damage:
        before = level.files()
        damage = self.happen(level)
        after = level.files()
        touched = {n for n in before.keys() | after.keys() if before.get(n) != after.get(n)}
        assert touched, f"{self.cause}: nothing was damaged"
        return replace(damage, cause=self.cause, touched=frozenset(touched))


def accident(
    cause: str, *, affects_player: bool = True
) -> Callable[[Callable[Concatenate[Level, P], Damage]], Callable[P, Accident]]:
    """Make an accident of a function: called without the level, it waits for one."""

    def decorate(function: Callable[Concatenate[Level, P], Damage]) -> Callable[P, Accident]:
        @functools.wraps(function)
        def prepare(*args: P.args, **kwargs: P.kwargs) -> Accident:
            happen = lambda level: function(level, *args, **kwargs)  # noqa: E731
            return Accident(cause, affects_player, happen)

        return prepare

    return decorate


@dataclass(frozen=True)
class Doorway:
    """The edges of a room, by number, that lead to another one."""

    room: str
    other: str
    edges: tuple[int, ...]


class Level:
    """An area in a folder.

    ``goals`` are the files as they should be after a perfect repair: the first is what one wants
    who did the last thing on purpose (a room was added: links follow), the last what was there
    before everything. ``truth`` says which room lies across each linked edge, by geometry.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lyt = next(p.name for p in sorted(folder.iterdir()) if p.suffix == ".lyt")
        self.vis = str(Path(self.lyt).with_suffix(".vis"))
        self.area = Path(self.lyt).stem
        self.goals = [self.files()]
        self.check: dict[str, Any] = {}
        """What to give to a check beside the folder."""
        self.truth = {edge: room for edge, (room, gap) in self.across().items() if gap < MEETS}

    def files(self) -> dict[str, bytes]:
        """Every file below the folder, by its path there."""
        found = (p for p in sorted(self.folder.rglob("*")) if p.is_file())
        return {p.relative_to(self.folder).as_posix(): p.read_bytes() for p in found}

    def read(self, name: str) -> bytes:
        return (self.folder / name).read_bytes()

    def write(self, name: str, data: bytes) -> None:
        (self.folder / name).write_bytes(data)

    def remove(self, name: str) -> None:
        (self.folder / name).unlink()

    def keep(self, *names: str) -> None:
        """What these files are now is what is wanted: they are changed on purpose."""
        self.goals = [self.goals[0] | {n: self.read(n) for n in names}, *self.goals[1:]]

    @property
    def rooms(self) -> list[str]:
        """The layout's room names, in its order, in lower case."""
        return [room.name.lower() for room in kl.read_layout(self.folder / self.lyt).rooms]

    def position(self, room: str) -> Array:
        places = kl.read_layout(self.folder / self.lyt).rooms
        return np.array(next(r.position for r in places if r.name.lower() == room), float)

    def wok(self, room: str) -> Wok | None:
        """The room's walkmesh; None where none is at hand or it has no faces."""
        path = self.folder / f"{room}.wok"
        wok = Wok(path.read_bytes()) if path.is_file() else None
        return wok if wok is not None and len(wok.faces) else None

    def mesh(self, room: str) -> Wok:
        wok = self.wok(room)
        assert wok is not None, f"{room} has no walkmesh"
        return wok

    def meshes(self) -> dict[str, Wok]:
        """The walkmeshes at hand by room, in the layout's order."""
        return {room: wok for room in self.rooms if (wok := self.wok(room)) is not None}

    def links(self) -> dict[tuple[str, int], int]:
        """(room, edge number) → the number of the room that the link names."""
        return {
            (room, int(edge)): int(to)
            for room, wok in self.meshes().items()
            for edge, to in wok.edges
            if to != -1
        }

    def across(self) -> dict[tuple[str, int], tuple[str, float]]:
        """(room, linked edge) → the other room whose edge lies nearest, reversed, and how far.

        Metres between the ends. Measured on the corners alone: no link is believed.
        """
        meshes = self.meshes()
        ends = {room: wok.ends(wok.edges[:, 0]) for room, wok in meshes.items()}
        owners = np.repeat(np.arange(len(ends)), [len(e) for e in ends.values()])
        everything = np.concatenate(list(ends.values()))[:, ::-1]
        found = {}
        for number, (room, wok) in enumerate(meshes.items()):
            for row in np.flatnonzero(wok.edges[:, 1] != -1).tolist():
                gap = np.linalg.norm(everything - ends[room][row], axis=2).max(axis=1)
                gap[owners == number] = np.inf
                best = int(gap.argmin())
                other = list(meshes)[owners[best]]
                found[room, int(wok.edges[row, 0])] = other, float(gap[best])
        return found

    def misled(self) -> list[tuple[str, int]]:
        """Links that name another room than the one whose edge lies there."""
        rooms = dict(enumerate(self.rooms))
        return [
            e
            for e, to in self.links().items()
            if e in self.truth and rooms.get(to) != self.truth[e]
        ]

    def doorways(self) -> list[Doorway]:
        """The doorways between rooms at hand, in the layout's order, as the truth has them."""
        edges: dict[tuple[str, str], list[int]] = {}
        at_hand = self.meshes()
        for (room, edge), other in self.truth.items():
            if room in at_hand and other in at_hand:
                edges.setdefault((room, other), []).append(edge)
        return [Doorway(*pair, tuple(sorted(found))) for pair, found in edges.items()]

    def doorway(self, room: str) -> Doorway:
        return next(each for each in self.doorways() if each.room == room)

    def linked(self, nth: int, *, placed: bool = False) -> str:
        """The nth room that leads to at least two others at hand, or else to one.

        With ``placed`` only rooms that the layout puts five metres or more from the origin.
        """
        ways = self.doorways()
        for least in (2, 1):
            names = dict.fromkeys(way.room for way in ways)
            rooms = [r for r in names if sum(way.room == r for way in ways) >= least]
            if placed:
                rooms = [r for r in rooms if np.linalg.norm(self.position(r)) >= 5]
            if nth < len(rooms):
                return rooms[nth]
        raise AssertionError(f"{self.area}: no room number {nth} with links")

    def on_floor(self, point: Array) -> bool:
        """Whether any face of any room lies above or below the point."""
        for wok in self.meshes().values():
            a, b, c = (wok.vertices[wok.faces[:, k], :2].astype(float) for k in range(3))
            sides = [_turn(u, v, point) for u, v in ((a, b), (b, c), (c, a))]
            if (np.all([s >= 0 for s in sides], 0) | np.all([s <= 0 for s in sides], 0)).any():
                return True
        return False


def _turn(a: Array, b: Array, point: Array) -> Array:
    turn: Array = (b[:, 0] - a[:, 0]) * (point[1] - a[:, 1])
    turn -= (b[:, 1] - a[:, 1]) * (point[0] - a[:, 0])
    return turn


def misspell(name: str, how: Literal["swapped", "dropped", "letter"]) -> str:
    """The name with a slip of the finger: two signs swapped, one left out, or o for 0."""
    digit = re.search(r"\d+(?=\D*$)", name)
    at = digit.start() if digit else len(name) - 1
    if how == "swapped":
        return name[:at] + name[at + 1 : at + 2] + name[at] + name[at + 2 :]
    if how == "dropped":
        return name[:at] + name[at + 1 :]
    return name[:at] + "o" + name[at + 1 :]
