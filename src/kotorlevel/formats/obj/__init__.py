"""Wavefront OBJ, with its materials in an MTL beside it: what every modelling program reads.

An OBJ is text. Vertices are numbered from 1 over the whole file, and faces name them:

```
mtllib room.mtl
o room
v 0.0 0.0 0.0
v 4.0 0.0 0.0
v 4.0 3.0 0.0
v 0.0 3.0 0.0
usemtl Metal
f 1 2 3 4
```

- **`o`** begins an object. A file without any has its objects by `g`; one with neither is one
  object, named after the file. A `g` that comes again goes on with its object, an `o` does not.
- **`usemtl`** names the material of the faces behind it, up to the next one: the rest of the line,
  spaces and all. Without a name it takes the material away. In files of Blender a material ends
  with its object, because Blender says nothing of an object that has none.
- **A face** has three corners or more, counter-clockwise seen from its front, and may be concave.
  A corner is `v`, `v/vt`, `v//vn` or `v/vt/vn`, of which only the vertex counts here; negative
  numbers count back from the last vertex before the line.
- Vertices are **shared**: two faces that name one vertex stay joined. That makes OBJ the form for
  work on one mesh, and glTF the one for whole scenes.
- A file does not say which axis points **up**. KotorLevel writes Z up, as the games have it; with
  `up="y"` it is x, z, -y. Blender takes Y for up on both import and export unless told otherwise,
  and so gives back the axes that it was given.

How KotorLevel reads it: text in UTF-8 or Latin-1, any line ends, a byte-order mark, tabs, and
lines that go on behind a backslash. Normals, texture places, smoothing and the fourth number or
the colours of a vertex are passed over without a word; lines, points, curves and surfaces with a
remark. A number that is none or fits no float32, a vertex that is not there, a face of fewer than
three corners, and a file without a face are errors with their line. Each object has the vertices
that its faces use, in the order of the file, and those between its `o` and the next that no face
uses. Of the MTL only `Kd`, `d` and `Tr` are read; it may be absent.

How it writes: each number is the shortest text that reads back to the same float32, or to the same
float64 where it is no float32. An object read back has the same points, faces in the same order,
and materials. A name that would not read back as it is, is refused. Marks cannot be written.
"""

from kotorlevel.formats.obj.materials import format_mtl, parse_mtl
from kotorlevel.formats.obj.reader import parse_obj, read_obj
from kotorlevel.formats.obj.writer import format_obj

__all__ = ["format_mtl", "format_obj", "parse_mtl", "parse_obj", "read_obj"]
