"""MDL008: walls that are seen on the floor and stop nobody."""

from kotorlevel.checks.facts.area.seam_links import room_name
from kotorlevel.checks.facts.area.seen.scene import find_scene
from kotorlevel.checks.facts.area.seen.walls import OpenWalls, find_open_walls
from kotorlevel.checks.facts.mesh.places import counted, figure
from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule
from kotorlevel.core.distinct import distinct


@rule("MDL008", "wall-not-solid", Severity.WARNING, AreaSubject)
def wall_not_solid(subject: AreaSubject, options: Options) -> Findings:
    """A wall is drawn across the floor, and the floor goes on under it.

    Why it matters: the player walks through a wall, a pillar or a rock that he sees. Looked for
    are walls of at least a metre that reach from the knees to the head, with floor on both sides;
    plants, banners and what is see-through do not count.

    How to fix: cut the floor of the walkmesh around the wall, or give the faces under it a surface
    that nobody can walk on (7) and a wall face.
    """
    scene = find_scene(subject, options)
    for walls in find_open_walls(scene) if scene else ():
        assert scene is not None
        faces = scene.faces.number[scene.grid.face[walls.squares]]
        own = scene.grid.room[walls.squares] == walls.room
        yield Finding(
            _text(subject, walls),
            place="face",
            numbers=tuple(distinct(faces[own]).tolist()),
            at=walls.at,
            file=subject.file_of(subject.area.rooms[walls.room]),
        )


def _text(subject: AreaSubject, walls: OpenWalls) -> str:
    name = room_name(subject, walls.room)
    if walls.walls == 1:
        return f"a wall of {figure(walls.length)} m is seen in {name}, and can be walked through"
    count = counted(walls.walls, "wall", "walls")
    return (
        f"{count} of {figure(walls.length)} m are seen in {name}, and can be walked through; the "
        f"longest has {figure(walls.longest)} m"
    )
