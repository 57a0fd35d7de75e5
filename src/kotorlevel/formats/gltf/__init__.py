"""glTF 2.0: scenes of modelling programs, as one GLB or as JSON with buffers.

A **GLB** is a header of 12 bytes (`glTF`, version 2, size) and chunks (length, kind, content): JSON
that says what is in the file, and the bytes of its arrays. A **`.gltf`** is the JSON alone; its
arrays are in files beside it, or spelled in it as base64.

| in the JSON | what it is |
|---|---|
| `nodes` | a tree of places: a translation, rotation and scale, or a matrix, below its parent's |
| `meshes` | primitives: triangles of one material each |
| `accessors`, `bufferViews`, `buffers` | where arrays are: places of points, numbers of corners |
| `materials` | names, and how they look |

- **Y is up** in the file, Z here: x, y, z are x, z, -y there, and no bit is lost.
- Vertices are **split** where normals or colours differ. What is one vertex is told by its place
  alone, and so shapes that are read do not share vertices.
- A node without a mesh is an **empty**: a mark, with a place and a turn.

How KotorLevel reads it: the nodes of the default scene, or all where none is the default; each with
its whole transform, and with its fronts in front where that mirrors. A mesh in several nodes is a
shape for each. Triangles, strips and fans; whole numbers that stand for places
(`KHR_mesh_quantization`). Left out with a remark: points and lines, shape keys, bones, animations,
cameras and lights. Errors: sparse and compressed arrays (Draco, meshopt), other extensions that a
file says one must know, places that are not finite, counts and offsets beyond a buffer, a node with
two parents or below itself, a mesh that is scaled to nothing. Buffers are read from files beside it
and nowhere else.

How it writes: one GLB, the same bytes each time. A node for each shape, whose primitives share one
array of places (float32) in the space of the shape's frame; polygons are cut into triangles. No
normals and no texture places. Colours are linear, materials two-sided. Names say everything: there
are no extras.
"""

from kotorlevel.formats.gltf.reader import parse_gltf, read_gltf
from kotorlevel.formats.gltf.writer import format_glb

__all__ = ["format_glb", "parse_gltf", "read_gltf"]
