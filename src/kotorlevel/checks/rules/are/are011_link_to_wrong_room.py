"""ARE011: seams that lead to another room than the one they meet."""

from kotorlevel.checks.facts.area.room_links import is_cutscene
from kotorlevel.checks.facts.area.room_order import describe_order, find_new_order
from kotorlevel.checks.facts.area.seam_links import (
    group_sides,
    room_name,
    seam_findings,
    seam_sides,
)
from kotorlevel.checks.facts.mesh.places import counted, listed
from kotorlevel.checks.rules import AreaSubject, Finding, Findings, FixKind, Options, Severity, rule
from kotorlevel.core.distinct import distinct


@rule("ARE011", "link-to-wrong-room", Severity.ERROR, AreaSubject, fix="safe")
def link_to_wrong_room(subject: AreaSubject, _: Options) -> Findings:
    """An edge leads to another room than the one it meets.

    Why it matters: the game looks for the floor in a room that is somewhere else, and the player
    is stopped. Mostly rooms were added to or reordered in the layout and the walkmeshes did not
    follow: then many links are off by the same number.

    How to fix: give the edges the number that the room has now: `kotorlevel fix`, or
    `kotorlevel link`. Where rooms have changed places in the layout by mistake, which an info says,
    put their lines back instead. To reorder rooms without this, use `kotorlevel layout`.
    """
    sides = seam_sides(subject)
    transition = subject.area.geometry.seams.boundary.transition
    found = []
    for side in group_sides(subject, sides, (sides.leads != -1) & (sides.leads != sides.wanted)):
        targets = distinct(transition[list(side.rows)])
        edges = counted(len(side.rows), "edge meets", "edges meet")
        leads = "leads" if len(side.rows) == 1 else "lead"
        rooms = "room" if len(targets) == 1 else "rooms"
        text = f"{edges} {room_name(subject, side.other)} and {leads} to {rooms} {listed(targets)}"
        found.append((side, f"{text}, expected room {side.other}"))
    yield from seam_findings(subject, found, Severity.ERROR)
    if found and (moved := find_new_order(subject)):
        text = describe_order(subject, moved)
        fix: FixKind | None = "" if is_cutscene(subject) else None
        yield Finding(text, "room", tuple(sorted(moved)), severity=Severity.INFO, fix=fix)
