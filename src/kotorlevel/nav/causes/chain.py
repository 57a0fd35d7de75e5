"""What parts two places of a floor: the causes on the way from one to the other."""

import heapq
import itertools
from collections import defaultdict
from collections.abc import Iterable

from kotorlevel.area.area import Area
from kotorlevel.mesh.walkmesh import Walkmesh
from kotorlevel.nav.causes.cause import Cause
from kotorlevel.nav.causes.find import Surroundings, list_causes, number_parts, ways_into
from kotorlevel.nav.floor.floor import Floor
from kotorlevel.nav.reach.islands import find_reachable

_Cost = tuple[int, float, int, int]

_WALL = 1.0
"""Metres of floor to make that are rather meant to be missing than a wall to be opened."""


def find_chain(
    source: Walkmesh | Area,
    floor: Floor,
    start: int,
    goal: int,
    known: Surroundings | None = None,
) -> list[Cause]:
    """The causes between the cells ``start`` and ``goal`` of ``floor``, the first on the way first.

    Of all chains of parts that could lead there it is the one with the least ground to make, and
    of these the one with the fewest causes. Empty where one can walk there, or where nothing leads
    there at all.
    """
    part = number_parts(floor, find_reachable(floor, start).cells)
    if not part[goal]:
        return []
    chain = _cheapest_chain(list_causes(source, floor, part, known), int(part[goal]))
    # Through an open link one simply walks on.
    return [cause for cause in chain if cause.kind != "open"]


def _cheapest_chain(causes: Iterable[Cause], goal: int) -> list[Cause]:
    """The causes from part 0 to part ``goal`` that cost least together (Dijkstra)."""
    out_of: dict[int, list[Cause]] = defaultdict(list)
    for cause in itertools.chain.from_iterable(ways_into(causes).values()):
        out_of[cause.parts[0]].append(cause)
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


def _add(cost: _Cost, cause: Cause) -> _Cost:
    """What a chain costs with one cause more: guesses, metres without a floor, causes, ranks."""
    if cause.kind == "open":
        return cost
    guesses, metres, number, ranks = cost
    size, rank = cause.order
    size += _WALL * (cause.kind in ("wall", "walled"))
    return guesses + _is_guess(cause), round(metres + size, 4), number + 1, ranks + rank


def _is_guess(cause: Cause) -> bool:
    """Whether a way may lead through several unknown rooms: that these are joined, nobody knows."""
    return len(cause.unknown) > 1
