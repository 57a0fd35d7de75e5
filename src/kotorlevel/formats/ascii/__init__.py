"""ASCII walkmeshes: the text that modding tools, and the engine itself, read and write.

Three dialects are in use. They share their keywords and differ in what surrounds them.

**Engine text** is one bare node, as the engine's own reader takes it:

```
node aabb walk
  position x y z
  orientation x y z angle
  verts N
    x y z
  faces N
    v1 v2 v3 smoothing t1 t2 t3 material
  aabb
    x y z x y z face
endnode
```

**Model text** (KOTORMax, MDLOps, mdledit) is a tree of such nodes, each with a `parent`. It comes
as a whole model (`.mdl.ascii`, from `newmodel` to `donemodel`) or as a walkmesh alone
(`.wok.ascii`, `.pwk.ascii`, `.dwk.ascii`). `layoutposition` is the place of the room in the layout,
and a node may hold `roomlinks`: lines of an edge and the room across it.

**PyKotor text** looks like engine text without a node name, with area-space vertices and with
adjacency in place of smoothing and texture vertices.

- A **face** has eight integers. The first three are corners, counted from 0; the last is the
  material. In engine and model text the four between are a smoothing mask and three texture
  vertices, whatever other descriptions say; only PyKotor puts edges across (or -1) into the first
  three of them, and -1 into the fourth.
- An **orientation** is an axis and an angle in radians; an axis whose numbers are all below 0.0001
  turns nothing.
- **Vertices** are local to their node in engine text and in whole models. In a `.wok.ascii` they
  are in area space already, although the node has a position; in a `.pwk.ascii` or `.dwk.ascii`
  they are local. KOTORMax writes a vertex once for each texture corner, so the same place appears
  many times.
- **Room links** number edges (3 · face + side) by the faces of the file. In a whole model those are
  the faces before the compiler sorts them, so the compiled walkmesh has other numbers.
- **Box tree** lines hold a lower corner, an upper corner and a face, or -1 in an inner node; root
  first, left before right. Tools may append three more numbers; these are left out. In engine text
  they are the bounds of the faces themselves: the engine grows every box by 0.01.
- A room's walkmesh is an `aabb` node, mdledit's `node trimesh WALKMESH`, or MDLOps' `node trimesh
  NAME_wg` right below `NAME`. A placeable has a root `NAME_pwk`, a mesh `NAME_wg` and use hooks
  `pwk_use01`, `pwk_use02`; a door a root `NAME_DWK`, meshes `…_DWK_wg_closed`, `_open1`, `_open2`
  and use hooks `…_DWK_dp_closed_01` or bare `dp_closed_01`, and so on.
- A placeable's **use hooks** are where they are in the model; a door's are relative to its mesh.
- The engine's reader wants exact case and lines of at most 255 bytes. Other programs have no limit.

How KotorLevel reads it: upper and lower case are the same, spacing is free, `#` at the start of a
word begins a comment. A line that starts with a digit, a sign or a point is data, every other line
a keyword's; so lists that are not known here are stepped over. Animations are left out. Every node
keeps its name, parent and place, but only walkmeshes keep their geometry (`find_walkmesh_nodes`
says which these are). A `verts` or `faces` count that is not the number of lines is an error, and
so are a corner outside the vertices, anything that is not a finite number and, in engine text, a
line that is too long (comments aside). A `roomlinks` list ends at the first line that is not a pair
of whole numbers; that, a wrong count, a pair without such an edge or room and a second link of one
edge are recorded problems. Where a file repeats a fault, the first 20 are recorded one by one and
the rest as a number. `AsciiModel.complete` tells a whole model from a walkmesh alone, and so in
which space the vertices of a room are.

The dialect is found by content: model text if there is a frame (`newmodel`, `beginmodelgeom`,
`layoutposition`), a `parent`, a `roomlinks` list or a node that is not `aabb`; else PyKotor text if
an unnamed node has a negative number between corners and material, where neither a mask nor a
texture vertex can be negative; else engine text. That a text is PyKotor's is recorded: the position
of its node is not added. A door's text holds all its states; `read_walkmeshes` gives each by name.

How it writes: engine and model text, with exact keywords and CRLF. Each number is the shortest text
that reads back to the same float32. `roomlinks` have no number and end with `endlist`: of a number
MDLOps reads one digit. Texture vertices are not kept, only their numbers in the faces.
"""

from kotorlevel.formats.ascii.build import (
    build_door_model,
    build_placeable_model,
    build_room_model,
)
from kotorlevel.formats.ascii.hierarchy import (
    find_use_hooks,
    find_walkmesh_nodes,
    is_room,
    node_transform,
)
from kotorlevel.formats.ascii.model import AsciiModel, AsciiNode, Dialect
from kotorlevel.formats.ascii.reader import parse_ascii, read_ascii
from kotorlevel.formats.ascii.writer import (
    format_ascii_engine,
    format_ascii_model,
    write_ascii,
)

__all__ = [
    "AsciiModel",
    "AsciiNode",
    "Dialect",
    "build_door_model",
    "build_placeable_model",
    "build_room_model",
    "find_use_hooks",
    "find_walkmesh_nodes",
    "format_ascii_engine",
    "format_ascii_model",
    "is_room",
    "node_transform",
    "parse_ascii",
    "read_ascii",
    "write_ascii",
]
