"""A walkmesh → the walkmesh node of its room's model, so that both agree again (FACTS 11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.mdl import Model, ModelNode
from kotorlevel.formats.mdl.tables import FACES, TREE
from kotorlevel.formats.mdl.writer import WalkmeshArrays, mdx_rows, with_walkmesh
from kotorlevel.mesh.arrays import cross_sides
from kotorlevel.mesh.convert.take_over import TOLERANCE, pair_faces
from kotorlevel.mesh.derive import derive_adjacency, derive_planes, derive_tree
from kotorlevel.mesh.edit.weld import find_places
from kotorlevel.mesh.walkmesh import Walkmesh

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.core.types import Flags, Floats, Ints

_NO_FACE = 0xFFFF
_POSITION, _NORMAL = 0, 1
"""Columns of a row in the MDX."""


def put_walkmesh(
    model: Model, mesh: Walkmesh, position: Sequence[float] = (0.0, 0.0, 0.0)
) -> Model:
    """The model of a room with ``mesh`` in its walkmesh node; ``position`` is the layout's.

    What agrees within a millimetre stays as it is: faces keep the model's order where they can,
    vertices their texture coordinates. A mesh that was not edited changes nothing::

        model = kl.put_walkmesh(kl.read_model("m55aa_02.mdl"), room.mesh, room.position)

    Links and seams are not in a model. Raises `FormatError` for a model without a walkmesh or
    without its MDX, and for a mesh with more than 65,535 vertices or faces.
    """
    node = model.walkmesh_node
    if node is None or node.mesh is None:
        text = "there is no walkmesh in this model that could be replaced: no node of the kind AABB"
        raise FormatError(text, source=model.source)
    if not mesh.is_area:
        raise ValueError("this is the walkmesh of an object, not of a room")
    if not mesh.geometry.is_sound:
        raise FormatError("there are vertices that are not finite", section="vertices")
    place = np.asarray(position, np.float64)
    if place.shape != (3,) or not np.isfinite(place).all():
        raise ValueError(f"a room's position is three finite numbers, not {position!r}")
    points = (mesh.vertices.astype(np.float64) - place - node.place) @ node.matrix[:3, :3]
    try:
        plan = _plan(node, mesh, points)
    except ValueError as error:  # most vertices are within a millimetre of each other
        raise FormatError(str(error), source=model.source, section=node.name) from None
    return with_walkmesh(model, node, _arrays(model, node, mesh, plan))


@dataclass(frozen=True, eq=False)
class _Plan:
    """The new faces and vertices of a node, by where they come from.

    ``order`` (F,) are faces of the mesh, ``old_face`` (F,) and ``old_vertex`` (V,) rows of the
    model, -1 for new ones. ``same_order`` where every face is where it was, with its corners.
    """

    order: Ints
    old_face: Ints
    corners: Ints
    vertices: NDArray[np.float32]
    old_vertex: Ints
    same_order: bool


def _plan(node: ModelNode, mesh: Walkmesh, points: Floats) -> _Plan:
    assert node.mesh is not None
    old = node.mesh.vertices.astype(np.float64)
    pairing = pair_faces(points, mesh.faces, old, node.mesh.corners)
    order = _face_order(pairing.partner, mesh.walkable)
    theirs = pairing.corners(node.mesh.corners)[order]
    place = find_places(points)[mesh.faces[order].astype(np.intp)]
    numbers, kept = _vertex_numbers(theirs.reshape(-1), place.reshape(-1), old, points)
    source, spot = _vertex_sources(numbers, theirs.reshape(-1), place.reshape(-1), len(old))
    vertices = np.empty((len(source), 3), np.float32)
    vertices[: len(old)] = node.mesh.vertices
    used = spot >= 0
    vertices[used] = _positions(points, old, kept)[spot[used]]
    # What faces used before and no longer do goes; what they never used stays.
    was_used = np.zeros(len(source), bool)
    was_used[np.unique(node.mesh.corners)] = True
    stays = used | ~was_used
    number = np.cumsum(stays) - 1
    old_face = pairing.partner[order]
    corners = number[numbers].reshape(-1, 3)
    same = np.array_equal(old_face, np.arange(len(node.mesh.faces))) and np.array_equal(
        corners, node.mesh.corners
    )
    return _Plan(order, old_face, corners, vertices[stays], source[stays], same)


def _face_order(slot: Ints, walkable: Flags) -> Ints:
    """The faces of the mesh in the order of the model, where ``slot`` (F,) is the old place or -1.

    Both the walkable faces and the others keep their own order, as the walkable-first order of
    the way back has to be that of the mesh again; a new face follows the one before it.
    """
    key = slot.copy()
    for members in (walkable, ~walkable):
        key[members] = np.maximum.accumulate(slot[members])
    return np.lexsort((np.arange(len(key)), key))


def _vertex_numbers(theirs: Ints, place: Ints, old: Floats, points: Floats) -> tuple[Ints, Ints]:
    """The new vertex at each corner, and for each old one the place (V,) that it keeps or gets.

    ``theirs`` is the old vertex at each corner, -1 for none, ``place`` where it shall be. An old
    vertex that is wanted at several places stays at the nearest of them.
    """
    known = np.flatnonzero(theirs >= 0)
    pairs, which = np.unique(
        np.stack([theirs[known], place[known]], axis=1), axis=0, return_inverse=True
    )
    far = np.linalg.norm(points[pairs[:, 1]] - old[pairs[:, 0]], axis=1)
    nearest = np.lexsort((far, pairs[:, 0]))
    first = nearest[np.unique(pairs[nearest, 0], return_index=True)[1]]
    kept = np.full(len(old), -1)
    kept[pairs[first, 0]] = pairs[first, 1]
    number = np.full(len(pairs), -1)
    number[first] = pairs[first, 0]
    extra = np.flatnonzero(number < 0)
    number[extra] = len(old) + np.arange(len(extra))
    numbers = np.full(len(theirs), -1)
    numbers[known] = number[which.reshape(-1)]
    # A corner of a new face: a vertex that is at its place already, or one for all such corners.
    at_place = np.full(len(points), -1)
    at_place[pairs[::-1, 1]] = number[::-1]
    new = np.flatnonzero(theirs < 0)
    missing = np.unique(place[new][at_place[place[new]] < 0])
    at_place[missing] = len(old) + len(extra) + np.arange(len(missing))
    numbers[new] = at_place[place[new]]
    return numbers, kept


def _vertex_sources(numbers: Ints, theirs: Ints, place: Ints, count: int) -> tuple[Ints, Ints]:
    """For each new vertex the old one that it is made of, and its place; -1 for none of both."""
    total = max(int(numbers.max(initial=-1)) + 1, count)
    source, spot = np.full(total, -1), np.full(total, -1)
    known = theirs >= 0
    source[numbers[known]] = theirs[known]
    source[:count] = np.arange(count)
    spot[numbers] = place
    return source, spot


def _positions(points: Floats, old: Floats, kept: Ints) -> NDArray[np.float32]:
    """(P, 3) the position of each place: that of the first old vertex at it, where that is near.

    Else one that was moved and one that was not would be two places to whoever welds them.
    """
    found = points.astype(np.float32)
    rows = np.flatnonzero(kept >= 0)[::-1]
    near = np.linalg.norm(points[kept[rows]] - old[rows], axis=1) <= TOLERANCE
    found[kept[rows[near]]] = old[rows[near]]
    return found


def _arrays(model: Model, node: ModelNode, mesh: Walkmesh, plan: _Plan) -> WalkmeshArrays:
    assert node.mesh is not None
    before = node.mesh
    is_new = plan.old_vertex < 0
    moved = is_new | (plan.vertices != before.vertices[plan.old_vertex]).any(axis=1)
    known = plan.old_face >= 0
    faces = np.zeros(len(plan.order), FACES.dtype)
    faces[known] = before.faces[plan.old_face[known]]
    faces["corners"] = plan.corners
    faces["material"] = mesh.materials[plan.order]
    turned = ~known | moved[plan.corners].any(axis=1)
    normals, distances = derive_planes(plan.vertices, plan.corners, model.game)
    faces["normal"][turned], faces["distance"][turned] = normals[turned], distances[turned]
    is_same = plan.same_order and not moved.any() and len(moved) == len(before.vertices)
    if not is_same:
        faces["neighbours"] = _neighbours(plan.vertices, plan.corners)
    return WalkmeshArrays(
        faces=faces,
        vertices=plan.vertices,
        mdx_rows=_mdx_rows(model, node, plan, moved, normals),
        tree=None if is_same else _tree(plan.vertices, plan.corners),
        header={} if is_same else _header(plan.vertices, plan.corners),
    )


def _neighbours(vertices: NDArray[np.float32], corners: NDArray[np.integer]) -> NDArray[np.uint16]:
    """(F, 3) the face beyond each side: by position, as vertices repeat for the texture."""
    places = find_places(vertices.astype(np.float64))[corners.astype(np.intp)]
    table = derive_adjacency(places, len(places)).table
    return np.where(table >= 0, table // 3, _NO_FACE).astype(np.uint16)


def _tree(vertices: NDArray[np.float32], corners: Ints) -> NDArray[Any]:
    nodes = derive_tree(vertices, corners, growth=0.0)
    tree = np.zeros(len(nodes), TREE.dtype)
    tree["lowest"], tree["highest"] = nodes["box_min"], nodes["box_max"]
    tree["children"] = np.stack([nodes["left"], nodes["right"]], axis=1)
    tree["face"], tree["plane"] = nodes["face"], nodes["plane"]
    return tree


def _header(vertices: NDArray[np.float32], corners: Ints) -> dict[str, Any]:
    """What the mesh header tells of the shape, as the games' models have it (66 of 66)."""
    points = vertices.astype(np.float64)
    if not len(points):
        return {"bounding_box": 0, "radius": 0, "average": 0, "total_area": 0}
    average = np.unique(points, axis=0).mean(axis=0)
    return {
        # The origin is inside.
        "bounding_box": [points.min(axis=0, initial=0.0), points.max(axis=0, initial=0.0)],
        "radius": np.linalg.norm(points - average, axis=1).max(),
        "average": average,
        "total_area": np.linalg.norm(cross_sides(points[corners]), axis=1).sum() / 2,
    }


def _mdx_rows(
    model: Model, node: ModelNode, plan: _Plan, moved: Flags, normals: NDArray[np.float32]
) -> NDArray[np.uint8]:
    """The rows of the vertices in the MDX: the old ones, with what has moved changed in them."""
    assert node.mesh is not None
    old = mdx_rows(model, node)
    rows = np.zeros((len(plan.vertices), old.shape[1]), np.uint8)
    known = plan.old_vertex >= 0
    rows[known] = old[plan.old_vertex[known]]
    sums = np.zeros((len(plan.vertices), 3))
    np.add.at(sums, plan.corners.reshape(-1), np.repeat(normals.astype(np.float64), 3, axis=0))
    length = np.linalg.norm(sums, axis=1, keepdims=True)
    columns = node.mesh.header["mdx_columns"]
    for column, values in (
        (_POSITION, plan.vertices),
        (_NORMAL, sums / np.where(length > 0, length, 1.0)),
    ):
        at = int(columns[column])
        if 0 <= at <= old.shape[1] - 12:
            new = np.ascontiguousarray(values[moved], "<f4").view(np.uint8).reshape(-1, 12)
            rows[np.flatnonzero(moved)[:, None], np.arange(at, at + 12)] = new
    return rows
