"""CAU001: a line of the layout was inserted, removed or moved by hand."""

import numpy as np

from kotorlevel.area.area import Area
from kotorlevel.checks.causes import Proposal, Proposals, Suspect
from kotorlevel.checks.facts.area.names import list_unused
from kotorlevel.checks.facts.area.numbering import (
    Change,
    Numbering,
    find_gone,
    find_numbering,
    renumbered,
    repeats_a_room,
)
from kotorlevel.checks.facts.area.seam_links import room_name
from kotorlevel.checks.facts.mesh.places import counted
from kotorlevel.checks.rules import Finding, Options, Severity, rule
from kotorlevel.core.resource import same_name
from kotorlevel.core.text import printable


@rule("CAU001", "layout-changed", Severity.ERROR, Suspect, fix="safe")
def layout_changed(suspect: Suspect, _: Options) -> Proposals:
    """A room was inserted into the layout, taken out of it or moved within it by hand.

    Why it matters: walkmeshes lead to rooms by their number in the layout. Where a line comes or
    goes, all rooms behind it get another number, and the links still use the old ones: the player
    is stopped at doorways all over the area.

    How to fix: let `kotorlevel fix` give the links the numbers of today, also those that lead to
    rooms which are not here; or put the line back. `kotorlevel layout` adds, removes and reorders
    rooms with all of their links.
    """
    if not suspect.has("ARE003", "ARE004", "ARE011", "ARE012"):
        return
    numbering = find_numbering(suspect.subject)
    if numbering is None:
        return
    after = renumbered(suspect.subject, numbering)
    here = [r for change in numbering.changes if change.kind != "removed" for r in change.rooms]
    finding = Finding(
        f"{_what(suspect, numbering)}: {_links(suspect.area, after)}",
        place="room" if here else "",
        numbers=tuple(here),
        fix=None if numbering.sure and not repeats_a_room(suspect.area, numbering) else "unsafe",
    )
    yield Proposal(finding, after)


def _what(suspect: Suspect, numbering: Numbering) -> str:
    return ", and ".join(_describe(suspect, each, numbering) for each in numbering.changes)


def _describe(suspect: Suspect, change: Change, numbering: Numbering) -> str:
    rooms = change.rooms
    if change.kind == "reordered":
        return "the rooms stand in another order in the layout than before"
    if change.kind == "removed":
        gone = find_gone(suspect.area, change, numbering) or _gone(suspect.area)
        name = f"a room ({printable(gone)})" if gone else "a room"
        text = f"{name} was taken out of the layout, where it was number {rooms[0]}"
        if any(same_name(each.name, gone) for each in list_unused(suspect.area)):
            text += " (its walkmesh is still here: put the line back if that was not meant)"
        return text
    names = [room_name(suspect.subject, room) for room in rooms]
    if change.kind == "swapped":
        return f"{names[0]} and {names[1]} have changed places in the layout"
    if change.kind == "moved":
        was = int(np.flatnonzero(numbering.new == rooms[0])[0])
        return f"{names[0]} was moved in the layout, from number {was} to {rooms[0]}"
    if repeats_a_room(suspect.area, numbering):
        text = f"{names[0]} stands in the layout twice, one more time as number {rooms[0]}"
        return f"{text} (take that line out again)"
    return f"{names[0]} was inserted into the layout as number {rooms[0]}"


def _gone(area: Area) -> str:
    """The one name of the visibility that the layout lacks."""
    if area.visibility is None:
        return ""
    names = [name for name in area.visibility.rooms if area.find_room(name) is None]
    return names[0] if len(names) == 1 else ""


def _links(before: Area, after: Area) -> str:
    changed = [
        int((a.mesh.transitions != b.mesh.transitions).sum())
        for a, b in zip(before.rooms, after.rooms, strict=True)
        if a.mesh is not None and b.mesh is not None and a.mesh is not b.mesh
    ]
    links = counted(sum(changed), "link", "links")
    rooms = counted(len(changed), "room", "rooms")
    still = "still uses the number" if sum(changed) == 1 else "still use the numbers"
    return f"{links} of {rooms} {still} from before"
