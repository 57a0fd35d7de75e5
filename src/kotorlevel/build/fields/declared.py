"""A field, declared once: what is written, and the page of the documentation, are made of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from kotorlevel.formats.gff import GffType, Struct
from kotorlevel.formats.gff.structs import ROOT_ID


@dataclass(frozen=True)
class Wanted:
    """A field of a GFF: its label, its type, what it does, and its value.

    Without a ``value`` it is given when the file is made. ``shipped`` tells how common the value
    is in the games' files.
    """

    label: str
    type: GffType
    meaning: str
    value: Any = None
    shipped: str = ""


def make_struct(
    wanted: Iterable[Wanted], given: dict[str, Any], struct_id: int = ROOT_ID
) -> Struct:
    """A struct with the fields in their order; ``given`` are the values that are not declared.

    Raises `KeyError` where one is missing, or is given and not wanted.
    """
    left = dict(given)
    rows = [
        (each.label, each.type, left.pop(each.label) if each.value is None else each.value)
        for each in wanted
    ]
    if left:
        raise KeyError(f"nothing takes {', '.join(left)}")
    return Struct(rows, struct_id)


def describe_fields(title: str, wanted: Sequence[Wanted]) -> str:
    """A table of Markdown with the fields."""
    rows = [f"### {title}", "", "| field | type | value | shipped | what it does |"]
    rows.append("|---|---|---|---|---|")
    rows += [
        f"| `{each.label}` | {each.type.name} | {_shown(each)} | {each.shipped or '–'} "
        f"| {each.meaning} |"
        for each in wanted
    ]
    return "\n".join(rows)


def _shown(each: Wanted) -> str:
    if each.value is None:
        return "of this module"
    if each.value == []:
        return "none in it"
    if isinstance(each.value, bytes):
        return f"`{each.value.decode('ascii')}`"
    return f"{each.value:g}" if isinstance(each.value, float) else str(each.value)
