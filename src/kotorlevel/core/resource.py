"""Resource names and types: how the games call a file (FACTS 9)."""

import operator
import re
from collections.abc import Iterable
from dataclasses import dataclass

from kotorlevel.core.text import printable

LONGEST_NAME = 16
_USABLE = re.compile(r'[^/\\:"<>|?\x00-\x20\x7f-\U0010ffff]+')

EMPTY_NAME = "****"
"""Stands for "nothing here": an empty room slot in a layout, an empty cell in a 2DA."""

TYPE_IDS = {
    "res": 0,
    "bmp": 1,
    "mve": 2,
    "tga": 3,
    "wav": 4,
    "plt": 6,
    "ini": 7,
    "bmu": 8,
    "mpg": 9,
    "txt": 10,
    "wma": 11,
    "wmv": 12,
    "xmv": 13,
    "plh": 2000,
    "tex": 2001,
    "mdl": 2002,
    "thg": 2003,
    "fnt": 2005,
    "lua": 2007,
    "slt": 2008,
    "nss": 2009,
    "ncs": 2010,
    "mod": 2011,
    "are": 2012,
    "set": 2013,
    "ifo": 2014,
    "bic": 2015,
    "wok": 2016,
    "2da": 2017,
    "tlk": 2018,
    "txi": 2022,
    "git": 2023,
    "bti": 2024,
    "uti": 2025,
    "btc": 2026,
    "utc": 2027,
    "dlg": 2029,
    "itp": 2030,
    "btt": 2031,
    "utt": 2032,
    "dds": 2033,
    "bts": 2034,
    "uts": 2035,
    "ltr": 2036,
    "gff": 2037,
    "fac": 2038,
    "bte": 2039,
    "ute": 2040,
    "btd": 2041,
    "utd": 2042,
    "btp": 2043,
    "utp": 2044,
    "dft": 2045,
    "gic": 2046,
    "gui": 2047,
    "css": 2048,
    "ccs": 2049,
    "btm": 2050,
    "utm": 2051,
    "dwk": 2052,
    "pwk": 2053,
    "btg": 2054,
    "utg": 2055,
    "jrl": 2056,
    "sav": 2057,
    "utw": 2058,
    "4pc": 2059,
    "ssf": 2060,
    "hak": 2061,
    "nwm": 2062,
    "bik": 2063,
    "ndb": 2064,
    "ptm": 2065,
    "ptt": 2066,
    "lyt": 3000,
    "vis": 3001,
    "rim": 3002,
    "pth": 3003,
    "lip": 3004,
    "bwm": 3005,
    "txb": 3006,
    "tpc": 3007,
    "mdx": 3008,
    "rsv": 3009,
    "sig": 3010,
    "xbx": 3011,
    "erf": 9997,
    "bif": 9998,
    "key": 9999,
}
"""File extension → the number of its type inside archives.

Other numbers occur and work everywhere: such a type goes by its number, as in ``thing.#1234``.
"""

TYPE_EXTENSIONS = {number: extension for extension, number in TYPE_IDS.items()}
"""The number of a type inside archives → file extension."""

_LARGEST_TYPE = 0xFFFF_FFFF
_NUMBER = re.compile(r"#[0-9]{1,10}", re.ASCII)
_NOT_IN_FILENAMES = frozenset('/\\:*?"<>|')
_DEVICES = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\..*)?", re.I)


def type_extension(number: int) -> str:
    """The file extension of a type: ``wok`` for 2016, and ``#1234`` for an unknown type."""
    return TYPE_EXTENSIONS.get(number) or f"#{number}"


def find_type(kind: str | int) -> int | None:
    """The number of a type, given as ``wok``, ``.WOK``, ``#2016`` or 2016; None where unknown."""
    if isinstance(kind, str):
        bare = kind.removeprefix(".").lower()
        if not _NUMBER.fullmatch(bare):
            return TYPE_IDS.get(bare)
        kind = int(bare[1:])
    number = operator.index(kind)
    return number if 0 <= number <= _LARGEST_TYPE else None


def find_types(kinds: Iterable[str | int] | None) -> frozenset[int] | None:
    """The numbers of several types, also as ``"2016"``; None, for all of them, where None is given.

    Raises `ValueError` for one that is not known.
    """
    if kinds is None:
        return None
    numbers = set()
    for kind in kinds:
        is_number = isinstance(kind, str) and kind.isdecimal() and len(kind) <= 10
        number = find_type(int(kind) if is_number else kind)
        if number is None:
            from kotorlevel.core.words import did_you_mean

            hint = did_you_mean(str(kind).removeprefix("."), TYPE_IDS)
            raise ValueError(f"{kind!r} is no type of resource. {hint}".rstrip())
        numbers.add(number)
    return frozenset(numbers)


def resource_filename(name: str, number: int) -> str:
    """A resource's name and type as a file name: ``m10aa_01a.wok``. Not always safe to use."""
    return f"{name}.{type_extension(number)}"


def split_filename(filename: str) -> tuple[str, int] | None:
    """The resource name and the type that a file name says; None if it says no type."""
    name, dot, extension = filename.rpartition(".")
    number = find_type(extension) if dot else None
    return None if number is None else (name, number)


def find_safe_filename(name: str, number: int) -> str | None:
    """The file name of a resource, or None where no folder should get a file of that name.

    Names come out of archives that anyone may have made: one with a separator could leave the
    folder, and others are devices or cannot exist on Windows.
    """
    filename = resource_filename(name, number)
    if not name or name[0] in ". " or not filename.isprintable() or _DEVICES.fullmatch(filename):
        return None
    return None if _NOT_IN_FILENAMES.intersection(filename) else filename


@dataclass(frozen=True, slots=True)
class NamedResource:
    """A resource by name, as stored, and number of its type."""

    name: str
    type: int

    @property
    def extension(self) -> str:
        """The file extension of its type: ``wok``; of an unknown type its number: ``#1234``."""
        return type_extension(self.type)

    @property
    def filename(self) -> str:
        """Name and extension: ``m10aa_01a.wok``. To make a file of it, take `safe_filename`."""
        return resource_filename(self.name, self.type)

    @property
    def safe_filename(self) -> str | None:
        """The file name to write it to a folder; None for a name that no file should have."""
        return find_safe_filename(self.name, self.type)


def name_key(name: str) -> str:
    """The form under which two spellings of one resource name are equal."""
    return name.lower()


def same_name(a: str, b: str) -> bool:
    """True when the game takes both spellings for one resource."""
    return name_key(a) == name_key(b)


def find_name_fault(name: str) -> str | None:
    """Why the game cannot use ``name`` for a resource, or None when it can (also `EMPTY_NAME`)."""
    if not name:
        return "the name is empty"
    if len(name) > LONGEST_NAME:
        shown = printable(name)
        return f"{shown!r} has {len(name)} characters; the game keeps {LONGEST_NAME}"
    if not _USABLE.fullmatch(name):
        bad = next(c for c in name if not _USABLE.fullmatch(c))
        return f"{printable(name)!r} contains {bad!a}, which a resource name cannot"
    return None
