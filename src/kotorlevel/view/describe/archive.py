"""What is in an archive: how many resources of which types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import type_extension
from kotorlevel.core.text import decode_text
from kotorlevel.formats.archives import read_archive
from kotorlevel.view.describe import Description, Wanted, describe_problems

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.formats.archives import Archive

_FIRST_YEAR = 1900


def describe_archive(data: bytes, name: str, wanted: Wanted) -> Description:
    """Kind, number of resources by type, descriptions and the day of the build."""
    try:
        return describe_entries(read_archive(data), wanted)
    except FormatError as error:
        error.source = name
        raise


def describe_entries(archive: Archive, wanted: Wanted) -> Description:
    """The same of an archive whose tables have been read."""
    sizes = archive.column("size").astype(np.int64)
    description: Description = {
        "problems": describe_problems(archive.problems),
        "kind": archive.kind,
        "entries": len(archive),
        "types": describe_types(archive.column("type"), sizes),
        "descriptions": [
            {"language": language, "text": decode_text(text)}
            for language, text in archive.descriptions
        ],
        "built": describe_build(archive.header) if archive.shape.described else None,
    }
    if wanted.tables:
        shape = archive.shape
        description["tables"] = {
            "header": shape.header.dump_row(archive.header),
            **{s.table.name: s.table.dump(archive.tables[s.table.name]) for s in shape.slots},
        }
    return description


def describe_types(types: NDArray[Any], sizes: NDArray[Any] | None = None) -> list[Description]:
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


def describe_build(header: np.void) -> Description | None:
    """The year and the day in it (from 1) on which the file was made; None where it does not say.

    A year before 1900 cannot be told, and the games' tools leave 0 for none.
    """
    year, day = int(header["build_year"]), int(header["build_day"])
    return {"year": _FIRST_YEAR + year, "day": day + 1} if year else None
