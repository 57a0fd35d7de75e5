"""`paint`: another surface for some faces, and what that does to floor and links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotorlevel.core.words import count_of
from kotorlevel.mesh.arrays import read_only
from kotorlevel.mesh.edit.faces import corner_numbers, face_mask, repaint

if TYPE_CHECKING:
    from kotorlevel.mesh.materials import Surface
    from kotorlevel.mesh.walkmesh import Walkmesh

_ROUNDING = 1e-9


@dataclass(frozen=True, eq=False)
class Painting:
    """A mesh with another ``surface`` on some faces, and what that has changed.

    ``chosen`` faces were meant, and ``painted`` (n,) of them had another surface: numbers in the
    mesh as it was, for painting may change the order of faces. ``lost`` are links that could not
    stay, because their edge is no boundary of the floor any more: edge as it was, and room.
    """

    mesh: Walkmesh
    surface: Surface
    chosen: int
    painted: NDArray[np.intp]
    floor_before: int
    floor: int
    lost: tuple[tuple[int, int], ...] = ()

    def __str__(self) -> str:
        """``14 faces painted as Metal; 14 more faces can be walked on``."""
        text = f"{count_of(len(self.painted), 'face')} painted as {self.surface.label}"
        more = self.floor - self.floor_before
        if more:
            which = "more" if more > 0 else "fewer"
            faces = "face" if abs(more) == 1 else "faces"
            text += f"; {abs(more):,} {which} {faces} can be walked on"
        return text


def paint(
    mesh: Walkmesh,
    surface: int | str,
    *,
    faces: ArrayLike | None = None,
    material: int | str | None = None,
    box: Sequence[float] | None = None,
    max_slope: float | None = None,
) -> Painting:
    """The mesh with ``surface``, a name or a number, on the faces that all conditions hold for.

    ``faces`` are face numbers or a mask (F,); ``material`` is the surface they have now; ``box`` is
    (x0, y0, x1, y1) or (x0, y0, z0, x1, y1, z1) in metres, and has the middle of a face in it;
    ``max_slope`` degrees is the steepest that they may be, either side up. Without any condition
    all faces are painted. All tables are derived anew; links stay where their edge is still a
    boundary of the floor. A mesh that has the surface already is given back as it is::

        done = kl.paint(kl.read_walkmesh("m55aa_02.wok"), "Metal", material="Nonwalk", max_slope=45)
        kl.write_walkmesh(done.mesh, "painted.wok")

    Raises `InputError` for a surface that the mesh's table does not know, and `ValueError` for
    faces that are not there.
    """
    wanted = mesh.surfaces.find(surface)
    corner_numbers(mesh)  # says which face names a vertex that is not there
    chosen = _choose(mesh, faces, material, box, max_slope)
    painted = np.flatnonzero(chosen & (mesh.materials != wanted.id))
    before = int(mesh.walkable.sum())
    if not len(painted):
        return Painting(mesh, wanted, int(chosen.sum()), painted, before, before)
    new = repaint(_numbered(mesh), painted, wanted.id)
    origin = new.transitions.reshape(-1)
    transitions = mesh.transitions.reshape(-1)[origin].reshape(-1, 3)
    new = replace(new, transitions=read_only(transitions))
    gone = new.lost_transitions if new.is_area else np.empty(0, np.intp)
    # Links that were nowhere before are no loss of this edit, and nothing to write either.
    had = set(_boundary_edges(mesh))
    lost = [
        (int(origin[edge]), int(transitions.reshape(-1)[edge]))
        for edge in gone.tolist()
        if int(origin[edge]) in had
    ]
    if len(gone):
        kept = transitions.copy()
        kept.reshape(-1)[gone] = -1
        new = replace(new, transitions=read_only(kept))
    floor = int(new.walkable.sum())
    return Painting(new, wanted, int(chosen.sum()), painted, before, floor, tuple(sorted(lost)))


def _numbered(mesh: Walkmesh) -> Walkmesh:
    """The mesh with each edge's own number for a transition: they tell where it comes to be."""
    numbers = np.arange(mesh.transitions.size, dtype=np.int32).reshape(-1, 3)
    return replace(mesh, transitions=read_only(numbers))


def _boundary_edges(mesh: Walkmesh) -> list[int]:
    edges: list[int] = mesh.edges["edge"].tolist()
    return edges


def _choose(
    mesh: Walkmesh,
    faces: ArrayLike | None,
    material: int | str | None,
    box: Sequence[float] | None,
    max_slope: float | None,
) -> NDArray[np.bool_]:
    """(F,) the faces that all conditions hold for."""
    chosen = np.full(len(mesh.faces), True) if faces is None else face_mask(mesh, faces).copy()
    if material is not None:
        # A number that no table knows is a fault that one wants to paint over.
        is_number = not isinstance(material, str)
        chosen &= mesh.materials == (material if is_number else mesh.surfaces.find(material).id)
    if box is not None:
        low, high = _corners(box)
        middle = mesh.geometry.corners.mean(axis=1)[:, : len(low)]
        chosen &= ((middle >= low) & (middle <= high)).all(axis=1)
    if max_slope is not None:
        chosen &= np.abs(mesh.geometry.upward) >= np.cos(np.radians(max_slope)) - _ROUNDING
    return chosen


def _corners(box: Sequence[float]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The lower and the upper corner of a box, in whatever order its corners are."""
    numbers = np.asarray(box, np.float64)
    if numbers.shape not in ((4,), (6,)) or not np.isfinite(numbers).all():
        raise ValueError("a box is four numbers, x0, y0, x1, y1, or six with z")
    ends = numbers.reshape(2, -1)
    return ends.min(axis=0), ends.max(axis=0)
