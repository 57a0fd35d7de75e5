"""MDL013: things that are seen on the floor and stop nobody."""

from kotorlevel.checks.facts.area.seam_links import room_name
from kotorlevel.checks.facts.area.seen.scene import find_scene
from kotorlevel.checks.facts.area.seen.things import OpenThings, find_open_things
from kotorlevel.checks.facts.mesh.places import figure
from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule
from kotorlevel.core.distinct import distinct


@rule("MDL013", "thing-not-solid", Severity.WARNING, AreaSubject)
def thing_not_solid(subject: AreaSubject, options: Options) -> Findings:
    """A table, a rock or a machine is drawn on the floor, and the floor goes on under it.

    Why it matters: the player walks through a thing that he sees, up to the knees or the neck in
    it. Looked for is what has its top between 35 cm and 1.8 m above the floor, over at least
    three quarters of a square metre; plants, banners and what is see-through do not count.

    How to fix: cut the floor of the walkmesh around the thing, or give the faces under it a surface
    that nobody can walk on (7).
    """
    scene = find_scene(subject, options)
    for found in find_open_things(scene) if scene else ():
        assert scene is not None
        faces = scene.faces.number[scene.grid.face[found.squares]]
        own = scene.grid.room[found.squares] == found.room
        yield Finding(
            _text(room_name(subject, found.room), found),
            place="face",
            numbers=tuple(distinct(faces[own]).tolist()),
            at=found.at,
            file=subject.file_of(subject.area.rooms[found.room]),
        )


def _text(name: str, found: OpenThings) -> str:
    where = f"seen on {figure(found.area)} m² of the floor of {name}"
    if found.things == 1:
        return f"a thing is {where}, {figure(found.height)} m high, and can be walked through"
    return (
        f"{found.things} things are {where}, and can be walked through; the largest is "
        f"{figure(found.height)} m high"
    )
