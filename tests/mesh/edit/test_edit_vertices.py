"""Vertices moved to a place, made one, and found at one place."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kotorlevel import edit
from kotorlevel.area.sample import make_rooms
from kotorlevel.mesh.walkmesh import Walkmesh
from support.mesh.wholeness import check_neighbours, check_sound, field, floor_area


def hall() -> Walkmesh:
    return Walkmesh.from_bytes(make_rooms()["station_hall"].to_bytes())


def test_vertices_go_to_exactly_that_place() -> None:
    mesh = hall()
    place = (0.1, -7.7, 1 / 3)
    moved = edit.move_vertices(mesh, [3, 5], place=place)
    assert moved.vertices[[3, 5]].tolist() == [np.array(place, np.float32).tolist()] * 2
    others = np.delete(np.arange(len(mesh.vertices)), [3, 5])
    assert np.array_equal(moved.vertices[others], mesh.vertices[others])
    target = mesh.vertices[9]
    snapped = edit.move_vertices(mesh, [3], place=target.astype(float))
    assert snapped.vertices[3].tobytes() == target.tobytes()
    assert edit.move_vertices(mesh, [9], place=target) is mesh


@pytest.mark.parametrize(
    ("offset", "place", "message"),
    [
        (None, None, "one of the two"),
        ((1, 0, 0), (1, 0, 0), "one of the two"),
        (None, (1, 0), "three finite"),
        (None, (1, 0, np.nan), "three finite"),
        (None, (1e39, 0, 0), "too far"),
        ((1e39, 0, 0), None, "too far"),
        (("a", 0, 0), None, "three finite"),
    ],
)
def test_moves_that_are_refused(offset: object, place: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        edit.move_vertices(hall(), [0], offset, place=place)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no such vertex"):
        edit.move_vertices(hall(), [10**6], (1, 0, 0))


def slow_weld(mesh: Walkmesh, chosen: list[int], place: np.ndarray) -> list[list[list[float]]]:
    """The faces that are left, as places."""
    faces = []
    for face in mesh.faces.tolist():
        numbers = [min(chosen) if v in chosen else v for v in face]
        if len(set(numbers)) == 3:
            faces.append(
                [place.tolist() if v == min(chosen) else mesh.vertices[v].tolist() for v in numbers]
            )
    return faces


@given(st.lists(st.integers(0, 24), min_size=2, max_size=4, unique=True))
@settings(max_examples=80, deadline=None)
def test_welding_is_what_it_says_or_refused(chosen: list[int]) -> None:
    mesh = field()
    mean = mesh.vertices[sorted(chosen)].astype(float).mean(axis=0).astype(np.float32)
    try:
        welded, report = edit.weld_vertices(mesh, chosen)
    except ValueError as error:
        assert "would" in str(error)
        return
    wanted = slow_weld(mesh, chosen, mean)
    assert welded.vertices[welded.faces].tolist() == wanted
    assert len(report.collapsed) == len(mesh.faces) - len(wanted)
    assert report.joined.tolist() == [[v, min(chosen)] for v in sorted(chosen)[1:]]
    check_neighbours(welded)


def test_a_short_edge_is_welded_away() -> None:
    mesh = hall()
    inner = [
        (face, side)
        for face in range(mesh.domain)
        for side in range(3)
        if mesh.adjacency[face, side] >= 0
    ]
    done = 0
    for face, side in inner[::5]:
        ends = mesh.faces[face, [side, (side + 1) % 3]]
        welded, report = edit.weld_vertices(mesh, ends, mesh.vertices[ends[0]])
        assert len(report.collapsed) >= 2
        check_sound(welded)
        done += 1
    assert done > 2


def test_halves_grow_together_at_the_first_one_s_place() -> None:
    west = field(1, 0.0)
    east = field(1, 0.0).translated((1.0005, 0, 0))
    mesh = edit.merge(west, east)
    assert len(edit.connected_parts(mesh)) == 2
    seam = [edit.weld_group(mesh, v).tolist() for v in range(4)]
    pairs = [group for group in seam if len(group) == 2]
    assert len(pairs) == 2
    last = mesh.vertices[pairs[1][1]]
    joined = edit.weld_vertices(mesh, pairs[1][::-1]).mesh
    assert (joined.vertices == last).all(axis=1).any()  # the first that was named stays
    assert not (joined.vertices == mesh.vertices[pairs[1][0]]).all(axis=1).any()
    joined = edit.weld_vertices(joined, pairs[0]).mesh
    assert len(edit.connected_parts(joined)) == 1
    assert floor_area(joined) == pytest.approx(2, abs=1e-3)
    check_neighbours(joined)


@pytest.mark.parametrize(
    ("vertices", "place", "message"),
    [
        ([], None, "at least two"),
        ([3, 3], None, "at least two"),
        ([3, 10**6], None, "no such vertex: 1000000"),
        ([3, -1], None, "no such vertex"),
        ([3, 2**70], None, "no such vertex"),
        ([3, 4], (0, 0, np.inf), "three finite"),
        ([3, 4], (0, 0, 1e39), "too far"),
    ],
)
def test_welds_that_are_refused(vertices: list[int], place: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        edit.weld_vertices(field(), vertices, place)  # type: ignore[arg-type]


def test_faces_are_not_folded_onto_each_other() -> None:
    points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]
    mesh = Walkmesh.from_arrays(points, [(0, 1, 2), (0, 2, 3)], [4, 4])
    with pytest.raises(ValueError, match="would lie on the same three corners"):
        edit.weld_vertices(mesh, [1, 3])


def test_the_vertices_at_one_place() -> None:
    points = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 0), (0.0009, 0, 0), (0.0018, 0, 0)]
    mesh = Walkmesh.from_arrays(points, [(0, 1, 2)], [4])
    assert edit.weld_group(mesh, 0).tolist() == [0, 3, 4]
    assert edit.weld_group(mesh, 4).tolist() == [0, 3, 4, 5]  # no chains: as seen from that one
    assert edit.weld_group(mesh, 0, 0).tolist() == [0, 3]
    assert edit.weld_group(mesh, 1).tolist() == [1]
    for vertex, tolerance in ((6, 0.1), (-1, 0.1), (0, -1), (0, np.nan), (0, np.inf)):
        with pytest.raises(ValueError, match=r"no such vertex|not a distance"):
            edit.weld_group(mesh, vertex, tolerance)
