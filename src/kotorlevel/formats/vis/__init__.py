"""Visibility (VIS): which rooms the game draws while the player stands in a room.

A visibility file is text. Its lines end with CRLF; there is no header and no comment.

```
ROOM N
  OTHER
  OTHER
ROOM N
  OTHER
```

- A **parent** stands in column 0, with the number of lines that follow for it. Each **child**, with
  two spaces before it, is a room that is drawn while the player is in the parent.
- Names are those of the layout's rooms, in any case. Shipped files list the parents in the
  layout's order.
- The room the player is in is always drawn; that is not stored, although some files list it.
- A pair counts in the direction in which it is stored: 666 of the 8,894 pairs in shipped files are
  one-way.
- Visibility never affects walking.

How KotorLevel reads it: the indentation decides who is a parent and who a child, because counts are
wrong in real files; a wrong or missing count is a recorded problem and not an error. Where no line
is indented, the counts decide, if they hold from the first line to the last. A child with a number
behind it (`StuntRoom45ad 5`) stays a child. The order of parents and children, repeated names and
their spelling are kept. Comment lines (`#` or `//`) and a line with a version (`m55aa V3.28`) are
not part of the format; they are kept, each before the parent that follows it, and recorded. A child
before the first parent is an error, and so is a file that has no count at all and does not begin
with a name. A file without any room is an empty visibility, and that is recorded too. Where a file
repeats a fault, the first 20 are recorded one by one and the rest as a number; wrong counts always
one by one.

How it writes: an unedited visibility byte for byte as it was read; an edited or new one in the form
above, with right counts and CRLF, and each parent once. What would read back as something else is
refused.
"""

from kotorlevel.formats.vis.reader import parse_visibility, read_visibility
from kotorlevel.formats.vis.visibility import Visibility, VisRoom
from kotorlevel.formats.vis.writer import format_visibility, write_visibility

__all__ = [
    "VisRoom",
    "Visibility",
    "format_visibility",
    "parse_visibility",
    "read_visibility",
    "write_visibility",
]
