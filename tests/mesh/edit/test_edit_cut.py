"""A face parted along a line: nothing lost, no edge without its neighbour, links kept."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kotorlevel import edit
from kotorlevel.area.sample import make_rooms
from kotorlevel.mesh.walkmesh import Walkmesh
from support.mesh.wholeness import (
    check_neighbours,
    check_sound,
    count_t_junctions,
    field,
    floor_area,
    linked_lengths,
)


def hall() -> Walkmesh:
    return Walkmesh.from_bytes(make_rooms()["station_hall"].to_bytes())


def on_side(mesh: Walkmesh, face: int, side: int, part: float) -> np.ndarray:
    corners = mesh.geometry.corners[face]
    point: np.ndarray = corners[side] + part * (corners[(side + 1) % 3] - corners[side])
    return point


def check_cut(mesh: Walkmesh, made: Walkmesh, start: np.ndarray, end: np.ndarray) -> None:
    """The line is an edge, and everything else as before."""
    assert float(made.geometry.areas.sum()) == pytest.approx(float(mesh.geometry.areas.sum()))
    assert floor_area(made) == pytest.approx(floor_area(mesh))
    assert linked_lengths(made) == pytest.approx(linked_lengths(mesh))
    assert len(made.boundary_loops()) == len(mesh.boundary_loops())
    assert count_t_junctions(made) == count_t_junctions(mesh)
    ends = [np.abs(made.vertices - place).max(axis=1).argmin() for place in (start, end)]
    assert np.allclose(made.vertices[ends], (start, end), atol=1e-5)
    assert (np.isin(made.faces, ends).sum(axis=1) == 2).any()
    check_sound(made)


@pytest.mark.parametrize("sides", [(0, 1), (1, 2), (2, 0), (1, 0)])
def test_from_side_to_side(sides: tuple[int, int]) -> None:
    mesh = hall()
    for face in range(0, len(mesh.faces), 13):
        start, end = on_side(mesh, face, sides[0], 0.3), on_side(mesh, face, sides[1], 0.6)
        made = edit.cut_face(mesh, face, start, end)
        check_cut(mesh, made, start, end)
        assert len(made.vertices) == len(mesh.vertices) + 2


@pytest.mark.parametrize("corner", [0, 1, 2])
def test_from_a_corner_to_the_side_across(corner: int) -> None:
    mesh = hall()
    for face in range(0, len(mesh.faces), 13):
        start, end = mesh.geometry.corners[face][corner], on_side(mesh, face, (corner + 1) % 3, 0.4)
        for pair in ((start, end), (end, start + 0.0004)):
            made = edit.cut_face(mesh, face, *pair)
            assert len(made.vertices) == len(mesh.vertices) + 1
            check_cut(mesh, made, start, end)


def test_every_linked_edge_keeps_its_link_on_both_parts() -> None:
    mesh = hall()
    linked = [e for e in mesh.boundary() if e.transition != -1]
    assert linked
    for each in linked:
        face, side = divmod(each.edge, 3)
        start, end = on_side(mesh, face, side, 0.5), mesh.geometry.corners[face][(side + 2) % 3]
        made = edit.cut_face(mesh, face, start, end)
        assert (made.transitions == each.transition).sum() == 1 + sum(
            e.transition == each.transition for e in linked
        )
        check_cut(mesh, made, start, end)


@pytest.mark.parametrize("sides", [(0, 1), (1, 2), (2, 0)])
def test_a_face_with_links_on_all_sides(sides: tuple[int, int]) -> None:
    corners = [(0, 0, 0), (4, 0, 0), (0, 4, 0)]
    mesh = Walkmesh.from_arrays(corners, [(0, 1, 2)], [4], [(7, 8, 9)])
    start, end = on_side(mesh, 0, sides[0], 0.3), on_side(mesh, 0, sides[1], 0.6)
    made = edit.cut_face(mesh, 0, start, end)
    check_cut(mesh, made, start, end)
    assert (made.transitions != -1).sum() == 5


def test_points_beside_the_face_go_to_its_sides() -> None:
    mesh = Walkmesh.from_arrays([(0, 0, 0), (4, 0, 0), (0, 4, 0)], [(0, 1, 2)], [4])
    made = edit.cut_face(mesh, 0, (1, -3, 5), (-2, 1, 0))
    assert {(1, 0, 0), (0, 1, 0)} <= {tuple(v) for v in made.vertices.tolist()}
    assert len(made.faces) == 3
    check_neighbours(made)


@pytest.mark.parametrize(
    ("start", "end", "message"),
    [
        ((0, 0, 0), (4, 0, 0), "corner to corner"),
        ((0, 0, 0), (0, 0, 0), "corner to corner"),
        ((0, 0.0005, 0), (2, 0, 0), "along one side"),
        ((1, 0, 0), (3, 0, 0), "along one side"),
        ((1, 0, 0), (1, 0, 0), "along one side"),
        ((1, 0, np.inf), (1, 0, 0), "three finite"),
        ((1, 0), (1, 0, 0), "three finite"),
    ],
)
def test_what_parts_nothing_is_refused(start: object, end: object, message: str) -> None:
    mesh = Walkmesh.from_arrays([(0, 0, 0), (4, 0, 0), (0, 4, 0)], [(0, 1, 2)], [4])
    with pytest.raises(ValueError, match=message):
        edit.cut_face(mesh, 0, start, end)  # type: ignore[arg-type]


def test_faces_that_are_not_there_or_have_no_area() -> None:
    mesh = Walkmesh.from_arrays([(0, 0, 0), (4, 0, 0), (8, 0, 0)], [(0, 1, 2)], [4])
    with pytest.raises(ValueError, match="no area"):
        edit.cut_face(mesh, 0, (1, 0, 0), (5, 0, 0))
    for face in (1, -1, 2**70):
        with pytest.raises(ValueError, match="no such face"):
            edit.cut_face(mesh, face, (1, 0, 0), (5, 0, 0))
    wide = float(np.spacing(np.float32(1000)))
    thin = Walkmesh.from_arrays([(1000, 0, 0), (1000 + wide, 0, 0), (1000, 9, 0)], [(0, 1, 2)], [4])
    with pytest.raises(ValueError, match="too thin"):
        edit.cut_face(thin, 0, (1000, 7, 0), (1001, 6, 0))


@given(st.data())
@settings(max_examples=25, deadline=None)
def test_cuts_one_after_the_other(data: st.DataObject) -> None:
    """Many cuts of a slope leave it as it was: no area lost, no edge alone, none upside down."""
    mesh = field(2)
    start = floor_area(mesh)
    part = st.floats(0.05, 0.95)
    for _ in range(data.draw(st.integers(1, 6))):
        face = data.draw(st.integers(0, len(mesh.faces) - 1))
        one, other = data.draw(st.permutations([0, 1, 2]))[:2]
        ends = (on_side(mesh, face, side, data.draw(part)) for side in (one, other))
        try:
            mesh = edit.cut_face(mesh, face, *ends)
        except ValueError:  # of what is that small, a part may be too near to a corner
            assert mesh.geometry.areas[face] < 0.05
    assert floor_area(mesh) == pytest.approx(start, rel=1e-5)
    assert len(mesh.boundary_loops()) == 1
    assert (mesh.geometry.crosses[:, 2] > 0).all()
    check_neighbours(mesh)
    for each in mesh.boundary():
        x, y, _ = mesh.vertices[mesh.faces[each.edge // 3, each.edge % 3]].tolist()
        assert min(x, y, 2 - x, 2 - y) == pytest.approx(0, abs=1e-5)
