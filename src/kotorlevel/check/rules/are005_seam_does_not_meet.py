"""ARE005: edges of two rooms that almost meet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from kotorlevel.area.near_misses import NearMiss
from kotorlevel.check.closing import can_be_snapped, can_be_split
from kotorlevel.check.finding import Finding, Severity
from kotorlevel.check.options import Options
from kotorlevel.check.rule import rule
from kotorlevel.check.seam_links import room_name
from kotorlevel.check.subjects import AreaSubject

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
def seam_does_not_meet(subject: AreaSubject, _: Options) -> Iterator[Finding]:
    """The edges of two rooms almost meet.

    Why it matters: edges must be the same line, end for end, to be linked. A gap, an overlap, a
    step, or an edge that meets only part of another (a T-junction) leaves an invisible wall, or
    a place where the player drops or gets stuck. Edges that are linked all the same, as a few in
    the games are, are an info.

    How to fix: move the vertices on to each other, or split the longer edge where the shorter one
    ends: `kotorlevel fix --unsafe` does it, moving nothing by more than 10 cm, or `kotorlevel link`
    with `--snap` and `--split`. A room whose edges run the wrong way is
    turned over: turn its faces up. Where a door stands in a wider gap, one of the floors has to be
    extended to the other: nobody can walk where there is no floor.
    """
    groups: dict[tuple[int, int, str, bool], list[NearMiss]] = defaultdict(list)
    for miss in subject.near_misses.found:
        groups[miss.room, miss.other_room, miss.kind, miss.linked].append(miss)
    for _key, misses in sorted(groups.items()):
        yield _finding(subject, misses)
    if not subject.near_misses.complete:
        yield Finding("so many edges lie at one place that not all rooms could be compared")


def _finding(subject: AreaSubject, misses: Sequence[NearMiss]) -> Finding:
    worst = max(misses, key=lambda miss: (abs(miss.gap), miss.step, miss.shared))
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
        severity=Severity.INFO if worst.linked else Severity.WARNING,
        file=subject.file_of(subject.area.rooms[worst.room]),
        fix=None if any(can_be_snapped(m) or can_be_split(m) for m in misses) else "",
    )
