"""What is in an archive, a KEY, a GFF and a 2DA."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.resource import type_extension
from kotorlevel.core.text import decode_text
from kotorlevel.formats.archives import Archive, Key
from kotorlevel.formats.archives.key import ROW_BITS
from kotorlevel.formats.archives.tables import KEY_ENTRIES, KEY_HEADER
from kotorlevel.formats.gff import Gff, read_gff_tables
from kotorlevel.view.describe import Description, Wanted, describe_problems

if TYPE_CHECKING:
    from kotorlevel.formats.twoda import TwoDA

_FIRST_YEAR = 1900


def describe_gff(gff: Gff, _: str, wanted: Wanted) -> Description:
    """Kind, number of structs and fields, and the whole tree as labels and plain values."""
    tables = read_gff_tables(gff.to_bytes())
    description: Description = {
        "problems": describe_problems(gff.problems),
        "kind": gff.kind.rstrip(),
        "structs": len(tables.structs),
        "fields": len(tables.fields),
        "tree": gff.root.to_plain(),
    }
    if wanted.tables:
        description["tables"] = tables.dump()
    return description


def describe_2da(table: TwoDA, _: str, wanted: Wanted) -> Description:
    """Form, columns and number of rows; with ``tables`` all cells."""
    description: Description = {
        "problems": describe_problems(table.problems),
        "form": table.form,
        "columns": list(table.columns),
        "rows": len(table),
    }
    if wanted.tables:
        description["tables"] = {
            "labels": list(table.labels),
            "cells": [list(r) for r in table.cells],
        }
    return description


def describe_archive(archive: Archive, _: str, wanted: Wanted) -> Description:
    """Kind, number of resources by type, descriptions and the day of the build."""
    sizes = archive.column("size").astype(np.int64)
    description: Description = {
        "problems": describe_problems(archive.problems),
        "kind": archive.kind,
        "entries": len(archive),
        "types": _describe_types(archive.column("type"), sizes),
        "descriptions": [
            {"language": language, "text": decode_text(text)}
            for language, text in archive.descriptions
        ],
        "built": _describe_build(archive.header) if archive.shape.described else None,
    }
    if wanted.tables:
        shape = archive.shape
        description["tables"] = {
            "header": shape.header.dump_row(archive.header),
            **{s.table.name: s.table.dump(archive.tables[s.table.name]) for s in shape.slots},
        }
    return description


def describe_key(key: Key, _: str, wanted: Wanted) -> Description:
    """The BIFs with their sizes, the number of resources in each, and of each type."""
    numbers = key.keys["id"] >> ROW_BITS
    known = numbers[numbers < len(key.bifs)]
    counts = np.bincount(known, minlength=len(key.bifs)).tolist()
    description: Description = {
        "problems": describe_problems(key.problems),
        "entries": len(key),
        "bifs": [
            {"path": bif.path or bif.filename, "bytes": bif.size, "entries": count}
            for bif, count in zip(key.bifs, counts, strict=True)
        ],
        "types": _describe_types(key.keys["type"]),
        "built": _describe_build(key.header),
    }
    if wanted.tables:
        description["tables"] = {
            "header": KEY_HEADER.dump_row(key.header),
            "keys": KEY_ENTRIES.dump(key.keys),
        }
    return description


def _describe_types(types: NDArray[Any], sizes: NDArray[Any] | None = None) -> list[Description]:
    """Each type with the number of its resources, the most frequent first, and their bytes."""
    ids, places, counts = np.unique(types, return_inverse=True, return_counts=True)
    described: list[Description] = [
        {"type": type_extension(number), "type_id": number, "entries": count}
        for number, count in zip(ids.tolist(), counts.tolist(), strict=True)
    ]
    if sizes is not None:
        # In whole numbers: weights of np.bincount would be rounded.
        sums = np.zeros(len(ids), np.int64)
        np.add.at(sums, places, sizes)
        for each, total in zip(described, sums.tolist(), strict=True):
            each["bytes"] = total
    return sorted(described, key=lambda each: (-each["entries"], each["type"]))


def _describe_build(header: np.void) -> Description | None:
    """The year and the day in it (from 1) on which the file was made; None where it does not say.

    A year before 1900 cannot be told, and the games' tools leave 0 for none.
    """
    year, day = int(header["build_year"]), int(header["build_day"])
    return {"year": _FIRST_YEAR + year, "day": day + 1} if year else None
