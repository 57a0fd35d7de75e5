"""The binary model, declared: headers, nodes, meshes, faces and the box tree (FACTS 11)."""

from dataclasses import dataclass
from typing import Literal

from kotorlevel.core.table import Field, Table

ModelGame = Literal["k1", "k2"]

START = 12
"""Offsets in a model count from here."""

FILE = Table(
    "file header",
    "The first 12 bytes. Everything else lies behind them, and offsets count from there.",
    (
        Field("zero", "<u4", "0; text models begin with something else"),
        Field("model_size", "<u4", "bytes of the MDL behind this header"),
        Field("mdx_size", "<u4", "bytes of the MDX beside it"),
    ),
)

ARRAY = "offset, rows, and the rows once more"

MODEL = Table(
    "model header",
    "One model: its names, its tree of nodes and its animations.",
    (
        Field("functions", "<u4", "numbers of functions in the game's program; they tell it", (2,)),
        Field("name", "S32", ""),
        Field("root", "<u4", "offset of the first node"),
        Field("node_count", "<u4", "nodes, and those of the supermodel"),
        Field("geometry_arrays", "<u4", "made by the game, 0 in files", (7,)),
        Field("geometry_type", "<u4", "2 = model"),
        Field("classification", "u1", "0 = other (rooms), 4 = character, 8 = door, …"),
        Field("subclassification", "u1", ""),
        Field("unknown_52", "u1", ""),
        Field("affected_by_fog", "u1", "1 = yes"),
        Field("child_model_count", "<u4", ""),
        Field("animations", "<u4", ARRAY, (3,)),
        Field("supermodel_reference", "<u4", "made by the game"),
        Field("bounding_box", "<f4", "lowest and highest corner", (2, 3)),
        Field("radius", "<f4", "metres"),
        Field("animation_scale", "<f4", ""),
        Field("supermodel", "S32", "whose animations it takes; `NULL` for none"),
        Field("head_root", "<u4", "offset of the first node, or of the head's"),
        Field("unknown_172", "<u4", ""),
        Field("mdx_size", "<u4", "as in the file header"),
        Field("mdx_offset", "<u4", "0"),
        Field("names", "<u4", f"{ARRAY}; each row is the offset of a text", (3,)),
    ),
)

NODE = Table(
    "nodes",
    "A node of the tree. What its flags name follows it.",
    (
        Field(
            "flags",
            "<u2",
            "1 always, 2 light, 4 emitter, 8 camera, 16 reference, 32 mesh, 64 skin, 128 animated "
            "mesh, 256 dangly, 512 walkmesh (AABB), 2048 lightsaber",
        ),
        Field("number", "<u2", "number of the node"),
        Field("name", "<u2", "row of the names"),
        Field("unknown_6", "<u2", "0"),
        Field("root", "<u4", "0, in an animation the offset of that"),
        Field("parent", "<u4", "offset of the node above it, 0 for the first"),
        Field("position", "<f4", "relative to its parent", (3,)),
        Field("rotation", "<f4", "relative to its parent: w, x, y, z", (4,)),
        Field("children", "<u4", f"{ARRAY}; each row is the offset of a node", (3,)),
        Field("controllers", "<u4", f"{ARRAY} of 16 bytes", (3,)),
        Field("controller_data", "<u4", f"{ARRAY} of 4 bytes", (3,)),
    ),
)

