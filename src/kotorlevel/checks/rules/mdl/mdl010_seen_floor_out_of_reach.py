"""MDL010: seen floor at the rim of the walkable one, with room to stand and nothing in the way."""

from kotorlevel.checks.facts.area.seen.holes import find_holes
from kotorlevel.checks.facts.area.seen.scene import find_scene
from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule
from kotorlevel.checks.rules.mdl.mdl006_seen_floor_without_walkmesh import hole_finding

MOST = 60
"""Places that are told one by one, the largest first."""


@rule("MDL010", "seen-floor-out-of-reach", Severity.INFO, AreaSubject, on_request=True)
def seen_floor_out_of_reach(subject: AreaSubject, options: Options) -> Findings:
    """Floor is seen behind the rim of the walkable floor, and nothing stands in the way.

    Why it matters: the player is stopped where he sees none of it. Nearly every shipped level has
    such places, behind furniture and at the feet of hills; so this is told only when asked for.

    How to fix: nothing, if it is meant; else let the walkable floor go on to what is seen.
    """
    scene = find_scene(subject, options)
    holes = [h for h in find_holes(subject.area, scene) if not h.is_inside] if scene else []
    for hole in holes[:MOST]:
        by = "are closed by faces" if len(hole.faces) else "have no walkmesh"
        yield hole_finding(subject, hole, f"are seen beside the floor and free, but {by}")
    if (more := len(holes) - MOST) > 0:
        yield Finding(f"{more:,} more places are seen and out of reach", more=more)
