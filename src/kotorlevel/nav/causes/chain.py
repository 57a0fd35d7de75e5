"""What parts two places of a floor: the cuts on the way from one to the other, and their words."""

from __future__ import annotations

import heapq
import itertools
from collections import defaultdict
from typing import TYPE_CHECKING

from kotorlevel.area.area import Area
from kotorlevel.nav.causes.cause import room_name, short_length
from kotorlevel.nav.causes.find import list_causes, number_parts, ways_into
from kotorlevel.nav.reach.islands import find_reachable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kotorlevel.mesh.walkmesh import Walkmesh
    from kotorlevel.nav.causes.cause import Cause
    from kotorlevel.nav.causes.find import Surroundings
    from kotorlevel.nav.floor.floor import Floor
    from kotorlevel.nav.navigator import Navigator
    from kotorlevel.nav.path import Path

_Cost = tuple[int, float, int, int]

_WALL = 1.0
"""Metres of floor to make that are rather meant to be missing than a wall to be opened."""

_MOST_TOLD = 3
"""Cuts that are told in a sentence."""

_ROOM_NOT_HERE = "ARE009"
"""The rule about edges that lead to a room without a walkmesh."""


def find_barriers(
    source: Walkmesh | Area,
    floor: Floor,
    start: int,
    goal: int,
    known: Surroundings | None = None,
) -> list[Cause]:
    """The cuts between the cells ``start`` and ``goal`` of ``floor``, the first on the way first.

    Of all chains of parts that could lead there it is the one with the least ground to make, and
    of these the one with the fewest cuts. Empty where one can walk there, or where nothing leads
    there at all.
    """
    part = number_parts(floor, find_reachable(floor, start).cells)
    if not part[goal]:
        return []
    chain = _find_chain(list_causes(source, floor, part, known), int(part[goal]))
    # Through an open link one simply walks on.
    return [cut for cut in chain if cut.kind != "open"]


def _find_chain(cuts: Iterable[Cause], goal: int) -> list[Cause]:
    """The cuts from part 0 to part ``goal`` that cost least together (the well-known search)."""
    out_of: dict[int, list[Cause]] = defaultdict(list)
    for cut in itertools.chain.from_iterable(ways_into(cuts).values()):
        out_of[cut.parts[0]].append(cut)
    came: dict[int, Cause | None] = {}
    counter = itertools.count()  # so that equal ones come in the order they were found in
    heap: list[tuple[_Cost, int, int, Cause | None]] = [((0, 0.0, 0, 0), next(counter), 0, None)]
    while heap and goal not in came:
        cost, _, part, through = heapq.heappop(heap)
        if part in came:
            continue
        came[part] = through
        for way in out_of[part]:
            heapq.heappush(heap, (_add(cost, way), next(counter), way.parts[1], way))
    chain: list[Cause] = []
    last = came.get(goal)
    while last is not None:
        chain.append(last)
        last = came[last.parts[0]]
    return chain[::-1]


def _add(cost: _Cost, cut: Cause) -> _Cost:
    """What a chain costs with one cut more: guesses, metres without a floor, cuts, ranks."""
    if cut.kind == "open":
        return cost
    guesses, metres, number, ranks = cost
    size, rank = cut.order
    size += _WALL * (cut.kind in ("wall", "walled"))
    return guesses + _is_guess(cut), round(metres + size, 4), number + 1, ranks + rank


def _is_guess(cut: Cause) -> bool:
    """Whether a way may lead through several unknown rooms: that these are joined, nobody knows."""
    return cut.kind == "absent" and " and " in cut.detail


def find_causes(
    source: Walkmesh | Area,
    navigator: Navigator,
    a: Sequence[float],
    b: Sequence[float],
    known: Surroundings | None = None,
) -> list[Cause]:
    """The cuts on the way from a to b, the first one first; none where that cannot be told.

    They are looked for on the floor of a body without width, which gets anywhere that others do.
    """
    here, there = navigator.find_spot(a), navigator.find_spot(b)
    if here is None or there is None:
        return []
    return find_barriers(source, navigator.floor, here.cell, there.cell, known)


