"""Fixes that change the shape or the place of rooms, so that they meet; none of them is safe."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.area.links.near_misses import NearMiss
from kotorlevel.area.links.snap import Pair, snap_seams, split_seams
from kotorlevel.checks.facts.area.closing import FARTHEST_MOVE, can_be_snapped, can_be_split
from kotorlevel.checks.facts.area.misplaced import find_misplaced
from kotorlevel.checks.facts.mesh.places import counted, figure
from kotorlevel.checks.finding import Finding
from kotorlevel.checks.options import Options
from kotorlevel.checks.subjects import AreaSubject
from kotorlevel.core.types import Point
from kotorlevel.core.words import short_list
from kotorlevel.mesh.io import encode_walkmesh
from kotorlevel.repair.step import (
    AreaFiles,
    AreaFix,
    FileChange,
    Step,
    as_told,
    mesh_of,
    named_edges,
)

if TYPE_CHECKING:
    from kotorlevel.area.area import Area


_MISPLACED, _NEAR = ("ARE013",), ("ARE005",)
_NAMED_PLACES = 3


def _move_rooms(
    subject: AreaSubject, findings: Sequence[Finding], files: AreaFiles, options: Options
) -> dict[Path, FileChange]:
    """The walkmeshes stand where they meet their neighbours; positions in the layout stay."""
    named = {room for finding in findings for room in finding.numbers}
    area, changes = as_told(subject.area, options), {}
    for room, misplaced in find_misplaced(subject).items():
        if room in named and room in files.rooms:
            mesh = mesh_of(area, room).translated(misplaced.offset)
            way = ", ".join(map(figure, misplaced.offset))
            text = f"moved the walkmesh by ({way}) metres; the model stays at its layout position"
            data = encode_walkmesh(mesh, area.rooms[room].name)
            changes[files.rooms[room]] = FileChange(data, Step(text, _MISPLACED))
    return changes


def _snap(
    subject: AreaSubject, findings: Sequence[Finding], files: AreaFiles, options: Options
) -> dict[Path, FileChange]:
    """The corners of one room stand on those of the other."""
    pairs = _choose(subject, findings, files, can_be_snapped)
    if not pairs:
        return {}
    area, report = snap_seams(as_told(subject.area, options), FARTHEST_MOVE, pairs)
    moves: dict[int, list[tuple[float, Point]]] = defaultdict(list)
    for move in report.moved:
        far = float(np.linalg.norm(np.subtract(move.end, move.start)))
        moves[move.room].append((far, move.end))
    texts = {}
    for room, moved in moves.items():
        corners = counted(len(moved), "corner", "corners")
        far = max(distance for distance, _ in moved)
        to = _places(place for _, place in moved)
        texts[room] = f"moved {corners} by {'up to ' * (len(moved) > 1)}{_length(far)}, to {to}"
    return _changes(area, texts, files)


def _split(
    subject: AreaSubject, findings: Sequence[Finding], files: AreaFiles, options: Options
) -> dict[Path, FileChange]:
    """The longer edge has a vertex where the shorter one ends."""
    pairs = _choose(subject, findings, files, can_be_split)
    if not pairs:
        return {}
    area, splits = split_seams(as_told(subject.area, options), pairs)
    places: dict[int, list[tuple[int, Point]]] = defaultdict(list)
    for split in splits:
        places[split.room].append((split.edge, split.at))
    texts = {}
    for room, given in places.items():
        edges = counted(len({edge for edge, _ in given}), "edge", "edges")
        texts[room] = f"split {edges} at {_places(place for _, place in given)}"
    return _changes(area, texts, files)


def _choose(
    subject: AreaSubject,
    findings: Sequence[Finding],
    files: AreaFiles,
    can_be: Callable[[NearMiss], bool],
) -> set[Pair]:
    """The near misses that findings name, between rooms that may both be changed."""
    named = named_edges(subject, findings)
    pairs = {
        ((miss.room, miss.edge), (miss.other_room, miss.other_edge)): miss
        for miss in subject.area.geometry.near_misses.found
    }
    # Who is linked to one room over a gap is not to be taken from it for another.
    taken = {edge for pair, miss in pairs.items() if miss.linked for edge in pair}
    return {
        pair
        for pair, miss in pairs.items()
        if pair[0] in named
        and {miss.room, miss.other_room} <= files.rooms.keys()
        and taken.isdisjoint(pair)
        and can_be(miss)
    }


def _changes(area: Area, texts: dict[int, str], files: AreaFiles) -> dict[Path, FileChange]:
    """The rooms that were edited; none at all where one of them may not be changed."""
    if not texts.keys() <= files.rooms.keys():
        return {}
    changes = {}
    for room, text in texts.items():
        data = encode_walkmesh(mesh_of(area, room), area.rooms[room].name)
        changes[files.rooms[room]] = FileChange(data, Step(text, _NEAR))
    return changes


def _places(points: Iterable[Point]) -> str:
    texts = [f"({', '.join(map(figure, point))})" for point in sorted(set(points))]
    return short_list(texts, _NAMED_PLACES)


def _length(metres: float) -> str:
    return f"{1000 * metres:.1f} mm" if metres < 0.01 else f"{100 * metres:.1f} cm"


MOVE_FIX = AreaFix(_MISPLACED, _move_rooms)
SNAP_FIX, SPLIT_FIX = AreaFix(_NEAR, _snap), AreaFix(_NEAR, _split)
