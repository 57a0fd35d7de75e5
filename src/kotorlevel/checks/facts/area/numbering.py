"""Whether links use the numbers of another layout: with rooms less, more or elsewhere.

Links are numbers of the layout. Where edges of two rooms meet, it is known which number is meant:
such a meeting is a vote for "the old number was this room". A numbering is a guess at how the
layout was, and it holds if it agrees with all votes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from kotorlevel.checks.facts.area.room_links import is_cutscene
from kotorlevel.checks.facts.area.seam_links import seam_sides
from kotorlevel.core.distinct import distinct
from kotorlevel.core.resource import name_key

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.checks.subjects import AreaSubject
    from kotorlevel.mesh.walkmesh import Walkmesh

Kind = Literal["inserted", "removed", "moved", "swapped", "reordered"]

_LEAST_AGREEMENT = 0.9
"""Of the votes; a wrong link for another reason may speak against a true numbering."""

_TOLD = 2
"""How likely a change is of which the visibility tells as well."""

_MOST_ROOMS, _MOST_MOVED, _MOST_UNNAMED, _MOST_ALIKE = 400, 64, 24, 12


@dataclass(frozen=True)
class Change:
    """One thing that was done to the lines of a layout.

    ``rooms`` are the ones that it is about, by their numbers now, or the old number of one that is
    gone.
    """

    kind: Kind
    rooms: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class Numbering:
    """How the layout was changed: ``new`` (old rooms,) has the number of each now, or -1.

    ``sure`` is False where another guess fits as well, and links differ by it.
    """

    changes: tuple[Change, ...]
    new: NDArray[np.int64]
    sure: bool = True

    @property
    def inserted(self) -> set[int]:
        """The rooms that are new."""
        return {change.rooms[0] for change in self.changes if change.kind == "inserted"}


@dataclass(frozen=True, eq=False)
class _Votes:
    """Of edges at seams: the room they are of, the number they name, the room they meet."""

    room: NDArray[np.int64]
    old: NDArray[np.int64]
    new: NDArray[np.int64]

    def agreement(self, numbering: Numbering) -> int:
        """How many votes a numbering agrees with."""
        inside = self.old < len(numbering.new)
        meant = numbering.new[np.where(inside, self.old, 0)] if len(numbering.new) else self.old
        return int((inside & (meant == self.new)).sum())


def find_numbering(subject: AreaSubject) -> Numbering | None:
    """The numbering that the links use, where it is not that of the layout; else None."""
    area = subject.area
    sides = seam_sides(subject)
    leads = sides.leads != -1
    room = subject.area.geometry.seams.boundary.room[sides.row[leads]]
    votes = _Votes(room, sides.leads[leads], sides.wanted[leads])
    wrong = int((votes.old != votes.new).sum())
    if not wrong or is_cutscene(subject) or len(area.rooms) > _MOST_ROOMS:
        return None
    links = _links(subject)
    as_it_is = len(votes.old) - wrong - _impossible(links, np.arange(len(area.rooms)))
    best, chosen = as_it_is, list[Numbering]()
    for guesses in (_one_change(area, votes), _two_changes(area, votes), _reordered(area, votes)):
        # Where another file tells of a simple change, it takes two votes to believe in more, or
        # that links make sense by it which do not otherwise.
        told = [each for each in chosen if _likelihood(area, each) >= _TOLD]
        missing = min((_missing(links, each.new) for each in told), default=0)
        if told and best + 1 >= len(votes.old) and not missing:
            break
        score, found = _best(votes, links, guesses)
        if told and best <= score <= best + 1:
            found = [each for each in found if _missing(links, each.new) < missing]
            chosen = [each for each in found if _likelihood(area, each) >= _TOLD] or chosen
        elif found and score > best:
            best, chosen = score, found
        elif found and score == best:
            chosen += found
    if not chosen:
        return None
    likeliest = _choose(subject, links, chosen)
    # One link alone is a slip, unless another file tells of the change as well.
    is_slip = best < as_it_is + 2 and _likelihood(area, likeliest) < _TOLD
    return None if is_slip else likeliest


def _best(
    votes: _Votes, links: _Links, guesses: Iterator[Numbering]
) -> tuple[int, list[Numbering]]:
    """The guesses that agree with the most votes, if with enough, and how well."""
    least = _LEAST_AGREEMENT * len(votes.old)
    agreeing = [(votes.agreement(each), each) for each in guesses]
    scores = [(n - _impossible(links, each.new), each) for n, each in agreeing if n >= least]
    best = max((score for score, _ in scores), default=0)
    return best, [each for score, each in scores if score == best]


@dataclass(frozen=True, eq=False)
class _Links:
    """Every link: the room it is in, the number it names, whether its edge meets another.

    ``present`` (rooms,) are the rooms with a floor that is known.
    """

    room: NDArray[np.int64]
    old: NDArray[np.int64]
    meets: NDArray[np.bool_]
    present: NDArray[np.bool_]


def _links(subject: AreaSubject) -> _Links:
    seams = subject.area.geometry.seams
    boundary = seams.boundary
    rows = np.flatnonzero(boundary.transition >= 0)
    present = np.zeros(len(subject.area.rooms), bool)
    present[distinct(boundary.room)] = True
    meets = seams.partner[rows] >= 0
    return _Links(boundary.room[rows], boundary.transition[rows], meets, present)


def _impossible(links: _Links, new: NDArray[np.int64]) -> int:
    """How many links would lead into their own room, or to a number that no room has."""
    return int(((links.old >= len(new)) | (_targets(links, new) == links.room)).sum())


def _missing(links: _Links, new: NDArray[np.int64]) -> int:
    """How many links would lead to a room that is here and does not meet them, or is their own."""
    target = _targets(links, new)
    is_here = (target >= 0) & links.present[np.maximum(target, 0)]
    return int((~links.meets & is_here).sum())


def _unanswered(links: _Links, numbering: Numbering) -> int:
    """How many links would lead to a room that is here and has none back.

    A room that stands elsewhere meets nothing, and still its links and those to it belong together.
    """
    # Nobody has numbered the links of a new room by the old layout.
    is_new = np.isin(links.room, list(numbering.inserted)) & ~links.meets
    target = np.where(is_new, links.old, _targets(links, numbering.new))
    count = len(links.present)
    counts = (target >= 0) & (target < count) & (target != links.room)
    counts[counts] = links.present[target[counts]]
    there = links.room[counts] * count + target[counts]
    back = target[counts] * count + links.room[counts]
    return int((~np.isin(back, there)).sum())


def _targets(links: _Links, new: NDArray[np.int64]) -> NDArray[np.int64]:
    """(n,) the rooms that links would lead to, -1 for none."""
    inside = links.old < len(new)
    return np.where(inside, np.append(new, -1)[np.where(inside, links.old, len(new))], -1)


def _one_change(area: Area, votes: _Votes) -> Iterator[Numbering]:
    """Every change of one line of the layout that moves a number as the votes say."""
    count = len(area.rooms)
    numbers = np.arange(count, dtype=np.int64)
    for at in range(count):
        yield Numbering((Change("inserted", (at,)),), np.delete(numbers, at))
    for at in range(count + 1):
        yield Numbering((Change("removed", (at,)),), np.insert(numbers, at, -1))
    voted = distinct(votes.new[votes.old != votes.new])
    # In large areas only rooms that some vote puts elsewhere: guesses grow with the square.
    moved = numbers if count <= _MOST_MOVED else voted
    for now in moved.tolist():
        others = np.delete(numbers, now)
        for was in range(count):
            if abs(was - now) > 1:
                yield Numbering((Change("moved", (now,)),), np.insert(others, was, now))
    for first, a in enumerate(voted.tolist()):
        for b in voted[first + 1 :].tolist():
            swapped = numbers.copy()
            swapped[[a, b]] = b, a
            yield Numbering((Change("swapped", (a, b)),), swapped)


def _two_changes(area: Area, votes: _Votes) -> Iterator[Numbering]:
    """Two rooms inserted, two removed, or one of each: of those that no vote speaks of."""
    numbers = np.arange(len(area.rooms), dtype=np.int64)
    new = np.setdiff1d(numbers, votes.new).tolist()[:_MOST_UNNAMED]
    gone = np.setdiff1d(np.arange(len(numbers) + 2), votes.old).tolist()[:_MOST_UNNAMED]
    for a, b in combinations(new, 2):
        changes = Change("inserted", (a,)), Change("inserted", (b,))
        yield Numbering(changes, np.delete(numbers, [a, b]))
    for a, b in combinations(gone, 2):
        changes = Change("removed", (a,)), Change("removed", (b,))
        yield Numbering(changes, np.insert(numbers, [a, b - 1], -1))
    for a, b in product(new, gone):
        if b < len(numbers):
            changes = Change("inserted", (a,)), Change("removed", (b,))
            yield Numbering(changes, np.insert(np.delete(numbers, a), b, -1))


def _reordered(area: Area, votes: _Votes) -> Iterator[Numbering]:
    """The rooms in the order of the visibility, and as the votes have them."""
    count = len(area.rooms)
    changes = (Change("reordered"),)
    names = [name_key(room.name) for room in area.rooms]
    if area.visibility is not None:
        known = [name_key(name) for name in area.visibility.parents]
        if sorted(known) == sorted(set(names)) == sorted(names):
            yield Numbering(changes, np.array([names.index(name) for name in known], np.int64))
    pairs = Counter(zip(votes.old.tolist(), votes.new.tolist(), strict=True))
    new = np.full(max(count, int(votes.old.max()) + 1), -1, np.int64)
    for (old, now), _ in reversed(pairs.most_common()):
        new[old] = now
    named = new[new >= 0]
    if len(new) == count and len(distinct(named)) == len(named):
        # What no vote speaks of keeps its order; no link that is known needs it.
        new[new < 0] = np.setdiff1d(np.arange(count), named)
        yield Numbering(changes, new)


def _choose(subject: AreaSubject, links: _Links, guesses: list[Numbering]) -> Numbering:
    """The likeliest of guesses that agree with the votes equally well.

    A line for a room that has one already is new. The visibility names rooms, mostly in the order
    of the layout, and nobody who edits the layout by hand thinks of it: a new room is not in it,
    and one that is gone still is. Then the one by which fewer links have none that leads back, and
    by which fewer miss their room.
    """
    area = subject.area
    order = ("swapped", "inserted", "removed", "moved", "reordered")
    ranks = [
        (
            not repeats_a_room(area, each),
            -_likelihood(area, each),
            _unanswered(links, each),
            _missing(links, each.new),
        )
        for each in guesses
    ]
    best = min(ranks)
    same = [each for each, rank in zip(guesses, ranks, strict=True) if rank == best]
    chosen = min(same, key=lambda each: (len(each.changes), order.index(each.changes[0].kind)))
    used = distinct(np.concatenate([m.transitions.reshape(-1) for m in area.meshes if m]))
    sure = len({_meanings(each, used) for each in same}) == 1
    if not sure and len(same) <= _MOST_ALIKE:
        sure = len({_result(subject, each) for each in same}) == 1
    return Numbering(chosen.changes, chosen.new, sure=sure)


def repeats_a_room(area: Area, numbering: Numbering) -> bool:
    """True where a line was inserted for a room that stands before it already."""
    names = [name_key(room.name) for room in area.rooms]
    return any(
        not area.rooms[new].is_empty_slot and names[new] in names[:new]
        for new in numbering.inserted
    )


def _likelihood(area: Area, numbering: Numbering) -> int:
    """How much the visibility speaks for it; every change has to be worth being one more."""
    if area.visibility is None:
        return 2 - 2 * len(numbering.changes)
    each = [_likelihood_of(area, change, numbering) for change in numbering.changes]
    return sum(each) - 2 * (len(each) - 1)


def _likelihood_of(area: Area, change: Change, numbering: Numbering) -> int:
    assert area.visibility is not None
    known = [name_key(name) for name in area.visibility.parents]
    names = [name_key(room.name) for room in area.rooms]
    if change.kind == "inserted":
        room = area.rooms[change.rooms[0]]
        # A new room that nobody has linked yet; one whose links are right is new as well.
        is_listed = any(name_key(room.name) == name_key(name) for name in area.visibility.rooms)
        return (0 if is_listed else 2) + (room.mesh is None)
    if change.kind == "removed":
        gone = find_gone(area, change, numbering)
        return 2 if gone else 1 if set(known) - set(names) else 0
    listed = [names.index(name) for name in known if name in names]
    was = {int(now): old for old, now in enumerate(numbering.new.tolist())}
    olds = [was.get(each, each) for each in listed]
    return 2 if olds == sorted(olds) and listed != sorted(listed) else 0


def find_gone(area: Area, change: Change, numbering: Numbering) -> str:
    """The name of a removed room: the visibility has it between the two that it was between."""
    if area.visibility is None:
        return ""
    parents = [*area.visibility.parents]
    known = [name_key(name) for name in parents]
    names = [name_key(room.name) for room in area.rooms]
    at = change.rooms[0]
    beside = [
        names[numbering.new[old]]
        if 0 <= old < len(numbering.new) and numbering.new[old] >= 0
        else ""
        for old in (at - 1, at + 1)
    ]
    for place, name in enumerate(known):
        around = [known[place - 1] if place else "", *known[place + 1 : place + 2]]
        fits = all(not wanted or wanted == is_ for wanted, is_ in zip(beside, around, strict=False))
        if name not in names and fits and any(beside):
            return parents[place]
    return ""


def _meanings(numbering: Numbering, used: NDArray[np.int64]) -> tuple[int, ...]:
    """The rooms that the ``used`` numbers stand for."""
    inside = used[(used >= 0) & (used < len(numbering.new))]
    return tuple(numbering.new[inside].tolist())


def _result(subject: AreaSubject, numbering: Numbering) -> tuple[bytes, ...]:
    """All links as they would be by a numbering."""
    area = renumbered(subject, numbering)
    return tuple(mesh.transitions.tobytes() for mesh in area.meshes if mesh is not None)


def renumbered(subject: AreaSubject, numbering: Numbering) -> Area:
    """The area with its links in today's numbers; rooms that have them already are left alone.

    Where edges meet, it is known which room is meant; the numbering tells it of the others.
    """
    area = subject.area
    sides = seam_sides(subject)
    leads = sides.leads != -1
    boundary = area.geometry.seams.boundary
    changes: dict[int, Walkmesh | None] = {}
    for room in area.rooms:
        if room.mesh is None:
            continue
        own = leads & (boundary.room[sides.row] == room.index)
        if _is_renumbered(sides.leads[own], sides.wanted[own], numbering):
            continue
        if room.index in numbering.inserted and not own.any():
            continue  # it was made for this layout
        old = room.mesh.transitions
        known = (old >= 0) & (old < len(numbering.new))
        new = np.where(known, numbering.new[np.where(known, old, 0)], old).astype(np.int32)
        new.reshape(-1)[boundary.edge[sides.row[own]]] = sides.wanted[own]
        if not np.array_equal(new, old):
            changes[room.index] = room.mesh.edited(transitions=new)
    return area.with_meshes(changes)


def _is_renumbered(old: NDArray[np.int64], wanted: NDArray[np.int64], numbering: Numbering) -> bool:
    """True when the links of a room are right as they are, and would be wrong renumbered."""
    if not len(old) or (old >= len(numbering.new)).any():
        return False
    after = numbering.new[old]
    return bool((old == wanted).sum() > (after == wanted).sum())