def explain_apart(
    source: Walkmesh | Area,
    navigator: Navigator,
    a: Sequence[float],
    b: Sequence[float],
    path: Path,
    known: Surroundings | None = None,
) -> str:
    """Why ``path`` from a to b is unreachable, by what parts them; empty where that is not known.

    It takes longer than the reason that a path has by itself.
    """
    if path.status != "unreachable":
        return ""
    causes = find_causes(source, navigator, a, b, known)
    if not causes:
        return ""
    names = [room.name for room in source.rooms] if isinstance(source, Area) else []
    words = [describe_barrier(cut, names) for cut in causes[:_MOST_TOLD]]
    more = len(causes) - len(words)
    return "; then ".join(words) + (f"; and {more:,} more on the way" if more else "")


def rule_of_barrier(cut: Cause) -> str:
    """The id of the rule that finds the same fault; empty where none does."""
    return _ROOM_NOT_HERE if cut.kind == "absent" else cut.rule


def describe_barrier(cut: Cause, names: Sequence[str]) -> str:
    """What stops who walks from the first side of a cut to the second, and where, in words."""
    rule = f" [{rule_of_barrier(cut)}]" if rule_of_barrier(cut) else ""
    return f"{_words(cut, names)}{rule}"


def _words(cut: Cause, names: Sequence[str]) -> str:
    x, y, _ = cut.at
    place = f"at ({x + 0.0:.1f}, {y + 0.0:.1f})"
    here, there = (room_name(names, room) for room in cut.rooms)
    both = f"two parts of {here}" if cut.rooms[0] == cut.rooms[1] else f"{here} and {there}"
    if cut.kind == "one-way" and cut.detail:
        return f"{both} meet {place}, but {cut.detail}"
    if cut.kind == "one-way":
        return f"{_edges(cut, here)} {place} has no link to {there}"
    if cut.kind == "no-link":
        return f"{both} meet {place}, but there is no link"
    if cut.kind == "wrong-room":
        return f"{both} meet {place}, but {cut.detail}"
    if cut.kind == "wall":
        return f"{both} meet {place}, but a wall stands on the edge, and there is no link"
    if cut.kind in ("door", "placeable"):
        name = cut.blocker.label if cut.blocker else ""
        state = "is closed" if cut.kind == "door" else "stands in the way"
        return f"the {cut.kind} {name} {place} {state}"
    if cut.kind == "absent":
        return _words_of_absent(cut, f"{_edges(cut, here)} {place}")
    if cut.kind in ("gap", "overlap", "step", "part", "direction") and cut.detail:
        return f"{both} do not meet {place}: {cut.detail}"
    return _words_of_gap(cut, here, both, place)


def _words_of_absent(cut: Cause, end: str) -> str:
    """For edges that lead to rooms nothing is known of: one, or one from each side."""
    if _is_guess(cut):
        return f"{end} leads on: perhaps through {cut.detail}, whose walkmeshes are not here"
    return f"{end} leads to {cut.detail}, whose walkmesh is not here"


def _words_of_gap(cut: Cause, here: str, both: str, place: str) -> str:
    """For floors that no seam and no link has to do with."""
    if cut.kind == "touch":
        return f"{both} lie against each other {place}, but their faces share no edge"
    if cut.kind == "winding":
        return f"two faces of {here} share an edge {place}, but one of them is turned over"
    if cut.kind == "corner":
        return f"{both} touch {place} in one corner only"
    if cut.kind == "walled":
        return f"a wall {place} stands between {both}"
    if cut.kind == "crossed":
        return f"{both} lie over each other {place}, and no edge of theirs meets"
    if cut.kind == "step":
        return f"a step of {short_length(cut.size)} {place} parts {both}"
    size = short_length(cut.size)
    if cut.kind == "strip":
        what = " and ".join(cut.surfaces)
        return f"{size} of {what}, which cannot be walked on, {place} between {both}"
    return f"{size} without a floor {place} between {both}"


def _edges(cut: Cause, here: str) -> str:
    """``hall edge 66``; the room alone where no edge is known."""
    edges = [edge for _, edge in cut.edges[0]]
    return f"{here} edge {edges[0]}" if edges else here
