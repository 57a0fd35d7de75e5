"""What is in an ASCII walkmesh."""

from __future__ import annotations

from kotorlevel.cli.describe import Description, describe_problems
from kotorlevel.cli.describe.walkmesh import describe_tables
from kotorlevel.formats.ascii import parse_ascii
from kotorlevel.mesh.from_ascii import AsciiMesh, meshes_from_ascii


def describe_ascii(data: bytes, name: str, tables: bool) -> Description:
    """The dialect, and each walkmesh in the text as it is after sorting and welding."""
    model = parse_ascii(data, name)
    return {
        "problems": describe_problems(model.problems),
        "dialect": model.dialect,
        "meshes": [_describe_mesh(found, name, tables) for found in meshes_from_ascii(model)],
    }


def _describe_mesh(found: AsciiMesh, name: str, tables: bool) -> Description:
    bwm = found.mesh.to_bwm()
    description = {
        "name": found.name,
        "state": found.state,
        "welded": found.welded,
        **describe_tables(bwm, name),
    }
    if tables:
        description["tables"] = bwm.dump()
    return description
