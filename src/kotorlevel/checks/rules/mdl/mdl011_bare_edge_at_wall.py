"""MDL011: closed edges of the floor without a wall face, where the model has a wall."""

import numpy as np
from numpy.typing import NDArray

from kotorlevel.checks.facts.area.seam_links import room_name
from kotorlevel.checks.facts.area.seen.rims import Rims, find_rims
from kotorlevel.checks.facts.area.seen.scene import find_scene
from kotorlevel.checks.facts.mesh.places import counted, figure
from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule
from kotorlevel.core.distinct import distinct

_LEAST = 0.5
"""Metres of edge."""


@rule("MDL011", "bare-edge-at-wall", Severity.INFO, AreaSubject)
def bare_edge_at_wall(subject: AreaSubject, options: Options) -> Findings:
    """The floor ends at a wall that is seen, and has no wall face there.

    Why it matters: the player is stopped there all the same, but the camera and lines of sight go
    through the wall: enemies see and shoot through it. Of the games' closed edges 97 of 100 have
    a wall face.

    How to fix: add upright faces that nobody can walk on (surface 7) along these edges, as high as
    the wall.
    """
    scene = find_scene(subject, options)
    if scene is not None:
        rims = find_rims(subject.area, scene)
        yield from rim_findings(
            subject, rims, rims.bare, _LEAST, "at a seen wall without a wall face"
        )


def rim_findings(
    subject: AreaSubject, rims: Rims, which: NDArray[np.bool_], least: float, what: str
) -> Findings:
    """One finding for each room with so many metres of edge; ``what`` follows their number."""
    for room in distinct(rims.room[which]).tolist():
        rows = np.flatnonzero(which & (rims.room == room))
        metres = float(rims.length[rows].sum())
        if metres < least:
            continue
        edges, first, number = np.unique(rims.edge[rows], return_index=True, return_inverse=True)
        longest = int(np.argmax(np.bincount(number, rims.length[rows])))
        x, y, z = rims.point[rows[first[longest]]].tolist()
        count = counted(len(edges), "edge", "edges")
        yield Finding(
            f"{count} of {room_name(subject, room)}, {figure(metres)} m, {what}",
            place="edge",
            numbers=tuple(edges.tolist()),
            at=(x, y, z),
            file=subject.file_of(subject.area.rooms[room]),
        )
