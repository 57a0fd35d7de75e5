"""A fix of a whole area: what it may change, and what it has changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kotorlevel.check.finding import Finding
from kotorlevel.check.subjects import AreaSubject
from kotorlevel.repair.step import Step

if TYPE_CHECKING:
    from kotorlevel.mesh.walkmesh import Walkmesh


@dataclass(frozen=True)
class AreaFiles:
    """The files of an area that may be changed: walkmeshes by room index, and single ones."""

    rooms: Mapping[int, Path]
    visibility: Path | None = None
    path_points: Path | None = None


class FileChange(NamedTuple):
    """The new bytes of a file, and what was done to it."""

    after: bytes
    step: Step


ApplyToArea = Callable[[AreaSubject, Sequence[Finding], AreaFiles], dict[Path, FileChange]]


@dataclass(frozen=True)
class AreaFix:
    """What is done about the findings of ``rules`` in an area.

    ``apply`` takes the area, the findings and the files that may be changed, and returns the
    changes, none where the fix cannot be made. It changes nothing but what the findings speak of.
    """

    rules: tuple[str, ...]
    apply: ApplyToArea


def mesh_of(subject: AreaSubject, room: int) -> Walkmesh:
    """The walkmesh of a room that has one."""
    mesh = subject.area.rooms[room].mesh
    assert mesh is not None
    return mesh


def named_edges(subject: AreaSubject, findings: Sequence[Finding]) -> dict[tuple[int, int], str]:
    """Room index and edge → the rule that names it."""
    rooms = {subject.file_of(room): room.index for room in subject.area.rooms}
    return {
        (rooms[finding.file], edge): finding.rule
        for finding in findings
        if finding.file in rooms
        for edge in finding.numbers
    }
