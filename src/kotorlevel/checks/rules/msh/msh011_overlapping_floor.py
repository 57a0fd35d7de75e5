"""MSH011: floors at one place."""

import numpy as np

from kotorlevel.checks.facts.mesh.floor import is_floor
from kotorlevel.checks.facts.mesh.overlap import find_overlaps
from kotorlevel.checks.facts.mesh.places import at_faces, counted, figure
from kotorlevel.checks.rules import Findings, MeshSubject, Options, Severity, rule


@rule("MSH011", "overlapping-floor", Severity.WARNING, MeshSubject, geometry=True)
def overlapping_floor(subject: MeshSubject, options: Options) -> Findings:
    """Two walkable faces lie over each other.

    Why it matters: the game looks for the face under a point of the plan and takes no notice of
    heights. Where there are two it may take either, and the player is put on the wrong floor.

    How to fix: take one of the two away. Stacked floors in one area are not possible in the game,
    and neither is a bridge over a way that can be walked; a room of its own does not help.
    """
    floor = np.flatnonzero(is_floor(subject, options))
    found = find_overlaps(subject.mesh.geometry.corners[floor])
    if not len(found.first):
        return
    worst = int(np.argmax(found.areas))
    a, b = floor[found.first[worst]], floor[found.second[worst]]
    low, high = np.sort(found.heights[worst]).tolist()
    least = "" if found.complete else "at least "
    pairs = counted(len(found.first), "pair of faces overlaps", "pairs of faces overlap")
    yield at_faces(
        subject,
        np.unique(floor[np.concatenate([found.first, found.second])]),
        f"{least}{pairs}; the largest, {a} and {b}: {figure(found.areas[worst])} m² "
        f"at heights {figure(low)} and {figure(high)}",
    )
