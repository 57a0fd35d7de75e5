"""Doors and placeables of an area as obstacles on its floor.

A closed door blocks the links between rooms about it, because its leaf need not fill the frame,
and the place of its leaf. An open one blocks with what its walkmesh has in that state (FACTS 9).
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.text import printable
from kotorlevel.nav.clip.clip import Obstacle, clip_obstacles
from kotorlevel.nav.clip.solid import leaf_shape, solid_shapes
from kotorlevel.nav.floor.assemble import assemble, take_apart
from kotorlevel.nav.floor.floor import Blocker, Floor

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.objects import Door, Placeable
    from kotorlevel.mesh.walkmesh import Walkmesh


DOOR_REACH = 1.5
"""Metres in the plan from a door's place to a link that it closes; doors are 2 to 3 m wide."""
DOOR_STEP = 1.0
"""Metres in height, the same."""

_ABOVE_BELOW = 0.5
"""Metres that the floor may lie below or above a walkmesh that stands on it."""


@dataclass(frozen=True, eq=False)
class DoorObstacles:
    """What doors block: ``passages`` (P,) with a row of ``blockers`` each or -1, and obstacles.

    ``notes`` say which doors could not be heeded, and why.
    """

    passages: NDArray[np.int64]
    blockers: tuple[Blocker, ...]
    obstacles: tuple[Obstacle, ...]
    notes: tuple[str, ...]


def apply_obstacles(
    floor: Floor,
    area: Area,
    open_doors: str | Collection[str] = "all",
    placeables: bool = False,
    fast: bool | None = None,
) -> Floor:
    """The floor of an area around its doors and, if wanted, its placeables.

    ``open_doors`` is "all", "none", or the names of those that stand open.
    """
    doors = door_obstacles(area, floor, open_doors)
    obstacles, notes = doors.obstacles, doors.notes
    if placeables:
        obstacles += placeable_obstacles(area)
        notes += tuple(
            f"{_label('placeable', thing)}: {printable(thing.reason)}: it is no obstacle"
            for thing in area.placeables
            if thing.missing in ("template", "model")
        )
    closed = _with_walls(floor, doors)
    carved = clip_obstacles(closed, obstacles, fast)
    return replace(carved, notes=(*floor.notes, *notes))


def door_obstacles(
    area: Area, floor: Floor, open_doors: str | Collection[str] = "all"
) -> DoorObstacles:
    """What the doors of an area block on its floor, some of them being open.

    A door goes by its tag, its template, or "door" and its number. Raises `ValueError` for a name
    that no door has.
    """
    is_open = find_doors(area, open_doors)
    passages = np.full(len(floor.to), -1, np.int64)
    blockers: list[Blocker] = []
    obstacles: list[Obstacle] = []
    notes: list[str] = []
    for door in area.doors:
        blocker = _blocker("door", door)
        if door.index not in is_open:
            passages[_links_about(floor, door) & (passages < 0)] = len(blockers)
            blockers.append(blocker)
        mesh, reason = _walkmesh(door, door.index in is_open)
        if mesh is None:
            rest = (
                "it is no obstacle" if door.index in is_open else "only links about it are closed"
            )
            notes.append(f"{_label('door', door)}: {reason}: {rest}")
        elif door.index in is_open:
            obstacles += _obstacles(mesh, blocker)
        elif len(shape := leaf_shape(mesh)):
            obstacles.append(Obstacle(shape, *_heights(mesh), blocker))
    return DoorObstacles(passages, tuple(blockers), tuple(obstacles), tuple(notes))


def placeable_obstacles(area: Area) -> tuple[Obstacle, ...]:
    """What the placeables of an area block: the faces of their walkmeshes that one cannot walk on.

    Those with an extent in the plan block as they are, upright ones with the hull of what is
    connected.
    """
    found: list[Obstacle] = []
    for thing in area.placeables:
        mesh = _placed(thing)
        if mesh is not None:
            found += _obstacles(mesh, _blocker("placeable", thing))
    return tuple(found)