_MESH_START = (
    Field("functions", "<u4", "made by the game", (2,)),
    Field("faces", "<u4", ARRAY, (3,)),
    Field("bounding_box", "<f4", "lowest and highest corner", (2, 3)),
    Field("radius", "<f4", "metres"),
    Field("average", "<f4", "middle of the vertices", (3,)),
    Field("diffuse", "<f4", "colour: red, green, blue", (3,)),
    Field("ambient", "<f4", "colour: red, green, blue", (3,)),
    Field("transparency", "<u4", "a hint, 0 = solid"),
    Field("texture", "S32", "`NULL` for none"),
    Field("lightmap", "S32", "`NULL` for none"),
    Field("texture_3", "S12", ""),
    Field("texture_4", "S12", ""),
    Field("index_counts", "<u4", f"{ARRAY}: how many corners are listed", (3,)),
    Field("index_offsets", "<u4", f"{ARRAY}: where they are, u16 each", (3,)),
    Field("inverted_counter", "<u4", ARRAY, (3,)),
    Field("unknown_212", "<i4", "-1, -1, 0", (3,)),
    Field("saber", "u1", "", (8,)),
    Field("animates_texture", "<u4", "1 = the texture moves"),
    Field("texture_motion", "<f4", "direction x and y, jitter, its speed", (4,)),
    Field("mdx_row", "<u4", "bytes of a vertex in the MDX"),
    Field("mdx_flags", "<u4", "which columns there are"),
    Field(
        "mdx_columns",
        "<i4",
        "where in a row: position, normal, colour, texture coordinates 1 to 4, tangents 1 to 4; "
        "-1 for none",
        (11,),
    ),
    Field("vertex_count", "<u2", ""),
    Field("texture_count", "<u2", ""),
    Field("has_lightmap", "u1", "1 = yes"),
    Field("rotates_texture", "u1", "1 = yes"),
    Field("is_background", "u1", "1 = yes"),
    Field("casts_shadow", "u1", "1 = yes"),
    Field("beaming", "u1", "1 = yes"),
    Field("renders", "u1", "1 = it is drawn"),
)
_MESH_END = (
    Field("total_area", "<f4", "square metres"),
    Field("unknown_end", "<u4", "0"),
    Field("mdx_offset", "<u4", "of its rows in the MDX"),
    Field("vertices", "<u4", "offset of the vertices, three f4 each, in the MDL"),
)
MESH_K1 = Table(
    "mesh header, first game",
    "Follows the node of a mesh.",
    (*_MESH_START, Field("unknown_314", "u1", "", (2,)), *_MESH_END),
)
MESH_K2 = Table(
    "mesh header, second game",
    "Follows the node of a mesh: eight bytes more.",
    (
        *_MESH_START,
        Field("dirt", "u1", "dirt: whether, its texture and its space; hidden in holograms", (10,)),
        *_MESH_END,
    ),
)

FACES = Table(
    "faces",
    "Triangles, in the MDL, also of a walkmesh.",
    (
        Field("normal", "<f4", "x, y, z", (3,)),
        Field("distance", "<f4", "the d of its plane: normal · p + d = 0"),
        Field("material", "<u4", "of a walkmesh: row of `surfacemat.2da`"),
        Field("neighbours", "<u2", "faces beyond each side, 65535 for none", (3,)),
        Field("corners", "<u2", "three rows of the vertices", (3,)),
    ),
)
TREE = Table(
    "box tree",
    "Of a walkmesh. Its node has the offset of the first row behind its mesh header.",
    (
        Field("lowest", "<f4", "corner of the box", (3,)),
        Field("highest", "<f4", "corner of the box", (3,)),
        Field("children", "<i4", "offsets, 0 for none", (2,)),
        Field("face", "<i4", "of a leaf; -1 in others"),
        Field("plane", "<u4", "what parts its children: 1, 2, 4 = x, y, z; 8, 16, 32 = -x, -y, -z"),
    ),
)

TABLES = (FILE, MODEL, NODE, MESH_K1, MESH_K2, FACES, TREE)

# The flags of a node.
LIGHT, EMITTER, CAMERA, REFERENCE = 0x2, 0x4, 0x8, 0x10
MESH, SKIN, ANIMATED, DANGLY, WALKMESH, SABER = 0x20, 0x40, 0x80, 0x100, 0x200, 0x800

SIZES_BEFORE_MESH = {LIGHT: 92, EMITTER: 224, REFERENCE: 36}
SIZES_BEHIND_MESH = {SKIN: 100, ANIMATED: 56, DANGLY: 28}
"""Bytes of what stands between a node, its mesh header and a walkmesh's tree, by flag."""


@dataclass(frozen=True)
class Variant:
    """A program that models are made for, told by the first of their function numbers."""

    game: ModelGame
    mesh: Table
    is_console: bool = False


VARIANTS = {
    4273776: Variant("k1", MESH_K1),
    4285200: Variant("k2", MESH_K2),
    4254992: Variant("k1", MESH_K1, is_console=True),
    4285872: Variant("k2", MESH_K2, is_console=True),
}
"""The first function number → the variant. The Xbox writes mesh headers without `vertices`."""
