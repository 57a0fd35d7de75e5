"""CAU008: a floor whose faces were turned over."""

import numpy as np

from kotorlevel.checks.causes import Proposal, Proposals, Suspect
from kotorlevel.checks.facts.area.seam_links import room_name
from kotorlevel.checks.facts.mesh.former import find_turned_faces, turned_back
from kotorlevel.checks.facts.mesh.places import counted
from kotorlevel.checks.rules import Finding, Options, Severity, rule


@rule("CAU008", "faces-turned", Severity.ERROR, Suspect, fix="safe")
def faces_turned(suspect: Suspect, _: Options) -> Proposals:
    """Faces of a floor were turned over, and the tables of the file are still those from before.

    Why it matters: the player cannot step on a face that looks down, and at its sides the tables
    lead to wrong places: there are invisible walls, and doorways that nobody can pass.

    How to fix: let `kotorlevel fix` turn them up again; neighbours and links are then right as they
    are. In a modelling program: flip the normals, and export.
    """
    for room in suspect.area.rooms:
        before = None if room.mesh is None else turned_back(room.mesh)
        if room.mesh is None or before is None:
            continue
        turned = find_turned_faces(room.mesh)
        name = room_name(suspect.subject, room.index)
        faces = counted(len(turned), "face of the floor lies", "faces of the floor lie")
        x, y, z = np.mean(room.mesh.geometry.corners[turned[0]], axis=0).tolist()
        finding = Finding(
            f"{name}: {faces} upside down; the neighbours in the file are those from before",
            place="face",
            numbers=tuple(turned.tolist()),
            at=(x, y, z),
            file=suspect.subject.file_of(room),
        )
        yield Proposal(finding, suspect.area.with_meshes({room.index: before}))
