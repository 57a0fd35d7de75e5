"""MDL004: the walkmesh in a room's model is not the one in the WOK."""

import numpy as np

from kotorlevel.checks.facts.area.seam_links import room_name
from kotorlevel.checks.facts.area.seen.pairs import Pair, find_pairs
from kotorlevel.checks.facts.mesh.places import counted
from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule
from kotorlevel.core.words import length

_SMALL = 0.1
"""Metres; some of the games' own rooms differ by 7.5 cm."""


@rule("MDL004", "walkmesh-differs", Severity.WARNING, AreaSubject)
def walkmesh_differs(subject: AreaSubject, _: Options) -> Findings:
    """The walkmesh in the model of a room is another one than in its WOK.

    Why it matters: the player walks on the WOK, and the camera asks the one in the model: where
    they differ, it stops in mid-air or goes through a wall. One of the two was edited, and the
    other is what it was before; who makes the WOK out of the model again loses what was edited.
    Where corners differ by less than 10 cm and nothing else does, it is an info.

    How to fix: find out which of them is right. Make the WOK out of the model (`kotorlevel convert
    ROOM.mdl ROOM.wok`), or put the WOK into the model (`kotorlevel convert ROOM.wok ROOM.mdl`).
    """
    for pair in find_pairs(subject.area).values():
        room = subject.area.rooms[pair.index]
        if not pair.differs or room.mesh is None or not len(room.mesh.faces):
            continue
        faces = np.union1d(pair.faces, pair.repainted)
        first = int(faces[0]) if len(faces) else 0
        x, y, z = room.mesh.geometry.corners[first].mean(axis=0).tolist()
        yield Finding(
            _text(subject, pair, len(room.mesh.faces)),
            place="face",
            numbers=tuple(faces.tolist()),
            at=(x, y, z),
            severity=Severity.INFO if _is_small(pair, len(room.mesh.faces)) else None,
            file=subject.file_of(room),
        )


def _is_small(pair: Pair, faces: int) -> bool:
    return pair.model_faces == faces and pair.far < _SMALL and not len(pair.repainted)


def _text(subject: AreaSubject, pair: Pair, count: int) -> str:
    name = room_name(subject, pair.index)
    parts = []
    if len(pair.faces):
        off = f" (up to {length(pair.far)} off)" if np.isfinite(pair.far) else ""
        is_not = counted(len(pair.faces), "face is", "faces are")
        parts.append(f"{is_not} not in the model{off}")
    if pair.extra:
        parts.append(f"{counted(pair.extra, 'face', 'faces')} of the model not in the WOK")
    if len(pair.repainted):
        parts.append(counted(len(pair.repainted), "has another surface", "have other surfaces"))
    return f"of the {count:,} faces of {name} {'; '.join(parts)}"
