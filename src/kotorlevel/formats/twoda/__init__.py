r"""Tables (2DA): the games' rules, such as `surfacemat.2da`, which says where one can walk.

A 2DA has named columns, labelled rows and a text in every cell. There are two forms of file.

**Binary**, `2DA V2.b`: what the games ship. Numbers are little-endian.

| part | bytes |
|---|---|
| header | `2DA V2.b\n`, 9 bytes |
| column names | each ended by a tab; after the last one a NUL |
| row count | u32 |
| row labels | each ended by a tab |
| cells | rows * columns u16, row after row: where the cell's text starts among the texts |
| size of the texts | u16 |
| texts | Windows-1252, each ended by a NUL; equal cells share one text |

**Text**, `2DA V2.0`: what people edit.

```
2DA V2.0

       label      walk  sound
0      NotDefined 0     ****
1      Dirt       1     DT
2      "Wet Dirt" 1     DT
```

The second line is blank or `DEFAULT: value`; the column names follow, then one line a row: its
label and its cells, between spaces or tabs. A cell with spaces in it stands in double quotes, and
`****` is an empty cell. There is no way to write a double quote.

- An **empty cell** is an empty text in the binary form and `****` in the text form, and conversion
  turns one into the other. Some tools write `****` into binary files too (in text: `"****"`). All
  of them are read as None.
- **Rows** are counted from 0; that number is what the games go by. A label often repeats it, and
  need not.
- **Column names** are the same in any case. Where a name or a label occurs twice, the first wins
  and a problem is recorded.
- `DEFAULT` is kept as `TwoDA.default` and written to text again. It does not change what an empty
  cell is read as. The binary form has no room for it and drops it.

How KotorLevel reads it: the form is told by the first bytes. The size of the texts is not trusted
(some tools write 0, and none where there is no row): they are the rest of the file. A byte-order
mark before either form is recorded. In text, a short row is filled with empty cells and cells
behind the last column are left out, each with a recorded problem.

How it writes: an unedited table byte for byte as it was read; an edited or new one in the form it
was read in (a new one in binary), or in the form that is asked for. Binary texts are stored once
each, in the order in which the cells first need them, which gives the same bytes as the games' own
files have. Text has aligned columns and CRLF. What a form cannot hold is a `FormatError` before
anything is written.
"""

from kotorlevel.formats.twoda.file import format_2da, parse_2da, read_2da, write_2da
from kotorlevel.formats.twoda.table import Form, TwoDA, Value

__all__ = ["Form", "TwoDA", "Value", "format_2da", "parse_2da", "read_2da", "write_2da"]
