"""What stands in the rooms: a crate, and a door in its three states."""

import numpy as np

from kotorlevel.area.sample.shape import make_box
from kotorlevel.core.types import Point
from kotorlevel.formats.bwm.tables import OBJECT_KIND
from kotorlevel.mesh.walkmesh import Walkmesh

CRATE, DOOR = "station_crate", "station_door"

_LEAF_HEIGHT = 2.5
_NODE: Point = (0.0, 0.0, _LEAF_HEIGHT / 2)
"""Where the walkmesh of the door stands in its model: vertices and use hooks count from here."""


def make_objects() -> dict[str, Walkmesh]:
    """File name → walkmesh."""
    crate = make_box((-0.5, -0.5, 0.0), (0.5, 0.5, 1.0))
    return {
        f"{CRATE}.pwk": Walkmesh.from_arrays(
            list(crate.vertices),
            crate.faces,
            crate.materials,
            kind=OBJECT_KIND,
            relative_hooks=((0.0, -1.0, 0.0), (0.0, 1.0, 0.0)),
        ),
        # The leaf hangs at (-1, 0) and is two metres wide.
        f"{DOOR}0.dwk": _door((-1.0, -0.1), (1.0, 0.1), ((0.0, -1.0), (0.0, 1.0))),
        f"{DOOR}1.dwk": _door((-1.1, 0.0), (-0.9, 2.0), ((-1.0, -1.0), None)),
        f"{DOOR}2.dwk": _door((-1.1, -2.0), (-0.9, 0.0), ((-1.0, 1.0), None)),
    }


def _door(
    low: tuple[float, float],
    high: tuple[float, float],
    use_hooks: tuple[tuple[float, float] | None, tuple[float, float] | None],
) -> Walkmesh:
    """A leaf between two corners of the plan; both use hooks stand on the floor."""
    half = _LEAF_HEIGHT / 2
    leaf = make_box((*low, -half), (*high, half))
    relative = np.array([(0.0, 0.0, 0.0) if at is None else (*at, -half) for at in use_hooks])
    return Walkmesh.from_arrays(
        list(leaf.vertices),
        leaf.faces,
        leaf.materials,
        kind=OBJECT_KIND,
        position=_NODE,
        relative_hooks=relative,
        absolute_hooks=relative + _NODE,  # in every door of the games, also for an unset one
    )
