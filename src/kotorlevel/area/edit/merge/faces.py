"""A walkmesh that both sides edited: put together face by face, where the edits do not touch.

Faces are known by where their three corners are, not by number. Edits touch where faces that one
side added or removed share a corner with such faces of the other: then nobody but a person can say
what is meant, and it stays a conflict.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.edit.merge.face_table import FaceTable, Rows, tabulate
from kotorlevel.area.edit.merge.meshes import MergedMesh
from kotorlevel.core.types import Vector
from kotorlevel.core.words import count_of
from kotorlevel.mesh.arrays import read_only
from kotorlevel.mesh.derive.order import walkable_first

if TYPE_CHECKING:
    from kotorlevel.area.edit.merge.meshes import Versions
    from kotorlevel.area.edit.merge.names import RoomNames, Version
    from kotorlevel.area.edit.merge.three_way import Judge, Places
    from kotorlevel.mesh.walkmesh import Walkmesh

_HEADER = ("position", "relative_hooks", "absolute_hooks")


@dataclass(frozen=True)
class Touching:
    """Why two edits of a walkmesh cannot be put together, and where each side has its own."""

    reason: str
    at_a: Vector | None = None
    at_b: Vector | None = None


def merge_faces(
    judge: Judge, names: RoomNames, room: str, versions: Versions
) -> MergedMesh | Touching:
    """The walkmesh with the faces, surfaces and links that either side changed.

    Surfaces and links of one face that both changed are conflicts of their own. Faces are in A's
    order, with B's new ones behind them; all tables are derived anew.
    """
    a, b, old = versions.a.mesh, versions.b.mesh, versions.base_of_a
    if old is None or versions.base_of_b is None:
        return Touching("there is no walkmesh that both were made from")
    meshes = a, b, old.mesh
    if not all(mesh.is_area and mesh.geometry.is_sound for mesh in meshes):
        return Touching("corners that are no places")
    header = _merge_header(*meshes)
    if header is None:
        return Touching("both changed its position or hooks")
    merger = _FaceMerger(judge, names, room, versions, tabulate(meshes))
    touching = merger.find_touching()
    return touching if touching is not None else merger.merge(header)


def _merge_header(a: Walkmesh, b: Walkmesh, old: Walkmesh) -> dict[str, Any] | None:
    """The vectors of the header that are not as A has them; None where both changed one."""
    taken: dict[str, Any] = {}
    for name in _HEADER:
        mine, theirs, was = (getattr(mesh, name) for mesh in (a, b, old))
        if mine.tobytes() == theirs.tobytes() or theirs.tobytes() == was.tobytes():
            continue
        if mine.tobytes() != was.tobytes():
            return None
        taken[name] = theirs
    return taken


class _FaceMerger:
    """One walkmesh: which faces all have, and which of them a side added or removed."""

    def __init__(
        self, judge: Judge, names: RoomNames, room: str, versions: Versions, table: FaceTable
    ) -> None:
        self.judge, self.names, self.room = judge, names, room
        self.versions, self.table = versions, table
        in_a, in_b, in_old = (rows.faces >= 0 for rows in table.sides)
        self.removed_a, self.removed_b = in_old & ~in_a, in_old & ~in_b
        self.added_a, self.added_b = in_a & ~in_old, in_b & ~in_old
        self.in_a, self.in_b, self.in_old = in_a, in_b, in_old

    # Where edits touch

    def find_touching(self) -> Touching | None:
        """What keeps the two from being put together; None where nothing does."""
        table = self.table
        a, b, old = table.sides
        if not (table.same_seams(a, old) and table.same_seams(b, old)):
            return Touching("corners were joined or parted")
        alike = (self.removed_a & self.removed_b) | (self.added_a & self.added_b)
        own_a = (self.removed_a | self.added_a) & ~alike
        own_b = (self.removed_b | self.added_b) & ~alike
        for one, other in ((own_a, own_b), (own_a, alike), (own_b, alike)):
            shared = table.share_corners(one, other)
            if shared.any():
                return self._touching("edits that touch", table.touched(shared))
        versions = self.versions
        lost = self.removed_a & self._changed(b, versions.b, versions.base_of_b)
        lost |= self.removed_b & self._changed(a, versions.a, versions.base_of_a)
        if lost.any():
            return self._touching("faces that one side removed and the other changed", lost)
        both = self.added_a & self.added_b
        if (both & ~_alike(a, versions.a, b, versions.b)).any():
            return self._touching("new faces with other surfaces or links", both)
        return None

    def _touching(self, reason: str, faces: NDArray[np.bool_]) -> Touching:
        changed_a, changed_b = self.removed_a | self.added_a, self.removed_b | self.added_b
        places = (self.table.middle(faces & each) for each in (changed_a, changed_b))
        at_a, at_b = places
        anywhere = self.table.middle(faces)
        return Touching(reason, at_a or anywhere, at_b or anywhere)

    def _changed(self, side: Rows, version: Version, base: Version | None) -> NDArray[np.bool_]:
        """Faces of the base whose surface or links are others on this side."""
        assert base is not None
        common = (side.faces >= 0) & self.in_old
        return common & ~_alike(side, version, self.table.sides[2], base)

    # Putting together

    def merge(self, header: dict[str, Any]) -> MergedMesh:
        """The walkmesh of both."""
        a, b, _ = self.table.sides
        kept = np.flatnonzero(self.in_a & ~self.removed_b)
        kept = kept[np.argsort(a.faces[kept], kind="stable")]
        new = np.flatnonzero(self.added_b & ~self.in_a)
        new = new[np.argsort(b.faces[new], kind="stable")]
        rows = np.concatenate([kept, new])
        materials, of_b = self._materials(rows)
        codes = self._links(rows)
        members = np.where(of_b, b.members[rows], a.members[rows])
        vertices, corners = self._corners(kept, new)
        order = walkable_first(members)
        mesh = self.versions.a.mesh
        numbers = np.concatenate(
            [a.turned(mesh.transitions)[kept], b.turned(self.versions.b.mesh.transitions)[new]]
        )
        turns = np.concatenate([a.turns[kept], b.turns[new]])
        corners, codes, numbers = (_turned_back(each, turns) for each in (corners, codes, numbers))
        merged = replace(
            mesh,
            vertices=read_only(vertices),
            faces=read_only(corners[order].astype(np.uint32)),
            materials=read_only(materials[order]),
            transitions=read_only(numbers[order].astype(np.int32)),
            domain=int(members.sum()),
            stored=None,
            **header,
        )
        return MergedMesh(merged, codes[order], "a")

    def _materials(self, rows: NDArray[np.intp]) -> tuple[NDArray[np.uint32], NDArray[np.bool_]]:
        """The surface of each face, and whether it is B's."""
        a, b, old = self.table.sides
        mine, theirs, was = (side.materials[rows] for side in (a, b, old))
        only_b = a.faces[rows] < 0
        known = (b.faces[rows] >= 0) & (old.faces[rows] >= 0) & ~only_b
        of_b = only_b | (known & (mine == was))
        both = known & (mine != was) & (theirs != was) & (mine != theirs)
        if both.any():
            mesh = self.versions.a.mesh
            texts = (
                f"{count_of(int(both.sum()), 'face')} as "
                + ", ".join(mesh.surfaces.label(int(m)) for m in np.unique(each[both])[:3])
                for each in (mine, theirs)
            )
            if self.judge.settle("surface", self.room, *texts, at=self._at(rows[both])) == "b":
                of_b = of_b | both
        return np.where(of_b, theirs, mine).astype(np.uint32), of_b

    def _links(self, rows: NDArray[np.intp]) -> NDArray[np.int64]:
        """(n, 3) what the links of each face mean, in the common order of its corners."""
        a, b, old = self.table.sides
        versions = self.versions
        assert versions.base_of_a is not None
        assert versions.base_of_b is not None
        mine, theirs = a.turned(versions.a.codes)[rows], b.turned(versions.b.codes)[rows]
        was_a = old.turned(versions.base_of_a.codes)[rows]
        was_b = old.turned(versions.base_of_b.codes)[rows]
        only_b = a.faces[rows] < 0
        known = ((b.faces[rows] >= 0) & (old.faces[rows] >= 0) & ~only_b)[:, None]
        merged = np.where(only_b[:, None] | (known & (mine == was_a)), theirs, mine)
        both = known & (mine != was_a) & (theirs != was_b) & (mine != theirs)
        for row, side in np.argwhere(both).tolist():
            texts = (f"edge {self.names.tell(int(each[row, side]))}" for each in (mine, theirs))
            if self.judge.settle("link", self.room, *texts, at=self._at(rows[[row]])) == "b":
                merged[row, side] = theirs[row, side]
        return merged

    def _at(self, rows: NDArray[np.intp]) -> Places:
        mask = np.zeros(len(self.in_a), bool)
        mask[rows] = True
        middle = self.table.middle(mask)
        return middle, middle

    def _corners(
        self, kept: NDArray[np.intp], new: NDArray[np.intp]
    ) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """The vertices, and those of each face: A's, then what B's new faces need."""
        a, b, _ = self.table.sides
        mine, theirs = self.versions.a.mesh.vertices, self.versions.b.mesh.vertices
        common = np.flatnonzero(self.in_a & self.in_b)
        number = np.full(len(theirs), -1, np.int64)
        number[b.corners[common]] = a.corners[common]
        needed = np.unique(b.corners[new])
        fresh = needed[number[needed] < 0]
        number[fresh] = len(mine) + np.arange(len(fresh))
        vertices = np.concatenate([mine, theirs[fresh]])
        corners = np.concatenate([a.corners[kept], number[b.corners[new]]])
        dropped = np.zeros(len(vertices), bool)
        dropped[a.corners[self.in_a & self.removed_b]] = True
        dropped[corners] = False
        places = np.cumsum(~dropped) - 1
        return vertices[~dropped], places[corners]


def _alike(one: Rows, version: Version, other: Rows, second: Version) -> NDArray[np.bool_]:
    """(N,) faces with the same surface and links."""
    same = (one.turned(version.codes) == other.turned(second.codes)).all(axis=1)
    return np.asarray((one.materials == other.materials) & same, bool)


def _turned_back(values: NDArray[np.int64], turns: NDArray[np.intp]) -> NDArray[np.int64]:
    """(n, 3) values of sides or corners, from the common order to that of the file."""
    return np.take_along_axis(values, (np.arange(3) - turns[:, None]) % 3, axis=1)
