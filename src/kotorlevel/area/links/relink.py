"""`relink`: room links from geometry, and on request shapes that can be linked."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.links.door_gaps import add_door_gaps
from kotorlevel.area.links.near_misses import NearMiss, find_near_misses
from kotorlevel.area.links.seams import TOLERANCE, Seams, find_seams
from kotorlevel.area.links.snap import Edge, Moved, SnapReport, Split, snap_seams, split_seams
from kotorlevel.core.distinct import distinct
from kotorlevel.core.types import Vector
from kotorlevel.core.words import count_of
from kotorlevel.mesh.arrays import read_only
from kotorlevel.mesh.walkmesh import Walkmesh

if TYPE_CHECKING:
    from kotorlevel.area.area import Area, Room
    from kotorlevel.area.links.boundary import AreaBoundary


@dataclass(frozen=True)
class LinkChange:
    """A transition that was set or cleared: on ``edge`` of ``room``, in the middle of it.

    ``other_room`` and ``other_edge`` are what it meets, -1 where it was cleared.
    """

    room: int
    edge: int
    was: int
    now: int
    at: Vector
    other_room: int = -1
    other_edge: int = -1


@dataclass(frozen=True, repr=False)
class LinkReport:
    """What `relink` did: ``changes``; how many ``seams`` there are; and what it left alone.

    ``crowded`` are edges that meet more than one other, and these; ``walled`` pairs of edges that
    meet and have a wall on them; ``nowhere`` edges that lead to a room but meet nothing there;
    ``near_misses`` what almost meets. ``unusable`` are rooms whose edges cannot be told, with the
    reason, and ``absent`` rooms without a walkmesh: links to both are not judged. Not
    ``complete`` where there was too much to compare: then ``nowhere`` is empty. Where shapes were
    to be changed first: ``moved`` are places whose vertices were, ``not_snapped`` pairs of edges
    that could not be brought together, with the reason, and ``splits`` the new vertices. ``notes``
    are on links by hand.
    """

    seams: int
    changes: tuple[LinkChange, ...] = ()
    crowded: tuple[Edge, ...] = ()
    walled: tuple[tuple[Edge, Edge], ...] = ()
    nowhere: tuple[Edge, ...] = ()
    near_misses: tuple[NearMiss, ...] = ()
    unusable: tuple[tuple[int, str], ...] = ()
    absent: tuple[int, ...] = ()
    complete: bool = True
    moved: tuple[Moved, ...] = ()
    not_snapped: tuple[tuple[Edge, Edge, str], ...] = ()
    splits: tuple[Split, ...] = ()
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        """``5 seams, 2 edges changed, 1 near miss``."""
        missed = sum(not miss.linked for miss in self.near_misses)
        parts = [count_of(self.seams, "seam"), f"{count_of(len(self.changes), 'edge')} changed"]
        parts += [f"{missed:,} near miss{'' if missed == 1 else 'es'}"] if missed else []
        return ", ".join(parts)

    def __repr__(self) -> str:
        return f"<LinkReport: {self}>"


def relink(
    area: Area,
    tolerance: float = TOLERANCE,
    *,
    snap: float | None = None,
    split: bool = False,
    clear: bool = False,
    through_walls: bool = False,
    between: Collection[int] | None = None,
) -> tuple[Area, LinkReport]:
    """The area with its rooms linked wherever their floors meet, and what was changed.

    Edges of two rooms that meet within ``tolerance`` metres at both ends get links both ways.
    ``snap`` first moves ends that almost meet together, none by more than so many metres;
    ``split`` first splits edges where those of another room end. Where a wall stands on a seam,
    it is linked only if it was on one side, or with ``through_walls``. Other links stay as they
    are; with ``clear``, those that meet nothing in a room that is present are taken out. With
    ``between``, some rooms by their numbers, only what lies between two of these changes.

    Raises `ValueError` for a walkmesh that cannot be read, since its links could not follow. One
    that is not there is left out: mods ship what they change.

        area, report = kl.relink(kl.load_area("my_mod"), snap=0.04)
        print(report)                      # 5 seams, 2 edges changed
        kl.write_area(area, "linked")
    """
    refuse_unreadable(area.rooms)
    snapped = SnapReport()
    splits: tuple[Split, ...] = ()
    if snap is not None:
        area, snapped = snap_seams(area, snap, between=between)
    if split:
        area, splits = split_seams(area, between=between)
    area, report = link_seams(
        area, tolerance, clear=clear, through_walls=through_walls, between=between
    )
    return area, replace(report, moved=snapped.moved, not_snapped=snapped.refused, splits=splits)


def refuse_unreadable(rooms: Iterable[Room], where: str = "") -> None:
    """Raise `ValueError` for the first of the rooms whose walkmesh cannot be read.

    One that is not there is another thing: mods ship what they change. ``where`` names the area.
    """
    for room in rooms:
        if room.error is not None:
            start = f"{where}: " if where else ""
            file = room.resource.filename if room.resource is not None else f"{room.name}.wok"
            reason = ": ".join(part for part in (room.error.place, room.error.message) if part)
            text = f"{start}{file} cannot be read ({reason}), so its links cannot follow"
            raise ValueError(f"{text}: repair or replace it first, or remove that room")


def link_seams(
    area: Area,
    tolerance: float = TOLERANCE,
    *,
    clear: bool = False,
    through_walls: bool = False,
    rooms: Collection[int] | None = None,
    between: Collection[int] | None = None,
) -> tuple[Area, LinkReport]:
    """The area with reciprocal transitions on every seam, and what was changed.

    Seams are edges of two rooms that meet within ``tolerance`` metres at both ends. Where a wall
    stands on one, it is linked only if it was on one side, or with ``through_walls``. Other
    transitions stay as they are; with ``clear``, those that meet nothing in a room that is present
    are set to -1. With ``rooms``, only seams and links of these rooms are changed; with
    ``between``, only those from one of these rooms to another of them.
    """
    boundary, seams = area.geometry.boundary, area.geometry.seams
    misses = area.geometry.near_misses if tolerance == TOLERANCE else None
    if misses is None:
        seams = find_seams(boundary, tolerance)
        misses = add_door_gaps(find_near_misses(seams, tolerance=tolerance), area, seams)
    wanted = _wanted(seams, through_walls=through_walls)
    absent = [r.index for r in area.rooms if r.mesh is None and not r.is_empty_slot]
    unjudged = [*absent, *(index for index, _ in boundary.unusable)]
    nowhere = _leads_nowhere(seams, unjudged, misses.found)
    if not misses.complete:  # then nobody can say that a link meets nothing
        nowhere[:] = False
    if clear:
        wanted[nowhere] = -1
    changed = wanted != boundary.transition
    if rooms is not None:
        changed &= _takes_part(boundary, seams.partner, rooms)
    if between is not None:
        changed &= _is_between(boundary, seams.partner, between)
    changed_rows = np.flatnonzero(changed)
    report = LinkReport(
        seams=len(seams),
        changes=list_link_changes(boundary, seams.partner, wanted, changed_rows),
        crowded=_names(boundary, seams.crowded),
        walled=() if through_walls else _walled(seams),
        nowhere=_names(boundary, np.flatnonzero(nowhere & ~changed)),
        near_misses=misses.found,
        unusable=boundary.unusable,
        absent=tuple(absent),
        complete=misses.complete,
    )
    return with_transitions(area, boundary, wanted, changed_rows), report


def _wanted(seams: Seams, *, through_walls: bool) -> NDArray[np.int64]:
    """(N,) the transition that each edge should have, as far as seams tell."""
    boundary = seams.boundary
    is_open = np.full(len(seams), True) if through_walls else ~seams.closed
    first, second = seams.first[is_open], seams.second[is_open]
    wanted = boundary.transition.copy()
    wanted[first], wanted[second] = boundary.room[second], boundary.room[first]
    return wanted


def _leads_nowhere(
    seams: Seams, unjudged: list[int], misses: tuple[NearMiss, ...]
) -> NDArray[np.bool_]:
    """(N,) edges that lead somewhere, but meet nothing there, not even almost.

    Links to rooms that are ``unjudged`` are left alone: what is there is not known.
    """
    boundary = seams.boundary
    leads: NDArray[np.bool_] = (boundary.transition != -1) & (seams.partner < 0)
    leads[seams.crowded] = False
    leads &= ~np.isin(boundary.transition, unjudged)
    almost = {(m.room, m.edge, m.other_room) for m in misses}
    almost |= {(m.other_room, m.other_edge, m.room) for m in misses}
    for row in np.flatnonzero(leads).tolist():
        key = int(boundary.room[row]), int(boundary.edge[row]), int(boundary.transition[row])
        leads[row] = key not in almost
    return leads


def _takes_part(
    boundary: AreaBoundary, partner: NDArray[np.int64], rooms: Collection[int]
) -> NDArray[np.bool_]:
    """(N,) edges of ``rooms``, and those that meet one of them or lead to one."""
    chosen = list(rooms)
    own = np.isin(boundary.room, chosen)
    meets = (partner >= 0) & own[np.maximum(partner, 0)] if len(own) else own
    takes_part: NDArray[np.bool_] = own | meets | np.isin(boundary.transition, chosen)
    return takes_part


def _is_between(
    boundary: AreaBoundary, partner: NDArray[np.int64], rooms: Collection[int]
) -> NDArray[np.bool_]:
    """(N,) edges of ``rooms`` that meet another of them, or meet nothing and lead to one."""
    far = boundary.transition.copy()
    meets = np.flatnonzero(partner >= 0)
    far[meets] = boundary.room[partner[meets]]
    chosen = list(rooms)
    found: NDArray[np.bool_] = np.isin(boundary.room, chosen) & np.isin(far, chosen)
    return found


def list_link_changes(
    boundary: AreaBoundary,
    partner: NDArray[np.int64],
    wanted: NDArray[np.int64],
    rows: NDArray[np.int64],
) -> tuple[LinkChange, ...]:
    """What becomes of ``rows`` with the transitions that are ``wanted``."""
    changes = []
    for row in rows.tolist():
        now = int(wanted[row])
        other = int(partner[row]) if now != -1 else -1
        x, y, z = boundary.middle[row].tolist()
        changes.append(
            LinkChange(
                int(boundary.room[row]),
                int(boundary.edge[row]),
                int(boundary.transition[row]),
                now,
                (x, y, z),
                int(boundary.room[other]) if other >= 0 else -1,
                int(boundary.edge[other]) if other >= 0 else -1,
            )
        )
    return tuple(changes)


def _names(boundary: AreaBoundary, rows: NDArray[np.int64]) -> tuple[Edge, ...]:
    return tuple(zip(boundary.room[rows].tolist(), boundary.edge[rows].tolist(), strict=True))


def _walled(seams: Seams) -> tuple[tuple[Edge, Edge], ...]:
    first, second = seams.first[seams.closed], seams.second[seams.closed]
    names = _names(seams.boundary, first), _names(seams.boundary, second)
    return tuple(zip(*names, strict=True))


def change_links(
    area: Area, partner: NDArray[np.int64], wanted: NDArray[np.int64]
) -> tuple[Area, tuple[LinkChange, ...]]:
    """The area with ``wanted`` (N,) on its boundary edges, and what was changed.

    ``partner`` (N,) are the rows that edges are linked with, or -1.
    """
    boundary = area.geometry.boundary
    rows = np.flatnonzero(wanted != boundary.transition)
    changes = list_link_changes(boundary, partner, wanted, rows)
    return with_transitions(area, boundary, wanted, rows), changes


def with_transitions(
    area: Area, boundary: AreaBoundary, wanted: NDArray[np.int64], changed: NDArray[np.int64]
) -> Area:
    """The area with ``wanted`` on the ``changed`` rows; other rooms keep their very meshes."""
    meshes: dict[int, Walkmesh | None] = {}
    for index in distinct(boundary.room[changed]).tolist():
        rows = changed[boundary.room[changed] == index]
        mesh = area.rooms[index].mesh
        assert mesh is not None  # it has boundary edges
        transitions = mesh.transitions.copy()
        transitions.reshape(-1)[boundary.edge[rows]] = wanted[rows]
        # Not `edited`: faces keep their numbers, which the report names, and their domain.
        meshes[index] = replace(mesh, transitions=read_only(transitions))
    return area.with_meshes(meshes) if meshes else area
