"""MSH007: floor that lies upside down."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kotorlevel.checks.facts.mesh.floor import VERTICAL, has_area, is_floor
from kotorlevel.checks.facts.mesh.overlap import (
    LEAST_OVERLAP,
    SAME_HEIGHT,
    find_overlaps,
    in_face,
    plan_areas,
)
from kotorlevel.checks.facts.mesh.places import at_faces, counted
from kotorlevel.checks.rules import Findings, MeshSubject, Options, Severity, rule

LEANING = 0.1
"""A face whose normal points no farther down stands like a wall that leans over."""

_SIXTHS = [(a, b, 6 - a - b) for a in range(1, 5) for b in range(1, 6 - a)]
_WITHIN = np.array(_SIXTHS) / 6
"""(10, 3) parts of the corners: points all over a face."""


@rule("MSH007", "walkable-face-down", Severity.WARNING, MeshSubject, fix="safe", geometry=True)
def walkable_face_down(subject: MeshSubject, options: Options) -> Findings:
    """A walkable face points down.

    Why it matters: mostly its corners run the wrong way round, so that it is no neighbour of the
    faces beside it, and the player cannot step on to it: a hole in the floor. It is an info where
    there is no hole: the face stands like a wall, or is a fold of the floor over other floor at the
    same height. All those in 30 shipped areas are of these two kinds.

    How to fix: turn the face over (`kotorlevel fix` does it where no way is lost by it). Walls and
    folds may stay; only `kotorlevel fix --unsafe` turns them.
    """
    shape, floor = subject.mesh.geometry, is_floor(subject, options)
    down = np.flatnonzero(floor & has_area(subject) & (shape.upward < -VERTICAL))
    if not len(down):
        return
    corners = shape.corners[down]
    harmless = (shape.upward[down] >= -LEANING) | (plan_areas(corners) <= LEAST_OVERLAP)
    harmless |= _is_covered(corners, shape.corners[floor & (shape.upward > VERTICAL)])
    for faces, is_hole in ((down[~harmless], True), (down[harmless], False)):
        if len(faces):
            text = counted(len(faces), "walkable face points down", "walkable faces point down")
            text += "" if is_hole else ", but like a wall or a fold over other floor"
            found = at_faces(subject, faces, text)
            yield found if is_hole else replace(found, severity=Severity.INFO, fix="unsafe")


def _is_covered(corners: NDArray[np.float64], floor: NDArray[np.float64]) -> NDArray[np.bool_]:
    """(n,) whether the faces ``corners`` (n, 3, 3) lie all over on ``floor`` (m, 3, 3)."""
    found = find_overlaps(corners, floor)
    flat = np.abs(found.heights[:, 0] - found.heights[:, 1]) <= SAME_HEIGHT
    faces, below = found.first[flat], found.second[flat]
    points = _WITHIN @ corners[:, :, :2]
    within = in_face(floor[below], points[faces])
    covered = np.zeros(points.shape[:2], bool)
    inside = (within >= -1e-6).all(axis=2) & (within.sum(axis=2) <= 1 + 1e-6)
    np.logical_or.at(covered, faces, inside)
    return np.asarray(covered.all(axis=1))
