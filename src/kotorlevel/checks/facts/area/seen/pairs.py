"""The walkmesh in a room's model beside its WOK: how far they differ, and in which faces."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.area.models import find_model
from kotorlevel.core.distinct import distinct
from kotorlevel.core.memory import recall
from kotorlevel.core.remember import remember
from kotorlevel.core.types import Vector

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kotorlevel.area.area import Area, Room
    from kotorlevel.core.types import Floats, Ints
    from kotorlevel.formats.mdl import ModelMesh, ModelNode
    from kotorlevel.mesh.materials import Materials
    from kotorlevel.mesh.walkmesh import Walkmesh

SAME = 0.005
"""Metres by which corners may differ; of the games' own pairs all but a few are within 3 mm."""

_MOST_PAIRS = 500_000
_MOST_SHARE = 0.5
"""Of the faces that have to be the same, or nothing can be said about the place."""


@dataclass(frozen=True, eq=False)
class Pair:
    """The WOK of room ``index`` and the walkmesh in its model, which has ``model_faces``.

    Moved by ``offset`` the model's lies on the WOK; ``astray`` is how far that is from the place
    in the layout, 0 where they agree. Then ``faces`` (n,) of the WOK are not in the model, the
    farthest corner of them ``far`` metres from its own there (infinite where it has none),
    ``extra`` of the model not in the WOK, and ``repainted`` (n,) have another surface there.
    """

    index: int
    offset: Vector
    astray: float
    model_faces: int
    faces: Ints
    far: float
    extra: int
    repainted: Ints

    @property
    def differs(self) -> bool:
        """True where they are not the same walkmesh."""
        return bool(len(self.faces) or self.extra or len(self.repainted))


def find_pairs(area: Area) -> dict[int, Pair]:
    """Room index → the pair, of all rooms that have a WOK and a walkmesh in their model."""
    return remember(area, "pairs", lambda: dict(_compare_all(area)))


def _compare_all(area: Area) -> Iterator[tuple[int, Pair]]:
    for room in area.rooms:
        model = find_model(area, room.index).model
        node, mesh = model.walkmesh_node if model else None, room.mesh
        if node and node.mesh and mesh is not None and mesh.geometry.is_sound:
            compare = partial(_compare, area.surfaces, room, mesh, node, node.mesh)
            key = "pair", room.index, room.position
            yield room.index, recall(key, (mesh, model, area.surfaces), compare)


def _compare(
    surfaces: Materials, room: Room, mesh: Walkmesh, node: ModelNode, inner: ModelMesh
) -> Pair:
    walkable = surfaces.walkable(inner.materials)
    order = np.argsort(~walkable, kind="stable")  # as a WOK has them (FACTS 11)
    model = node.world_vertices()[inner.corners.astype(np.int64)][order]
    paint = inner.materials[order]
    wok = mesh.geometry.corners.astype(np.float64)
    position = np.array(room.position, np.float64)
    offset = _find_offset(wok, model, position)
    placed = model + offset
    partner = _find_partners(wok, placed)
    alone = np.flatnonzero(partner < 0)
    both = np.flatnonzero(partner >= 0)
    repainted = both[mesh.materials[both] != paint[partner[both]]]
    x, y, z = offset.tolist()
    far = float(np.abs(offset - position).max())
    return Pair(
        room.index,
        (x, y, z),
        far if far > SAME else 0.0,
        len(model),
        alone,
        _how_far(wok, placed, alone, in_order=bool((partner[both] == both).all())),
        len(model) - len(distinct(partner[both])),
        repainted,
    )


def _find_offset(wok: Floats, model: Floats, position: Floats) -> Floats:
    """What the model's walkmesh is moved by: the layout's position, or what fits better."""
    ways = [position]
    if len(wok) == len(model) and len(wok):
        ways.append(np.median((wok - model).reshape(-1, 3), axis=0))
    ways += [np.zeros(3), 2 * position]
    if not len(wok) or not len(model):
        return position
    fits = [int((_find_partners(wok, model + way) >= 0).sum()) for way in ways]
    best = int(np.argmax(fits))
    is_sure = fits[best] > fits[0] and fits[best] >= _MOST_SHARE * min(len(wok), len(model))
    return ways[best] if is_sure else position


def _find_partners(wok: Floats, model: Floats) -> Ints:
    """(F,) the model's face at the place of each of the WOK's, -1 where there is none.

    First the one with the same number, which it mostly is, then by the middle of the faces.
    """
    partner = np.full(len(wok), -1)
    common = min(len(wok), len(model))
    same = np.abs(wok[:common] - model[:common]).max(axis=(1, 2), initial=0) <= SAME
    partner[:common][same] = np.flatnonzero(same)
    rest = np.flatnonzero(partner < 0)
    free = np.setdiff1d(np.arange(len(model)), partner)
    if not len(rest) or not len(free):
        return partner
    middles, own = model[free].mean(axis=1), wok[rest].mean(axis=1)
    order = np.argsort(middles[:, 0], kind="stable")
    along = middles[order, 0]
    first = np.searchsorted(along, own[:, 0] - SAME)
    counts = np.searchsorted(along, own[:, 0] + SAME, side="right") - first
    if counts.sum() > _MOST_PAIRS:
        return partner  # only a made-up file has so many faces side by side
    row = np.repeat(np.arange(len(rest)), counts)
    step = np.arange(len(row)) - np.repeat(np.cumsum(counts) - counts, counts)
    other = free[order[first[row] + step]]
    # Corners may begin elsewhere, so the three are compared in each of their turns.
    turned = np.stack([np.roll(model[other], k, axis=1) for k in range(3)])
    same = np.abs(turned - wok[rest[row]]).max(axis=(2, 3), initial=0).min(axis=0) <= SAME
    row, other = row[same], other[same]
    row, other = (each[np.unique(row, return_index=True)[1]] for each in (row, other))
    once = np.unique(other, return_index=True)[1]
    partner[rest[row[once]]] = other[once]
    return partner


def _how_far(wok: Floats, model: Floats, alone: Ints, *, in_order: bool) -> float:
    """The farthest that a corner of the faces ``alone`` is from the model's.

    Where the faces are as many and in one order, from the corner with its number, else from the
    nearest one.
    """
    if not len(alone):
        return 0.0
    if len(wok) == len(model) and in_order:
        return float(np.linalg.norm(wok[alone] - model[alone], axis=2).max())
    if not len(model):
        return float("inf")
    points, others = wok[alone].reshape(-1, 3), np.unique(model.reshape(-1, 3), axis=0)
    far = 0.0
    for begin in range(0, len(points), 256):
        ways = points[begin : begin + 256, None] - others[None]
        far = max(far, float(np.linalg.norm(ways, axis=2).min(axis=1).max()))
    return far
