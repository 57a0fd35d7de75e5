"""Resource names and types: how the games call a file (FACTS 9)."""

from __future__ import annotations

from kotorlevel.core.text import printable

LONGEST_NAME = 16

EMPTY_NAME = "****"
"""Stands for "nothing here": an empty room slot in a layout, an empty cell in a 2DA."""

TYPE_IDS = {
    "mdl": 2002,
    "mod": 2011,
    "are": 2012,
    "ifo": 2014,
    "wok": 2016,
    "2da": 2017,
    "git": 2023,
    "utd": 2042,
    "utp": 2044,
    "dwk": 2052,
    "pwk": 2053,
    "sav": 2057,
    "lyt": 3000,
    "vis": 3001,
    "rim": 3002,
    "pth": 3003,
    "mdx": 3008,
    "erf": 9997,
    "bif": 9998,
    "key": 9999,
}
"""File extension → the number of its type inside archives."""

TYPE_EXTENSIONS = {number: extension for extension, number in TYPE_IDS.items()}
"""The number of a type inside archives → file extension."""


def name_key(name: str) -> str:
    """The form under which two spellings of one resource name are equal."""
    return name.lower()


def same_name(a: str, b: str) -> bool:
    """True when the game takes both spellings for one resource."""
    return name_key(a) == name_key(b)


def find_name_fault(name: str) -> str | None:
    """Why the game cannot use ``name`` for a resource, or None when it can (also `EMPTY_NAME`)."""
    shown = printable(name)
    if not name:
        return "the name is empty"
    if len(name) > LONGEST_NAME:
        return f"{shown!r} has {len(name)} characters; the game keeps {LONGEST_NAME}"
    if bad := next((c for c in name if not 0x21 <= ord(c) <= 0x7E or c in '/\\:"<>|?'), None):
        return f"{shown!r} contains {bad!a}, which a resource name cannot"
    return None
