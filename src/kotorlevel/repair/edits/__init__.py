"""Edits of an area as values: named operations with arguments, logged, undone, replayed.

``kl.edits.Paint("m55aa_02", (3, 4), "Metal")`` is one; `kl.apply_edits` does them, and
`kl.EditSession` also takes them back.
"""

from kotorlevel.repair.edits.doors import AddDoor, MoveDoorHook, RemoveObject
from kotorlevel.repair.edits.log import EditsApplied, apply_edits, read_edits, write_edits
from kotorlevel.repair.edits.operation import OPERATIONS, Applied, Operation, parse_operation
from kotorlevel.repair.edits.repairs import BuildPathPoints, BuildVisibility, Fix
from kotorlevel.repair.edits.rooms import (
    AddRoom,
    Link,
    MoveRoom,
    Relink,
    RemoveRoom,
    RenameRoom,
    ReorderRooms,
    TurnRoom,
    Unlink,
)
from kotorlevel.repair.edits.shapes import (
    AddFaces,
    CutFace,
    DeleteFaces,
    DivideEdge,
    DivideFace,
    ExtrudeEdges,
    FillHole,
    FlipFaces,
    Paint,
)
from kotorlevel.repair.edits.things import (
    AddPathPoint,
    Connect,
    MoveEntry,
    MovePathPoint,
    PlaceObject,
    RemovePathPoint,
    SetVisible,
)
from kotorlevel.repair.edits.vertices import (
    DropToModel,
    MoveVertices,
    SplitEdges,
    Weld,
    WeldVertices,
)

__all__ = [
    "OPERATIONS",
    "AddDoor",
    "AddFaces",
    "AddPathPoint",
    "AddRoom",
    "Applied",
    "BuildPathPoints",
    "BuildVisibility",
    "Connect",
    "CutFace",
    "DeleteFaces",
    "DivideEdge",
    "DivideFace",
    "DropToModel",
    "EditsApplied",
    "ExtrudeEdges",
    "FillHole",
    "Fix",
    "FlipFaces",
    "Link",
    "MoveDoorHook",
    "MoveEntry",
    "MovePathPoint",
    "MoveRoom",
    "MoveVertices",
    "Operation",
    "Paint",
    "PlaceObject",
    "Relink",
    "RemoveObject",
    "RemovePathPoint",
    "RemoveRoom",
    "RenameRoom",
    "ReorderRooms",
    "SetVisible",
    "SplitEdges",
    "TurnRoom",
    "Unlink",
    "Weld",
    "WeldVertices",
    "apply_edits",
    "parse_operation",
    "read_edits",
    "write_edits",
]
