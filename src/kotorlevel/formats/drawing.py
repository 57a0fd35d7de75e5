"""`Drawing`: what a modelling program has in a file, however that file is written.

Places are in metres with Z up, as in the games. What a material or an object means is not known
here: that is decided by those who read a drawing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

MOST_OBJECTS = 25_000
"""Objects that are read of one file: a tiny one costs many times the bytes that it is told in."""


@dataclass(frozen=True, eq=False)
class Shape:
    """An object of a modelling program, in place: polygons with named materials. Metres, Z up.

    ``points`` (V, 3) have the object's whole transform applied. ``corners`` (C,) are rows of
    ``points``, polygon after polygon, counter-clockwise seen from the front, and ``sizes`` (P,)
    says how many each polygon has, at least 3. ``materials`` (P,) are rows of
    ``material_names``, -1 for none.

    ``shares_vertices`` is False where a program splits vertices (glTF does for normals and such),
    so that equal places mean one vertex. ``frame`` (4, 4) is the world transform of the object's
    node, None for identity: glTF holds the points in the space of this frame. ``parent`` names the
    node above, "" for none.
    """

    name: str
    points: NDArray[np.float64]
    corners: NDArray[np.int64]
    sizes: NDArray[np.int64]
    materials: NDArray[np.int64]
    material_names: tuple[str, ...]
    shares_vertices: bool = True
    frame: NDArray[np.float64] | None = None
    parent: str = ""


@dataclass(frozen=True, eq=False)
class Mark:
    """An empty of a modelling program: a named place with a direction.

    ``turn`` is a quaternion (w, x, y, z) in the world with Z up; ``parent`` names the node above.
    """

    name: str
    place: tuple[float, float, float]
    turn: tuple[float, float, float, float] = (1.0, 0.0, 0.0, 0.0)
    parent: str = ""


@dataclass(frozen=True, eq=False)
class Drawing:
    """The shapes and marks of a file.

    ``colors`` are material names with ``#rrggbb`` and ``alphas`` their opacity, 1 where it is not
    given: for writing, and read back without meaning. ``remarks`` say in words what was left out
    on reading; ``source`` names the file.
    """

    shapes: tuple[Shape, ...]
    marks: tuple[Mark, ...] = ()
    colors: Mapping[str, str] = field(default_factory=dict)
    alphas: Mapping[str, float] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    source: str = ""
