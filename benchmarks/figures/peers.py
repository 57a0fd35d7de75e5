"""Other programs beside ours, where they are installed: each a job, or None."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    import kotorlevel as kl

    Job = Callable[[], object]
    Rows = NDArray[np.float64]

MOST_PYKOTOR = 5_000
"""Faces: above this PyKotor's writing takes minutes, as its time grows with the square."""


def pykotor_mesh(data: bytes) -> Any | None:
    """PyKotor's object for the bytes of a walkmesh."""
    try:
        from pykotor.resource.formats.bwm import read_bwm
    except ImportError:
        return None
    return read_bwm(data)


def pykotor_read(data: bytes) -> Job | None:
    """Reading by PyKotor."""
    try:
        from pykotor.resource.formats.bwm import read_bwm
    except ImportError:
        return None
    return lambda: read_bwm(data)


def pykotor_write(data: bytes, faces: int) -> Job | None:
    """Writing by PyKotor, which derives every table; None where that would take minutes."""
    mesh = pykotor_mesh(data) if faces <= MOST_PYKOTOR else None
    if mesh is None:
        return None
    from pykotor.resource.formats.bwm import bytes_bwm

    return lambda: bytes_bwm(mesh)


def pykotor_ray(data: bytes, faces: int, origin: Rows, direction: Rows) -> Job | None:
    """One ray by PyKotor."""
    mesh = pykotor_mesh(data) if faces <= MOST_PYKOTOR else None
    if mesh is None:
        return None
    from utility.common.geometry import Vector3

    start, along = Vector3(*origin.tolist()), Vector3(*direction.tolist())
    return lambda: mesh.raycast(start, along)


def embree_build(mesh: kl.Walkmesh) -> Callable[[], Any] | None:
    """Making Embree's scene, tree and all."""
    try:
        from embreex import rtcore, rtcore_scene
        from embreex.mesh_construction import TriangleMesh
    except ImportError:
        return None
    vertices, faces = np.array(mesh.vertices), mesh.faces.astype(np.int32)
    one = np.zeros((1, 3), np.float32)
    down = np.array([[0, 0, -1]], np.float32)

    def make() -> Any:
        device = rtcore.EmbreeDevice()
        scene = rtcore_scene.EmbreeScene(device)
        TriangleMesh(scene, vertices, faces)
        scene.run(one, down, query="DISTANCE")
        return scene, device

    return make


def embree_rays(mesh: kl.Walkmesh, origins: Rows, directions: Rows) -> Job | None:
    """Rays through embreex, in float32 as it takes them."""
    make = embree_build(mesh)
    if make is None:
        return None
    kept = make()
    starts, along = origins.astype(np.float32), directions.astype(np.float32)
    return lambda: kept[0].run(starts, along, query="DISTANCE")


def trimesh_neighbours(mesh: kl.Walkmesh) -> Job | None:
    """Pairs of neighbours by trimesh, which knows no direction and no seams."""
    try:
        import trimesh
    except ImportError:
        return None
    vertices, faces = np.array(mesh.vertices), mesh.faces.astype(np.int64)
    return lambda: trimesh.graph.face_adjacency(
        mesh=trimesh.Trimesh(vertices, faces, process=False)
    )


def trimesh_boxes(mesh: kl.Walkmesh, low: Rows, high: Rows) -> Job | None:
    """Faces whose bounds meet a box, by the R-tree of trimesh."""
    try:
        import rtree  # noqa: F401
        import trimesh
    except ImportError:
        return None
    tree = trimesh.Trimesh(np.array(mesh.vertices), mesh.faces, process=False).triangles_tree
    boxes = np.concatenate([low, high], axis=1).tolist()
    return lambda: [list(tree.intersection(box)) for box in boxes]
