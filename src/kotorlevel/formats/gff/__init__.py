"""GFF: a tree of named values. Areas (ARE, GIT), modules (IFO), templates (UTD, UTP …) and more.

A *struct* has fields; a *field* has a label, a type and a value; and a value may be a struct or a
list of structs again. The file is that tree, cut into six tables. All numbers are little-endian.

```python
git = read_gff("m55aa.git")
git["Door List"][3]["X"]                                   # 12.5
git = git.with_value("Door List", 3, "X", value=13.0)
write_gff(git, "m55aa.git")
```

| type | name | value in Python | stored |
|---|---|---|---|
| 0, 1 | BYTE, CHAR | int, 8 bits without and with sign | in the field |
| 2, 3 | WORD, SHORT | int, 16 bits | in the field |
| 4, 5 | DWORD, INT | int, 32 bits | in the field |
| 6, 7 | DWORD64, INT64 | int, 64 bits | 8 bytes of field data |
| 8 | FLOAT | float, 32 bits | in the field |
| 9 | DOUBLE | float | 8 bytes of field data |
| 10 | STRING | str | u32 length, then Windows-1252 text |
| 11 | RESREF | str, a resource name of up to 16 letters | u8 length, then text |
| 12 | LOCALIZED | `LocalizedString` | u32 size of the rest, i32 line, u32 count, texts |
| 13 | VOID | bytes | u32 length, then bytes |
| 14 | STRUCT | `Struct` | row of `structs` in the field |
| 15 | LIST | `StructList` | where it begins among the list indices, in bytes |
| 16 | ORIENTATION | four floats: w, x, y, z | 16 bytes of field data |
| 17 | VECTOR | three floats | 12 bytes of field data |
| 18 | STRREF | int, a line of the talk table or -1 | u32 4, then i32 |

- In the field: the value, in its low bytes. Else the field has the place of its first byte among
  the field data.
- The line of a localized string is one of the talk table, `dialog.tlk`, or -1. Each of its own
  texts is a u32 key, a u32 length and the text; the key is twice the number of the language, plus
  1 for the feminine form.
- Struct 0 is the root; its id is 0xFFFFFFFF. What other ids mean depends on the file.
- The games' files hold the tables in the order of this page, packed. Structs and fields stand in
  the order in which they were made, mostly from the top: a struct, its first field, everything in
  it, its second field. Labels, field data and lists follow the order of the fields, field indices
  that of the structs.

How KotorLevel reads it: the whole tree is checked at once, and a struct is made when it is asked
for. A row, place or length outside its table, an unknown type, a struct inside itself and more than
100 structs inside each other (the games' files stay below ten) are errors. Recorded as problems are
a label twice in one struct (the first counts), structs and fields that are shared (read as copies,
as long as that stays within twice what the tables hold) or that nobody uses, wrong sizes, long
resource names, and odd places of tables.

How it writes: an unedited file byte for byte as it was read. An edited one is written anew: structs
and fields in the order that they had, new ones behind their neighbours, everything else in the
games' way, so that changing a number changes nothing but that number. Values that nobody edited are
copied bit by bit. What nobody uses is left out.
"""

from kotorlevel.formats.gff.file import Gff
from kotorlevel.formats.gff.reader import parse_gff, read_gff, read_gff_tables
from kotorlevel.formats.gff.stored_tables import GffTables
from kotorlevel.formats.gff.structs import Field, Struct, StructList
from kotorlevel.formats.gff.values import GffType, LocalizedString
from kotorlevel.formats.gff.writer import format_gff, write_gff

__all__ = [
    "Field",
    "Gff",
    "GffTables",
    "GffType",
    "LocalizedString",
    "Struct",
    "StructList",
    "format_gff",
    "parse_gff",
    "read_gff",
    "read_gff_tables",
    "write_gff",
]
