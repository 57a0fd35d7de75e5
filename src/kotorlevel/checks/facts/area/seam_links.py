"""What leads where at the seams of an area: each seam as two sides, one for either room."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kotorlevel.checks.facts.area.room_links import is_cutscene
from kotorlevel.checks.finding import Finding, FixKind, Severity
from kotorlevel.checks.subjects import AreaSubject
from kotorlevel.core.text import printable


@dataclass(frozen=True, eq=False)
class SeamSides:
    """The edges at open seams (n,): rows of the boundary, and rows of what they meet.

    ``leads`` is the room that the edge leads to, ``wanted`` the one that it meets, and ``back``
    tells whether the edge that it meets leads back.
    """

    row: NDArray[np.int64]
    leads: NDArray[np.int64]
    wanted: NDArray[np.int64]
    back: NDArray[np.bool_]


def seam_sides(subject: AreaSubject) -> SeamSides:
    """Both sides of every seam that is not closed by a wall."""
    seams = subject.area.geometry.seams
    boundary, is_open = seams.boundary, ~seams.closed
    first, second = seams.first[is_open], seams.second[is_open]
    row, other = np.concatenate([first, second]), np.concatenate([second, first])
    order = np.argsort(row)
    row, other = row[order], other[order]
    leads, wanted = boundary.transition[row], boundary.room[other]
    return SeamSides(row, leads, wanted, boundary.transition[other] == boundary.room[row])


@dataclass(frozen=True)
class Side:
    """Edges of one room that meet another, by index."""

    room: int
    other: int
    rows: tuple[int, ...]


def group_sides(subject: AreaSubject, sides: SeamSides, chosen: NDArray[np.bool_]) -> list[Side]:
    """The ``chosen`` (n,) sides by the two rooms, in the order of rooms and edges."""
    boundary = subject.area.geometry.seams.boundary
    groups: dict[tuple[int, int], list[int]] = defaultdict(list)
    for place in np.flatnonzero(chosen).tolist():
        row = int(sides.row[place])
        groups[int(boundary.room[row]), int(sides.wanted[place])].append(row)
    return [Side(room, other, tuple(rows)) for (room, other), rows in sorted(groups.items())]


def seam_findings(
    subject: AreaSubject, found: Sequence[tuple[Side, str]], severity: Severity
) -> Iterator[Finding]:
    """A finding for each side, in the file of its room; in a cutscene area a warning at most.

    There it has no fix: the rooms are those of another area, and lead where they lead in that.
    """
    fix: FixKind | None = None
    if is_cutscene(subject):
        severity, fix = min(severity, Severity.WARNING), ""
    for side, text in found:
        yield replace(at_boundary(subject, side.rows, text, severity), fix=fix)


def at_boundary(
    subject: AreaSubject, rows: Sequence[int], text: str, severity: Severity
) -> Finding:
    """A finding about edges of one room, given as rows of the boundary; it is at the first."""
    boundary = subject.area.geometry.seams.boundary
    x, y, z = boundary.middle[rows[0]].tolist()
    return Finding(
        text,
        place="edge",
        numbers=tuple(boundary.edge[list(rows)].tolist()),
        at=(x, y, z),
        severity=severity,
        file=subject.file_of(subject.area.rooms[int(boundary.room[rows[0]])]),
    )


def room_name(subject: AreaSubject, index: int) -> str:
    """The name of a room for a finding."""
    return printable(subject.area.rooms[index].name)
