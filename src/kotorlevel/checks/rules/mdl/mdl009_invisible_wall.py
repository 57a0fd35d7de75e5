"""MDL009: faces that nobody can walk on, in the middle of the floor, with nothing to be seen."""

from kotorlevel.checks.facts.area.seen.holes import find_holes
from kotorlevel.checks.facts.area.seen.scene import find_scene
from kotorlevel.checks.rules import AreaSubject, Findings, Options, Severity, rule
from kotorlevel.checks.rules.mdl.mdl006_seen_floor_without_walkmesh import hole_finding


@rule("MDL009", "invisible-wall", Severity.WARNING, AreaSubject)
def invisible_wall(subject: AreaSubject, options: Options) -> Findings:
    """Faces in the middle of the floor stop the player, and nothing is seen there.

    Why it matters: the player runs into something invisible. What stood there is no longer in the
    model, or the faces got a wrong surface.

    How to fix: give the faces a surface to walk on (`kotorlevel paint`), or put back what stood
    there.
    """
    scene = find_scene(subject, options)
    for hole in find_holes(subject.area, scene) if scene else ():
        if hole.is_inside and len(hole.faces):
            yield hole_finding(subject, hole, "stop the player, and nothing is seen there")
