"""ARE012: links that meet nothing in the room they lead to."""

from collections import defaultdict

import numpy as np

from kotorlevel.checks.facts.area.room_links import is_cutscene
from kotorlevel.checks.facts.area.seam_links import at_boundary, room_name
from kotorlevel.checks.facts.mesh.places import counted
from kotorlevel.checks.rules import AreaSubject, Findings, Options, Severity, rule
from kotorlevel.core.distinct import distinct


@rule("ARE012", "link-to-nowhere", Severity.WARNING, AreaSubject)
def link_to_nowhere(subject: AreaSubject, options: Options) -> Findings:
    """An edge leads to a room, but meets no edge of it.

    Why it matters: the player is stopped there, or put on a floor that is not beside the edge.
    Either the link is left over from an older layout, or one of the rooms was moved. An edge with
    no length to speak of has nothing to cross, and is passed over: a shipped room has some.

    How to fix: move the room to where it belongs. Only if there is to be no way any more, take the
    link out: `kotorlevel fix --clear`, or `kotorlevel link --clear`.
    """
    boundary, misses = subject.area.geometry.seams.boundary, subject.area.geometry.near_misses
    if not misses.complete:
        return  # then nobody can say that an edge meets nothing
    leads = boundary.transition
    candidates = (subject.area.geometry.seams.partner < 0) & (leads != boundary.room)
    candidates &= np.isin(leads, distinct(boundary.room))  # of others another rule tells
    candidates[subject.area.geometry.seams.crowded] = False
    candidates &= boundary.length > options.seam_tolerance
    almost = {(m.room, m.edge, m.other_room) for m in misses.found}
    almost |= {(m.other_room, m.other_edge, m.room) for m in misses.found}
    groups: dict[tuple[int, int], list[int]] = defaultdict(list)
    for row in np.flatnonzero(candidates).tolist():
        room, target = int(boundary.room[row]), int(leads[row])
        if (room, int(boundary.edge[row]), target) not in almost:
            groups[room, target].append(row)
    is_kept = is_cutscene(subject)  # the rooms are those of another area, and meet something there
    severity = Severity.INFO if is_kept else Severity.ERROR
    for (_room, target), rows in sorted(groups.items()):
        edges = counted(len(rows), "edge leads", "edges lead")
        meet = "meets" if len(rows) == 1 else "meet"
        text = f"{edges} to room {target} ({room_name(subject, target)}) and {meet} nothing there"
        yield at_boundary(subject, rows, text, severity)
