"""ARE003: seams that can be crossed in one direction only."""

from kotorlevel.checks.facts.area.seam_links import (
    group_sides,
    room_name,
    seam_findings,
    seam_sides,
)
from kotorlevel.checks.facts.mesh.places import counted
from kotorlevel.checks.rules import AreaSubject, Findings, Options, Severity, rule


@rule("ARE003", "one-sided-link", Severity.ERROR, AreaSubject, fix="safe")
def one_sided_link(subject: AreaSubject, _: Options) -> Findings:
    """A seam can be crossed in one direction only.

    Why it matters: the player walks into the next room and cannot come back. Mostly one of the
    two walkmeshes was replaced or exported anew and lost its links.

    How to fix: link the other side as well: `kotorlevel fix`, or `kotorlevel link`.
    """
    sides = seam_sides(subject)
    found = []
    for side in group_sides(subject, sides, (sides.leads == -1) & sides.back):
        here, there = room_name(subject, side.room), room_name(subject, side.other)
        edges = counted(len(side.rows), "edge leads", "edges lead")
        text = f"{there} → {here} works, {here} → {there} does not: {edges} nowhere"
        found.append((side, f"{text}, expected room {side.other}"))
    yield from seam_findings(subject, found, Severity.ERROR)
