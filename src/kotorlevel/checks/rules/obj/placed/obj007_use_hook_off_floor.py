"""OBJ007: use hooks where nobody can stand."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.objects import Door, Placeable
from kotorlevel.checks.facts.area.floor import AreaFloor, area_floor
from kotorlevel.checks.facts.area.near_floor import find_floors_near
from kotorlevel.checks.facts.area.placed.doors import find_door_faults
from kotorlevel.checks.facts.area.placed.objects import at_objects, name_objects
from kotorlevel.checks.facts.mesh.places import figure
from kotorlevel.checks.rules import AreaSubject, Findings, Options, Severity, rule
from kotorlevel.nav.doors.fit import fit_doors

_Floats: TypeAlias = NDArray[np.float64]
_Thing: TypeAlias = Door | Placeable

REACH, HIGHEST = 0.5, 1.0
"""Metres from a use hook to the floor, in the plan and in height."""

BESIDE = 2.0
"""Metres from an object to the floor, else it is scenery."""

ON_FLOOR = 0.05
"""Metres, in place of `BESIDE` where rooms are missing: the object may stand in one of them."""


@rule("OBJ007", "use-hook-off-floor", Severity.WARNING, AreaSubject)
def use_hook_off_floor(subject: AreaSubject, options: Options) -> Findings:
    """No use hook of a door or placeable is on the floor.

    Why it matters: a use hook is where a character stands to use the object. If there is no floor
    at any of them, nobody gets there, and the door or container cannot be used. One of several off
    the floor is an info: so it is behind a door that leads out of the area or at the back of
    something that stands against a wall. A door with floor on both sides, of which one has no use
    hook that one can stand at, is a warning again: it cannot be used from there. What nobody can
    use (`Static`, or not `Useable`, in its template) is scenery, and is not asked about.

    How to fix: move or turn the object in the GIT, move the use hook in its model, or bring the
    floor closer to it.
    """
    area = subject.area
    floor = area_floor(subject, options)
    every: tuple[Sequence[_Thing], ...] = (area.doors, area.placeables)
    for things in ([thing for thing in each if thing.usable] for each in every):
        hooks = _list_hooks(things)
        if not len(hooks.points):
            continue
        off = _off_floor(subject, floor, things, hooks)
        lost = np.bincount(hooks.owners, off, len(things))
        count = np.bincount(hooks.owners, minlength=len(things))
        yield from _finding(subject, things, hooks, off, (lost > 0) & (lost == count))
        one_sided = _find_one_sided(subject, things) & ((lost < count) | (count == 0))
        yield from _tell_lost_sides(
            subject, {things[row].index for row in np.flatnonzero(one_sided).tolist()}
        )
        some = (lost > 0) & (lost < count) & ~one_sided
        yield from _finding(subject, things, hooks, off, some)


def _tell_lost_sides(subject: AreaSubject, numbers: set[int]) -> Findings:
    yield from find_door_faults(subject, "use-hook", lambda door, _: door.index in numbers)


def _find_one_sided(subject: AreaSubject, things: Sequence[_Thing]) -> NDArray[np.bool_]:
    """(m,) the doors that one can use from one of their two sides only."""
    if not isinstance(things[0], Door):
        return np.zeros(len(things), bool)
    found = {fit.door.index for fit in fit_doors(subject.area) if fit.fault("use-hook")}
    return np.array([thing.index in found for thing in things], bool)


class _Hooks(NamedTuple):
    """``points`` (n, 3) of use hooks in the area, and ``owners`` (n,): whose they are."""

    points: _Floats
    owners: NDArray[np.intp]


def _list_hooks(things: Sequence[_Thing]) -> _Hooks:
    hooks = [(hook, row) for row, thing in enumerate(things) for hook in thing.use_hooks()]
    points = np.array([hook for hook, _ in hooks], float).reshape(-1, 3)
    owners = np.array([row for _, row in hooks], np.intp)
    finite = np.isfinite(points).all(axis=1)
    return _Hooks(points[finite], owners[finite])


def _off_floor(
    subject: AreaSubject, floor: AreaFloor, things: Sequence[_Thing], hooks: _Hooks
) -> NDArray[np.bool_]:
    """(n,) the use hooks without a floor, of objects beside one.

    Where rooms are missing, an object counts only if it stands on a floor that is there, and not
    at an edge that leads to a missing room: its use hook may be in that one.
    """
    places = np.array([thing.position for thing in things], float)
    if not subject.area.unknown_rooms:
        is_beside = find_floors_near(floor.corners, places, BESIDE, BESIDE).found
    else:
        border = floor.corners[_at_missing_rooms(subject, floor)]
        is_beside = find_floors_near(floor.corners, places, ON_FLOOR, HIGHEST).found
        is_beside &= find_floors_near(border, places, BESIDE).none
    off = np.zeros(len(hooks.points), bool)
    asked = np.flatnonzero(is_beside[hooks.owners])
    off[asked] = find_floors_near(floor.corners, hooks.points[asked], REACH, HIGHEST).none
    return off


def _at_missing_rooms(subject: AreaSubject, floor: AreaFloor) -> NDArray[np.bool_]:
    """(n,) the faces of the floor with an edge that leads to a room without a walkmesh."""
    rooms = subject.area.rooms
    is_missing = np.array([room.mesh is None for room in rooms], bool)
    found = np.zeros(len(floor.room), bool)
    indices, starts = np.unique(floor.room, return_index=True)  # the rooms are in order
    for index, start, end in zip(indices, starts, [*starts[1:], len(found)], strict=True):
        mesh = rooms[index].mesh
        assert mesh is not None
        to = mesh.transitions[floor.number[start:end]]
        inside = (to >= 0) & (to < len(rooms))
        found[start:end] = (inside & is_missing[np.where(inside, to, 0)]).any(axis=1)
    return found


def _finding(
    subject: AreaSubject,
    things: Sequence[_Thing],
    hooks: _Hooks,
    off: NDArray[np.bool_],
    chosen: NDArray[np.bool_],
) -> Findings:
    """One finding about all objects that are ``chosen`` (m,)."""
    concerned = [things[row] for row in np.flatnonzero(chosen).tolist()]
    if not concerned:
        return
    rows = np.flatnonzero(off & chosen[hooks.owners])
    x, y, z = hooks.points[rows[0]].tolist()
    every = off[hooks.owners == hooks.owners[rows[0]]].all()
    which = "any use hook" if every else "one of the use hooks"
    text = f"no floor within {figure(REACH)} m of {which} of {name_objects(concerned)}"
    yield at_objects(
        subject, concerned, text, (x, y, z), Severity.WARNING if every else Severity.INFO
    )
