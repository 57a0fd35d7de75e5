"""Models (MDL with MDX): what the player sees of a room, a door or a placeable.

A model is two files. The MDL is a tree of nodes: meshes, lights, emitters, places. The MDX holds
what the graphics card gets of each vertex: place, normal, texture coordinates. Numbers are
little-endian, and offsets in the MDL count from its byte 12.

- A node's place and rotation are relative to its parent. What its flags name follows it at once:
  a mesh header, 332 bytes in the first game and 340 in the second, and of a walkmesh node the
  offset of a box tree. Skins and dangly meshes are meshes with something more behind the header.
- The first of the two function numbers tells the game: 4273776 the first, 4285200 the second.
- A room's model holds **its walkmesh**, too, in a node of the kind AABB at depth 1 without a
  rotation. The game's camera uses it, and the WOK was made from it: its faces are the model's with
  the walkable ones first, otherwise in the same order, its vertices `local + position of the node +
  position of the room in the layout`, welded where they are equal, its header's position that of
  the node. Links to other rooms are not in the model.
- The faces of every mesh have a normal, a distance, a material and neighbours; only those of
  walkmeshes mean something to the game.

How KotorLevel reads it: arrays are taken out of the file after their offsets were checked; a node
or a box that would be reached twice is refused. Vertices come from the MDL, so that the MDX may be
missing; normals and texture coordinates then are, too. Animations are known by their names.
Controllers, what moves in a light or an emitter, weights of skins and dangly meshes are passed
over. Models of the Xbox are told and not read.

How it writes: an unedited model byte for byte as it was read. A new walkmesh is written over the
old one as far as there is room, else its arrays are put at the end of the two files; every other
byte stays. Faces keep the model's order and vertices their texture where they are the same within
a millimetre, so a walkmesh that was not edited changes nothing.
"""

from kotorlevel.formats.mdl.model import Model, ModelMesh, ModelNode
from kotorlevel.formats.mdl.reader import is_model, parse_model, read_model

__all__ = ["Model", "ModelMesh", "ModelNode", "is_model", "parse_model", "read_model"]
