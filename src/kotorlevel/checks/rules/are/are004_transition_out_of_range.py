"""ARE004: links to rooms that are not there."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kotorlevel.checks.facts.area.room_links import RoomLinks, is_cutscene, link_finding, list_links
from kotorlevel.checks.facts.area.seam_links import seam_sides
from kotorlevel.checks.facts.mesh.places import counted, listed
from kotorlevel.checks.rules import AreaSubject, Findings, FixKind, Options, Severity, rule
from kotorlevel.core.distinct import distinct


@rule("ARE004", "transition-out-of-range", Severity.ERROR, AreaSubject, fix="safe")
def transition_out_of_range(subject: AreaSubject, _: Options) -> Findings:
    """An edge leads to a room that the layout does not have.

    Why it matters: a transition is the number of a room in the layout. Where there is no such
    room, or only an empty slot, or it is the room itself, the player cannot cross the edge, and
    the game may crash. Mostly rooms were added to or removed from the layout and the walkmeshes
    did not follow. Cutscene areas (`stunt_…`) reuse the rooms of other areas as they are; nobody
    walks there, and it is a warning.

    How to fix: give the edge the number that the room has in the layout now, from 0; empty slots
    (`****`) count. Where the edge meets another room it is that room's number, and `kotorlevel
    fix` sets it (ARE011).
    """
    is_slot = np.array([room.is_empty_slot for room in subject.area.rooms], bool)
    severity = Severity.WARNING if is_cutscene(subject) else Severity.ERROR
    seamed = _edges_at_seams(subject)
    for links in list_links(subject):
        at_seam = np.array([(links.room.index, edge) in seamed for edge in links.edges], bool)
        fixes: dict[FixKind, NDArray[np.bool_]] = {"safe": at_seam, "": ~at_seam}
        for chosen, what in _wrong_links(links, is_slot):
            for fix, part in fixes.items():
                if (both := chosen & part).any():
                    text = _text(links, both) + what
                    found = link_finding(subject, links, both, text, severity)
                    yield replace(found, fix=fix)


def _wrong_links(
    links: RoomLinks, is_slot: NDArray[np.bool_]
) -> Iterator[tuple[NDArray[np.bool_], str]]:
    """Which links (n,) lead to no room, for each reason, and that reason in words."""
    count = len(is_slot)
    beyond = (links.targets < 0) | (links.targets >= count)
    known = f"rooms 0 to {count - 1:,}" if count > 1 else "only room 0"
    yield beyond, f"; the layout has {known}"
    yield (
        ~beyond & is_slot[np.where(beyond, 0, links.targets)],
        ", an empty slot of the layout",
    )
    yield links.targets == links.room.index, ", which is the room itself"


def _edges_at_seams(subject: AreaSubject) -> set[tuple[int, int]]:
    """Room and edge of what meets another room, where the link can be set by that."""
    if is_cutscene(subject):  # its rooms lead where they lead in another area
        return set()
    boundary, rows = subject.area.geometry.seams.boundary, seam_sides(subject).row
    return set(zip(boundary.room[rows].tolist(), boundary.edge[rows].tolist(), strict=True))


def _text(links: RoomLinks, chosen: NDArray[np.bool_]) -> str:
    """``2 edges lead to rooms 7 and 9``."""
    targets = distinct(links.targets[chosen])
    edges = counted(int(chosen.sum()), "edge leads", "edges lead")
    return f"{edges} to {'room' if len(targets) == 1 else 'rooms'} {listed(targets)}"
