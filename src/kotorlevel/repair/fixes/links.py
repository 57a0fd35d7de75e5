"""Fixes for the links between rooms: only the numbers of the rooms that edges lead to change."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from kotorlevel.checks.facts.area.seam_links import seam_sides
from kotorlevel.checks.facts.mesh.places import counted
from kotorlevel.checks.finding import Finding
from kotorlevel.checks.options import Options
from kotorlevel.checks.subjects import AreaSubject
from kotorlevel.mesh.arrays import read_only
from kotorlevel.mesh.io import encode_walkmesh
from kotorlevel.mesh.walkmesh import Walkmesh
from kotorlevel.repair.step import AreaFiles, AreaFix, FileChange, Step, mesh_of, named_edges


def _set_links(
    subject: AreaSubject, findings: Sequence[Finding], files: AreaFiles, _: Options
) -> dict[Path, FileChange]:
    """Each edge leads to the room that it meets."""
    sides, boundary = seam_sides(subject), subject.area.geometry.seams.boundary
    rows = sides.row
    wanted = {
        (room, edge): other
        for room, edge, other in zip(
            boundary.room[rows].tolist(),
            boundary.edge[rows].tolist(),
            sides.wanted.tolist(),
            strict=True,
        )
    }
    words = "linked {} to the room it meets", "linked {} to the rooms they meet"
    return _with_links(subject, named_edges(subject, findings), wanted, files, words)


def _clear_links(
    subject: AreaSubject, findings: Sequence[Finding], files: AreaFiles, _: Options
) -> dict[Path, FileChange]:
    """The edges lead nowhere any more."""
    named = named_edges(subject, findings)
    words = (
        "cleared the link of {}, which meets nothing",
        "cleared the links of {}, which meet nothing",
    )
    return _with_links(subject, named, dict.fromkeys(named, -1), files, words)


def _with_links(
    subject: AreaSubject,
    named: Mapping[tuple[int, int], str],
    wanted: Mapping[tuple[int, int], int],
    files: AreaFiles,
    words: tuple[str, str],
) -> dict[Path, FileChange]:
    """The changes that make every named edge (room, edge) lead where it is ``wanted``."""
    links: dict[int, dict[int, int]] = defaultdict(dict)
    for room, edge in named:
        if room in files.rooms and (room, edge) in wanted:
            links[room][edge] = wanted[room, edge]
    changes = {}
    for room, targets in links.items():
        mesh, kept = _relinked(mesh_of(subject.area, room), targets)
        if mesh is not None and kept:
            text = words[len(kept) > 1].format(counted(len(kept), "edge", "edges"))
            rules = tuple(sorted({named[room, edge] for edge in kept}))
            changes[files.rooms[room]] = FileChange(
                encode_walkmesh(mesh, subject.area.rooms[room].name), Step(text, rules)
            )
    return changes


def _relinked(mesh: Walkmesh, targets: Mapping[int, int]) -> tuple[Walkmesh | None, list[int]]:
    """The mesh with other transitions, and on which edges; those that its file lacks are left.

    None where its tables would have to be derived anew: that is more than a link.
    """
    stored = set(mesh.edges["edge"].tolist())
    kept = [edge for edge in targets if edge in stored]
    transitions = mesh.transitions.copy()
    for edge in kept:
        transitions.reshape(-1)[edge] = targets[edge]
    relinked = replace(mesh, transitions=read_only(transitions))
    is_only_linked = relinked.stored is not None or bool(mesh.text)
    return (relinked if is_only_linked else None), kept


LINK_FIX = AreaFix(("ARE003", "ARE004", "ARE010", "ARE011"), _set_links)
"""Safe: what edges meet is where they lead."""

CLEAR_FIX = AreaFix(("ARE012",), _clear_links)
"""Only when asked for: perhaps it is the other room that is in the wrong place."""
