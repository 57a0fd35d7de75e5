"""What is in a GFF: the tree of its values."""

from __future__ import annotations

from kotorlevel.formats.gff import parse_gff, read_gff_tables
from kotorlevel.view.describe import Description, Wanted, describe_problems


def describe_gff(data: bytes, name: str, wanted: Wanted) -> Description:
    """Kind, number of structs and fields, and the whole tree as labels and plain values."""
    gff = parse_gff(data, name)
    tables = read_gff_tables(data)
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
