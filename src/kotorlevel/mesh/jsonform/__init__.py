r"""Every file of a level can become JSON, and comes back: `kotorlevel convert room.wok room.json`.

It is a text for people, for git and for programs in any language. While nothing in it was edited,
the file that comes back is the same **byte for byte**. What was edited gives a sound file with that
edit in it.

```
kotorlevel convert m55aa.git m55aa.json         and back: convert m55aa.json m55aa.git
kotorlevel convert my_mod my_mod_json --to json         all files below a folder
kotorlevel convert my_mod_json my_mod --to files
kotorlevel convert placeables.2da placeables.csv        a table for a spreadsheet, and back
```

```python
document = kl.to_json("m55aa_02.wok")           # plain dictionaries and lists
document["faces"][12][3] = 4                    # another surface
data = kl.from_json(document)                   # bytes; also of a text
text = kl.format_json(document)                 # the text, a row of a table a line
kl.file_from_json(text).remarks                 # ("edited: all tables made anew",)
```

## What stands in it

```
{
  "format": "kotorlevel/walkmesh",
  "version": 1,
  "kind": "room",
  "vertices": [
    [0.0, 0.0, 0.0],
  ...
  "faces": [
    [0, 1, 2, 4],                               three vertices, and the surface
  ...
  "links": [
    [12, 0, 3]                                  side 0 of face 12 leads to room 3
  ],
  "stored": { ...
}
```

`format` says what it is, not the name of the file. Keys always come in the same order. A number is
the shortest decimal that gives the game's number back, bit for bit; what JSON has no number for is
a text: `"nan"`, `"inf"`, `"-inf"`, and the bits of an unusual NaN, `"nan:0x7fc00001"`. Texts are
those of the game, in UTF-8; bytes that its encoding leaves undefined look like `"\udc81"`.

| format | file | what can be edited |
|---|---|---|
| `walkmesh` | WOK, PWK, DWK | vertices, faces with surfaces, links, use hooks, position |
| `layout` | LYT | rooms, door hooks, tracks, obstacles, comments |
| `visibility` | VIS | who sees whom |
| `2da` | 2DA, binary or text | columns, rows (label first), cells; an empty cell is `null` |
| `gff` | ARE, GIT, IFO, PTH, UTD … | fields as `[label, type, value]`, structs, lists |
| `archive` | ERF, MOD, SAV, HAK, RIM, BIF | entries: documents again, or bytes in base64 |
| `model` | MDL with MDX | the walkmesh in it; nodes are to be read only, the rest is bytes |
| `ascii` | walkmeshes as text | its lines |
| `image` | TGA, TPC | nothing: size, and the bytes |
| `key` | KEY | nothing: what is where, and the bytes |

Each has a [schema](exit-codes.md#json). A key that is not known is an error, so that a typing error
does not go unnoticed. Errors name the place, such as `faces[12][3]: 1.5 is not a whole
number`.

## The part `stored`

A file may have more than its meaning: odd spaces and line ends, wrong counts, junk in a header, a
box tree in which the games' tool decided a tie otherwise, fields in the order in which somebody
made them. What a file written anew would have anyway is left out; the rest is in `stored`, with a
check sum, `of`, of the meaning that it belongs to, and one of the whole `file`.

- **Nothing edited:** the check sum is right, the stored form is used, and the bytes are the same.
  Other spaces in the JSON, or `1` for `1.0`, are no edit.
- **Edited:** nothing in `stored` is used. A walkmesh gets all tables anew and its walkable faces
  first, a layout right counts, a GFF and an archive are written in the games' order. `convert` says
  which of the two it was. Where only links of a walkmesh were edited, only these numbers change.

`stored` need not be looked at, and may be deleted: that is an edit, too. Where it was damaged, so
that the `file` would be another, that is an error. In a walkmesh it has the
rows of tables that differ from those that are derived: `"rows"` begin with the number of the row.
In a GFF it is the order of structs and fields, in texts the lines, and bytes where nothing shorter
describes the file.

## CSV

A 2DA as CSV has the column names in the first line and the row labels in the first column. Cells
stand as they are: an empty one is empty, and `****`, which some tools write into binary tables,
stays. Back it becomes a binary 2DA. What spreadsheets make of it is read: semicolons or tabs, a
byte-order mark, Windows-1252, empty columns and lines at the end. A row with too many or too few
cells, and a column that is there twice, are errors with their line. The order of texts inside a
binary table, and the line `DEFAULT` of a text one, have no place in CSV; `convert` says so, and
JSON keeps them.
"""
