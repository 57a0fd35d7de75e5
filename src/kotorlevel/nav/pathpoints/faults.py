"""The faults of path points, in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.area import Area
from kotorlevel.core.text import printable
from kotorlevel.formats.pth import PathPoints
from kotorlevel.formats.pth.path_points import NOBODY
from kotorlevel.mesh.components import component_roots
from kotorlevel.nav.floor.floor import Floor
from kotorlevel.nav.pathpoints.blocked import Blocked, list_pairs
from kotorlevel.nav.pathpoints.stand import LOOK_AROUND, Stand

Place = tuple[float, float, float]

FaultKind = Literal[
    "not-a-place",
    "off-floor",
    "unsorted",
    "other-island",
    "alone",
    "net-apart",
    "nowhere",
    "one-way",
    "blocked",
]

_SHOWN = 6


@dataclass(frozen=True)
class PthFault:
    """One fault: its ``kind``, the ``points`` it is about, where it is and what to say of it.

    For a connection ``points`` are its start and its end; ``distance`` is metres to the nearest
    floor of a point off it, and metres that can be walked along a blocked connection.
    """

    kind: FaultKind
    points: tuple[int, ...]
    at: Place | None
    text: str
    distance: float | None = None


class Seen(NamedTuple):
    """What was found out about path points: see `PathPointSurvey` for what is what."""

    floor: Floor
    path_points: PathPoints
    area: Area | None
    stands: list[Stand]
    uncertain: list[bool]
    island: NDArray[np.int64]
    home: int
    blocked: list[Blocked]

    def place(self, point: int) -> Place | None:
        """Where a point is, at the height of its floor; None where that is not known."""
        x, y = self.path_points.points[point].tolist()
        z = self.stands[point].z
        return (x, y, z) if np.isfinite((x, y, z)).all() else None


def find_faults(seen: Seen) -> Iterator[PthFault]:
    """All faults: of points, of their order, of connections, of the net."""
    yield from _misplaced(seen)
    yield from _unsorted(seen)
    yield from _elsewhere(seen)
    yield from _nowhere(seen)
    yield from _one_way(seen)
    yield from _blocked(seen)
    yield from _apart(seen)


def _misplaced(seen: Seen) -> Iterator[PthFault]:
    for number, stand in enumerate(seen.stands):
        if stand.spots or seen.uncertain[number]:
            continue
        x, y = seen.path_points.points[number].tolist()
        if not np.isfinite((x, y)).all():
            text = f"point {number} is at ({x:.6g}, {y:.6g}), which is no place"
            yield PthFault("not-a-place", (number,), None, text)
            continue
        is_near = np.isfinite(stand.distance)
        near = f"the nearest is {stand.distance:.2f} m away"
        near = near if is_near else f"none is within {LOOK_AROUND:.0f} m"
        text = f"point {number} at ({x:.6g}, {y:.6g}) is on no floor; {near}"
        distance = stand.distance if is_near else None
        yield PthFault("off-floor", (number,), seen.place(number), text, distance)


def _unsorted(seen: Seen) -> Iterator[PthFault]:
    x = seen.path_points.points[:, 0]
    for number in (np.flatnonzero(x[1:] < x[:-1]) + 1).tolist():
        text = f"point {number} has a smaller x ({x[number]:.6g}) than point {number - 1}"
        yield PthFault("unsorted", (number,), seen.place(number), f"{text} ({x[number - 1]:.6g})")


def _elsewhere(seen: Seen) -> Iterator[PthFault]:
    """Points on other islands, an island at a time."""
    if seen.area is not None and seen.area.unknown_rooms:
        return  # islands may hang together over what is not known
    island = seen.island
    for number in np.unique(island[(island >= 0) & (island != seen.home)]).tolist():
        points = np.flatnonzero(island == number).tolist()
        verb = "stands" if len(points) == 1 else "stand"
        text = f"{_named(points)} {verb} on a part of the floor without a way to the others"
        yield PthFault("other-island", tuple(points), seen.place(points[0]), text)


def _named(points: Sequence[int]) -> str:
    """``point 3``, ``points 1, 2 and 3``; of many only the first."""
    if len(points) == 1:
        return f"point {points[0]}"
    if len(points) > _SHOWN:
        return f"points {', '.join(map(str, points[:_SHOWN]))} and {len(points) - _SHOWN} more"
    return f"points {', '.join(map(str, points[:-1]))} and {points[-1]}"


def _nowhere(seen: Seen) -> Iterator[PthFault]:
    """Connections to points that do not exist, and such that no point has."""
    paths = seen.path_points
    pairs = paths.connections
    for number in np.flatnonzero((pairs[:, 1] < 0) | (pairs[:, 1] >= len(paths))).tolist():
        start, end = pairs[number].tolist()
        if start != NOBODY:
            text = f"connection {number} of point {start} leads to point {end}"
            text += f", but there are only {len(paths):,} points"
            yield PthFault("nowhere", (start,), seen.place(start), text)
    ends = paths.firsts + paths.counts
    lost = ((paths.firsts < 0) | (paths.counts < 0) | (ends > len(pairs))) & (paths.counts != 0)
    for start in np.flatnonzero(lost).tolist():
        text = f"point {start} has connections that are not among the {len(pairs):,}"
        yield PthFault("nowhere", (start,), seen.place(start), text)
    for number in np.flatnonzero(pairs[:, 0] == NOBODY).tolist():
        yield PthFault("nowhere", (), None, f"connection {number} belongs to no point")


def _one_way(seen: Seen) -> Iterator[PthFault]:
    pairs = set(list_pairs(seen.path_points))
    for a, b in sorted(pairs):
        if (b, a) not in pairs:
            text = f"point {a} is connected to point {b}, but not back"
            yield PthFault("one-way", (a, b), seen.place(a), text)


def _blocked(seen: Seen) -> Iterator[PthFault]:
    told = {(each.start, each.end) for each in seen.blocked}
    for each in seen.blocked:
        if each.start > each.end and (each.end, each.start) in told:
            continue  # told from its other end
        x, y = each.at
        text = f"the way from point {each.start} to point {each.end} is blocked"
        text += f" after {each.distance:.2f} m at ({x:.2f}, {y:.2f}){_by(seen, each)}"
        z = seen.stands[each.start].z
        yield PthFault("blocked", (each.start, each.end), (x, y, z), text, each.distance)


def _by(seen: Seen, blocked: Blocked) -> str:
    floor, wall = seen.floor, blocked.wall
    if wall < 0:
        return ""
    blocker = int(floor.wall_blocker[wall])
    if blocker >= 0:
        return f" by {floor.blockers[blocker].kind} {printable(floor.blockers[blocker].name)}"
    room = int(floor.room[floor.wall_owner[wall]])
    name = printable(seen.area.rooms[room].name) if seen.area is not None else f"room {room}"
    return f", where the floor of {name} ends"


def _apart(seen: Seen) -> Iterator[PthFault]:
    """Points without a connection, and parts of the net that stand on one island without a way."""
    count, island = len(seen.path_points), seen.island
    pairs = np.array(list_pairs(seen.path_points), np.intp).reshape(-1, 2)
    roots = component_roots(count, pairs[:, 0], pairs[:, 1])
    sizes = np.bincount(roots, minlength=count)
    connected = np.zeros(count, bool)
    connected[pairs.reshape(-1)] = True
    for number in np.flatnonzero(~connected & (island >= 0)).tolist():
        if (island == island[number]).sum() > 1:  # the only one there has nothing to connect to
            text = f"point {number} has no connection"
            yield PthFault("alone", (number,), seen.place(number), text)
    for label in np.unique(island[connected & (island >= 0)]).tolist():
        parts = np.unique(roots[connected & (island == label)])
        largest = parts[np.argmax(sizes[parts])]
        for part in parts[parts != largest].tolist():
            points = np.flatnonzero((roots == part) & connected).tolist()
            text = (
                f"{_named(points)} are connected with each other, but not with the rest of the net"
            )
            yield PthFault("net-apart", tuple(points), seen.place(points[0]), text)
