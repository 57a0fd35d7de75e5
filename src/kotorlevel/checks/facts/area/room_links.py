"""Where the edges of rooms lead: their transitions, room by room."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.checks.facts.mesh.places import at_edges
from kotorlevel.checks.finding import Finding, Severity
from kotorlevel.checks.subjects import AreaSubject, MeshSubject
from kotorlevel.core.resource import name_key
from kotorlevel.mesh.walkmesh import Walkmesh

if TYPE_CHECKING:
    from kotorlevel.area.area import Room


CUTSCENES = "stunt"
"""How the names of areas begin that the games use for cutscenes only."""


def is_cutscene(subject: AreaSubject) -> bool:
    """True for an area that reuses the rooms of others as they are; nobody walks there."""
    return subject.area.name.lower().startswith(CUTSCENES)


@dataclass(frozen=True, eq=False)
class RoomLinks:
    """The edges of a room that lead somewhere, ascending, and the room numbers they lead to."""

    room: Room
    mesh: Walkmesh
    edges: NDArray[np.intp]
    targets: NDArray[np.int32]


def list_links(subject: AreaSubject) -> Iterator[RoomLinks]:
    """The links of every room with a walkmesh; of a room that is listed twice, once."""
    seen = set()
    for room in subject.area.rooms:
        if room.mesh is None or name_key(room.name) in seen:
            continue
        seen.add(name_key(room.name))
        targets = room.mesh.transitions.reshape(-1)
        edges = np.flatnonzero(targets != -1)
        yield RoomLinks(room, room.mesh, edges, targets[edges])


def link_finding(
    subject: AreaSubject, links: RoomLinks, chosen: NDArray[np.bool_], text: str, severity: Severity
) -> Finding:
    """A finding about some of the ``links`` (n,) of a room, in the file of its walkmesh."""
    file = subject.file_of(links.room)
    mesh = MeshSubject(file, links.mesh)
    return replace(at_edges(mesh, links.edges[chosen], text), file=file, severity=severity)
