"""Where a merged room stands, and on which walkmesh: both are settled together.

A walkmesh is in area space, and the layout's position places the model alone (FACTS 1). To take
the position from one side and the walkmesh from the other would tear model and floor apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.area.edit.merge.faces import Touching, merge_faces
from kotorlevel.area.edit.merge.meshes import (
    MergedMesh,
    Versions,
    merge_alike,
    merge_links,
    mesh_middle,
    same_faces,
    same_shape,
)
from kotorlevel.core.types import Vector

if TYPE_CHECKING:
    from kotorlevel.area.edit.merge.names import RoomNames, Version
    from kotorlevel.area.edit.merge.three_way import Judge, Places, Side
    from kotorlevel.mesh.walkmesh import Walkmesh


MOVED_ALIKE = 0.0005
"""Metres by which vertices may be off a pure move: the rounding of float32 a kilometre away."""


@dataclass(frozen=True, eq=False)
class Placed:
    """A room of one side: its position in the layout, and its walkmesh, if it ships one."""

    position: Vector
    version: Version | None


@dataclass(frozen=True)
class Moves:
    """How far what stands in a room has to be moved, on each side, to stand where it is now."""

    a: Vector
    b: Vector
    base: Vector


@dataclass(frozen=True, eq=False)
class Settled:
    """The position and the walkmesh of a merged room; ``moves`` where one side moved it."""

    position: Vector
    mesh: MergedMesh | None
    moves: Moves | None = None


@dataclass(frozen=True, eq=False)
class PlaceMerger:
    """One room that both sides have: ``a``, ``b``, and the base as A and as B leave it."""

    judge: Judge
    names: RoomNames
    room: str
    a: Placed
    b: Placed
    base_of_a: Placed | None
    base_of_b: Placed | None

    def settle(self) -> Settled:
        """Where the room stands, and on what.

        Where one side only moved the room, the walkmesh of the other is moved along. What cannot
        be put together so is one conflict about both.
        """
        a, b = self.a.version, self.b.version
        if a is None or b is None:
            return self._with_one_mesh()
        old_a, old_b = _version(self.base_of_a), _version(self.base_of_b)
        versions = Versions(a, b, old_a, old_b)
        if same_shape(a.mesh, b.mesh):  # then the position is the model's alone
            mesh = merge_alike(self.judge, self.names, self.room, versions)
            return Settled(self._of(self._choose_position()).position, mesh)
        if self._is_move_of_base("a") and self._is_move_of_base("b"):
            return self._both_moved(versions)
        if self._is_move_of_base("a"):
            return self._edited_by("b")
        if self._is_move_of_base("b"):
            return self._edited_by("a")
        if old_a is None and _is_moved(a.mesh, b.mesh, _way(self.a.position, self.b.position)):
            return self._both_moved(versions)
        return self._conflict()

    def _of(self, side: Side) -> Placed:
        return self.a if side == "a" else self.b

    def _choose_position(self) -> Side:
        old = None if self.base_of_a is None else self.base_of_a.position
        return self.judge.choose(
            "position", self.room, self.a.position, self.b.position, old, tell_place,
            at=self._places(),
        )  # fmt: skip

    def _is_move_of_base(self, side: Side) -> bool:
        """True when a side has the base's walkmesh, moved just as its position was."""
        placed, base = self._of(side), self.base_of_a
        if base is None or base.version is None or placed.version is None:
            return False
        way = _way(base.position, placed.position)
        return _is_moved(base.version.mesh, placed.version.mesh, way)

    def _both_moved(self, versions: Versions) -> Settled:
        """One shape at two places: the walkmesh goes with the position."""
        side = self._choose_position()
        codes = merge_links(self.judge, self.names, self.room, versions)
        chosen = versions.a if side == "a" else versions.b
        position = self._of(side).position
        return Settled(position, MergedMesh(chosen.mesh, codes, side), self._moves(position))

    def _edited_by(self, side: Side) -> Settled:
        """One side moved the room, or did nothing to its shape; ``side`` edited it."""
        edited, mover = self._of(side), self.b if side == "a" else self.a
        base = self.base_of_b if side == "a" else self.base_of_a
        assert base is not None
        assert base.version is not None
        assert edited.version is not None
        assert mover.version is not None
        if same_shape(edited.version.mesh, base.version.mesh):  # it only placed the model anew
            if edited.position != mover.position:
                return self._conflict()
            other: Side = "b" if side == "a" else "a"
            return self._whole(other)
        if not np.array_equal(mover.version.codes, base.version.codes):
            return self._conflict()  # links of the old shape: nobody can tell the edges
        if mover.position == base.position:
            return self._whole(side)
        if edited.position not in (base.position, mover.position):
            return self._conflict()
        mesh = edited.version.mesh.translated(_way(edited.position, mover.position))
        if not same_faces(mesh, edited.version.mesh):  # written in another order: links are lost
            return self._conflict()
        merged = MergedMesh(mesh, edited.version.codes, side)
        return Settled(mover.position, merged, self._moves(mover.position))

    def _with_one_mesh(self) -> Settled:
        """One side ships no walkmesh, and says nothing of it; or neither does."""
        owner: Side = "b" if self.a.version is None else "a"
        own, other = self._of(owner), self.b if owner == "a" else self.a
        if own.version is None:
            return Settled(self._of(self._choose_position()).position, None)
        base = self.base_of_a
        mesh = MergedMesh(own.version.mesh, own.version.codes, owner)
        if own.position == other.position:
            return Settled(own.position, mesh)
        if base is not None and other.position == base.position:
            return Settled(own.position, mesh)
        old = _version(base)
        is_in_place = base is not None and own.position == base.position
        if is_in_place and old is not None and same_shape(own.version.mesh, old.mesh):
            return Settled(other.position, mesh)
        return self._conflict()

    def _conflict(self) -> Settled:
        kind, at = "walkmesh", self._places()
        if self.a.position != self.b.position:
            kind = "position and walkmesh"
        texts = (self._tell("a"), self._tell("b"))
        found = self._by_faces()
        if isinstance(found, Settled):
            return found
        reason = ""
        if found is not None:
            at, reason = (found.at_a or at[0], found.at_b or at[1]), found.reason
        return self._whole(self.judge.settle(kind, self.room, *texts, at=at, reason=reason))

    def _by_faces(self) -> Settled | Touching | None:
        """The room with the edits of both sides, where these do not touch and it stays in place.

        Else why not; None where there are no three walkmeshes to compare.
        """
        a, b, old = self.a.version, self.b.version, _version(self.base_of_a)
        if a is None or b is None or old is None or self.base_of_a is None:
            return None
        if not self.a.position == self.b.position == self.base_of_a.position:
            return None
        versions = Versions(a, b, old, _version(self.base_of_b))
        merged = merge_faces(self.judge, self.names, self.room, versions)
        return merged if isinstance(merged, Touching) else Settled(self.a.position, merged)

    def _places(self) -> Places:
        """Where the room is on each side: the middle of its walkmesh, else its position."""
        meshes = (placed.version.mesh if placed.version else None for placed in (self.a, self.b))
        a, b = map(mesh_middle, meshes)
        return a or self.a.position, b or self.b.position

    def _whole(self, side: Side) -> Settled:
        placed = self._of(side)
        version = placed.version
        mesh = None if version is None else MergedMesh(version.mesh, version.codes, side)
        return Settled(placed.position, mesh)

    def _moves(self, position: Vector) -> Moves | None:
        base = self.base_of_a.position if self.base_of_a is not None else position
        moves = Moves(
            _way(self.a.position, position), _way(self.b.position, position), _way(base, position)
        )
        return moves if any(any(way) for way in (moves.a, moves.b, moves.base)) else None

    def _tell(self, side: Side) -> str:
        """What a side has, in words."""
        placed = self._of(side)
        base = self.base_of_a if side == "a" else self.base_of_b
        where = tell_place(placed.position)
        start = "" if self.a.position == self.b.position else f"{where}, "
        if placed.version is None:
            return f"{start}no walkmesh"
        text = f"{start}{len(placed.version.mesh.faces):,} faces"
        old = _version(base)
        if old is None:
            return text
        if same_shape(placed.version.mesh, old.mesh):
            is_linked = np.array_equal(placed.version.codes, old.codes)
            return f"{text}, the old shape" + ("" if is_linked else " with other links")
        if self._is_move_of_base(side):
            return f"{text}, moved"
        return f"{text}, another shape"


def tell_place(position: Vector) -> str:
    """``at (1, 2, 0)``."""
    return f"at ({', '.join(f'{value:g}' for value in position)})"


def _version(placed: Placed | None) -> Version | None:
    return None if placed is None else placed.version


def _way(start: Vector, end: Vector) -> Vector:
    x, y, z = (b - a for a, b in zip(start, end, strict=True))
    return x, y, z


def _is_moved(mesh: Walkmesh, other: Walkmesh, way: Vector) -> bool:
    """True when ``other`` is the mesh moved by ``way``, as far as float32 can tell."""
    if not np.isfinite(way).all() or not same_faces(mesh, other):
        return False
    moved = mesh.translated(way)
    if not same_faces(moved, other):
        return False
    with np.errstate(invalid="ignore"):
        return all(
            x.shape == y.shape and bool((np.abs(x - y) <= MOVED_ALIKE).all())
            for x, y in (
                (moved.vertices, other.vertices),
                (moved.position, other.position),
                (moved.relative_hooks, other.relative_hooks),
                (moved.absolute_hooks, other.absolute_hooks),
            )
        )
