"""MSH011: floors at one place."""

import numpy as np
from numpy.typing import NDArray

from kotorlevel.checks.facts.mesh.floor import is_floor
from kotorlevel.checks.facts.mesh.overlap import SAME_HEIGHT, Overlaps, find_overlaps
from kotorlevel.checks.facts.mesh.places import at_faces, counted, figure
from kotorlevel.checks.rules import Findings, MeshSubject, Options, Severity, rule
from kotorlevel.core.distinct import distinct


@rule("MSH011", "overlapping-floor", Severity.WARNING, MeshSubject, geometry=True)
def overlapping_floor(subject: MeshSubject, options: Options) -> Findings:
    """Two walkable faces lie over each other.

    Why it matters: the game looks for the face under a point of the plan and takes no notice of
    heights. Where there are two it may take either, and the player is put on the wrong floor, or
    stopped where that ends. It is an info where the floor is folded over itself at one height, with
    a face that looks down in between: so it is in some of the games' own rooms.

    How to fix: take one of the two away. Stacked floors in one area are not possible in the game,
    and neither is a bridge over a way that can be walked; a room of its own does not help.
    """
    floor = np.flatnonzero(is_floor(subject, options))
    found = find_overlaps(subject.mesh.geometry.corners[floor])
    if not len(found.first):
        return
    is_bad = ~_are_folds(subject.mesh.geometry.upward[floor] < 0, found)
    told = np.flatnonzero(is_bad | ~is_bad.any())
    worst = told[np.argmax(found.areas[told])]
    a, b = floor[found.first[worst]], floor[found.second[worst]]
    low, high = np.sort(found.heights[worst]).tolist()
    least = "" if found.complete else "at least "
    pairs = counted(len(told), "pair of faces overlaps", "pairs of faces overlap")
    yield at_faces(
        subject,
        distinct(floor[np.concatenate([found.first[told], found.second[told]])]),
        f"{least}{pairs}; the largest, {a} and {b}: {figure(found.areas[worst])} m² "
        f"at heights {figure(low)} and {figure(high)}",
        Severity.WARNING if is_bad.any() or not found.complete else Severity.INFO,
    )


def _are_folds(down: NDArray[np.bool_], found: Overlaps) -> NDArray[np.bool_]:
    """(n,) pairs at one height of which one looks ``down`` (F,), or both lie over such a face."""
    pairs = np.stack([found.first, found.second], axis=1)
    is_flat = np.abs(found.heights[:, 0] - found.heights[:, 1]) <= SAME_HEIGHT
    in_fold = down.copy()
    in_fold[pairs[is_flat & down[pairs].any(axis=1)]] = True
    return np.asarray(is_flat & in_fold[pairs].all(axis=1))
