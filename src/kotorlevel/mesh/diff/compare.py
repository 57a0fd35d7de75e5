"""`diff_meshes`: what differs between two walkmeshes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.core.types import Point, Vector
from kotorlevel.mesh.diff.faces import FacePairs, join_pairs, match_faces
from kotorlevel.mesh.diff.links import count_renumbered, find_link_differences, in_numbers_of_b
from kotorlevel.mesh.diff.motion import REACH, Motion, find_motion
from kotorlevel.mesh.diff.moved import PlaceMap
from kotorlevel.mesh.diff.patches import Patch, find_patches
from kotorlevel.mesh.diff.tables import compare_tables
from kotorlevel.mesh.diff.torn import match_torn
from kotorlevel.mesh.diff.values import (
    HeaderDifference,
    MeshDiff,
    MovedVertices,
    Numbering,
    Painted,
)
from kotorlevel.mesh.matching.near import find_near
from kotorlevel.mesh.matching.rows import match_rows, row_ids

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.core.types import Flags, Floats, Ints
    from kotorlevel.mesh.walkmesh import Walkmesh

_MOSTLY = 0.5
_ROUNDED = 1e-4
"""Metres that nobody means: tools write numbers with a few digits less."""


def diff_meshes(
    a: Walkmesh,
    b: Walkmesh,
    *,
    rooms: Mapping[int, int] | None = None,
    moved: Vector | None = None,
) -> MeshDiff:
    """What is not the same in two walkmeshes, faces being matched by where they are.

    ``rooms`` gives for the number of a room in A's layout that in B's: then links are compared by
    what they mean. ``moved`` is how far the room was moved, if it was: a mesh that went as a whole
    is told as that. O(n log n).
    """
    if is_same_file(a, b) and _leads_the_same(a, rooms):
        return MeshDiff(a, b, same=True)
    header = tuple(_compare_headers(a, b))
    if not (a.geometry.is_sound and b.geometry.is_sound):
        return MeshDiff(a, b, comparable=False, header=(*header, *_compare_counts(a, b)))
    return _Comparison(a, b, moved).diff(rooms, header)


def is_same_file(a: Walkmesh, b: Walkmesh) -> bool:
    """True for the same bytes; of meshes without stored tables, or from texts: the same content."""
    if a is b:
        return True
    if a.stored is not None and b.stored is not None:
        return a.stored.to_bytes() == b.stored.to_bytes()
    return a.same_as(b) and a.stored is b.stored


def _leads_the_same(mesh: Walkmesh, rooms: Mapping[int, int] | None) -> bool:
    """Whether every link means the room that it meant, though rooms have other numbers now."""
    return np.array_equal(in_numbers_of_b(mesh.transitions, rooms), mesh.transitions)


def _compare_headers(a: Walkmesh, b: Walkmesh) -> list[HeaderDifference]:
    found = []
    if a.kind != b.kind:
        found.append(HeaderDifference("kind", a.kind, b.kind))
    for name in ("position", "relative_hooks", "absolute_hooks"):
        mine, theirs = getattr(a, name), getattr(b, name)
        if not np.array_equal(mine, theirs, equal_nan=True):
            found.append(HeaderDifference(name, mine.tolist(), theirs.tolist()))
    if a.stored is not None and b.stored is not None:
        old, new = (int(each.header["unknown_6c"]) for each in (a.stored, b.stored))
        if old != new:
            found.append(HeaderDifference("unknown_6c", old, new))
    return found


def _compare_counts(a: Walkmesh, b: Walkmesh) -> list[HeaderDifference]:
    counts = (
        (name, len(getattr(a, name)), len(getattr(b, name))) for name in ("vertices", "faces")
    )
    return [HeaderDifference(name, old, new) for name, old, new in counts if old != new]


@dataclass(frozen=True, eq=False)
class _Places:
    """The vertices of both meshes as numbers of places, and the faces as corners at these."""

    of_a: Ints
    of_b: Ints
    corners_a: Ints
    corners_b: Ints
    points: Floats


class _Comparison:
    """Two sound meshes, and what is found out about them step by step."""

    def __init__(self, a: Walkmesh, b: Walkmesh, hint: Vector | None) -> None:
        self.a, self.b = a, b
        self.places = self._places(a.vertices)
        self.pairs = self._match(self.places.corners_a)
        self.motion: Motion | None = None
        self.rounded, self.rounded_by = 0, 0.0
        if len(self.pairs.a) < max(len(a.faces), len(b.faces)):
            self._try_rounding()
        fewest = min(len(a.faces), len(b.faces))
        if fewest and len(self.pairs.a) < _MOSTLY * fewest:
            self._try_motion(hint)
        self.to = np.arange(len(self.places.points))
        self.reshaped = self._match_moved()

    def _places(self, vertices: NDArray[np.float32]) -> _Places:
        # 0.0 and -0.0 are one place.
        ids = row_ids(np.concatenate([vertices, self.b.vertices]) + np.float32(0))
        of_a, of_b = ids[: len(vertices)], ids[len(vertices) :]
        points = np.zeros((int(ids.max(initial=-1)) + 1, 3))
        points[of_a] = vertices
        points[of_b] = self.b.vertices
        return _Places(of_a, of_b, of_a[self.a.faces], of_b[self.b.faces], points)

    def _match(self, corners_a: Ints) -> FacePairs:
        surfaces = (mesh.materials.astype(np.int64) for mesh in (self.a, self.b))
        return match_faces(corners_a, self.places.corners_b, *surfaces)

    def _try_rounding(self) -> None:
        """Take vertices that are a hair off for where B has them."""
        at = find_near(self.a.vertices, self.b.vertices, _ROUNDED)
        went = self.a.vertices.copy()
        went[at >= 0] = self.b.vertices[at[at >= 0]]
        off = np.linalg.norm(went.astype(np.float64) - self.a.vertices, axis=1)
        off[np.setdiff1d(np.arange(len(off)), self.a.faces)] = 0.0
        if off.any():
            self.rounded, self.rounded_by = int((off > 0).sum()), float(off.max())
            self.places = self._places(went)
            self.pairs = self._match(self.places.corners_a)

    def _try_motion(self, hint: Vector | None) -> None:
        motion = find_motion(self.a, self.b, hint)
        if motion is None:
            return
        went = motion.apply(self.a.vertices).astype(np.float32)
        at = find_near(went, self.b.vertices, REACH)
        went[at >= 0] = self.b.vertices[at[at >= 0]]
        before = self.places, self.pairs
        self.places = self._places(went)
        self.pairs = self._match(self.places.corners_a)
        if len(self.pairs.a) > len(before[1].a):
            self.motion = motion
            self.rounded, self.rounded_by = 0, 0.0
        else:
            self.places, self.pairs = before

    def _match_moved(self) -> Flags:
        """Match the rest of the faces by what became of their corners; which pairs these are."""
        places = self.places
        left_a, left_b = self._alone()
        if not len(left_a) or not len(left_b):
            return np.zeros(len(self.pairs.a), bool)
        map_ = PlaceMap(
            places.points,
            places.corners_a[left_a],
            places.corners_b[left_b],
            places.corners_a,
            places.corners_b,
        )
        to = map_.find(places.of_a, places.of_b, alike=self._is_numbered_alike())
        self.to = np.where(to < 0, self.to, to)
        surfaces = (
            mesh.materials[rows].astype(np.int64)
            for mesh, rows in ((self.a, left_a), (self.b, left_b))
        )
        more = match_faces(self.to[map_.corners_a], map_.corners_b, *surfaces)
        reshaped = left_a[more.a]
        self._join(more, left_a, left_b)
        left_a, left_b = self._alone()
        corners = self.to[places.corners_a[left_a]], places.corners_b[left_b]
        torn = match_torn(*corners, places.points)
        reshaped = np.concatenate([reshaped, left_a[torn.a]])
        self._join(torn, left_a, left_b)
        return np.isin(self.pairs.a, reshaped)

    def _join(self, more: FacePairs, left_a: Ints, left_b: Ints) -> None:
        """Take pairs of what was left."""
        found = FacePairs(left_a[more.a], left_b[more.b], more.corners, more.turned)
        self.pairs = join_pairs(self.pairs, found)

    def _is_numbered_alike(self) -> bool:
        same, _ = match_rows(*(np.sort(mesh.faces, axis=1) for mesh in (self.a, self.b)))
        return len(same) >= _MOSTLY * max(len(self.a.faces), len(self.b.faces))

    def _alone(self) -> tuple[Ints, Ints]:
        """The faces that A has alone, and those that B has."""
        in_a = np.ones(len(self.a.faces), bool)
        in_b = np.ones(len(self.b.faces), bool)
        in_a[self.pairs.a] = False
        in_b[self.pairs.b] = False
        return np.flatnonzero(in_a), np.flatnonzero(in_b)

    # What is told

    def diff(
        self, rooms: Mapping[int, int] | None, header: tuple[HeaderDifference, ...]
    ) -> MeshDiff:
        """All of it."""
        gone, new = self._alone()
        places, pairs = self.places, self.pairs
        corners = self.to[places.corners_a], places.corners_b
        turned = pairs.turned
        links = find_link_differences(self.a, self.b, pairs, corners, (gone, new), rooms)
        found = MeshDiff(
            self.a,
            self.b,
            pairs=pairs,
            faces_a=gone,
            faces_b=new,
            motion=self.motion,
            rounded=self.rounded,
            rounded_by=self.rounded_by,
            added=find_patches(self.b, places.corners_b, new, None, is_a=False),
            removed=find_patches(self.a, places.corners_a, gone, None, is_a=True),
            turned=self._patches(turned),
            painted=self._painted(),
            moved=self._moved(),
            links=links,
            renumbered_links=count_renumbered(self.a, self.b, pairs, rooms),
            header=self._not_moved(header),
            numbering=self._numbering(),
        )
        same = found.is_content_same and found.numbering.is_same
        tables = compare_tables(self.a, self.b, authored_same=same)
        return replace(found, tables=tables)

    def _not_moved(self, header: tuple[HeaderDifference, ...]) -> tuple[HeaderDifference, ...]:
        """What the header has other than the motion of all of it explains."""
        if self.motion is None:
            return header
        turn = Motion((0.0, 0.0, 0.0), self.motion.degrees)
        found = []
        for each in header:
            move = turn if each.name == "position" else self.motion
            if each.name in ("position", "relative_hooks", "absolute_hooks"):
                old, new = np.atleast_2d(each.old), np.atleast_2d(each.new)
                if np.abs(move.apply(old) - new).max() <= REACH:
                    continue
            found.append(each)
        return tuple(found)

    def _patches(self, chosen: Flags) -> tuple[Patch, ...]:
        """The patches of chosen pairs, as they lie in B."""
        a, b = self.pairs.a[chosen], self.pairs.b[chosen]
        return find_patches(self.b, self.places.corners_b, b, a, is_a=False)

    def _painted(self) -> tuple[Painted, ...]:
        old = self.a.materials[self.pairs.a].astype(np.int64)
        new = self.b.materials[self.pairs.b].astype(np.int64)
        kinds = np.unique(np.stack([old, new], axis=1)[old != new], axis=0)
        found = [
            Painted(was, now, patch)
            for was, now in kinds.tolist()
            for patch in self._patches((old == was) & (new == now))
        ]
        return tuple(sorted(found, key=lambda each: -each.patch.area))

    def _moved(self) -> tuple[MovedVertices, ...]:
        rows = np.full(len(self.b.faces), -1, np.intp)
        rows[self.pairs.b] = np.arange(len(self.pairs.b))
        old = self.places.corners_a[self.pairs.a]
        new = np.take_along_axis(self.places.corners_b[self.pairs.b], self.pairs.corners, axis=1)
        found = []
        told: set[tuple[int, int]] = set()
        for patch in self._patches(self.reshaped):
            here = rows[list(patch.faces_b)]
            ways = np.unique(np.stack([old[here], new[here]], axis=2).reshape(-1, 2), axis=0)
            went = [(u, w) for u, w in ways.tolist() if u != w and (u, w) not in told]
            if went:  # a corner that two patches share is told once
                told.update(went)
                found.append(self._told(np.array(went), patch))
        return tuple(found)

    def _told(self, went: Ints, patch: Patch) -> MovedVertices:
        starts, ends = self.places.points[went[:, 0]], self.places.points[went[:, 1]]
        far = np.linalg.norm(ends - starts, axis=1)
        return MovedVertices(
            tuple(map(_point, starts.tolist())),
            tuple(map(_point, ends.tolist())),
            float(far.max()),
            float(np.median(far)),
            patch,
        )

    def _numbering(self) -> Numbering:
        places, pairs = self.places, self.pairs
        same = pairs.a == pairs.b
        starts = (pairs.corners[:, 0] != 0) & ~pairs.turned
        used = [np.unique(mesh.faces) for mesh in (self.a, self.b)]
        counts = [len(self.a.vertices), len(self.b.vertices)]
        both = min(counts)
        doubled = [
            count - len(np.unique(of))
            for count, of in zip(counts, (places.of_a, places.of_b), strict=True)
        ]
        return Numbering(
            faces=int((~same).sum()),
            corners=int(starts.sum()),
            vertices=int((self.to[places.of_a[:both]] != places.of_b[:both]).sum()),
            doubled_a=doubled[0],
            doubled_b=doubled[1],
            unused_a=counts[0] - len(used[0]),
            unused_b=counts[1] - len(used[1]),
        )


def _point(values: list[float]) -> Point:
    x, y, z = values
    return x, y, z
