"""Rooms put together: those that fit each other at doorways, without lying on each other."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.area.area import Area
from kotorlevel.area.edit.kits.doorways import Doorway, linked_doorways, open_doorways
from kotorlevel.area.edit.kits.fit import FIT, list_doorways
from kotorlevel.area.edit.kits.templates import Kit, add_template, join_template
from kotorlevel.area.edit.openings import Opening, find_doorways
from kotorlevel.area.edit.rooms import new_area
from kotorlevel.area.links.relink import relink
from kotorlevel.core.errors import FormatError
from kotorlevel.query.ground import Ground

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kotorlevel.mesh.walkmesh import Walkmesh

_STEP = 0.25
"""Metres between places that are compared; more in rooms that are large."""
_MOST_STEPS = 200
_APART = 0.02
"""Of the floor of the smaller room so much may lie on others: doorways do, by a hair."""


@dataclass(frozen=True)
class Joint:
    """A room joined to another: edges of both as they are in their files."""

    room: str
    edge: int
    other: str
    other_edge: int


@dataclass
class Chain:
    """Rooms that were put together: the first one's ``start``, a joint for each other one.

    ``left`` are those that fit nowhere.
    """

    start: str
    joints: list[Joint] = field(default_factory=list)
    left: list[str] = field(default_factory=list)


def find_meetings(meshes: Mapping[str, Walkmesh]) -> list[Opening]:
    """The doorways between rooms that meet where they stand; none unless all are one level so."""
    area, _ = relink(Area.from_meshes("level", meshes), clear=True)
    openings = find_doorways(area)
    reached = {0}
    while more := {
        room
        for each in openings
        for room in (each.room, each.other)
        if reached & {each.room, each.other} and room not in reached
    }:
        reached |= more
    return openings if len(reached) == len(meshes) else []


def chain_rooms(meshes: Mapping[str, Walkmesh]) -> Chain:
    """Rooms joined one after the other to those before them, as long as one fits.

    Each is put to the first free doorway that is as wide as one of its own, where it lies on no
    other room. Rooms that did not fit are tried again when others have been added.
    """
    names = list(meshes)
    chain = Chain(names[0])
    growing = _Growing(names[0], meshes)
    waiting = names[1:]
    while waiting:
        joint = next((found for name in waiting if (found := growing.join(name))), None)
        if joint is None:
            break
        chain.joints.append(joint)
        waiting.remove(joint.room)
    chain.left = waiting
    return chain


class _Growing:
    """The area so far. All meshes were rebuilt, so edges have one number in file and area."""

    def __init__(self, first: str, meshes: Mapping[str, Walkmesh]) -> None:
        self.meshes = meshes
        self.area = add_template(new_area("level"), first, meshes[first]).edit.area

    def join(self, name: str) -> Joint | None:
        """Add a room where it fits; None where it does not."""
        mesh = self.meshes[name]
        ours = find_joinable(mesh)
        for room in self.area.rooms:
            free = [each.doorway for each in list_doorways(self.area, room.index) if each.is_free]
            for theirs in free:
                for own in ours:
                    if abs(own.width - theirs.width) > FIT:
                        continue
                    kit = self._try(name, mesh, room.name, theirs, own)
                    if kit is not None:
                        self.area = kit.edit.area
                        return Joint(name, own.edges[0], room.name, theirs.edges[0])
        return None

    def _try(
        self, name: str, mesh: Walkmesh, room: str, theirs: Doorway, own: Doorway
    ) -> Kit | None:
        try:
            kit = join_template(self.area, name, mesh, room, theirs.edges[0], edge=own.edges[0])
        except FormatError:
            raise
        except ValueError:  # it slopes, or is taken
            return None
        placed = kit.edit.area.rooms[kit.index].mesh
        assert placed is not None
        is_linked = bool((placed.transitions != -1).any())
        return kit if is_linked and not _lies_on(placed, self.area) else None


def find_joinable(mesh: Walkmesh) -> Sequence[Doorway]:
    """The doorways of a room that others can be joined at: with links, else all that are open."""
    return linked_doorways(mesh) or open_doorways(mesh)


def _lies_on(mesh: Walkmesh, area: Area) -> bool:
    """Whether the floor of a room lies over or under those of an area, in the plan."""
    walked = mesh.vertices[mesh.faces[mesh.walkable].astype(np.intp).reshape(-1), :2]
    if not len(walked):
        return False
    low, high = (each.astype(np.float64) for each in (walked.min(axis=0), walked.max(axis=0)))
    step = np.maximum(_STEP, (high - low) / _MOST_STEPS)
    axes = [np.arange(low[k] + step[k] / 2, high[k], step[k]) for k in (0, 1)]
    places = np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, 2)
    own = np.isfinite(Ground(mesh).heights(places, walkable=True))
    others = np.isfinite(Ground(area).heights(places, walkable=True))
    return int((own & others).sum()) > _APART * max(1, int(own.sum()))
