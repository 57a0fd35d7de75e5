"""ARE005: edges of two rooms that almost meet."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from math import ceil

from kotorlevel.area.links.near_misses import NearMiss
from kotorlevel.checks.facts.area.closing import (
    FARTHEST_MOVE,
    Edge,
    drop_slivers,
    edges_of,
    find_closable,
)
from kotorlevel.checks.facts.area.seam_links import room_name
from kotorlevel.checks.facts.area.shifted import find_shifted
from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule

_HOW_MANY = {
    "gap": "gaps",
    "overlap": "overlaps",
    "step": "steps",
    "part": "T-junctions",
    "direction": "edges in the same direction",
    "door": "gaps with a door",
    "door hook": "gaps with a door hook",
}


@rule("ARE005", "seam-does-not-meet", Severity.WARNING, AreaSubject, fix="unsafe")
def seam_does_not_meet(subject: AreaSubject, _: Options) -> Findings:
    """The edges of two rooms almost meet.

    Why it matters: where edges that do not quite meet are not linked, an invisible wall stands;
    where they are linked all the same, the player may cross, but drop or get stuck. Up to 10 cm
    that is an info: the games have 80 such links, and none is farther off.

    How to fix: move the vertices on to each other, or split the longer edge where the shorter one
    ends: `kotorlevel fix --unsafe` does it where nothing is linked, moving nothing by more than
    10 cm. `kotorlevel link AREA --snap 0.05` also closes what is linked all the same, and
    `--split` splits. A room whose edges run the wrong way is turned over: turn its faces up. Where
    a door stands in a wider gap, one of the floors has to be extended to the other: nobody can
    walk where there is no floor. Where a whole room is off, ARE013 says by how much.
    """
    misses = drop_slivers(subject.area.geometry.near_misses.found)
    closable = find_closable(subject.area, subject.area.geometry.near_misses.found)
    groups: dict[tuple[int, int, str, bool], list[NearMiss]] = defaultdict(list)
    for miss in misses:
        groups[miss.room, miss.other_room, miss.kind, miss.linked].append(miss)
    shifted = find_shifted(subject).keys()
    for (room, other, *_rest), same in sorted(groups.items()):
        found = _finding(subject, same, closable)
        hint = _hint(same, is_shifted=not shifted.isdisjoint((room, other)))
        yield replace(found, text=found.text + hint)
    if not subject.area.geometry.near_misses.complete:
        yield Finding("so many edges lie at one place that not all rooms could be compared", fix="")


def _finding(
    subject: AreaSubject, misses: Sequence[NearMiss], closable: Collection[tuple[Edge, Edge]]
) -> Finding:
    worst = max(misses, key=lambda miss: (abs(miss.gap), miss.step, miss.shared))
    apart = max(miss.apart for miss in misses)
    names = room_name(subject, worst.room), room_name(subject, worst.other_room)
    text = f"{names[0]} and {names[1]} do not quite meet: {worst.reason}"
    if len(misses) > 1:
        text += f", the worst of {len(misses):,} {_HOW_MANY[worst.kind]}"
    if worst.linked:
        text += "; they are linked all the same"
    return Finding(
        text,
        place="edge",
        numbers=tuple(dict.fromkeys(miss.edge for miss in misses)),
        at=worst.at,
        severity=Severity.INFO if worst.linked and apart <= FARTHEST_MOVE else Severity.WARNING,
        file=subject.file_of(subject.area.rooms[worst.room]),
        fix=None if any(edges_of(miss) in closable for miss in misses) else "",
    )


def _hint(misses: Sequence[NearMiss], *, is_shifted: bool) -> str:
    """What closes near misses that `fix` leaves alone because they are linked."""
    if is_shifted:
        return "; ARE013 says which room is off, and how to move it"
    apart = max(miss.apart for miss in misses)
    if not misses[0].linked or apart > FARTHEST_MOVE:
        return ""
    snap = max(ceil(apart * 1000), 1) / 1000
    return f"; `kotorlevel link AREA --snap {snap:g} --in-place` closes it"
