"""Rooms put together: those that fit each other at doorways, without lying on each other."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.area import Area
from kotorlevel.area.edit.kits.doorways import Doorway, linked_doorways, open_doorways
from kotorlevel.area.edit.kits.fit import FIT
from kotorlevel.area.edit.kits.templates import Kit, add_template, find_origins, join_template
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
    """The area so far.

    Faces may come to stand in another order than in their file: edges are those of the file, and
    ``_numbers`` has for each room what those are in the area.
    """

    def __init__(self, first: str, meshes: Mapping[str, Walkmesh]) -> None:
        self.meshes = meshes
        self._doorways = {name: find_joinable(mesh) for name, mesh in meshes.items()}
        self._numbers: dict[str, NDArray[np.int64]] = {}
        self._take(first, add_template(new_area("level"), first, meshes[first]))

    def _take(self, name: str, kit: Kit) -> None:
        self.area = kit.edit.area
        origins = find_origins(self.meshes[name], kit.position, kit.degrees)
        self._numbers[name] = np.argsort(origins, kind="stable")

    def join(self, name: str) -> Joint | None:
        """Add a room where it fits; None where it does not."""
        for room in [each.name for each in self.area.rooms]:
            for theirs in self._doorways[room]:
                for own in self._doorways[name]:
                    if abs(own.width - theirs.width) > FIT:
                        continue
                    kit = self._try(name, room, theirs, own)
                    if kit is not None:
                        self._take(name, kit)
                        return Joint(name, own.edges[0], room, theirs.edges[0])
        return None

    def _try(self, name: str, room: str, theirs: Doorway, own: Doorway) -> Kit | None:
        at = int(self._numbers[room][theirs.edges[0]])
        try:
            kit = join_template(self.area, name, self.meshes[name], room, at, edge=own.edges[0])
        except FormatError:
            raise
        except ValueError:  # it slopes, or is taken
            return None
        placed = kit.edit.area.rooms[kit.index].mesh
        assert placed is not None
        fits = not _lies_on(placed, self.area) and _can_be_linked(kit, own.width)
        return kit if fits else None


def _can_be_linked(kit: Kit, width: float) -> bool:
    """Whether the whole doorway leads into the room, at the latest when both sides are split."""
    rooms = kit.edit.area.rooms
    if _linked_width(rooms[kit.index].mesh, kit.room) > width - FIT:
        return True
    # The two rooms alone: what they are linked to beside does not matter here.
    both = Area.from_meshes("both", {"home": rooms[kit.room].mesh, "new": rooms[kit.index].mesh})
    linked, _ = relink(both, split=True)
    return _linked_width(linked.rooms[1].mesh, 0) > width - FIT


def _linked_width(mesh: Walkmesh | None, other: int) -> float:
    """Metres of the edges of a room that lead to another."""
    assert mesh is not None
    corners = mesh.vertices[mesh.faces.astype(np.intp)].astype(np.float64)
    lengths = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2)
    return float(lengths[mesh.transitions == other].sum())


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
    return bool((own & others).any())
