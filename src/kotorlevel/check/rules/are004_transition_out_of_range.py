"""ARE004: links to rooms that are not there."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from kotorlevel.check.finding import Finding, Severity
from kotorlevel.check.options import Options
from kotorlevel.check.places import counted, listed
from kotorlevel.check.room_links import RoomLinks, is_cutscene, link_finding, list_links
from kotorlevel.check.rule import rule
from kotorlevel.check.subjects import AreaSubject


@rule("ARE004", "transition-out-of-range", Severity.ERROR, AreaSubject)
def transition_out_of_range(subject: AreaSubject, _: Options) -> Iterator[Finding]:
    """An edge leads to a room that the layout does not have.

    Why it matters: a transition is the number of a room in the layout. Where there is no such
    room, or only an empty slot, or it is the room itself, the player cannot cross the edge, and
    the game may crash. Mostly rooms were added to or removed from the layout and the walkmeshes
    did not follow. Cutscene areas (`stunt_…`) reuse the rooms of other areas as they are; nobody
    walks there, and it is a warning.

    How to fix: give the edge the number that the room has in the layout now, from 0; empty slots
    (`****`) count.
    """
    is_slot = np.array([room.is_empty_slot for room in subject.area.rooms], bool)
    severity = Severity.WARNING if is_cutscene(subject) else Severity.ERROR
    count = len(is_slot)
    for links in list_links(subject):
        beyond = (links.targets < 0) | (links.targets >= count)
        slot = ~beyond & is_slot[np.where(beyond, 0, links.targets)]
        own = links.targets == links.room.index
        known = (
            f"the layout has rooms 0 to {count - 1:,}"
            if count > 1
            else "the layout has only room 0"
        )
        for chosen, what in (
            (beyond, f"; {known}"),
            (slot, ", an empty slot of the layout"),
            (own, ", which is the room itself"),
        ):
            if chosen.any():
                yield link_finding(subject, links, chosen, _text(links, chosen) + what, severity)


def _text(links: RoomLinks, chosen: NDArray[np.bool_]) -> str:
    """``2 edges lead to rooms 7 and 9``."""
    targets = np.unique(links.targets[chosen])
    edges = counted(int(chosen.sum()), "edge leads", "edges lead")
    return f"{edges} to {'room' if len(targets) == 1 else 'rooms'} {listed(targets)}"
