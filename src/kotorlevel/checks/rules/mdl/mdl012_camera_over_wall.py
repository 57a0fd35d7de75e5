"""MDL012: walls that are seen at the height of the camera, and whose faces end below it."""

from kotorlevel.checks.facts.area.seen.rims import CAMERA, find_rims
from kotorlevel.checks.facts.area.seen.scene import find_scene
from kotorlevel.checks.rules import AreaSubject, Findings, Options, Severity, rule
from kotorlevel.checks.rules.mdl.mdl011_bare_edge_at_wall import rim_findings

_LEAST = 2.0
"""Metres of edge; a shipped level has about one."""


@rule("MDL012", "camera-over-wall", Severity.INFO, AreaSubject)
def camera_over_wall(subject: AreaSubject, options: Options) -> Findings:
    """A wall is seen at the height of the camera, and its faces in the walkmesh end below that.

    Why it matters: the camera, 1.6 m above the floor, goes over the face and through the wall that
    is drawn, and shows what is behind: mostly the void. Enemies see over it, too.

    How to fix: make the wall faces of the walkmesh as high as the wall of the model.
    """
    scene = find_scene(subject, options)
    if scene is not None:
        rims = find_rims(subject.area, scene)
        what = f"at a seen wall whose faces do not reach the camera, {CAMERA:g} m up"
        yield from rim_findings(subject, rims, rims.low, _LEAST, what)
