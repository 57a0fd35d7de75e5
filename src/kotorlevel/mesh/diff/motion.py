"""A mesh that went as a whole: moved, or turned about the vertical."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.types import Vector
from kotorlevel.mesh.matching.near import find_near

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats
    from kotorlevel.mesh.walkmesh import Walkmesh

REACH = 0.001
"""Metres that a vertex may be off after a move, which rounds."""
_ENOUGH = 0.5
_SAMPLE = 400


@dataclass(frozen=True)
class Motion:
    """A turn by ``degrees``, counter-clockwise, about the vertical at ``about``, then a move."""

    offset: Vector
    degrees: float = 0.0
    about: tuple[float, float] = (0.0, 0.0)

    def apply(self, points: NDArray[Any]) -> Floats:
        """(n, 3) where points come to."""
        moved = points.astype(np.float64)
        if self.degrees:
            turn = math.radians(self.degrees)
            cos, sin = math.cos(turn), math.sin(turn)
            x, y = moved[:, 0] - self.about[0], moved[:, 1] - self.about[1]
            moved[:, 0] = self.about[0] + cos * x - sin * y
            moved[:, 1] = self.about[1] + sin * x + cos * y
        return np.asarray(moved + np.asarray(self.offset))


def find_motion(a: Walkmesh, b: Walkmesh, hint: Vector | None = None) -> Motion | None:
    """How the mesh ``a`` went to lie as ``b`` does; None where most of it is not alike.

    ``hint`` is a move to be tried first, such as that of the room. Tried are moves and turns that
    follow from boxes, centres and, where both have as many vertices, from equal numbers.
    """
    here, there = (
        np.unique(mesh.geometry.points[mesh.faces.reshape(-1)], axis=0) for mesh in (a, b)
    )
    if not len(here) or not len(there):
        return None
    sample = here[:: max(1, len(here) // _SAMPLE)]
    best, most = None, _ENOUGH
    for motion in _candidates(a, b, here, there, hint):
        share = float((find_near(motion.apply(sample), there, REACH) >= 0).mean())
        if share > most:
            best, most = motion, share
        if most == 1.0:
            break
    return best


def _candidates(
    a: Walkmesh, b: Walkmesh, here: Floats, there: Floats, hint: Vector | None
) -> Iterator[Motion]:
    if hint is not None:
        yield Motion(hint)
    for offset in (
        there.min(axis=0) - here.min(axis=0),
        there.max(axis=0) - here.max(axis=0),
        there.mean(axis=0) - here.mean(axis=0),
    ):
        yield _moved(offset)
    if len(a.vertices) == len(b.vertices):
        mine, theirs = a.geometry.points, b.geometry.points
        yield _moved(np.median(theirs - mine, axis=0))
        yield _turned(mine, theirs)
    for degrees in (90.0, 180.0, -90.0):
        yield _about_centre(here.mean(axis=0), there.mean(axis=0), degrees)


def _moved(offset: Floats) -> Motion:
    x, y, z = offset.tolist()
    return Motion((x, y, z))


def _turned(mine: Floats, theirs: Floats) -> Motion:
    """The turn about the vertical that brings points nearest to their partners (Kabsch)."""
    p, q = mine - mine.mean(axis=0), theirs - theirs.mean(axis=0)
    sin = float((p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0]).sum())
    cos = float((p[:, 0] * q[:, 0] + p[:, 1] * q[:, 1]).sum())
    degrees = math.degrees(math.atan2(sin, cos))
    if abs(degrees - round(degrees)) < 1e-3:
        degrees = float(round(degrees))
    return _about_centre(mine.mean(axis=0), theirs.mean(axis=0), degrees)


def _about_centre(here: Floats, there: Floats, degrees: float) -> Motion:
    x, y, z = (there - here).tolist()
    return Motion((x, y, z), degrees, (float(here[0]), float(here[1])))
