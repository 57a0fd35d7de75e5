"""Layouts (LYT): which rooms an area has, in which order, and where they stand.

A layout is text. Its lines end with CRLF, also the last one: the game steps over two bytes at the
end of a line, and a file with bare LF can shift rooms or crash.

```
#MAXLAYOUT ASCII
filedependancy NAME.max
beginlayout
   roomcount N
      MODEL x y z
   trackcount N
      MODEL x y z
   obstaclecount N
      MODEL x y z
   doorhookcount N
      ROOM DOOR 0 x y z qw qx qy qz
donelayout
```

- **Rooms** are numbered from 0 in the order of the file; walkmesh transitions are these numbers. A
  room called `****` is an empty slot and keeps its number. Rooms are moved, never rotated.
- **Tracks** and **obstacles** belong to the swoop races and turret games; both games have them.
- A **door hook** suggests a place for a door. It has ten fields: the third is an integer, 0 in
  every shipped file, and the quaternion is written with w first. The module's GIT places doors.
- The sections have a fixed order, and the game trusts the counts. It does not look at the lines
  that it counts: a blank one is an entry to it.
- KotorBlender writes a section `othercount N` behind the door hooks, and leaves out the 0 of these.
  Some tools write more numbers behind the quaternion, or its w last. Files that went through a
  program which took CRLF for LF have lines that end with CR CR LF.

How KotorLevel reads it: a section lasts until the next section begins, so that a wrong count is a
recorded problem and not an error. A room's numbers are taken from the right, so that a name with a
space in it does not shift them. A door hook is taken from the left: the words before the first
number are names, of which the first is the room's, unless a room of the layout has a longer one;
numbers behind the tenth field are kept. So are the lines of `othercount`, as text. A blank line
inside the sections is recorded; CR CR LF is one end of a line. Comments and unknown lines are kept,
each before the entry that follows it; a comment behind an entry (`MODEL x y z # note`) goes before
it. Between entries, a line of up to three words, of which at most one is a number, is an unknown
line; any other that is no entry is a broken one and an error, and so is anything behind the number
of a section. Where a file repeats a fault, the first 20 are recorded one by one and the rest as a
number; wrong counts and short door hooks always one by one.

How it writes: an unedited layout byte for byte as it was read; an edited or new one in the form
above, with right counts and CRLF. Each number is the shortest text that reads back to the same
float32, but one that was read and not edited keeps all its digits. What would read back as
something else, such as a comment that says `donelayout`, is refused.
"""

from kotorlevel.formats.lyt.layout import (
    DoorHook,
    Layout,
    LayoutObstacle,
    LayoutRoom,
    LayoutTrack,
)
from kotorlevel.formats.lyt.reader import parse_layout, read_layout
from kotorlevel.formats.lyt.writer import format_layout, write_layout

__all__ = [
    "DoorHook",
    "Layout",
    "LayoutObstacle",
    "LayoutRoom",
    "LayoutTrack",
    "format_layout",
    "parse_layout",
    "read_layout",
    "write_layout",
]
