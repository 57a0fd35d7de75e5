"""What a file has beyond its meaning, and whether it still belongs to it.

A document is the meaning of a file, which people edit, and a part ``stored`` for what a file that
was written anew would not have: odd spaces, junk, tables in another order. Its key ``of`` is a
check sum of the meaning that it belongs to. If that is as it was, the stored form is written, byte
for byte, which ``file``, a check sum of those bytes, vouches for; if it was edited, the file is
made anew, and nothing of ``stored`` is used.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.core.errors import FormatError
from kotorlevel.core.table import Table
from kotorlevel.mesh.jsonform.numbers import plain_rows, read_column, read_rows
from kotorlevel.mesh.jsonform.values import At, plain_lines

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.mesh.walkmesh import Walkmesh

EDITED = "edited: written anew, without what the older file had beyond it"
ANEW = "written anew from its content"
AS_STORED = "not edited: the same bytes as the file that it was made of"


@dataclass(frozen=True)
class JsonFile:
    """A file out of a document: its ``format`` and ``data``, and ``remarks`` on how it was made.

    ``is_same`` is True where it is the file that the document was made of, byte for byte. ``kind``
    is what the format says of itself (``GIT``, ``MOD``, ``room``), ``mdx`` the second file of a
    model, ``mesh`` the mesh of a walkmesh.
    """

    format: str
    data: bytes
    remarks: tuple[str, ...] = ()
    is_same: bool = False
    kind: str = ""
    mdx: bytes | None = None
    mesh: Walkmesh | None = None


def digest(*parts: bytes) -> str:
    """A check sum: sixteen hexadecimal digits."""
    found = hashlib.sha256()
    for part in parts:
        found.update(len(part).to_bytes(8, "little"))
        found.update(part)
    return found.hexdigest()[:16]


def check_sum(meaning: Mapping[str, Any]) -> str:
    """The check sum of a meaning, as `to_json` makes it."""
    return digest(json.dumps(meaning, separators=(",", ":")).encode())


def with_lines(meaning: dict[str, Any], data: bytes, write: Callable[[], bytes]) -> dict[str, Any]:
    """The document of a text file: its meaning, and its lines where ``write`` makes others."""
    try:
        if write() == data:
            return meaning
    except FormatError:
        pass  # it can be read, but nobody would write it so
    stored = {"of": check_sum(meaning), "file": digest(data), **plain_lines(data)}
    return {**meaning, "stored": stored}


def belongs(document: At, meaning: Mapping[str, Any]) -> bool:
    """True where the document has a stored part, and that of this meaning."""
    if not document.has("stored"):
        return False
    return bool(document.inner("stored").need("of").value == check_sum(meaning))


def made(
    name: str, document: At, data: bytes, *, is_same: bool, kind: str = "", **more: Any
) -> JsonFile:
    """What was made of a document, with a remark on how.

    Raises `FormatError` where the stored form is no longer that of the file it was made of.
    """
    stored = document.inner("stored") if is_same else None
    if stored is not None and stored.need("file").value != digest(data):
        text = "was edited or damaged: it is not the file that it was made of any more"
        raise stored.error(f"{text}; delete it to have the file written anew")
    edited = document.has("stored") and not is_same
    remark = AS_STORED if is_same else EDITED if edited else ANEW
    return JsonFile(name, data, (remark,), is_same, kind, **more)


def differing_rows(
    table: Table, rows: NDArray[Any], derived: NDArray[Any]
) -> dict[str, Any] | None:
    """The rows that are not as derived, each behind its number; None where all are.

    There are ``count`` rows in all.
    """
    count, same = len(rows), min(len(rows), len(derived))
    size = table.dtype.itemsize
    one, other = (
        np.frombuffer(np.ascontiguousarray(each[:same]).tobytes(), np.uint8).reshape(same, size)
        for each in (rows, derived)
    )
    differs = np.ones(count, bool)
    differs[:same] = (one != other).any(axis=1)
    which = np.flatnonzero(differs)
    if not len(which) and count == len(derived):
        return None
    return {"count": count, "rows": plain_rows(table, rows[which], which.tolist())}


def read_differing(table: Table, at: At, derived: NDArray[Any]) -> NDArray[Any]:
    """The rows of a table as stored: those listed, and the others as derived."""
    at.only(("count", "rows"))
    listed = at.need("rows")
    rows = read_rows(table, listed, first=1)
    count = at.need("count").integer(0, len(derived) + len(rows))
    numbers = read_column(listed, 0, "<u4")
    if len(outside := np.flatnonzero(numbers >= count)):
        raise listed[int(outside[0])][0].error(f"is no row: there are {count:,}")
    known = np.zeros(count, bool)
    known[: len(derived)] = True
    known[numbers] = True
    if not known.all():
        missing = int(np.flatnonzero(~known)[0])
        raise listed.error(f"row {missing} of {count} is neither listed nor derived")
    found = np.zeros((count, *table.dtype.shape), table.dtype.base)
    found[: min(count, len(derived))] = derived[:count]
    found[numbers] = rows
    return found
