"""CAU003: a floor that was painted with a surface that nobody can walk on."""

import numpy as np
from numpy.typing import NDArray

from kotorlevel.checks.causes import Proposal, Proposals, Suspect
from kotorlevel.checks.facts.area.painted import Painted, find_painted
from kotorlevel.checks.facts.area.seam_links import room_name
from kotorlevel.checks.facts.mesh.former import with_tables
from kotorlevel.checks.facts.mesh.places import counted
from kotorlevel.checks.rules import Finding, Options, Severity, rule
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.walkmesh import Walkmesh


@rule("CAU003", "floor-painted", Severity.ERROR, Suspect, fix="unsafe")
def floor_painted(suspect: Suspect, options: Options) -> Proposals:
    """A floor has a surface that nobody can walk on.

    Why it matters: other rooms lead there, or the file has neighbours for it as for a floor, and
    the player stops as if at an invisible wall. Mostly a whole room was painted with one material
    by mistake, or has a number that the game's table does not know.

    How to fix: give the faces their floor's material again, from a copy or in your modelling
    program; which one it was is not in the file. `kotorlevel fix --unsafe` takes the material of
    the rest of the room's floor, or of the floor on the other side of the doorway.
    """
    surfaces = options.surfaces or suspect.area.surfaces
    for each in find_painted(suspect.subject, surfaces):
        room = suspect.area.rooms[each.room]
        assert room.mesh is not None
        materials = room.mesh.materials.copy()
        materials[each.faces] = each.fitting
        finding = Finding(
            _text(suspect, each, surfaces),
            place="face",
            numbers=tuple(each.faces.tolist()),
            at=_place(room.mesh.geometry.corners[each.faces[0]]),
            severity=Severity.ERROR if each.doorways else None,
            file=suspect.subject.file_of(room),
        )
        painted = _painted(room.mesh, each, materials)
        yield Proposal(finding, suspect.area.with_meshes({each.room: painted}))


def _painted(mesh: Walkmesh, each: Painted, materials: NDArray[np.uint32]) -> Walkmesh:
    """The mesh with these materials, and links where other rooms lead to it."""
    if each.known:
        return with_tables(mesh, materials=materials)
    transitions = mesh.transitions.copy()
    for face, side, other in each.doorways:
        transitions[face, side] = other
    return mesh.edited(materials=materials, transitions=transitions)


def _text(suspect: Suspect, each: Painted, surfaces: Materials) -> str:
    name = room_name(suspect.subject, each.room)
    has = counted(len(each.faces), "face of the floor has", "faces of the floor have")
    known = each.material in surfaces.by_id
    what = surfaces.label(each.material) if known else "which the game's table does not have"
    edges = counted(len(each.doorways), "edge", "edges")
    lead = "leads" if len(each.doorways) == 1 else "lead"
    told = f"{name}: {has} the surface {each.material} ({what}), which cannot be walked on"
    return f"{told}; {edges} of other rooms {lead} there" if each.doorways else told


def _place(
    corners: NDArray[np.float64],
) -> tuple[float, float, float]:
    x, y, z = corners.mean(axis=0).tolist()
    return x, y, z
