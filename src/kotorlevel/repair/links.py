"""Fixes for the links between rooms: they concern several files at once.

They come after the fixes of single files, which may have to bring back the edges first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.area.load import load_area
from kotorlevel.area.relink import relink
from kotorlevel.check.places import counted
from kotorlevel.check.run import run_rules
from kotorlevel.check.subjects import AreaSubject
from kotorlevel.core.errors import FormatError
from kotorlevel.formats.bwm import parse_bwm
from kotorlevel.mesh.walkmesh import Walkmesh
from kotorlevel.repair.step import Step
from kotorlevel.repair.tables import rewritten

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.check.options import Options
    from kotorlevel.repair.repair import Repair

LINK_RULES = ("ARE003", "ARE010", "ARE011")
"""Rules whose findings follow from the shapes of the rooms: what they meet is where they lead."""


def repair_links(repairs: Mapping[Path, Repair], options: Options) -> dict[Path, Repair]:
    """The repairs of files, with links set right between rooms whose layout is among them.

    Only files of ``repairs`` are changed, and in them only the numbers of the rooms that edges
    lead to. ``left`` tells of single files, as before.
    """
    done = dict(repairs)
    if not any(options.wants(rule) for rule in LINK_RULES):
        return done
    files = {path.resolve(): path for path in done}
    for path in repairs:
        if path.suffix.lower() != ".lyt":
            continue
        try:
            area = load_area(path)
        except FormatError:  # said where the layout itself is repaired
            continue
        _repair_area(area, path, files, done, options)
    return done


def _repair_area(
    area: Area, layout: Path, files: Mapping[Path, Path], done: dict[Path, Repair], options: Options
) -> None:
    """Set the links of one area right, in the repairs that are ``done``."""
    owners = _find_files(area, files)
    area = _as_repaired(area, owners, done, options)
    subject = AreaSubject(layout.as_posix(), area)
    found = run_rules([subject], replace(options, select=_wanted(options)), subject.name)
    rules: dict[tuple[str, int], str] = {
        (finding.file, edge): finding.rule for finding in found for edge in finding.numbers
    }
    changes: dict[int, dict[int, int]] = defaultdict(dict)
    used: dict[int, set[str]] = defaultdict(set)
    for change in relink(area)[1].changes:
        room = area.rooms[change.room]
        rule = rules.get((subject.file_of(room), change.edge))
        if rule is not None and change.room in owners and options.wants(rule, room.source):
            changes[change.room][change.edge] = change.now
            used[change.room].add(rule)
    for index, edges in changes.items():
        path = owners[index]
        after, count = _with_transitions(done[path].after, edges)
        if count:
            text = "linked " + counted(
                count, "edge to the room that it meets", "edges to the rooms that they meet"
            )
            steps = (*done[path].steps, Step(text, tuple(sorted(used[index]))))
            done[path] = replace(done[path], after=after, steps=steps)


def _wanted(options: Options) -> tuple[str, ...]:
    return tuple(rule for rule in LINK_RULES if options.wants(rule))


def _find_files(area: Area, files: Mapping[Path, Path]) -> dict[int, Path]:
    """Room index → the file among ``files`` that holds its walkmesh."""
    owners = {}
    for room in area.rooms:
        path = room.resource.path if room.resource else None
        if path is not None and (known := files.get(path.resolve())) is not None:
            owners[room.index] = known
    return owners


def _as_repaired(
    area: Area, owners: Mapping[int, Path], done: Mapping[Path, Repair], options: Options
) -> Area:
    """The area with the meshes of its rooms as their repairs leave them."""
    meshes: dict[int, Walkmesh | None] = {}
    for index, path in owners.items():
        if done[path].changed:
            try:
                bwm = parse_bwm(done[path].after, path.as_posix())
            except FormatError:
                meshes[index] = None
            else:
                meshes[index] = Walkmesh.from_bwm(bwm, options.materials or area.surfaces)
    return area.with_meshes(meshes)


def _with_transitions(data: bytes, wanted: Mapping[int, int]) -> tuple[bytes, int]:
    """The file with other transitions on some edges, and how many; edges it lacks are left."""
    bwm = parse_bwm(data)
    edges = bwm.edges.copy()
    rows: Sequence[int] = [r for r, e in enumerate(edges["edge"].tolist()) if e in wanted]
    for row in rows:
        edges["transition"][row] = wanted[int(edges["edge"][row])]
    return rewritten(bwm, {"edges": edges}), len(rows)
