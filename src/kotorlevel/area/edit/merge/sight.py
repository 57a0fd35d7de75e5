"""Visibility of two versions of an area. Each pair of rooms is seen or not, so none conflict."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from kotorlevel.area.edit.merge.three_way import Side, choose_form
from kotorlevel.core.resource import EMPTY_NAME, name_key
from kotorlevel.formats.vis import Visibility, VisRoom

if TYPE_CHECKING:
    from kotorlevel.area.area import Area

_Sight = dict[str, list[str]]
"""Room → what is seen from it, all as keys, in the order of the file."""


def merge_sight(
    a: Area,
    b: Area,
    base: Area | None,
    rooms: Sequence[str],
    single: Collection[str],
    prefer: Side | None,
) -> tuple[Visibility | None, tuple[str, ...]]:
    """The visibility of the merged ``rooms``, in their order, and notes.

    There is an entry for rooms new to A. What only one side changed against the base is taken;
    without a base everything is seen that either side lists. A side without a VIS says nothing.
    None where neither has one. Rooms of ``single``, which one side removed, are seen as the other
    side says. A side's own, with its bytes, where it says the same already.
    """
    of_a = _names_of(a)
    known = of_a | _names_of(b) | (_names_of(base) if base else set())
    gone = known - set(map(name_key, rooms))
    sights = [_sight(side.visibility, gone) for side in (a, b) if side.visibility is not None]
    if not sights:
        return None, ()
    old = _sight(base.visibility if base else None, gone | set(single))
    merged = sights[0] if len(sights) == 1 else _merged(sights[0], sights[1], old)
    for name in map(name_key, rooms):
        if name != EMPTY_NAME and name not in of_a:
            merged.setdefault(name, [])
    stored = _stored(merged, a.visibility, b.visibility, base.visibility if base else None, prefer)
    return stored or (_written(merged, a, b, rooms), ())


def seen_with(area: Area, room: str, others: Collection[str]) -> set[tuple[str, str]] | None:
    """The pairs of a room, by key, with ``others`` in the VIS; None where there is no VIS."""
    if area.visibility is None:
        return None
    pairs = ((name_key(x), name_key(y)) for x, y in area.visibility.pairs())
    return {(x, y) for x, y in pairs if room in (x, y) and x in others and y in others}


def _stored(
    merged: _Sight,
    a: Visibility | None,
    b: Visibility | None,
    base: Visibility | None,
    prefer: Side | None,
) -> tuple[Visibility, tuple[str, ...]] | None:
    """The side's own visibility that says what was merged; None where neither does.

    Where A left the base's file alone and B says the same, it is B's, with all that B repaired.
    """
    as_a = a is not None and _as_sets(merged) == _as_sets(_sight(a, set()))
    as_b = b is not None and _as_sets(merged) == _as_sets(_sight(b, set()))
    mine, theirs, old = (None if each is None else each.to_bytes() for each in (a, b, base))
    if as_a and as_b and mine is not None and theirs is not None:
        assert a is not None
        assert b is not None
        if choose_form(mine, theirs, old, prefer) == "b":
            return b, ()
        if theirs in (mine, old):
            return a, ()
        text = "the VIS of B says the same in another form (counts, line ends, order)"
        return a, (f"{text}: A's file is kept",)
    if as_a and a is not None:
        return a, ()
    if as_b and b is not None and (mine is None or mine == old):
        return b, ()
    return None


def _names_of(area: Area) -> set[str]:
    return {name_key(room.name) for room in area.rooms}


def _sight(visibility: Visibility | None, gone: set[str]) -> _Sight:
    """What a visibility says of rooms that are not ``gone``; names that no layout has stay."""
    if visibility is None:
        return {}
    return {
        name_key(parent): [
            key for key in map(name_key, visibility.seen_from(parent)) if key not in gone
        ]
        for parent in visibility.parents
        if name_key(parent) not in gone
    }


def _merged(a: _Sight, b: _Sight, base: _Sight) -> _Sight:
    merged: _Sight = {}
    for parent in _chosen([*a], [*b], [*base]):
        lists = (sight.get(parent, []) for sight in (a, b, base))
        merged[parent] = _chosen(*lists)
    return merged


def _chosen(a: list[str], b: list[str], base: list[str]) -> list[str]:
    """The names that both have, or that one has and the base has not; A's order first."""
    in_a, in_b, old = set(a), set(b), set(base)
    return [
        name
        for name in dict.fromkeys([*a, *b])
        if (name in in_a and name in in_b) or name not in old
    ]


def _as_sets(sight: _Sight) -> dict[str, set[str]]:
    return {parent: set(seen) for parent, seen in sight.items()}


def _written(sight: _Sight, a: Area, b: Area, rooms: Sequence[str]) -> Visibility:
    """The visibility with its rooms in the order of the layout, and unknown ones behind them."""
    sides = [side.visibility for side in (a, b) if side.visibility is not None]
    spelt = {name_key(name): name for side in reversed(sides) for name in side.rooms}
    spelt |= {name_key(name): name for name in rooms if name_key(name) not in spelt}
    comments = {
        name_key(entry.name): entry.comments for side in reversed(sides) for entry in side.entries
    }
    order = [key for key in dict.fromkeys(map(name_key, rooms)) if key in sight]
    order += [key for key in sight if key not in set(order)]
    entries = tuple(
        VisRoom(spelt[key], tuple(spelt[name] for name in sight[key]), comments.get(key, ()))
        for key in order
    )
    return Visibility(entries, sides[0].epilogue)