def find_doors(area: Area, names: str | Collection[str]) -> set[int]:
    """The numbers of the doors that are meant by "all", "none" or names."""
    if isinstance(names, str):
        if names.lower() in ("all", "none"):
            return {door.index for door in area.doors} if names.lower() == "all" else set()
        names = [names]
    known: dict[str, set[int]] = {}
    for door in area.doors:
        for name in (door.tag, door.template, f"door {door.index}"):
            if name:
                known.setdefault(name.lower(), set()).add(door.index)
    found: set[int] = set()
    for name in names:
        if name.lower() not in known:
            raise ValueError(_unknown(name, list(known)))
        found |= known[name.lower()]
    return found


def _unknown(name: str, known: list[str]) -> str:
    text = f"there is no door {printable(repr(name), 60)}"
    close = difflib.get_close_matches(name.lower(), known, 3, 0.5)
    if close:
        return f"{text}; there is {', '.join(printable(each) for each in close)}"
    if not known:
        return f"{text}: no doors are known in this area"
    few = ", ".join(printable(each) for each in known[:6])
    return f"{text}; doors are {few}{' and more' if len(known) > 6 else ''}"


def _blocker(kind: str, thing: Door | Placeable) -> Blocker:
    name = thing.tag or thing.template or f"{kind} {thing.index}"
    is_somewhere = bool(np.isfinite(thing.position).all())
    return Blocker(kind, thing.index, name, thing.position if is_somewhere else None)


def _label(kind: str, thing: Door | Placeable) -> str:
    name = thing.tag or thing.template
    return f"{kind} {thing.index}" + (f" ({printable(name)})" if name else "")


def _walkmesh(door: Door, is_open: bool) -> tuple[Walkmesh | None, str]:
    """The walkmesh of a door as it stands, or why there is none."""
    state = (door.state or 1) if is_open else 0
    mesh = _placed(door, state)
    if mesh is not None:
        return mesh, ""
    return None, printable(door.reason) or "its walkmesh is not at hand"


def _placed(thing: Door | Placeable, *state: int) -> Walkmesh | None:
    """The walkmesh in the area; None where there is none, or none that is anywhere."""
    try:
        mesh = thing.placed(*state)
    except ValueError:  # a place that is not finite
        return None
    if mesh is None or not np.isfinite(mesh.vertices).all():
        return None
    return mesh


def _heights(mesh: Walkmesh) -> tuple[float, float]:
    z = mesh.vertices[:, 2].astype(np.float64)
    return float(z.min()) - _ABOVE_BELOW, float(z.max()) + _ABOVE_BELOW


def _obstacles(mesh: Walkmesh, blocker: Blocker) -> Iterator[Obstacle]:
    for shape in solid_shapes(mesh):
        yield Obstacle(shape, *_heights(mesh), blocker)


def _links_about(floor: Floor, door: Door) -> NDArray[np.bool_]:
    """(P,) links between rooms that are near a door."""
    x, y, z = door.position
    if not np.isfinite(door.position).all():
        return np.zeros(len(floor.link), bool)
    near = floor.link & (np.abs((floor.left[:, 2] + floor.right[:, 2]) / 2 - z) <= DOOR_STEP)
    a, along = floor.right[:, :2], (floor.left - floor.right)[:, :2]
    square = np.maximum((along * along).sum(axis=1), 1e-300)
    share = np.clip((((x, y) - a) * along).sum(axis=1) / square, 0, 1)
    away = a + share[:, None] * along - (x, y)
    near &= np.hypot(away[:, 0], away[:, 1]) <= DOOR_REACH
    return near


def _with_walls(floor: Floor, doors: DoorObstacles) -> Floor:
    """The floor with walls instead of the passages that doors block."""
    if not (doors.passages >= 0).any():
        return floor
    cells, ways = take_apart(floor)
    walls = len(ways.side) - len(doors.passages)
    blocked = np.concatenate([doors.passages, np.full(walls, -1)])
    shut = blocked >= 0
    ways = replace(
        ways,
        to=np.where(shut, -1, ways.to),
        far_side=np.where(shut, -1, ways.far_side),
        link=ways.link & ~shut,
        blocker=np.where(shut, blocked + len(floor.blockers), ways.blocker),
    )
    blockers = floor.blockers + doors.blockers
    return assemble(cells, ways, blockers, floor.unusable, floor.notes)
