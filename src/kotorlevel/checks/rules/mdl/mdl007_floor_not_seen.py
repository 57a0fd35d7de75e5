"""MDL007: floor that can be walked on and is not where it is seen."""

import numpy as np

from kotorlevel.checks.facts.area.seam_links import room_name
from kotorlevel.checks.facts.area.seen.gaps import Gap, find_gaps
from kotorlevel.checks.facts.area.seen.scene import find_scene
from kotorlevel.checks.facts.mesh.places import counted, figure
from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule
from kotorlevel.core.distinct import distinct
from kotorlevel.core.words import length


@rule("MDL007", "floor-not-seen", Severity.INFO, AreaSubject)
def floor_not_seen(subject: AreaSubject, options: Options) -> Findings:
    """The floor is more than 10 cm above or below the one that is seen, over half a square metre.

    Why it matters: feet hang in the air or stick in the ground; where nothing at all is seen below
    the floor, the player walks on nothing. Natural ground is up to half a metre off in shipped
    levels, so it is an info under the sky, and a warning where a floor with a roof or a level one
    is more than 25 cm off. Only floor that one gets to counts, and models of all rooms.

    How to fix: move the vertices of the walkmesh onto the drawn floor, or the floor of the model.
    """
    scene = find_scene(subject, options)
    for gap in find_gaps(scene) if scene else ():
        assert scene is not None
        room = subject.area.rooms[gap.room]
        faces = scene.faces.number[scene.grid.face[gap.squares]]
        yield Finding(
            _text(subject, gap),
            place="face",
            numbers=tuple(distinct(faces).tolist()),
            at=gap.at,
            severity=Severity.WARNING if gap.plain and scene.complete else None,
            file=subject.file_of(room),
        )


def _text(subject: AreaSubject, gap: Gap) -> str:
    size, name = figure(gap.area), room_name(subject, gap.room)
    places = counted(gap.parts, "place", "places")
    if not np.isfinite(gap.far):
        how = "nothing is seen under them"
    elif gap.far > 0:
        how = f"up to {length(gap.far)} above the seen floor: feet in the air"
    else:
        how = f"up to {length(-gap.far)} below the seen floor: feet in the ground"
    return f"{size} m² of the floor of {name} are not where they are seen, in {places}; {how}"
