"""The archives, declared: headers and tables, and which of them each kind has (FACTS 9)."""

from dataclasses import dataclass
from functools import cached_property

from kotorlevel.core.table import Field, Table

_NAME = Field("name", "S16", "resource name, filled up with NULs")

ERF_HEADER = Table(
    "header",
    "The first 160 bytes.",
    (
        Field("magic", "S8", "`ERF V1.0`, `MOD V1.0`, `SAV V1.0` or `HAK V1.0`"),
        Field("language_count", "<u4", "number of descriptions"),
        Field("localized_size", "<u4", "bytes of the descriptions"),
        Field("entry_count", "<u4", "rows of keys and of resources"),
        Field("localized_offset", "<u4", ""),
        Field("key_offset", "<u4", ""),
        Field("resource_offset", "<u4", ""),
        Field("build_year", "<u4", "years since 1900"),
        Field("build_day", "<u4", "days since 1 January"),
        Field("description_strref", "<u4", "line of the talk table, or 0xFFFFFFFF"),
        Field("reserved", "V116", "0 in most files; kept"),
    ),
)
ERF_KEYS = Table(
    "keys",
    "The name and type of each resource.",
    (
        _NAME,
        Field("id", "<u4", "the row's own number"),
        Field("type", "<u2", "type of the resource"),
        Field("unused", "<u2", "0 in most files; kept"),
    ),
)
ERF_RESOURCES = Table(
    "resources",
    "Where each resource is; row after row as in `keys`.",
    (
        Field("offset", "<u4", "from the start of the file"),
        Field("size", "<u4", "bytes"),
    ),
)
RIM_HEADER = Table(
    "header",
    "The first 120 bytes.",
    (
        Field("magic", "S8", "`RIM V1.0`"),
        Field("unknown_08", "<u4", "0 in most files; kept"),
        Field("entry_count", "<u4", ""),
        Field("entry_offset", "<u4", "0 stands for 120"),
        Field("reserved", "V100", "0 in most files; kept"),
    ),
)
RIM_ENTRIES = Table(
    "entries",
    "One row a resource.",
    (
        _NAME,
        Field("type", "<u4", "type of the resource"),
        Field("id", "<u4", "the row's own number"),
        Field("offset", "<u4", "from the start of the file"),
        Field("size", "<u4", "bytes"),
    ),
)
BIF_HEADER = Table(
    "header",
    "The first 20 bytes.",
    (
        Field("magic", "S8", "`BIFFV1  `"),
        Field("variable_count", "<u4", "rows of resources"),
        Field("fixed_count", "<u4", "0; the games have no fixed resources"),
        Field("variable_offset", "<u4", ""),
    ),
)
BIF_RESOURCES = Table(
    "resources",
    "One row a resource. A BIF has no names: the KEY gives them, by row.",
    (
        Field("id", "<u4", "the id that the KEY has for it, or only its row"),
        Field("offset", "<u4", "from the start of the file"),
        Field("size", "<u4", "bytes"),
        Field("type", "<u4", "type of the resource"),
    ),
)
KEY_HEADER = Table(
    "header",
    "The first 64 bytes.",
    (
        Field("magic", "S8", "`KEY V1  `"),
        Field("bif_count", "<u4", ""),
        Field("key_count", "<u4", ""),
        Field("file_offset", "<u4", ""),
        Field("key_offset", "<u4", ""),
        Field("build_year", "<u4", "years since 1900"),
        Field("build_day", "<u4", "days since 1 January"),
        Field("reserved", "V32", "0 in most files; kept"),
    ),
)
KEY_FILES = Table(
    "files",
    "One row a BIF.",
    (
        Field("size", "<u4", "bytes of the BIF"),
        Field("name_offset", "<u4", "from the start of the KEY"),
        Field("name_length", "<u2", "bytes, with the NUL at the end"),
        Field("drives", "<u2", "where the BIF is looked for; 1 = the game's folder"),
    ),
)
KEY_ENTRIES = Table(
    "keys",
    "One row a resource.",
    (
        _NAME,
        Field("type", "<u2", "type of the resource"),
        Field("id", "<u4", "row of `files` in the upper 12 bits, row in that BIF in the lower 20"),
    ),
)

KEY_MAGIC = b"KEY V1  "


@dataclass(frozen=True)
class Slot:
    """A table and the header fields that say where it is."""

    table: Table
    count: str
    offset: str
    default_offset: int = 0
    """What an offset of 0 stands for."""


@dataclass(frozen=True)
class Shape:
    """How a family of archives is laid out: header, then tables, then resources.

    ``largest_type`` is the largest number of a type that the tables have room for.
    """

    header: Table
    slots: tuple[Slot, ...]
    largest_type: int
    named: bool = True
    described: bool = False

    def slot_of(self, field: str) -> Slot:
        """The table that has a column called ``field``; of several the first."""
        return self._slots[field]

    @cached_property
    def _slots(self) -> dict[str, Slot]:
        return {f.name: slot for slot in reversed(self.slots) for f in slot.table.fields}


_ERF = Shape(
    ERF_HEADER,
    (
        Slot(ERF_KEYS, "entry_count", "key_offset"),
        Slot(ERF_RESOURCES, "entry_count", "resource_offset"),
    ),
    largest_type=0xFFFF,
    described=True,
)
_RIM = Shape(
    RIM_HEADER,
    (Slot(RIM_ENTRIES, "entry_count", "entry_offset", RIM_HEADER.dtype.itemsize),),
    largest_type=0xFFFF_FFFF,
)
_BIF = Shape(
    BIF_HEADER,
    (Slot(BIF_RESOURCES, "variable_count", "variable_offset"),),
    largest_type=0xFFFF_FFFF,
    named=False,
)

SHAPES = {"ERF": _ERF, "MOD": _ERF, "SAV": _ERF, "HAK": _ERF, "RIM": _RIM, "BIF": _BIF}
"""Kind of archive → how it is laid out."""

MAGICS = {
    b"ERF V1.0": "ERF",
    b"MOD V1.0": "MOD",
    b"SAV V1.0": "SAV",
    b"HAK V1.0": "HAK",
    b"RIM V1.0": "RIM",
    b"BIFFV1  ": "BIF",
}
"""The first eight bytes of a file → kind of archive."""
