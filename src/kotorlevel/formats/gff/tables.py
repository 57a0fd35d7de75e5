"""GFF V3.2, declared: the header and the six tables behind it."""

from dataclasses import dataclass

from kotorlevel.core.table import Field, Table

VERSION = b"V3.2"

HEADER = Table(
    "header",
    "The first 56 bytes.",
    (
        Field("kind", "S4", "what the file is for: `GIT `, `IFO `, `PTH `, `UTD ` …"),
        Field("version", "S4", "`V3.2`"),
        Field("struct_offset", "<u4", ""),
        Field("struct_count", "<u4", "rows"),
        Field("field_offset", "<u4", ""),
        Field("field_count", "<u4", "rows"),
        Field("label_offset", "<u4", ""),
        Field("label_count", "<u4", "rows"),
        Field("data_offset", "<u4", ""),
        Field("data_size", "<u4", "bytes"),
        Field("index_offset", "<u4", ""),
        Field("index_size", "<u4", "bytes"),
        Field("list_offset", "<u4", ""),
        Field("list_size", "<u4", "bytes"),
    ),
)

STRUCTS = Table(
    "structs",
    "Structs; row 0 is the root.",
    (
        Field("id", "<u4", "a number whose meaning depends on the kind of file; root 0xFFFFFFFF"),
        Field(
            "data",
            "<u4",
            "one field: its row in `fields`; several: where their rows begin among the field "
            "indices, in bytes; none: unused",
        ),
        Field("count", "<u4", "number of fields"),
    ),
)
FIELDS = Table(
    "fields",
    "Fields: a type, a label and a value each.",
    (
        Field("type", "<u4", "0 to 18, see above"),
        Field("label", "<u4", "row of `labels`"),
        Field("data", "<u4", "the value itself, or where it is, depending on the type"),
    ),
)
LABELS = Table(
    "labels",
    "The names of fields, each once.",
    (Field("label", "S16", "up to 16 characters, filled with NULs"),),
)
FIELD_DATA = Table(
    "field data",
    "Values that do not fit into four bytes, one behind the other.",
    (Field("byte", "u1", ""),),
)
FIELD_INDICES = Table(
    "field indices",
    "The fields of every struct that has several.",
    (Field("field", "<u4", "row of `fields`"),),
)
LIST_INDICES = Table(
    "list indices",
    "The structs of every list: first how many there are, then their rows.",
    (Field("number", "<u4", "a count, or a row of `structs`"),),
)


@dataclass(frozen=True)
class Slot:
    """A table and the header fields that say where it is and how long, in rows or in bytes."""

    table: Table
    offset: str
    length: str
    in_bytes: bool = False


SLOTS = (
    Slot(STRUCTS, "struct_offset", "struct_count"),
    Slot(FIELDS, "field_offset", "field_count"),
    Slot(LABELS, "label_offset", "label_count"),
    Slot(FIELD_DATA, "data_offset", "data_size", in_bytes=True),
    Slot(FIELD_INDICES, "index_offset", "index_size", in_bytes=True),
    Slot(LIST_INDICES, "list_offset", "list_size", in_bytes=True),
)
"""The six tables in the order in which every file of the games holds them."""
