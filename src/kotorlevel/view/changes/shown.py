"""Which changes a picture shows, under which numbers, and what became of every face."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from kotorlevel.area.diff.values import Change, Diff, RoomDiff
from kotorlevel.core.errors import InputError
from kotorlevel.core.resource import name_key

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.core.types import Ints
    from kotorlevel.mesh.walkmesh import Walkmesh

State = Literal["same", "added", "removed", "painted", "moved", "turned"]
STATES: tuple[State, ...] = ("same", "added", "removed", "painted", "moved", "turned")
"""What can have become of a face; its number is the place in this row."""

COLORS: dict[State, str] = {
    "same": "#b4b7bd",
    "added": "#2c9f58",
    "removed": "#d1293d",
    "painted": "#2e6fb7",
    "moved": "#e09a1e",
    "turned": "#8a4fc4",
}
"""Also of the marks: red for what is gone, green for what is new."""


@dataclass(frozen=True, eq=False)
class Version:
    """One side of a diff to be drawn: an area or one mesh, and what became of each face.

    ``states`` gives for every room, or the one mesh, the rows of `STATES` of its faces, (F,).
    ``rooms`` are the numbers of rooms by the name that changes have for them.
    """

    source: Area | Walkmesh
    name: str
    states: dict[int, Ints]
    rooms: dict[str, int]


def state_of(change: Change) -> State:
    """The colour of a change's mark."""
    verb = change.kind.rpartition("-")[2]
    return next((state for state in STATES[1:] if state == verb), "moved")


def versions_of(diff: Diff) -> tuple[Version, Version]:
    """Both sides. Raises `InputError` where no walkmeshes were compared."""
    rooms = [room for room in diff.rooms if room.a is not None or room.b is not None]
    meshes = [room.mesh for room in rooms if room.mesh is not None]
    states_a, states_b = _states(diff, rooms)
    names = [
        {name_key(room.name): number for room in rooms if (number := at(room)) is not None}
        for at in (_a, _b)
    ]
    if diff.area_a is not None and diff.area_b is not None:
        return (
            Version(diff.area_a, diff.a, states_a, names[0]),
            Version(diff.area_b, diff.b, states_b, names[1]),
        )
    if not meshes:
        text = "there is no floor to draw: give two areas or two walkmeshes"
        raise InputError(text, source=diff.b)
    return (
        Version(meshes[0].a, rooms[0].name, states_a, names[0]),
        Version(meshes[0].b, rooms[0].name, states_b, names[1]),
    )


def _a(room: RoomDiff) -> int | None:
    return room.a


def _b(room: RoomDiff) -> int | None:
    return room.b


def _states(diff: Diff, rooms: list[RoomDiff]) -> tuple[dict[int, Ints], dict[int, Ints]]:
    of_a: dict[int, Ints] = {}
    of_b: dict[int, Ints] = {}
    for room in rooms:
        mesh = room.mesh
        if mesh is not None and room.a is not None and room.b is not None:
            of_a[room.a], of_b[room.b] = (
                np.zeros(len(m.faces), np.int64) for m in (mesh.a, mesh.b)
            )
            _paint_states(room, of_a[room.a], of_b[room.b])
            continue
        for area, number, states, state in (
            (diff.area_a, room.a, of_a, "removed"),
            (diff.area_b, room.b, of_b, "added"),
        ):
            alone = room.a is None or room.b is None
            own = area.rooms[number].mesh if area is not None and number is not None else None
            if own is not None and number is not None:
                code = STATES.index(state) if alone or _other_is_bare(diff, room) else 0
                states[number] = np.full(len(own.faces), code)
    return of_a, of_b


def _other_is_bare(diff: Diff, room: RoomDiff) -> bool:
    """True for a room whose walkmesh only one version has."""
    assert diff.area_a is not None
    assert diff.area_b is not None
    assert room.a is not None
    assert room.b is not None
    return (diff.area_a.rooms[room.a].mesh is None) != (diff.area_b.rooms[room.b].mesh is None)


def _paint_states(room: RoomDiff, of_a: Ints, of_b: Ints) -> None:
    mesh = room.mesh
    assert mesh is not None
    patches = [("moved", each.patch) for each in mesh.moved]
    patches += [("painted", each.patch) for each in mesh.painted]
    patches += [("turned", patch) for patch in mesh.turned]
    patches += [("removed", patch) for patch in mesh.removed]
    patches += [("added", patch) for patch in mesh.added]
    for state, patch in patches:
        code = STATES.index(state)
        of_a[list(patch.faces_a)] = code
        of_b[list(patch.faces_b)] = code
