"""MDL006: floor that is seen, in the middle of the floor, and has no walkmesh."""

from kotorlevel.checks.facts.area.seam_links import room_name
from kotorlevel.checks.facts.area.seen.holes import Hole, find_holes
from kotorlevel.checks.facts.area.seen.scene import find_scene
from kotorlevel.checks.facts.mesh.places import figure
from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule


@rule("MDL006", "seen-floor-without-walkmesh", Severity.WARNING, AreaSubject)
def seen_floor_without_walkmesh(subject: AreaSubject, options: Options) -> Findings:
    """A piece of the floor that is seen has no walkmesh, in the middle of walkable floor.

    Why it matters: the player sees floor like that around it, and is stopped where it begins, as
    if by an invisible wall; who is put there falls out of the level.

    How to fix: close the hole in the walkmesh with walkable faces, or put something there that
    explains it.
    """
    scene = find_scene(subject, options)
    for hole in find_holes(subject.area, scene) if scene else ():
        if hole.is_inside and not len(hole.faces):
            yield hole_finding(subject, hole, "are seen in the floor and have no walkmesh")


def hole_finding(subject: AreaSubject, hole: Hole, what: str) -> Finding:
    """What is told of a hole; ``what`` follows its size."""
    room = subject.area.rooms[hole.room]
    numbers = tuple(hole.faces.tolist())
    return Finding(
        f"{figure(hole.area)} m² of {room_name(subject, hole.room)} {what}",
        place="face" if numbers else "",
        numbers=numbers,
        at=hole.at,
        file=subject.file_of(room),
    )
