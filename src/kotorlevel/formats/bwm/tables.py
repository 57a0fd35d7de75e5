"""The binary walkmesh, declared: the header and the nine tables (FACTS 1 to 4)."""

from dataclasses import dataclass

from kotorlevel.core.table import Field, Table

MAGIC = b"BWM V1.0"
AREA_KIND = 1
"""The header's ``kind`` of a room walkmesh (WOK)."""
OBJECT_KIND = 0
"""The header's ``kind`` of a placeable or door walkmesh (PWK, DWK)."""
DOOR_STATES = ("closed", "open1", "open2")
"""The states of a door, in the order of the digit that the names of its DWKs end with."""

HEADER = Table(
    "header",
    "The first 136 bytes.",
    (
        Field("magic", "S8", "`BWM V1.0`"),
        Field(
            "kind",
            "<u4",
            "1 = area walkmesh (WOK), 0 = placeable or door (PWK, DWK); also `world_coords`",
        ),
        Field("relative_hooks", "<f4", "use hooks 1 and 2, relative to `position`", (2, 3)),
        Field("absolute_hooks", "<f4", "use hooks 1 and 2; in a DWK relative + position", (2, 3)),
        Field(
            "position",
            "<f4",
            "place of the walkmesh node in its model; in a WOK already applied",
            (3,),
        ),
        Field("vertex_count", "<u4", ""),
        Field("vertex_offset", "<u4", ""),
        Field("face_count", "<u4", "rows of faces, materials, normals and distances"),
        Field("face_offset", "<u4", ""),
        Field("material_offset", "<u4", ""),
        Field("normal_offset", "<u4", ""),
        Field("distance_offset", "<u4", ""),
        Field("node_count", "<u4", ""),
        Field("node_offset", "<u4", ""),
        Field("unknown_6c", "<u4", "0 in most files, junk in some; kept, never used"),
        Field(
            "adjacency_count", "<u4", "number of faces that take part in adjacency, from face 0 on"
        ),
        Field("adjacency_offset", "<u4", ""),
        Field("edge_count", "<u4", ""),
        Field("edge_offset", "<u4", ""),
        Field("loop_count", "<u4", ""),
        Field("loop_offset", "<u4", ""),
    ),
)

VERTICES = Table(
    "vertices",
    "Corners. In a WOK in area space, in a PWK or DWK local to the walkmesh node.",
    (Field("position", "<f4", "x, y, z in metres", (3,)),),
)
FACES = Table(
    "faces",
    "Triangles, counter-clockwise seen from the side the normal points to.",
    (Field("corners", "<u4", "three rows of `vertices`", (3,)),),
)
MATERIALS = Table(
    "materials",
    "One surface a face.",
    (Field("material", "<u4", "row of `surfacemat.2da`"),),
)
NORMALS = Table(
    "normals",
    "One unit normal a face. Zero in the games' own PWKs.",
    (Field("normal", "<f4", "x, y, z", (3,)),),
)
DISTANCES = Table(
    "distances",
    "The d of each face's plane: normal · p + d = 0. Junk in the games' own PWKs.",
    (Field("distance", "<f4", "metres"),),
)
NODES = Table(
    "nodes",
    "The box tree (AABB tree), root first, in pre-order; one face a leaf, 2F - 1 nodes.",
    (
        Field(
            "box_min", "<f4", "lower corner; a leaf's box is its face's bounds grown by 0.01", (3,)
        ),
        Field("box_max", "<f4", "upper corner", (3,)),
        Field("face", "<i4", "row of `faces` in a leaf, -1 in an inner node"),
        Field("unknown_1c", "<u4", "4 in every node of the games' files"),
        Field(
            "plane",
            "<u4",
            "side of the right child: 1 +x, 2 +y, 4 +z, 8 -x, 16 -y, 32 -z; 0 in a leaf",
        ),
        Field("left", "<i4", "row of `nodes`, from 0; -1 in a leaf"),
        Field("right", "<i4", "row of `nodes`, from 0; -1 in a leaf"),
    ),
)
ADJACENCY = Table(
    "adjacency",
    "For each side of each face of the adjacency domain: the edge across.",
    (Field("neighbours", "<i4", "edge number 3 · face + side of the neighbour, or -1", (3,)),),
)
EDGES = Table(
    "edges",
    "Boundary edges: exactly the -1 slots of `adjacency`, loop after loop.",
    (
        Field("edge", "<i4", "edge number 3 · face + side"),
        Field(
            "transition",
            "<i4",
            "room across (roomlink): its number, from 0, in the layout's room list; or -1",
        ),
    ),
)
LOOPS = Table(
    "loops",
    "Chains of boundary edges, as a rule closed; also called perimeters.",
    (Field("end", "<u4", "row of `edges` after the loop's last one"),),
)


@dataclass(frozen=True)
class Slot:
    """A table and the header fields that say where it is."""

    table: Table
    count: str
    offset: str


SLOTS = (
    Slot(VERTICES, "vertex_count", "vertex_offset"),
    Slot(FACES, "face_count", "face_offset"),
    Slot(MATERIALS, "face_count", "material_offset"),
    Slot(NORMALS, "face_count", "normal_offset"),
    Slot(DISTANCES, "face_count", "distance_offset"),
    Slot(NODES, "node_count", "node_offset"),
    Slot(ADJACENCY, "adjacency_count", "adjacency_offset"),
    Slot(EDGES, "edge_count", "edge_offset"),
    Slot(LOOPS, "loop_count", "loop_offset"),
)
"""The nine tables in the order in which every file of the games holds them."""

NODE = NODES.dtype
EDGE = EDGES.dtype
