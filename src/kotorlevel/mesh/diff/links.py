"""Links of two meshes: which edges lead elsewhere now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.types import Point
from kotorlevel.mesh.matching.rows import match_rows

if TYPE_CHECKING:
    from kotorlevel.core.types import Ints
    from kotorlevel.mesh.diff.faces import FacePairs
    from kotorlevel.mesh.walkmesh import Walkmesh

NONE = -1


@dataclass(frozen=True)
class LinkDifference:
    """An edge that leads elsewhere: its number in A and in B, -1 where its face is not there.

    ``old`` is the room that A's transition names, by A's numbers, ``new`` that of B's, by B's; -1
    for none. ``ends`` are the ends of the edge, in B where it is there.
    """

    edge_a: int
    edge_b: int
    old: int
    new: int
    ends: tuple[Point, Point]

    @property
    def at(self) -> Point:
        """The middle of the edge."""
        (ax, ay, az), (bx, by, bz) = self.ends
        return (ax + bx) / 2, (ay + by) / 2, (az + bz) / 2


def in_numbers_of_b(transitions: NDArray[np.int32], rooms: Mapping[int, int] | None) -> Ints:
    """Transitions of A in the numbers of B: ``rooms`` gives B's number for each of A's.

    A room that B has not becomes a number of its own, below -1, that no transition of B has.
    """
    numbers = transitions.astype(np.int64)
    if rooms is None:
        return numbers
    meant = numbers.copy()
    for number in np.unique(numbers[numbers >= 0]).tolist():
        meant[numbers == number] = rooms.get(number, -2 - number)
    return meant


def find_link_differences(
    a: Walkmesh,
    b: Walkmesh,
    pairs: FacePairs,
    places: tuple[Ints, Ints],
    alone: tuple[Ints, Ints],
    rooms: Mapping[int, int] | None,
) -> tuple[LinkDifference, ...]:
    """The edges of A and B that do not lead to the same room, those of both meshes first.

    ``places`` are the corners of the faces of both as numbers of places, those of A as far as they
    went to B; ``alone`` the faces that one mesh has alone. What leads to the same room from the
    same two places is the same link, though the faces are not the same.
    """
    meant, is_now = in_numbers_of_b(a.transitions, rooms), b.transitions.astype(np.int64)
    sides = pairs.sides
    edges_a = 3 * pairs.a[:, None] + np.arange(3)
    edges_b = 3 * pairs.b[:, None] + sides
    old, new = meant.reshape(-1)[edges_a], is_now.reshape(-1)[edges_b]
    differs = old != new
    found = _told(a, b, edges_a[differs], edges_b[differs])
    lost, gained = _alone(meant, places[0], alone[0]), _alone(is_now, places[1], alone[1])
    same_a, same_b = match_rows(lost[:, 1:], gained[:, 1:])
    gone = np.delete(lost[:, 0], same_a)
    come = np.delete(gained[:, 0], same_b)
    found += _told(a, b, gone, np.full(len(gone), NONE))
    found += _told(a, b, np.full(len(come), NONE), come)
    return tuple(found)


def count_renumbered(
    a: Walkmesh, b: Walkmesh, pairs: FacePairs, rooms: Mapping[int, int] | None
) -> int:
    """How many edges lead to the same room by another number."""
    edges_a = 3 * pairs.a[:, None] + np.arange(3)
    edges_b = 3 * pairs.b[:, None] + pairs.sides
    old, new = a.transitions.reshape(-1)[edges_a], b.transitions.reshape(-1)[edges_b]
    meant = in_numbers_of_b(a.transitions, rooms).reshape(-1)[edges_a]
    return int(((old != new) & (meant == new)).sum())


def _alone(meant: Ints, corners: Ints, faces: Ints) -> Ints:
    """(n, 4): edges of these faces that lead somewhere, their ends as places, and where to."""
    edges = (3 * faces[:, None] + np.arange(3)).reshape(-1)
    edges = edges[meant.reshape(-1)[edges] != NONE]
    ends = np.sort(
        np.stack([corners[edges // 3, edges % 3], corners[edges // 3, (edges + 1) % 3]], axis=1),
        axis=1,
    )
    rows: Ints = np.c_[edges, ends, meant.reshape(-1)[edges]].astype(np.int64)
    return rows


def _told(a: Walkmesh, b: Walkmesh, edges_a: Ints, edges_b: Ints) -> list[LinkDifference]:
    found = []
    for edge_a, edge_b in zip(edges_a.tolist(), edges_b.tolist(), strict=True):
        mesh, edge = (a, edge_a) if edge_b == NONE else (b, edge_b)
        old = NONE if edge_a == NONE else int(a.transitions.reshape(-1)[edge_a])
        new = NONE if edge_b == NONE else int(b.transitions.reshape(-1)[edge_b])
        corners = mesh.geometry.corners[edge // 3]
        p, q = (tuple(corners[side].tolist()) for side in (edge % 3, (edge + 1) % 3))
        found.append(LinkDifference(edge_a, edge_b, old, new, (p, q)))
    return found
