"""Whether links use the numbers of another layout: one with a room less, more or elsewhere.

Links are numbers of the layout. Where edges of two rooms meet, it is known which number is meant:
such a meeting is a vote for "the old number was this room". A numbering is a guess at how the
layout was, and it holds if it agrees with all votes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from kotorlevel.checks.facts.area.room_links import is_cutscene
from kotorlevel.checks.facts.area.seam_links import seam_sides
from kotorlevel.core.resource import name_key

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.checks.subjects import AreaSubject
    from kotorlevel.mesh.walkmesh import Walkmesh

Change = Literal["inserted", "removed", "moved", "swapped"]

_LEAST_AGREEMENT = 0.9
"""Of the votes; a wrong link for another reason may speak against a true numbering."""

_MOST_ROOMS, _MOST_MOVED = 400, 64


@dataclass(frozen=True, eq=False)
class Numbering:
    """How the layout was changed: ``new`` (old rooms,) has the number of each now, or -1.

    ``rooms`` are the ones that it is about, by their numbers now, or the old number of one that is
    gone. ``sure`` is False where another guess fits as well, and links differ by it.
    """

    change: Change
    rooms: tuple[int, ...]
    new: NDArray[np.int64]
    sure: bool = True


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
    agreeing = [
        each
        for each in _guesses(area, votes)
        if votes.agreement(each) >= _LEAST_AGREEMENT * len(votes.old)
    ]
    scores = [votes.agreement(each) - _impossible(links, each.new) for each in agreeing]
    best = max(scores, default=as_it_is)
    chosen = [each for each, score in zip(agreeing, scores, strict=True) if score == best]
    if not chosen or best <= as_it_is:
        return None
    likeliest = _choose(area, links, chosen)
    # One link alone is a slip, unless another file tells of the change as well.
    is_slip = best < as_it_is + 2 and _likelihood(area, likeliest) < 2
    return None if is_slip else likeliest


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
    present[np.unique(boundary.room)] = True
    meets = seams.partner[rows] >= 0
    return _Links(boundary.room[rows], boundary.transition[rows], meets, present)


def _impossible(links: _Links, new: NDArray[np.int64]) -> int:
    """How many links would lead into their own room, or to a number that no room has."""
    return int(((links.old >= len(new)) | (_targets(links, new) == links.room)).sum())


def _missing(links: _Links, new: NDArray[np.int64]) -> int:
    """How many links would lead to a room that is here and does not meet them."""
    target = _targets(links, new)
    is_here = (target >= 0) & links.present[np.maximum(target, 0)]
    return int((~links.meets & is_here).sum())


def _targets(links: _Links, new: NDArray[np.int64]) -> NDArray[np.int64]:
    """(n,) the rooms that links would lead to, -1 for none."""
    inside = links.old < len(new)
    return np.where(inside, np.append(new, -1)[np.where(inside, links.old, len(new))], -1)


def _guesses(area: Area, votes: _Votes) -> Iterator[Numbering]:
    """Every change of one line of the layout that moves a number as the votes say."""
    count = len(area.rooms)
    numbers = np.arange(count, dtype=np.int64)
    for at in range(count):
        yield Numbering("inserted", (at,), np.delete(numbers, at))
    for at in range(count + 1):
        yield Numbering("removed", (at,), np.insert(numbers, at, -1))
    voted = np.unique(votes.new[votes.old != votes.new])
    # In large areas only rooms that some vote puts elsewhere: guesses grow with the square.
    moved = numbers if count <= _MOST_MOVED else voted
    for now in moved.tolist():
        others = np.delete(numbers, now)
        for was in range(count):
            if abs(was - now) > 1:
                yield Numbering("moved", (now,), np.insert(others, was, now))
    for first, a in enumerate(voted.tolist()):
        for b in voted[first + 1 :].tolist():
            swapped = numbers.copy()
            swapped[[a, b]] = b, a
            yield Numbering("swapped", (a, b), swapped)


def _choose(area: Area, links: _Links, guesses: list[Numbering]) -> Numbering:
    """The likeliest of guesses that agree with the votes equally well.

    The visibility names rooms, mostly in the order of the layout, and nobody who edits the layout
    by hand thinks of it: a new room is not in it, and one that is gone still is. Then the one by
    which fewer links miss their room; but a room that stands elsewhere misses all of its own.
    """
    order = ("swapped", "inserted", "removed", "moved")
    ranks = [(-_likelihood(area, each), _missing(links, each.new)) for each in guesses]
    best = min(ranks)
    same = [each for each, rank in zip(guesses, ranks, strict=True) if rank == best]
    chosen = min(same, key=lambda each: order.index(each.change))
    used = np.unique(np.concatenate([m.transitions.reshape(-1) for m in area.meshes if m]))
    meanings = {_meanings(each, used) for each in same}
    return Numbering(chosen.change, chosen.rooms, chosen.new, sure=len(meanings) == 1)


def _likelihood(area: Area, numbering: Numbering) -> int:
    if area.visibility is None:
        return 0
    known = [name_key(name) for name in area.visibility.parents]
    names = [name_key(room.name) for room in area.rooms]
    if numbering.change == "inserted":
        room = area.rooms[numbering.rooms[0]]
        # A new room that nobody has linked yet; one whose links are right is new as well.
        is_listed = any(name_key(room.name) == name_key(name) for name in area.visibility.rooms)
        return (0 if is_listed else 2) + (room.mesh is None)
    if numbering.change == "removed":
        at = numbering.rooms[0]
        gone = [place for place, name in enumerate(known) if name not in names]
        before = {names[at - 1]} if at else set()
        after = {names[at]} if at < len(names) else set()
        fits = [
            place
            for place in gone
            if (not before or known[place - 1] in before)
            and (not after or known[place + 1 : place + 2] == [*after])
        ]
        return 2 if fits else 1 if gone else 0
    listed = [names.index(name) for name in known if name in names]
    was = {int(now): old for old, now in enumerate(numbering.new.tolist())}
    olds = [was.get(each, each) for each in listed]
    return 2 if olds == sorted(olds) and listed != sorted(listed) else 0


def _meanings(numbering: Numbering, used: NDArray[np.int64]) -> tuple[int, ...]:
    inside = used[(used >= 0) & (used < len(numbering.new))]
    return tuple(numbering.new[inside].tolist())


def renumbered(subject: AreaSubject, numbering: Numbering) -> Area:
    """The area with its links in today's numbers; rooms that have them already are left alone."""
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
        if numbering.change == "inserted" and room.index in numbering.rooms and not own.any():
            continue  # it was made for this layout
        old = room.mesh.transitions
        known = (old >= 0) & (old < len(numbering.new))
        new = np.where(known, numbering.new[np.where(known, old, 0)], old).astype(np.int32)
        if not np.array_equal(new, old):
            changes[room.index] = room.mesh.edited(transitions=new)
    return area.with_meshes(changes)


def _is_renumbered(old: NDArray[np.int64], wanted: NDArray[np.int64], numbering: Numbering) -> bool:
    """True when the links of a room are right as they are, and would be wrong renumbered."""
    if not len(old) or (old >= len(numbering.new)).any():
        return False
    after = numbering.new[old]
    return bool((old == wanted).sum() > (after == wanted).sum())
