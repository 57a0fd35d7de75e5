"""Binary walkmeshes: the floor and walls of a room (WOK), of a placeable (PWK), of a door (DWK).

A walkmesh is a set of triangles, the *faces*. Each has a surface material, and the material says
whether one can walk there. All numbers are little-endian.

- Behind the header follow nine tables, packed, in the order of this page, and nothing after the
  last. Every file of the games is laid out so; files of other tools mostly are.
- The offset of an empty table means nothing: a PWK or DWK stores 0, a WOK the next free byte, and
  a file without any geometry 136.
- The vertices of a WOK are in area space: neither the room's place in the layout nor the header's
  `position` is added. Those of a PWK or DWK are local: add `position`, then rotate and move the
  result to where the object stands.
- *Edge* number 3 · face + side names one side of one face; side k runs from corner k to corner
  k + 1 (side 2 back to corner 0).
- The tables from `nodes` on exist in a WOK only.
- Neighbours are found by vertex number, not by position: two vertices at one place are a seam.

How KotorLevel reads it: every table is checked against the size of the file before it is touched,
and is then a view of the file, not a copy. Tables out of order, overlapping tables, gaps and
bytes behind the last table are recorded as problems; a table that leaves the file is an error.
Indices, boxes and normals are not judged here.

How it writes: an unedited walkmesh byte for byte as it was read, with odd offsets, gaps, junk and
trailing bytes in their places; a new or edited one in the strict form of the games.
"""

from kotorlevel.formats.bwm.build import build_bwm
from kotorlevel.formats.bwm.file import Bwm
from kotorlevel.formats.bwm.reader import parse_bwm, read_bwm

__all__ = ["Bwm", "build_bwm", "parse_bwm", "read_bwm"]
