"""OBJ008: doors that do not stand in a doorway."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.objects import Door
from kotorlevel.checks.facts.area.floor import area_floor
from kotorlevel.checks.facts.area.near_floor import find_floors_near
from kotorlevel.checks.facts.area.placed.objects import at_objects, name_objects
from kotorlevel.checks.facts.mesh.overlap import Boxes, find_box_pairs
from kotorlevel.checks.facts.mesh.places import figure
from kotorlevel.checks.rules import AreaSubject, Findings, Options, Severity, rule
from kotorlevel.core.distinct import distinct
from kotorlevel.mesh.placed import model_vertices
from kotorlevel.mesh.walkmesh import Walkmesh

REACH = 1.0
"""Metres from a closed door to the floor that it is to block."""

BESIDE = 5.0
"""Metres from a door to the floor, else it is scenery."""

FROM_HOOK = 2.0
"""Metres from a door to the door hook it belongs to."""

MOST_DOORS = 1_000
"""Doors that are looked at; an area has some dozens."""

_Bounds: TypeAlias = NDArray[np.float64] | None

_STEPS = np.linspace(0, 1, 9)
"""Where the plan of a door is looked at, along and across: about every half metre."""


@rule("OBJ008", "door-off-doorway", Severity.INFO, AreaSubject)
def door_off_doorway(subject: AreaSubject, options: Options) -> Findings:
    """A door stands off the floor, or off the door hooks of the layout.

    Why it matters: a door away from the floor blocks nothing: the doorway that it is meant for
    stays open. Door hooks are the places that the layout has for doors; a door elsewhere may be
    meant, or may have been left behind when a room was moved. A door that nobody can use (`Static`
    in its template) is scenery, and may stand off the floor.

    How to fix: nothing, if it is scenery; else move the door in the GIT into its doorway.
    """
    if not subject.area.unknown_rooms:
        yield from _off_floor(subject, options)
    yield from _off_hooks(subject)


def _off_floor(subject: AreaSubject, options: Options) -> Findings:
    """The doors whose closed walkmesh reaches no floor, though there is some beside them."""
    bounds: dict[int, _Bounds] = {}  # doors of one model share their meshes
    for door in subject.area.doors:
        if (mesh := door.meshes[0]) is not None and id(mesh) not in bounds:
            bounds[id(mesh)] = _bounds_of(mesh)
    usable = [door for door in subject.area.doors if door.usable]
    placed = [(door, bounds.get(id(door.meshes[0]))) for door in usable]
    known = [(door, box) for door, box in placed if box is not None][:MOST_DOORS]
    if not known:
        return
    doors = [door for door, _ in known]
    corners = area_floor(subject, options).corners
    points = np.concatenate([_outline(door, box) for door, box in known])
    reached = find_floors_near(corners, points[:, :3], REACH, points[:, 3] + REACH)
    off = reached.none.reshape(len(doors), -1).all(axis=1)
    places = np.array([door.position for door in doors])
    off &= find_floors_near(corners, places, BESIDE, BESIDE).found
    found = [doors[row] for row in np.flatnonzero(off).tolist()]
    if found:
        text = f"no floor within {figure(REACH)} m of the closed walkmesh of {name_objects(found)}"
        yield at_objects(subject, found, f"{text}: it blocks nothing")


def _bounds_of(mesh: Walkmesh) -> _Bounds:
    """(2, 3) the least and the largest coordinates in the model; None where faces have no place."""
    if not len(mesh.faces) or (mesh.faces >= len(mesh.vertices)).any():
        return None
    corners = model_vertices(mesh)[distinct(mesh.faces)]
    if not np.isfinite(corners).all():
        return None
    return np.stack([corners.min(axis=0), corners.max(axis=0)])


def _outline(door: Door, bounds: NDArray[np.float64]) -> NDArray[np.float64]:
    """(81, 4) points over the plan of the closed door: x, y, middle z, half its height.

    They lie on a grid over its bounds, which in the model are along the leaf.
    """
    low, high = bounds
    x, y = np.meshgrid(*(low[:2, None] + _STEPS * (high - low)[:2, None]))
    cos, sin = np.cos(door.bearing), np.sin(door.bearing)
    outline = np.empty((x.size, 4))
    outline[:, 0] = (cos * x - sin * y).reshape(-1) + door.position[0]
    outline[:, 1] = (sin * x + cos * y).reshape(-1) + door.position[1]
    outline[:, 2] = (low[2] + high[2]) / 2 + door.position[2]
    outline[:, 3] = (high[2] - low[2]) / 2
    return outline


def _off_hooks(subject: AreaSubject) -> Findings:
    """The doors that are at no door hook, where the layout has some."""
    doors = subject.area.doors
    hooks = np.array([hook.position for hook in subject.area.layout.door_hooks], float)
    if not len(hooks) or not doors:
        return
    hooks = hooks[np.isfinite(hooks).all(axis=1)]
    places = np.array([door.position for door in doors], float)
    half = FROM_HOOK / 2 * (1 + 1e-9)  # so that boxes that only touch still share something
    pairs = find_box_pairs(_boxes(places, half), _boxes(hooks, half), 0.0)
    if not pairs.complete:
        return
    apart = np.linalg.norm(places[pairs.first] - hooks[pairs.second], axis=1)
    at_hook = set(pairs.first[apart <= FROM_HOOK].tolist())
    found: Sequence[Door] = [door for row, door in enumerate(doors) if row not in at_hook]
    if found:
        text = f"no door hook of the layout within {figure(FROM_HOOK)} m of {name_objects(found)}"
        yield at_objects(subject, found, text)


def _boxes(points: NDArray[np.float64], half: float) -> Boxes:
    return Boxes(points[:, :2] - half, points[:, :2] + half)
