"""ARE010: seams without a link."""

from kotorlevel.checks.facts.area.seam_links import (
    group_sides,
    room_name,
    seam_findings,
    seam_sides,
)
from kotorlevel.checks.facts.mesh.places import counted
from kotorlevel.checks.rules import AreaSubject, Findings, Options, Severity, rule


@rule("ARE010", "link-missing", Severity.ERROR, AreaSubject, fix="safe")
def link_missing(subject: AreaSubject, _: Options) -> Findings:
    """The floors of two rooms meet, and nothing links them.

    Why it matters: there is an invisible wall. Floors that touch are not enough for the game: an
    edge must name the room behind it. Edges with a wall on them do not count.

    How to fix: link both sides: `kotorlevel fix`, or `kotorlevel link`.
    """
    sides = seam_sides(subject)
    found = []
    for side in group_sides(subject, sides, (sides.leads == -1) & ~sides.back):
        edges = counted(len(side.rows), "edge meets", "edges meet")
        leads = "leads" if len(side.rows) == 1 else "lead"
        text = f"{edges} {room_name(subject, side.other)} and {leads} nowhere"
        found.append((side, f"{text}, expected room {side.other}"))
    yield from seam_findings(subject, found, Severity.ERROR)
