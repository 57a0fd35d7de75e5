"""Which edges that almost meet a repair may bring together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kotorlevel.area.links.near_misses import WIDEST_GAP, NearMiss

if TYPE_CHECKING:
    from kotorlevel.area.area import Area

FARTHEST_MOVE = WIDEST_GAP
"""Metres that a vertex is moved at most: 10 cm, within which the games' own links meet."""

Edge = tuple[int, int]
"""A room's index and an edge number of its walkmesh."""


_MOST_TRIED = 2_000
"""So many pairs of edges are moved together to see whether they can be; no level has more."""


def can_be_snapped(miss: NearMiss) -> bool:
    """True when moving vertices closes it. Where a link leads over it, the game does without."""
    is_open = not miss.linked and miss.kind != "direction"
    return is_open and miss.apart <= FARTHEST_MOVE


def can_be_split(miss: NearMiss) -> bool:
    """True when a vertex on the longer edge makes a seam of what lies side by side."""
    return not miss.linked and miss.kind == "part"


def edges_of(miss: NearMiss) -> tuple[Edge, Edge]:
    """The two edges of a near miss."""
    return (miss.room, miss.edge), (miss.other_room, miss.other_edge)


def list_linked_edges(misses: Iterable[NearMiss]) -> set[Edge]:
    """The edges that are linked over a gap: nobody takes them from there for another room."""
    return {edge for miss in misses if miss.linked for edge in edges_of(miss)}


def drop_slivers(misses: Iterable[NearMiss]) -> list[NearMiss]:
    """The near misses but those that only say once more that a linked one is a little off.

    A doorway that is off sideways lies beside its neighbour's neighbour for that bit, too.
    """
    misses = list(misses)
    linked = list_linked_edges(misses)
    return [
        miss
        for miss in misses
        if miss.linked
        or miss.kind != "part"
        or miss.shared > WIDEST_GAP
        or linked.isdisjoint(edges_of(miss))
    ]


def find_closable(area: Area, misses: Iterable[NearMiss]) -> set[tuple[Edge, Edge]]:
    """Those of an area's near misses that a repair can close, by their edges; each tried."""
    from kotorlevel.area.links.snap import snap_seams

    misses = list(misses)
    linked = list_linked_edges(misses)
    free = [miss for miss in misses if linked.isdisjoint(edges_of(miss))]
    split = {edges_of(miss) for miss in free if can_be_split(miss)}
    near = {edges_of(miss) for miss in free if can_be_snapped(miss)}
    if 0 < len(near) <= _MOST_TRIED:
        _, report = snap_seams(area, FARTHEST_MOVE, near)
        near -= {(one, other) for one, other, _ in report.refused}
    return near | split
