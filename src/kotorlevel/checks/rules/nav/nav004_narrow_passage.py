"""NAV004: passages that nobody fits through."""

from kotorlevel.checks.facts.area.seam_links import room_name
from kotorlevel.checks.facts.mesh.overlap import SAME_HEIGHT
from kotorlevel.checks.facts.mesh.places import figure
from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule
from kotorlevel.core.humanoid import BODY
from kotorlevel.core.types import Vector
from kotorlevel.core.words import short_list

LEAST = 2.0
"""Square metres behind a passage that make it one."""

MOST = 40
"""Passages that are told one by one."""

MOST_FACES = 10_000
"""Larger areas are not looked at: it would take many seconds where Numba is not installed."""

FEW_FACES = 2_000
"""Compiled code takes longer to load than it saves."""


@rule("NAV004", "narrow-passage", Severity.WARNING, AreaSubject)
def narrow_passage(subject: AreaSubject, options: Options) -> Findings:
    """A passage is narrower than a body, and there is no other way around.

    Why it matters: a human needs 0.7 m. The floor goes on, and yet the player and his companions
    get stuck there, or never find the way. Areas with more than 10,000 walkable faces are not
    looked at, and neither is a fold of the floor over other floor: there one walks on that.

    How to fix: move the walls of the passage apart, or close it for good.
    """
    from kotorlevel.nav.causes.narrow import find_narrow_places
    from kotorlevel.nav.floor.build import build_floor

    floor = build_floor(subject.area, options.surfaces)
    if not 0 < len(floor) <= MOST_FACES:
        return
    found = find_narrow_places(floor, BODY, LEAST, fast=None if len(floor) > FEW_FACES else False)
    found = [place for place in found if not _is_double(subject, options, place.beyond)]
    for place in found[:MOST]:
        names = short_list([room_name(subject, room) for room in place.rooms], 3)
        yield Finding(
            f"the way to {figure(place.area)} m² of {names} is about {figure(place.width)} m wide; "
            f"a body needs {figure(2 * BODY)} m",
            place="room",
            numbers=(place.room,),
            at=place.at,
            file=subject.file_of(subject.area.rooms[place.room]),
        )
    if len(found) > MOST:
        more = len(found) - MOST
        yield Finding(f"{more:,} more passages are narrower than a body", more=more)


def _is_double(subject: AreaSubject, options: Options, point: Vector) -> bool:
    """True where two floors lie at the height of a point."""
    from kotorlevel.query.ground import ground_of

    x, y, z = point
    floors = ground_of(subject.area, options.surfaces).floors(x, y, walkable=True)
    return sum(abs(floor.point[2] - z) <= SAME_HEIGHT for floor in floors) > 1
