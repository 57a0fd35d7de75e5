"""MSH005: neighbours by place, but not by number."""

import numpy as np

from kotorlevel.checks.facts.mesh.floor import floor_of
from kotorlevel.checks.facts.mesh.places import at_edges, counted
from kotorlevel.checks.facts.mesh.unwelded import find_seams
from kotorlevel.checks.rules import Findings, MeshSubject, Options, Severity, rule


@rule("MSH005", "unwelded-seam", Severity.WARNING, MeshSubject, fix="unsafe", geometry=True)
def unwelded_seam(subject: MeshSubject, options: Options) -> Findings:
    """Two walkable faces meet along an edge but do not share its corners.

    Why it matters: faces are neighbours by shared corners, not by place. The player is stopped at
    the edge as if by an invisible wall. Some of the games' own rooms have such seams on purpose.

    How to fix: join the corners (`kotorlevel fix --unsafe`).
    """
    floor = floor_of(subject, options)
    closed = floor.across.reshape(-1) < 0
    closed &= subject.mesh.transitions[floor.faces].reshape(-1) < 0
    sides = np.flatnonzero(closed)
    ends = np.stack([floor.corners, np.roll(floor.corners, -1, axis=1)], axis=2).reshape(-1, 2)
    points = subject.mesh.vertices.astype(np.float64)
    tolerance = max(options.seam_tolerance, 0.0)
    seams = find_seams(points, ends[sides], sides // 3, tolerance)
    edges = floor.edges(sides[seams.unwelded])
    if len(edges):
        least = "" if seams.complete else "at least "
        text = counted(len(edges), "edge lies", "edges lie")
        yield at_edges(subject, edges, f"{least}{text} on another without sharing its corners")
