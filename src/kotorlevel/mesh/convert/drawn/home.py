"""A drawing comes home: what its triangles are in the walkmesh that it was drawn from.

What was not touched keeps its vertices, its place in the order and its bytes. A drawing that is
the walkmesh it came from gives that very walkmesh.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.mesh.arrays import read_only
from kotorlevel.mesh.convert.drawn.flat import FlatMesh
from kotorlevel.mesh.convert.drawn.follow import follow_moved
from kotorlevel.mesh.convert.drawn.snap import NEAR, ROUNDED, find_vertices
from kotorlevel.mesh.edit.weld import find_places_within
from kotorlevel.mesh.matching.faces import pair_by_place
from kotorlevel.mesh.matching.rows import row_ids
from kotorlevel.mesh.walkmesh import Walkmesh

if TYPE_CHECKING:
    from kotorlevel.core.types import Flags, Floats, Ints


@dataclass(frozen=True, eq=False)
class Homecoming:
    """A drawing as a walkmesh with the links of its ``original``, and what became of the faces.

    ``kept`` faces are as they were, but for those with another surface (``repainted``), with
    corners that were moved (``reshaped``) or that were ``turned`` over; ``new`` and ``gone`` are
    those of one side. ``moved`` is how far the vertices of ``reshaped`` faces went, at the most.
    ``unseen`` were not in the drawing and are kept: faces without area, and second ones on the
    same corners, which modelling programs throw away. ``down_before`` is how many walkable faces
    of the original look down.
    """

    mesh: Walkmesh = field(repr=False)
    kept: int
    repainted: int = 0
    reshaped: int = 0
    turned: int = 0
    new: int = 0
    gone: int = 0
    unseen: int = 0
    moved: float = 0.0
    down_before: int = 0

    @property
    def is_same(self) -> bool:
        """True where no face was edited."""
        return not (self.repainted or self.reshaped or self.turned or self.new or self.gone)


def come_home(flat: FlatMesh, original: Walkmesh) -> Homecoming:
    """The drawing as the walkmesh that it was drawn from, edited; the original where it was not.

    Transitions are those of the original on the faces that it still has, and none on others.
    """
    points = flat.points if original.is_area else flat.points - original.position
    vertices = original.vertices.astype(np.float64)
    nearest = find_vertices(points, vertices)
    place = _find_places(vertices)
    there = place[original.faces.astype(np.intp)]
    kinds = original.materials.astype(np.int64)
    own = np.where(nearest >= 0, place[np.maximum(nearest, 0)], -1) if len(place) else nearest
    own = follow_moved(points, flat.faces, flat.materials, own, there, kinds, place)
    now, is_moved = _moved_vertices(points, nearest, own, place, original)
    pairing = pair_by_place(own[flat.faces], there, flat.materials, kinds, either_way=True)
    partner = pairing.partner
    has_partner = np.zeros(len(there), bool)
    has_partner[partner[partner >= 0]] = True
    unseen = ~has_partner & _is_invisible(there, has_partner, own[flat.faces])
    stays = has_partner | unseen

    found = partner >= 0
    materials = original.materials.copy()
    materials[partner[found]] = flat.materials[found]
    corners = original.faces.astype(np.int64)
    turned = partner[found & pairing.is_flipped]
    corners[turned] = corners[turned][:, ::-1]
    reshaped = is_moved[original.faces.astype(np.intp)].any(axis=1) & stays
    repainted = (materials != original.materials) & stays
    changed = reshaped | repainted | ~stays
    changed[turned] = True
    off = np.linalg.norm(now - vertices, axis=1)[is_moved]
    counts = {
        "kept": int((~changed).sum()),
        "repainted": int(repainted.sum()),
        "reshaped": int(reshaped.sum()),
        "turned": len(turned),
        "new": int((~found).sum()),
        "gone": int((~stays).sum()),
        "unseen": int(unseen.sum()),
    }
    mesh = original
    if changed.any() or not found.all():
        edit = _Edit(original, stays, materials, corners, now, is_moved)
        new = edit.new_corners(flat, points, own, place, partner)
        mesh = edit.apply(*new, flat.materials[~found])
    farthest = float(off.max(initial=0.0))
    return Homecoming(mesh, **counts, moved=farthest, down_before=count_down(original))


def count_down(mesh: Walkmesh) -> int:
    """How many walkable faces look down."""
    return int((mesh.walkable & (mesh.geometry.crosses[:, 2] < 0)).sum())


def _find_places(vertices: Floats) -> Ints:
    """(V,) the first vertex at the place of each: those that a drawing cannot tell apart are one.

    Their faces tell which of them is meant.
    """
    within = NEAR + ROUNDED * np.abs(vertices).max(initial=0.0)
    return find_places_within(vertices, within).astype(np.int64)


def _moved_vertices(
    points: Floats, nearest: Ints, own: Ints, place: Ints, original: Walkmesh
) -> tuple[Floats, Flags]:
    """(V, 3) where the vertices are now, and (V,) which of them were moved."""
    now = original.vertices.astype(np.float64)
    followed = np.flatnonzero((nearest < 0) & (own >= 0))
    spot = np.full(len(now), -1)
    spot[own[followed]] = followed
    is_moved = spot[place] >= 0 if len(place) else np.zeros(0, bool)
    now[is_moved] = points[spot[place[is_moved]]] if len(place) else now[is_moved]
    return now, is_moved


def _is_invisible(places: Ints, drawn: Flags, drawn_places: Ints) -> Flags:
    """(F,) faces that modelling programs do not keep: on two places, or on those of another face.

    ``drawn`` are the faces that were in the drawing; the other face is one of these. A face on two
    places goes where the faces at one of them went; ``drawn_places`` still have some.
    """
    is_flat = (places == np.roll(places, 1, axis=1)).any(axis=1)
    beside = np.isin(places, places[~is_flat])
    is_flat &= ~(beside & ~np.isin(places, drawn_places)).any(axis=1)
    key = row_ids(np.sort(places, axis=1))
    is_drawn = np.zeros(int(key.max(initial=-1)) + 1, bool)
    is_drawn[key[drawn]] = True
    invisible: Flags = is_flat | is_drawn[key]
    return invisible


@dataclass(frozen=True, eq=False)
class _Edit:
    """What a drawing makes of its original: the faces that stay, and how they are now."""

    original: Walkmesh
    stays: Flags
    materials: NDArray[np.uint32]
    corners: Ints
    now: Floats
    is_moved: Flags

    def new_corners(
        self, flat: FlatMesh, points: Floats, own: Ints, place: Ints, partner: Ints
    ) -> tuple[Ints, NDArray[np.float32]]:
        """The corners of faces without partner, (N, 3) over all vertices, and the new vertices.

        A corner at the place of several vertices, a seam, is the one that a face beside it in the
        drawing has, else the first that a face uses which stays.
        """
        found = partner >= 0
        vertex_of = np.full(len(points), -1, np.int64)
        if len(place):
            used = np.unique(self.original.faces[self.stays]).astype(np.int64)
            first = place.copy()
            first[place[used[::-1]]] = used[::-1]
            vertex_of = np.where(own >= 0, first[np.maximum(own, 0)], -1)
            vertex_of = self._beside(flat, own, place, partner, vertex_of)
        is_new = np.zeros(len(points), bool)
        is_new[flat.faces[~found]] = True
        added = np.flatnonzero(is_new & (vertex_of < 0))
        vertex_of[added] = len(self.original.vertices) + np.arange(len(added))
        return vertex_of[flat.faces[~found]], points[added].astype(np.float32)

    def _beside(
        self, flat: FlatMesh, own: Ints, place: Ints, partner: Ints, vertex_of: Ints
    ) -> Ints:
        """(n,) ``vertex_of`` with the vertices that faces with a partner have at their corners."""
        found = np.flatnonzero(partner >= 0)
        theirs = self.corners[partner[found]]
        drawn = flat.faces[found]
        for side in range(3):
            for other in range(3):
                same = place[theirs[:, other]] == own[drawn[:, side]]
                vertex_of[drawn[same, side]] = theirs[same, other]
        return vertex_of

    def apply(
        self,
        new_corners: Ints,
        new_vertices: NDArray[np.float32],
        new_materials: Ints,
    ) -> Walkmesh:
        """The original's faces that stay in their order, then the new ones.

        Vertices that nobody uses any more go; those that no face of the original used stay: they
        are not the drawing's to take away.
        """
        original, stays = self.original, self.stays
        vertices = original.vertices
        if self.is_moved.any() or len(new_vertices):
            vertices = vertices.copy()
            vertices[self.is_moved] = self.now[self.is_moved]
            vertices = np.concatenate([vertices, new_vertices])
        corners = np.concatenate([self.corners[stays], new_corners])
        was_used, is_used = np.zeros((2, len(vertices)), bool)
        was_used[original.faces] = True
        is_used[corners] = True
        keep = is_used | ~was_used
        number = np.cumsum(keep) - 1
        members = np.where(
            self.materials != original.materials,
            original.surfaces.walkable(self.materials),
            original.members,
        )
        members = np.concatenate([members[stays], original.surfaces.walkable(new_materials)])
        materials = np.concatenate([self.materials[stays], new_materials]).astype(np.uint32)
        none = np.full((len(new_corners), 3), -1, np.int32)
        edited = replace(
            original,
            vertices=read_only(vertices[keep]),
            faces=read_only(number[corners].astype(np.uint32)),
            materials=read_only(materials),
            transitions=read_only(np.concatenate([self._transitions()[stays], none])),
        )
        return edited.regrouped(members)

    def _transitions(self) -> NDArray[np.int32]:
        """(F, 3) the original's, on the same edges where a face was turned over."""
        turned = (self.corners != self.original.faces).any(axis=1)
        transitions = self.original.transitions.copy()
        transitions[turned] = transitions[turned][:, [1, 0, 2]]
        return transitions
