"""Which faces take part in a query: by material, walkability and direction."""

from __future__ import annotations

import operator
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from kotorlevel.query.faces import JoinedFaces


class Filters(TypedDict, total=False):
    """What limits an answer.

    ``materials``: to surfaces with these ids; ``walkable``: to those one can walk on; ``upward``:
    to faces that look up.
    """

    materials: Collection[int] | None
    walkable: bool
    upward: bool


class FaceMasks:
    """(F,) bool arrays over ``faces``, made once each: the same ones are asked for again.

    ``limit`` are the ids to which every mask is limited, or None.
    """

    def __init__(self, faces: JoinedFaces, limit: Collection[int] | None) -> None:
        self._faces = faces
        self._limit = None if limit is None else _ids(limit)
        self._made: dict[tuple[object, ...], NDArray[np.bool_]] = {}

    def any_face(
        self,
        materials: Collection[int] | None = None,
        walkable: bool = False,
        upward: bool = False,
    ) -> NDArray[np.bool_]:
        """The faces that pass all filters."""
        return self._mask(materials, walkable, upward)

    def _mask(
        self,
        materials: Collection[int] | None,
        walkable: bool = False,
        upward: bool = False,
        also: str = "",
    ) -> NDArray[np.bool_]:
        """The faces that pass all filters, and the column ``also`` of `JoinedFaces`."""
        ids = self._limit
        if materials is not None:
            ids = _ids(materials) if ids is None else ids & _ids(materials)
        key = (ids, walkable, upward, also)
        made = self._made.get(key)
        if made is None:
            faces = self._faces
            mask = np.ones(len(faces), bool)
            if ids is not None:
                mask &= np.isin(faces.materials, list(ids))
            if walkable:
                mask &= faces.walkable
            if upward:
                mask &= faces.normal_z > 0
            if also:
                mask &= getattr(faces, also)
            made = self._made[key] = mask
        return made

    def floor(
        self,
        materials: Collection[int] | None = None,
        walkable: bool = False,
        upward: bool = False,
    ) -> NDArray[np.bool_]:
        """The faces asked for heights: those that the game checks (FACTS 9), or the named ones."""
        named = materials is not None or self._limit is not None
        return self._mask(materials, walkable, upward, "" if named else "walkcheck")

    def sight(self, materials: Collection[int] | None = None) -> NDArray[np.bool_]:
        """The faces that block sight."""
        return self._mask(materials, also="blocks_sight")

    def standing(
        self, materials: Collection[int] | None = None, upward: bool = False
    ) -> NDArray[np.bool_]:
        """The walkable faces that one can stand on."""
        return self._mask(materials, True, upward, "has_height")


def _ids(materials: Any) -> frozenset[int]:
    """The ids as a set, from one or several."""
    if isinstance(materials, (int, np.integer)):
        return frozenset([int(materials)])
    if isinstance(materials, str):
        raise TypeError(f"materials are numbers, not the text {materials!r}")
    return frozenset(operator.index(number) for number in materials)
