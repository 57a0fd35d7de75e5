"""`merge_files`: one file of two versions, as version control asks for it.

A file alone does not say what became of the others: the links of a walkmesh are numbers of a
layout that is merged elsewhere. What cannot be known from the file is in the notes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from kotorlevel.area.area import Area, Room
from kotorlevel.area.edit.merge.gff.files import merge_gff
from kotorlevel.area.edit.merge.merge import merge_areas
from kotorlevel.area.edit.merge.meshes import same_faces, with_numbers
from kotorlevel.area.edit.merge.names import RoomNames, Version
from kotorlevel.area.edit.merge.places import MOVED_ALIKE, Placed, PlaceMerger
from kotorlevel.area.edit.merge.points import merge_points
from kotorlevel.area.edit.merge.sight import merge_sight
from kotorlevel.area.edit.merge.tables import merge_tables
from kotorlevel.area.edit.merge.three_way import Conflict, ConflictError, Judge, Side
from kotorlevel.core.errors import InputError
from kotorlevel.core.source import Source, load_source
from kotorlevel.formats.detect import detect_data_format
from kotorlevel.formats.gff import parse_gff
from kotorlevel.formats.lyt import Layout, parse_layout
from kotorlevel.formats.pth import read_path_points
from kotorlevel.formats.twoda import parse_2da
from kotorlevel.formats.vis import parse_visibility
from kotorlevel.mesh.io import encode_walkmesh, parse_room_walkmesh

if TYPE_CHECKING:
    from kotorlevel.core.types import Vector
    from kotorlevel.mesh.walkmesh import Walkmesh

_LINKS = (
    "links are numbers of the layout: where rooms were added, removed or put in another order on "
    "one side, check the links of this walkmesh"
)
T = TypeVar("T")
_NOWHERE: Vector = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class FileMerge:
    """The merged file: its bytes, ``conflicts`` that the preferred side settled, and notes."""

    data: bytes
    conflicts: tuple[Conflict, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class _File:
    """Three versions of one file; ``base`` is None where there is none."""

    judge: Judge
    name: str
    a: bytes
    b: bytes
    base: bytes | None

    def versions(self, read: Callable[[bytes, str], T]) -> tuple[T, T, T | None]:
        """What the versions say; errors name the file and the side."""
        old = None if self.base is None else read(self.base, f"{self.name} (base)")
        return read(self.a, f"{self.name} (A)"), read(self.b, f"{self.name} (B)"), old


def merge_files(
    a: Source, b: Source, base: Source | None = None, *, name: str = "", prefer: Side | None = None
) -> FileMerge:
    """One file of two versions: LYT, VIS, WOK, PTH, GIT, ARE, IFO and other GFFs, or 2DA.

    ``a``, ``b`` and ``base`` are paths or bytes; ``name`` is what the file is called, where these
    do not tell. What only one side changed is taken, also where nothing can read it; an empty base
    is none. What both changed is settled by ``prefer``; without it `ConflictError` lists it.
    Raises `FormatError` for a file that cannot be read, `InputError` for one of no such kind,
    `ValueError` for GFFs of two kinds and layouts that list a room twice::

        merge = kl.merge_files("ours/m55aa.git", "theirs/m55aa.git", "base/m55aa.git")
        Path("m55aa.git").write_bytes(merge.data)
    """
    mine, theirs = load_source(a), load_source(b)
    old = None if base is None else load_source(base).data or None
    name = name or PurePath(mine.name or theirs.name).name
    if mine.data == theirs.data or theirs.data == old:
        return FileMerge(mine.data)
    if mine.data == old:
        return FileMerge(theirs.data)
    judge = Judge(prefer)
    data, notes = _find_merger(name, mine.data)(_File(judge, name, mine.data, theirs.data, old))
    judge.check()
    return FileMerge(data, tuple(judge.conflicts), notes)


_Merged = tuple[bytes, tuple[str, ...]]


def _find_merger(name: str, data: bytes) -> Callable[[_File], _Merged]:
    ending = PurePath(name).suffix.lower()
    known: dict[str, Callable[[_File], _Merged]] = {
        ".lyt": _merge_layout,
        ".vis": _merge_visibility,
        ".wok": _merge_walkmesh,
        ".pth": _merge_path_points,
        ".2da": _merge_2da,
    }
    if ending in known:
        return known[ending]
    if detect_data_format(data, name) == "gff":
        return _merge_gff
    kinds = "LYT, VIS, WOK, PTH, GIT, ARE, IFO and other GFFs, 2DA"
    raise InputError(f"both sides changed it, and only these can be merged: {kinds}", source=name)


def _merge_layout(file: _File) -> _Merged:
    areas = [None if each is None else _rooms_alone(each) for each in file.versions(parse_layout)]
    a, b, base = areas
    assert a is not None
    assert b is not None
    try:
        merged = merge_areas(a, b, base, file.judge.prefer)
    except ConflictError as error:
        file.judge.conflicts += error.conflicts
        return file.a, ()
    file.judge.conflicts += merged.conflicts
    # All others are on files that this one says nothing of.
    return merged.area.layout.to_bytes(), tuple(n for n in merged.notes if "order" in n)


def _rooms_alone(layout: Layout) -> Area:
    rooms = (Room(i, room.name, room.position) for i, room in enumerate(layout.rooms))
    return Area("", layout, rooms=tuple(rooms))


def _merge_visibility(file: _File) -> _Merged:
    a, b, base = (
        None if each is None else Area("", Layout(), each)
        for each in file.versions(parse_visibility)
    )
    assert a is not None
    assert b is not None
    merged, notes = merge_sight(a, b, base, (), (), file.judge.prefer)
    assert merged is not None
    return merged.to_bytes(), notes


def _merge_path_points(file: _File) -> _Merged:
    versions = file.versions(lambda data, name: read_path_points(parse_gff(data, name)))
    return merge_points(file.judge, *versions).to_bytes(), ()


def _merge_gff(file: _File) -> _Merged:
    return merge_gff(file.judge, *file.versions(parse_gff)).to_bytes(), ()


def _merge_2da(file: _File) -> _Merged:
    return merge_tables(file.judge, *file.versions(parse_2da)).to_bytes(), ()


class _Numbers(RoomNames):
    """Links of a walkmesh alone: numbers, whatever rooms they mean."""

    def __init__(self) -> None:
        super().__init__(())

    def tell(self, code: int) -> str:
        """A transition in words."""
        return "leads nowhere" if code < 0 else f"leads to room number {code}"


def _merge_walkmesh(file: _File) -> _Merged:
    a, b, base = file.versions(parse_room_walkmesh)
    room = PurePath(file.name).stem
    placed = [_placed(mesh, base) for mesh in (a, b)]
    old = None if base is None else _placed(base, base)
    merger = PlaceMerger(file.judge, _Numbers(), room, placed[0], placed[1], old, old)
    merged = merger.settle().mesh
    assert merged is not None
    mesh = with_numbers(merged.mesh, merged.codes)
    numbers = [_numbers(each) for each in (a, b, base) if each is not None]
    is_told = any(each != numbers[-1] for each in numbers)
    return encode_walkmesh(mesh, room), (_LINKS,) if is_told else ()


def _numbers(mesh: Walkmesh) -> list[int]:
    """The rooms that a walkmesh leads to, by number."""
    return sorted(mesh.transitions[mesh.transitions >= 0].tolist())


def _placed(mesh: Walkmesh, base: Walkmesh | None) -> Placed:
    """A side's walkmesh; its position is how far the base was moved, if that is all it was."""
    version = Version(mesh, mesh.transitions.astype(np.int64))
    if base is None or not len(mesh.vertices) or not same_faces(mesh, base):
        return Placed(_NOWHERE, version)
    if mesh.vertices.shape != base.vertices.shape:
        return Placed(_NOWHERE, version)
    if not all(np.isfinite(each.vertices).all() for each in (mesh, base)):
        return Placed(_NOWHERE, version)
    ways = mesh.vertices.astype(np.float64) - base.vertices
    way = np.median(ways, axis=0)
    if (np.abs(ways - way) > MOVED_ALIKE).any():
        return Placed(_NOWHERE, version)
    x, y, z = np.round(way, 6).tolist()
    return Placed((x, y, z), version)
