"""The three walkmeshes of a door from its size, or from what its model shows.

As in the games: of 45 doors with all states 39 have a box of twelve faces for the closed one, and
29 of these two faces for each open one: an upright plate across the leaf, mostly at its left end. A
closed door has a use hook on either side; open1 has the one behind it, open2 the one before it (42
of 45).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.bwm.tables import DOOR_STATES, OBJECT_KIND
from kotorlevel.mesh.convert.nodes import NodeMesh
from kotorlevel.mesh.derive import Game
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.walkmesh import Walkmesh

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats
    from kotorlevel.formats.mdl import Model

_NONWALK = 7
_BEFORE = 0.4
"""Metres from the leaf to a use hook: the median of the games; half are from 0.32 to 0.61."""
_BOX = [
    *((0, 2, 1), (0, 3, 2), (4, 5, 6), (4, 6, 7), (0, 1, 5), (0, 5, 4)),
    *((1, 2, 6), (1, 6, 5), (2, 3, 7), (2, 7, 6), (3, 0, 4), (3, 4, 7)),
]
"""Faces of a box that look outwards: corners counter-clockwise below, then above."""

DoorMeshes = tuple[Walkmesh, Walkmesh, Walkmesh]


def make_door_walkmesh(
    width: float,
    height: float = 3.0,
    thickness: float = 0.8,
    *,
    surfaces: Materials | None = None,
    game: Game = "k1",
) -> DoorMeshes:
    """The walkmeshes of a door of that size, in metres: closed, open1, open2.

    The leaf stands along x, with its middle at the origin and its bottom at 0. In the games it is
    wider than its doorway by half a metre and more, and ends in the walls::

        for state, mesh in enumerate(kl.make_door_walkmesh(opening.width + 0.6)):
            kl.write_walkmesh(mesh, f"my_door{state}.dwk")

    Raises `ValueError` for a size that is none.
    """
    sizes = (width, thickness, height)
    if not all(math.isfinite(size) and 0 < size <= 1000 for size in sizes):
        raise ValueError(f"a door has a width, a height and a thickness in metres, not {sizes!r}")
    low = np.array([-width / 2, -thickness / 2, 0.0])
    return _states(low, low + sizes, surfaces, game)


def door_walkmesh_from_model(
    model: Model, *, surfaces: Materials | None = None, game: Game = "k1"
) -> DoorMeshes:
    """The walkmeshes of a door of the size of all that its model shows, frame included.

    For models without nodes of walkmeshes (``…_wg_closed``). The box is around the model as it
    stands in the file, closed; animations are not looked at, for the open states of the games are
    plates at one end, however the door opens. Not compared with the games: none of their door
    models was at hand. Raises `FormatError` for the model of a room, and one that shows nothing.
    """
    if any(node.kind == "walkmesh" for node in model.nodes):
        text = "there is no walkmesh of a door or placeable in this model: it is a room's"
        raise FormatError(text, source=model.source)
    shown = [node for node in model.nodes if node.mesh is not None and node.mesh.is_drawn]
    parts = [node.world_vertices() for node in shown if node.kind != "walkmesh"]
    corners = np.concatenate([np.empty((0, 3)), *parts])
    if not len(corners) or not np.isfinite(corners).all():
        text = "there is nothing that this model shows: no size for a door's walkmesh"
        raise FormatError(text, source=model.source)
    low, high = corners.min(axis=0), corners.max(axis=0)
    if not (high - low > 0).all():
        text = "what this model shows is flat: no size for a door's walkmesh"
        raise FormatError(text, source=model.source)
    return _states(low, high, surfaces, game)


def door_nodes_from_model(
    model: Model, surfaces: Materials | None = None, game: Game = "k1"
) -> list[NodeMesh]:
    """The same as nodes of a walkmesh's text, by state."""
    meshes = door_walkmesh_from_model(model, surfaces=surfaces, game=game)
    return [
        NodeMesh(mesh, f"{model.name}_DWK_wg_{state}", state)
        for mesh, state in zip(meshes, DOOR_STATES, strict=True)
    ]


def _states(low: Floats, high: Floats, surfaces: Materials | None, game: Game) -> DoorMeshes:
    x, y, z = zip(low.tolist(), high.tolist(), strict=True)
    ring = [(0, 0), (1, 0), (1, 1), (0, 1)]
    box = [(x[i], y[j], z[k]) for k in (0, 1) for i, j in ring]
    plate = [(x[0], y[0], z[0]), (x[0], y[1], z[0]), (x[0], y[1], z[1]), (x[0], y[0], z[1])]
    middle = (x[0] + x[1]) / 2
    behind, before = (middle, y[0] - _BEFORE, z[0]), (middle, y[1] + _BEFORE, z[0])
    shapes = [
        (box, _BOX, (behind, before)),
        (plate, [(0, 1, 2), (0, 2, 3)], (behind,)),
        (plate, [(0, 1, 2), (0, 2, 3)], (before,)),
    ]
    closed, open1, open2 = (
        Walkmesh.from_arrays(
            corners,
            faces,
            [_NONWALK] * len(faces),
            kind=OBJECT_KIND,
            relative_hooks=[*hooks, (0.0, 0.0, 0.0)][:2],
            absolute_hooks=[*hooks, (0.0, 0.0, 0.0)][:2],
            surfaces=surfaces,
            game=game,
        )
        for corners, faces, hooks in shapes
    )
    return closed, open1, open2
