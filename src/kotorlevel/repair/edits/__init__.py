"""Edits of an area as values: named operations with arguments, logged, undone, replayed.

``kl.edits.Paint("m55aa_02", (3, 4), "Metal")`` is one; `kl.apply_edits` does them, and
`kl.EditSession` also takes them back.
"""

from kotorlevel.repair.edits.log import EditsApplied, apply_edits, read_edits, write_edits
from kotorlevel.repair.edits.operation import OPERATIONS, Applied, Operation, parse_operation
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
    DeleteFaces,
    DivideEdge,
    DivideFace,
    FillHole,
    FlipFaces,
    MoveVertices,
    Paint,
    SplitEdges,
    Weld,
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

__all__ = [
    "OPERATIONS",
    "AddFaces",
    "AddPathPoint",
    "AddRoom",
    "Applied",
    "Connect",
    "DeleteFaces",
    "DivideEdge",
    "DivideFace",
    "EditsApplied",
    "FillHole",
    "FlipFaces",
    "Link",
    "MoveEntry",
    "MovePathPoint",
    "MoveRoom",
    "MoveVertices",
    "Operation",
    "Paint",
    "PlaceObject",
    "Relink",
    "RemovePathPoint",
    "RemoveRoom",
    "RenameRoom",
    "ReorderRooms",
    "SetVisible",
    "SplitEdges",
    "TurnRoom",
    "Unlink",
    "Weld",
    "apply_edits",
    "parse_operation",
    "read_edits",
    "write_edits",
]
