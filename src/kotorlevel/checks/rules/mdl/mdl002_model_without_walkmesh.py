"""MDL002: rooms whose model has a walkmesh, and no WOK beside it."""

from kotorlevel.area.models import find_model
from kotorlevel.checks.facts.area.seam_links import room_name
from kotorlevel.checks.facts.mesh.places import counted
from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule


@rule("MDL002", "model-without-walkmesh", Severity.WARNING, AreaSubject)
def model_without_walkmesh(subject: AreaSubject, _: Options) -> Findings:
    """The model of a room has a walkmesh, but there is no WOK.

    Why it matters: the game takes the floor from the WOK alone: without it nobody can walk in the
    room. Mostly its export was forgotten. A mod that only changes how a room of the game looks
    needs none; with the game at hand this is known.

    How to fix: make it out of the model, `kotorlevel convert ROOM.mdl ROOM.wok` beside the layout,
    and link it (`kotorlevel link`).
    """
    for room in subject.area.rooms:
        if room.mesh is not None or room.resource is not None:
            continue
        found = find_model(subject.area, room.index)
        node = found.model.walkmesh_node if found.model else None
        if node is None or node.mesh is None or not len(node.mesh.faces):
            continue
        assert found.resource is not None
        name = room_name(subject, room.index)
        faces = counted(len(node.mesh.faces), "face", "faces")
        text = f"{name} has no WOK, though there is a walkmesh of {faces} in its model"
        yield Finding(text, place="room", numbers=(room.index,), file=found.resource.source)
