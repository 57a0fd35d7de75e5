"""A fix of a file or an area, and a step: one thing that a repair did."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kotorlevel.checks.finding import Finding
from kotorlevel.checks.options import Options
from kotorlevel.checks.subjects import AreaSubject
from kotorlevel.mesh.walkmesh import Walkmesh

if TYPE_CHECKING:
    from kotorlevel.area.area import Area


Apply = Callable[[bytes, Sequence[Finding], Options], bytes]


@dataclass(frozen=True)
class Step:
    """What was done, in a few words, for which rules, and in which file."""

    text: str
    rules: tuple[str, ...]
    file: str = ""


@dataclass(frozen=True)
class Fix:
    """What is done about the findings of ``rules``, in a few words and in fact.

    ``apply`` takes the file, the findings and the options, and returns the file with nothing
    changed but what the findings speak of. It may raise `FormatError` or return the file as it is.
    """

    text: str
    rules: tuple[str, ...]
    apply: Apply


@dataclass(frozen=True)
class AreaFiles:
    """The files of an area that may be changed: walkmeshes by room index, and single ones."""

    rooms: Mapping[int, Path]
    layout: Path | None = None
    visibility: Path | None = None
    path_points: Path | None = None
    git: Path | None = None
    are: Path | None = None


class FileChange(NamedTuple):
    """The new bytes of a file, and what was done to it."""

    after: bytes
    step: Step


ApplyToArea = Callable[[AreaSubject, Sequence[Finding], AreaFiles, Options], dict[Path, FileChange]]


@dataclass(frozen=True)
class AreaFix:
    """What is done about the findings of ``rules`` in an area.

    ``apply`` takes the area, the findings, the files that may be changed and the options, whose
    ``materials`` are never None. It returns the changes, none where the fix cannot be made, and
    changes nothing but what the findings speak of.
    """

    rules: tuple[str, ...]
    apply: ApplyToArea


def mesh_of(area: Area, room: int) -> Walkmesh:
    """The walkmesh of a room that has one."""
    mesh = area.rooms[room].mesh
    assert mesh is not None
    return mesh


def as_told(area: Area, options: Options) -> Area:
    """The area for edits: its meshes go by the surfaces of the options.

    An edited mesh is grouped by what can be walked on, and the user may have given another table
    than the one that the area was read with.
    """
    surfaces = options.surfaces
    if surfaces is None:
        return area
    meshes = {room.index: room.mesh for room in area.rooms if room.mesh is not None}
    told = {
        index: replace(mesh, surfaces=surfaces)
        for index, mesh in meshes.items()
        if mesh.surfaces is not surfaces
    }
    return area.with_meshes({**told}) if told else area


def named_edges(subject: AreaSubject, findings: Sequence[Finding]) -> dict[tuple[int, int], str]:
    """Room index and edge → the rule that names it."""
    rooms = {subject.file_of(room): room.index for room in subject.area.rooms}
    return {
        (rooms[finding.file], edge): finding.rule
        for finding in findings
        if finding.file in rooms
        for edge in finding.numbers
    }
