"""Path points (PTH): the net of places along which the game sends creatures that walk far.

A PTH file is a GFF of the kind `PTH `. Its root has two lists, with the games' own spelling:

```
Path_Points          one struct (2) a point
    Conections       DWORD    how many connections the point has
    First_Conection  DWORD    the number of the first of them, from 0
    X, Y             FLOAT    place in the area, in metres
Path_Conections      one struct (3) a connection
    Destination      DWORD    the number of the point that it leads to, from 0
```

- The points must be sorted by x.
- The connections of a point stand together, and those of all points in the points' order. To walk
  both ways takes a connection in each point.
- The game walks in a straight line if it can, along the path points if not, and searches a small
  grid for what is near. A point has no height.

How KotorLevel reads it: as arrays, `points` (N, 2) and `connections` (M, 2), beside the counts,
first connections and destinations as they stand in the file. Connections that lead nowhere, that
belong to several points or to none, and points out of order are recorded as problems. A list that
is missing is read as empty and a field as 0, as the game does, which is recorded too; one of
another type is an error.

How it writes: unedited path points byte for byte as they were read; edited or new ones sorted, in
the form and the order of the games' files, in which a point is followed by its connections. Other
fields of the root are kept.
"""

from kotorlevel.core.atomic import Target, write_target
from kotorlevel.formats.pth.path_points import PathPoints, make_path_points
from kotorlevel.formats.pth.reader import read_path_points

__all__ = ["PathPoints", "make_path_points", "read_path_points", "write_path_points"]


def write_path_points(paths: PathPoints, target: Target) -> None:
    """Write ``paths`` to a path (atomically) or an open binary file."""
    write_target(paths.to_bytes(), target)
