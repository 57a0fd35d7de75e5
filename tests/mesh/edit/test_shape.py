"""Edits of the shape of a mesh: what changes, what stays, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from kotorlevel import edit
from kotorlevel.area.sample import make_rooms
from kotorlevel.mesh.walkmesh import Walkmesh
from support.soundness import find_faults


def hall() -> Walkmesh:
    return Walkmesh.from_bytes(make_rooms()["station_hall"].to_bytes())


def check_sound(mesh: Walkmesh) -> None:
    assert find_faults(mesh.to_bwm()) == []


def floor_area(mesh: Walkmesh) -> float:
    return float(mesh.geometry.areas[mesh.walkable].sum())


def test_moved_vertices_take_their_faces_along() -> None:
    mesh = hall()
    moved = edit.move_vertices(mesh, [3, 5, 3], (0, 0, 0.5))
    off = moved.vertices - mesh.vertices
    assert np.flatnonzero(off.any(axis=1)).tolist() == [3, 5]
    assert np.allclose(off[[3, 5]], (0, 0, 0.5))
    assert np.array_equal(moved.faces, mesh.faces)
    assert edit.move_vertices(mesh, [], (1, 0, 0)) is mesh
    check_sound(moved)


def test_turned_faces() -> None:
    mesh = hall()
    turned = edit.flip_faces(mesh, [0, 2])
    back = edit.flip_faces(turned, [0, 2])
    assert np.allclose(turned.geometry.crosses[[0, 2]], -mesh.geometry.crosses[[0, 2]])
    assert np.allclose(back.geometry.crosses, mesh.geometry.crosses)


def test_new_floor_grows_together_with_the_old() -> None:
    mesh = hall()
    edge = next(e.edge for e in mesh.boundary() if e.transition == -1)
    a, b = (mesh.vertices[mesh.faces[edge // 3, (edge + k) % 3]].astype(float) for k in (0, 1))
    far = (a + b) / 2 + np.cross(b - a, (0, 0, 1))
    more = edit.add_faces(mesh, [(b, a, far)], 4)
    assert len(more.vertices) == len(mesh.vertices) + 1
    assert len(more.edges) == len(mesh.edges) + 1
    assert floor_area(more) == pytest.approx(floor_area(mesh) + np.linalg.norm(b - a) ** 2 / 2)
    check_sound(more)


def test_a_link_that_new_floor_covers_is_gone() -> None:
    mesh = hall()
    edge = next(e.edge for e in mesh.boundary() if e.transition != -1)
    a, b = (mesh.vertices[mesh.faces[edge // 3, (edge + k) % 3]].astype(float) for k in (0, 1))
    far = (a + b) / 2 + np.cross(b - a, (0, 0, 1))
    more = edit.add_faces(mesh, [(b, a, far)], 4)
    assert (more.transitions == -1).all()
    check_sound(more)


def test_faces_that_are_no_faces_are_refused() -> None:
    mesh = hall()
    there = mesh.vertices[mesh.faces[0]]
    for corners in ([there], [(there[0], there[1], there[1])], [np.full((3, 3), np.nan)]):
        with pytest.raises(ValueError, match="face"):
            edit.add_faces(mesh, corners, 4)


@pytest.mark.parametrize("part", [0.25, 0.5])
def test_every_edge_can_be_divided(part: float) -> None:
    mesh = hall()
    links = (mesh.transitions != -1).sum()
    for edge in range(0, mesh.faces.size, 7):
        is_linked = mesh.transitions.reshape(-1)[edge] != -1
        made = edit.divide_edge(mesh, edge, part)
        assert len(made.vertices) == len(mesh.vertices) + 1
        assert float(made.geometry.areas.sum()) == pytest.approx(float(mesh.geometry.areas.sum()))
        assert floor_area(made) == pytest.approx(floor_area(mesh))
        assert (made.transitions != -1).sum() == links + is_linked
        check_sound(made)
    with pytest.raises(ValueError, match="between"):
        edit.divide_edge(mesh, 0, 1.0)


def test_a_face_is_divided_in_three() -> None:
    mesh = hall()
    for face in (0, 3, len(mesh.faces) - 1):
        point = mesh.geometry.corners[face].mean(axis=0)
        made = edit.divide_face(mesh, face, point)
        assert len(made.faces) == len(mesh.faces) + 2
        assert float(made.geometry.areas.sum()) == pytest.approx(float(mesh.geometry.areas.sum()))
        assert (made.transitions != -1).sum() == (mesh.transitions != -1).sum()
        check_sound(made)
    with pytest.raises(ValueError, match="not inside"):
        edit.divide_face(mesh, 0, (1000, 1000, 0))


def field(side: int = 4) -> Walkmesh:
    """A square floor of two faces a metre."""
    points = [(x, y, 0.1 * x) for x in range(side + 1) for y in range(side + 1)]
    row = side + 1
    corners = [x * row + y for x in range(side) for y in range(side)]
    faces = [f for c in corners for f in ((c, c + row, c + row + 1), (c, c + row + 1, c + 1))]
    return Walkmesh.from_arrays(points, faces, [10] * len(faces))


def test_a_hole_is_filled_and_the_rim_is_no_hole() -> None:
    mesh = field()
    around = mesh.geometry.adjacency.table
    middle = np.flatnonzero((np.abs(mesh.geometry.corners - (2, 2, 0.2)).max(axis=(1, 2))) < 1.1)
    holed = edit.delete_faces(mesh, middle)
    outer, hole = sorted(holed.boundary_loops(), key=len, reverse=True)
    filled = edit.fill_hole(holed, hole[0].edge)
    assert len(holed.faces) == len(mesh.faces) - len(middle)
    assert floor_area(filled) == pytest.approx(floor_area(mesh))
    assert len(filled.boundary_loops()) == 1
    assert (filled.materials == 10).all()
    check_sound(filled)
    assert 4 in edit.fill_hole(holed, hole[0].edge, 4).materials
    with pytest.raises(ValueError, match="outer rim"):
        edit.fill_hole(holed, outer[0].edge)
    inner = next(edge for edge in range(around.size) if around.flat[edge] >= 0)
    with pytest.raises(ValueError, match="no boundary edge"):
        edit.fill_hole(mesh, inner)


def test_a_hole_that_touches_the_rim_at_a_corner_is_filled() -> None:
    mesh = field()
    in_one_loop = 0
    for wedge in np.flatnonzero((mesh.geometry.adjacency.table >= 0).all(axis=1)):
        holed = edit.delete_faces(mesh, [wedge])
        in_one_loop += len(holed.boundary_loops()) == 1
        gone = mesh.vertices[mesh.faces[wedge]]
        rim = np.array([each.edge for loop in holed.boundary_loops() for each in loop])
        ends = holed.vertices[holed.faces[rim // 3, [rim % 3, (rim + 1) % 3]]]
        of_hole = (ends[:, :, None] == gone).all(axis=-1).any(axis=-1).all(axis=0)
        filled = edit.fill_hole(holed, int(rim[of_hole][0]))
        assert floor_area(filled) == pytest.approx(floor_area(mesh))
        with pytest.raises(ValueError, match="outer rim"):
            edit.fill_hole(holed, int(rim[~of_hole][0]))
    assert in_one_loop
