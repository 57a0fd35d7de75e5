"""A drawing comes home: what its triangles are in the walkmesh that it was drawn from.

What was not touched keeps its vertices, its place in the order and its bytes. A drawing that is
the walkmesh it came from gives that very walkmesh.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.mesh.arrays import read_only
from kotorlevel.mesh.convert.drawn.flat import FlatMesh
from kotorlevel.mesh.convert.drawn.snap import NEAR, ROUNDED, find_vertices
from kotorlevel.mesh.edit.weld import find_places
from kotorlevel.mesh.pairing import Pairing, pair_by_place
from kotorlevel.mesh.walkmesh import Walkmesh

if TYPE_CHECKING:
    from kotorlevel.core.types import Flags, Floats, Ints


@dataclass(frozen=True, eq=False)
class Homecoming:
    """A drawing as a walkmesh with the links of its ``original``, and what became of the faces.

    ``kept`` faces are as they were, ``repainted`` ones have another surface, ``new`` and ``gone``
    are those of one side. ``unseen`` were not in the drawing and are kept: faces without area,
    and second ones on the same corners, which modelling programs throw away.
    """

    mesh: Walkmesh = field(repr=False)
    kept: int
    repainted: int
    new: int
    gone: int
    unseen: int

    @property
    def is_same(self) -> bool:
        """True where no face was edited."""
        return not (self.repainted or self.new or self.gone)


def come_home(flat: FlatMesh, original: Walkmesh) -> Homecoming:
    """The drawing as the walkmesh that it was drawn from, edited; the original where it was not.

    Transitions are those of the original on the faces that it still has, and none on others.
    """
    points = flat.points if original.is_area else flat.points - original.position
    vertices = original.vertices.astype(np.float64)
    nearest = find_vertices(points, vertices)
    place = _find_places(vertices)
    own = np.where(nearest >= 0, place[np.maximum(nearest, 0)] if len(place) else -1, -1)
    corners = original.faces.astype(np.int64)
    there = place[corners] if len(place) else corners
    pairing = pair_by_place(own[flat.faces], there, flat.materials, original.materials.astype(int))
    found = pairing.partner >= 0
    has_partner = np.zeros(len(corners), bool)
    has_partner[pairing.partner[found]] = True
    unseen = ~has_partner & _is_invisible(there, has_partner)
    stays = has_partner | unseen
    materials = original.materials.copy()
    materials[pairing.partner[found]] = flat.materials[found]
    repainted = int((materials != original.materials).sum())
    counts = {
        "kept": int(stays.sum()) - repainted,
        "repainted": repainted,
        "new": int((~found).sum()),
        "gone": int((~stays).sum()),
        "unseen": int(unseen.sum()),
    }
    if stays.all() and found.all():
        mesh = original if not repainted else _repainted(original, materials)
        return Homecoming(mesh, **counts)
    now = np.where(nearest >= 0, _in_use(original, stays, place, nearest), -1)
    new_corners, vertices_now = _renumbered(flat, points, now, pairing, original)
    return Homecoming(
        _edited(original, stays, materials, vertices_now, new_corners, flat.materials[~found]),
        **counts,
    )


def _is_invisible(places: Ints, drawn: Flags) -> Flags:
    """(F,) faces that modelling programs do not keep: on two places, or on those of another face.

    ``drawn`` are the faces that were in the drawing; the other face is one of these.
    """
    flat: Flags = (places == np.roll(places, 1, axis=1)).any(axis=1)
    _, key = np.unique(np.sort(places, axis=1), axis=0, return_inverse=True)
    key = key.reshape(-1)
    is_drawn = np.zeros(int(key.max(initial=-1)) + 1, bool)
    is_drawn[key[drawn]] = True
    return flat | is_drawn[key]


def _repainted(original: Walkmesh, materials: np.ndarray) -> Walkmesh:
    changed = materials != original.materials
    members = np.where(changed, original.surfaces.walkable(materials), original.members)
    return replace(original, materials=read_only(materials)).regrouped(members)


def _find_places(vertices: Floats) -> Ints:
    """(V,) the first vertex at the place of each: those that a drawing cannot tell apart are one.

    Their faces tell which of them is meant.
    """
    within = NEAR + ROUNDED * np.abs(vertices).max(initial=0.0)
    try:
        return find_places(vertices, within).astype(np.int64)
    except ValueError:  # a mesh so small that most of it lies at one place
        return find_places(vertices).astype(np.int64)


def _renumbered(
    flat: FlatMesh, points: Floats, vertex_of: Ints, pairing: Pairing, original: Walkmesh
) -> tuple[Ints, np.ndarray]:
    """The corners of new faces, (N, 3) over all vertices, and these: the original's, then new ones.

    ``vertex_of`` (n,) is the vertex at a point, -1 for none. A corner at the place of several, a
    seam, is the one that a face beside it in the drawing has.
    """
    found = pairing.partner >= 0
    vertex_of = vertex_of.copy()
    theirs = pairing.corners(original.faces)[found]
    vertex_of[flat.faces[found].reshape(-1)] = theirs.reshape(-1)
    is_new = np.zeros(len(points), bool)
    is_new[flat.faces[~found]] = True
    added = np.flatnonzero(is_new & (vertex_of < 0))
    vertex_of[added] = len(original.vertices) + np.arange(len(added))
    vertices = np.concatenate([original.vertices, points[added].astype(np.float32)])
    return vertex_of[flat.faces[~found]], vertices


def _in_use(original: Walkmesh, stays: Flags, place: Ints, nearest: Ints) -> Ints:
    """(n,) the nearest vertex if a face that stays uses it, else the first such at its place."""
    used = np.unique(original.faces[stays]).astype(np.int64)
    first = np.arange(len(place))
    first[place[used[::-1]]] = used[::-1]
    is_used = np.zeros(len(place), bool)
    is_used[used] = True
    vertex = np.maximum(nearest, 0)
    return np.where(is_used[vertex], vertex, first[place[vertex]])


def _edited(
    original: Walkmesh,
    stays: Flags,
    materials: np.ndarray,
    vertices: np.ndarray,
    new_corners: Ints,
    new_materials: Ints,
) -> Walkmesh:
    """The original's faces that stay in their order, then the new ones; vertices nobody uses go.

    Those that no face of the original used stay: they are not the drawing's to take away.
    """
    corners = np.concatenate([original.faces[stays].astype(np.int64), new_corners])
    was_used = np.zeros(len(vertices), bool)
    was_used[original.faces] = True
    is_used = np.zeros(len(vertices), bool)
    is_used[corners] = True
    keep = is_used | ~was_used
    number = np.cumsum(keep) - 1
    changed = materials != original.materials
    walkable = original.surfaces.walkable(materials)
    members = np.where(changed, walkable, original.members)[stays]
    members = np.concatenate([members, original.surfaces.walkable(new_materials)])
    none = np.full((len(new_corners), 3), -1, np.int32)
    edited = replace(
        original,
        vertices=read_only(vertices[keep]),
        faces=read_only(number[corners].astype(np.uint32)),
        materials=read_only(np.concatenate([materials[stays], new_materials]).astype(np.uint32)),
        transitions=read_only(np.concatenate([original.transitions[stays], none])),
    )
    return edited.regrouped(members)
