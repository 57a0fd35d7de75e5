"""What is in an ASCII walkmesh."""

from __future__ import annotations

from kotorlevel.formats.ascii import find_walkmesh_nodes, parse_ascii
from kotorlevel.mesh.convert.from_ascii import AsciiMesh, meshes_from_ascii
from kotorlevel.view.describe import Description, Wanted, describe_problems
from kotorlevel.view.describe.walkmesh import describe_tables


def describe_ascii(data: bytes, name: str, wanted: Wanted) -> Description:
    """The dialect, and each walkmesh in the text as it is after sorting and welding."""
    model = parse_ascii(data, name)
    # Most models are no rooms and have no walkmesh: nothing is wrong with them.
    meshes = meshes_from_ascii(model, wanted.materials) if find_walkmesh_nodes(model) else ()
    return {
        "problems": describe_problems(model.problems),
        "dialect": model.dialect,
        "meshes": [_describe_mesh(found, name, wanted) for found in meshes],
    }


def _describe_mesh(found: AsciiMesh, name: str, wanted: Wanted) -> Description:
    bwm = found.mesh.to_bwm()
    description = {
        "name": found.name,
        "state": found.state,
        "welded": found.welded,
        **describe_tables(bwm, name, found.mesh.surfaces),
    }
    if wanted.tables:
        description["tables"] = bwm.dump()
    return description
