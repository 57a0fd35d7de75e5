"""What is in a KEY: the BIFs of a game, and what they hold."""

from __future__ import annotations

import numpy as np

from kotorlevel.formats.archives import parse_key
from kotorlevel.formats.archives.key import ROW_BITS
from kotorlevel.formats.archives.tables import KEY_ENTRIES, KEY_HEADER
from kotorlevel.view.describe import Description, Wanted, describe_problems
from kotorlevel.view.describe.archive import describe_build, describe_types


def describe_key(data: bytes, name: str, wanted: Wanted) -> Description:
    """The BIFs with their sizes, the number of resources in each, and of each type."""
    key = parse_key(data, name)
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
        "types": describe_types(key.keys["type"]),
        "built": describe_build(key.header),
    }
    if wanted.tables:
        description["tables"] = {
            "header": KEY_HEADER.dump_row(key.header),
            "keys": KEY_ENTRIES.dump(key.keys),
        }
    return description
