"""Rooms of two versions of an area: which is which, though they were renamed or put elsewhere."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from kotorlevel.area.matching.shapes import content_of, pair_alike
from kotorlevel.core.resource import name_key

if TYPE_CHECKING:
    from kotorlevel.area.area import Area, Room

How = Literal["name", "slot", "walkmesh", "shape", "place"]
"""What tells that two rooms are one: the name, both being empty slots in the same place, the same
walkmesh but for room numbers, nearly the same walkmesh, or the same place and neighbours."""


@dataclass(frozen=True)
class RoomPair:
    """A room in both versions: its number in ``a`` and in ``b``, and how that is known.

    ``renamed`` is True for another name, not for another spelling; ``moved`` for another position
    in the layout.
    """

    a: int
    b: int
    how: How
    renamed: bool
    moved: bool


@dataclass(frozen=True, eq=False)
class RoomMatch:
    """Which room of one area is which of another.

    ``pairs`` are by the number in A. ``removed`` are the numbers, in A, of rooms that B has not,
    ``added`` those, in B, of rooms that A has not; empty slots among them.
    """

    pairs: tuple[RoomPair, ...]
    removed: tuple[int, ...] = ()
    added: tuple[int, ...] = ()

    @cached_property
    def b_of(self) -> dict[int, int]:
        """Number in A → number in B."""
        return {pair.a: pair.b for pair in self.pairs}

    @cached_property
    def a_of(self) -> dict[int, int]:
        """Number in B → number in A."""
        return {pair.b: pair.a for pair in self.pairs}

    @property
    def renamed(self) -> tuple[RoomPair, ...]:
        """The rooms that have another name now."""
        return tuple(pair for pair in self.pairs if pair.renamed)

    @property
    def moved(self) -> tuple[RoomPair, ...]:
        """The rooms that have another position in the layout."""
        return tuple(pair for pair in self.pairs if pair.moved)

    @property
    def renumbered(self) -> tuple[RoomPair, ...]:
        """The rooms that have another number, for whatever reason."""
        return tuple(pair for pair in self.pairs if pair.a != pair.b)

    @cached_property
    def reordered(self) -> tuple[RoomPair, ...]:
        """The fewest rooms that must have been taken to another place in the order of the layout.

        Those that only moved up or down because others were added or removed are not among them.
        """
        kept = _longest_rising([pair.b for pair in self.pairs])
        return tuple(pair for i, pair in enumerate(self.pairs) if i not in kept)


def match_rooms(a: Area, b: Area) -> RoomMatch:
    """Which room of ``a`` is which of ``b``.

    By name in any case, and by order where a name occurs twice. Then those that were renamed:
    rooms with the same walkmesh but for the numbers of other rooms; with nearly the same, where
    only one comes into question; without a walkmesh, those at the same place of the layout with
    the same number or neighbours. Empty slots go with the room before them, or by order.
    """
    matcher = _Matcher(a, b)
    matcher.by_key("name", lambda room: None if room.is_empty_slot else name_key(room.name))
    matcher.by_walkmesh()
    matcher.by_shape()
    matcher.by_place()
    matcher.slots()
    return matcher.result()


class _Matcher:
    """Pairs found so far, and the rooms that have none yet."""

    def __init__(self, a: Area, b: Area) -> None:
        self.a, self.b = a, b
        self.pairs: dict[int, tuple[int, How]] = {}
        self.taken: set[int] = set()

    def by_key(self, how: How, key: Callable[[Room], Hashable | None]) -> None:
        """Pair rooms of one key, in order."""
        waiting: dict[Hashable, list[int]] = {}
        for room in reversed(self.left_b()):
            if (found := key(room)) is not None:
                waiting.setdefault(found, []).append(room.index)
        for room in self.left_a():
            if (found := key(room)) is not None and (numbers := waiting.get(found)):
                self._pair(room.index, numbers.pop(), how)

    def by_walkmesh(self) -> None:
        """Pair renamed rooms of the same walkmesh; of copies those at the same place first."""
        if not self.left_a() or not self.left_b():
            return
        keys = {
            id(room): content_of(room.mesh)
            for room in (*self.left_a(), *self.left_b())
            if room.mesh is not None and _has_faces(room)
        }
        for place in (_number_and_position, _position, _anywhere):
            self.by_key("walkmesh", _both(lambda room: keys.get(id(room)), place))

    def by_shape(self) -> None:
        """Pair renamed rooms whose walkmesh was edited, where only one comes into question."""
        here, there = (
            [room for room in rooms if _has_faces(room) and not room.is_empty_slot]
            for rooms in (self.left_a(), self.left_b())
        )
        for i, j in pair_alike(here, there):
            self._pair(here[i].index, there[j].index, "shape")

    def by_place(self) -> None:
        """Pair renamed rooms that have no walkmesh to compare."""
        self._by_place(lambda room, _: room.index)
        self._by_place(lambda room, is_a: self._before(room, is_a=is_a))
        positions = [Counter(room.position for room in area.rooms) for area in (self.a, self.b)]
        # A position that no other room has tells enough.
        self._by_place(lambda room, is_a: None if positions[not is_a][room.position] == 1 else is_a)

    def _by_place(self, beside: Callable[[Room, bool], Hashable]) -> None:
        found: dict[Hashable, tuple[list[Room], list[Room]]] = {}
        for side, rooms in enumerate((self.left_a(), self.left_b())):
            for room in rooms:
                if not _has_faces(room) and not room.is_empty_slot:
                    key = room.position, beside(room, side == 0)
                    found.setdefault(key, ([], []))[side].append(room)
        for here, there in found.values():
            if len(here) == len(there) == 1:
                self._pair(here[0].index, there[0].index, "place")

    def _before(self, room: Room, *, is_a: bool) -> int:
        """The number, in B, of the room before this one; -1 for none that both have."""
        if not is_a:
            return room.index - 1 if room.index - 1 in self.taken else -1
        return self.pairs.get(room.index - 1, (-1, ""))[0]

    def slots(self) -> None:
        """Pair empty slots: those behind the same room, then by order."""
        back = {b: a for a, (b, _) in self.pairs.items()}
        behind = {}
        for rooms, of in ((self.a.rooms, None), (self.b.rooms, back)):
            last, count = -1, 0
            for room in rooms:
                if room.is_empty_slot:
                    count += 1
                    behind[id(room)] = last, count
                else:
                    last, count = room.index if of is None else of.get(room.index, -2), 0
        self.by_key("slot", lambda room: behind.get(id(room)))
        self.by_key("slot", lambda room: "" if room.is_empty_slot else None)

    def left_a(self) -> list[Room]:
        """Rooms of A without a counterpart so far."""
        return [room for room in self.a.rooms if room.index not in self.pairs]

    def left_b(self) -> list[Room]:
        """Rooms of B without a counterpart so far."""
        return [room for room in self.b.rooms if room.index not in self.taken]

    def _pair(self, a: int, b: int, how: How) -> None:
        self.pairs[a] = b, how
        self.taken.add(b)

    def result(self) -> RoomMatch:
        """What was found."""
        return RoomMatch(
            tuple(self._told(a, *found) for a, found in sorted(self.pairs.items())),
            _numbers(self.left_a()),
            _numbers(self.left_b()),
        )

    def _told(self, number: int, other: int, how: How) -> RoomPair:
        a, b = self.a.rooms[number], self.b.rooms[other]
        renamed = name_key(a.name) != name_key(b.name)
        return RoomPair(number, other, how, renamed, a.position != b.position)


def _has_faces(room: Room) -> bool:
    return room.mesh is not None and len(room.mesh.faces) > 0


def _number_and_position(room: Room) -> Hashable:
    return room.index, room.position


def _position(room: Room) -> Hashable:
    return room.position


def _anywhere(_: Room) -> Hashable:
    return ""


def _both(
    what: Callable[[Room], Hashable | None], where: Callable[[Room], Hashable]
) -> Callable[[Room], Hashable | None]:
    """A key of two; None where the first is None."""
    return lambda room: None if (found := what(room)) is None else (found, where(room))


def _numbers(rooms: Iterable[Room]) -> tuple[int, ...]:
    return tuple(room.index for room in rooms)


def _longest_rising(numbers: list[int]) -> set[int]:
    """The places of a longest rising subsequence (patience sorting, O(n log n))."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for place, number in enumerate(numbers):
        at = bisect_left(tails, number)
        before.append(ends[at - 1] if at else -1)
        if at == len(tails):
            tails.append(number)
            ends.append(place)
        else:
            tails[at], ends[at] = number, place
    kept = set()
    place = ends[-1] if ends else -1
    while place >= 0:
        kept.add(place)
        place = before[place]
    return kept
