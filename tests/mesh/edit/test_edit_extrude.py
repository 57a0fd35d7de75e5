"""Floor drawn out of boundary edges: shared corners, joined gaps, what is refused."""

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
    edge_between,
    field,
    floor_area,
    links,
)


def hall() -> Walkmesh:
    return Walkmesh.from_bytes(make_rooms()["station_hall"].to_bytes())


def east_side(mesh: Walkmesh, side: int = 4) -> list[int]:
    return [edge_between(mesh, (side, y), (side, y + 1)) for y in range(side)]


def test_neighbouring_edges_share_their_corners() -> None:
    mesh = field()
    made = edit.extrude_edges(mesh, east_side(mesh), (2, 0, 0.5))
    assert len(made.vertices) == len(mesh.vertices) + 5
    assert len(made.faces) == len(mesh.faces) + 8
    assert floor_area(made) == pytest.approx(floor_area(mesh) + 4 * np.hypot(2, 0.5))
    assert (made.materials == 10).all()
    assert len(made.boundary_loops()) == 1
    assert (made.geometry.crosses[:, 2] > 0).all()
    check_neighbours(made)
    check_sound(made)


def test_edges_that_are_apart_have_their_own_corners() -> None:
    mesh = field()
    east = east_side(mesh)
    made = edit.extrude_edges(mesh, [east[0], east[2]], (1, 0, 0))
    assert len(made.vertices) == len(mesh.vertices) + 4
    check_neighbours(made)


def with_gap(side: int = 4) -> Walkmesh:
    """Two halves of a field with a metre between them, which share no vertex."""
    west = field(side, 0.0)
    east = west.translated((side + 1, 0, 0))
    return edit.merge(west, east)


@pytest.mark.parametrize("off", [0.0, 0.0008])
def test_a_gap_is_closed(off: float) -> None:
    mesh = with_gap()
    edges = east_side(mesh)
    made = edit.extrude_edges(mesh, edges, (1 + off, 0, 0))
    assert len(made.vertices) == len(mesh.vertices)
    assert len(edit.connected_parts(made)) == 1
    assert floor_area(made) == pytest.approx(36)
    assert len(made.boundary_loops()) == 1
    check_neighbours(made)
    check_sound(made)
    apart = edit.extrude_edges(mesh, edges, (0.9, 0, 0))
    assert len(edit.connected_parts(apart)) == 2


def test_of_two_vertices_at_one_place_the_one_on_the_floor_is_joined() -> None:
    """A wall of its own vertices stands on the floor across, and comes first in the mesh."""
    gap = with_gap(2)
    corners = [(3, 0, 0), (3, 1, 0), (3, 1, 2), (3, 2, 0)]
    wall = Walkmesh.from_arrays(corners, [(0, 1, 2), (1, 3, 2)], [7, 7])
    mesh = edit.merge(wall, gap)
    made = edit.extrude_edges(mesh, east_side(mesh, 2), (1, 0, 0))
    assert len(made.boundary_loops()) == 1
    assert len(made.vertices) == len(mesh.vertices)
    check_neighbours(made)


@pytest.mark.parametrize("row", [0, 1])
def test_of_two_floors_with_a_corner_at_one_place_the_one_across_is_joined(row: int) -> None:
    west = field(2, 0.0)
    parts = [field(1, 0.0).translated((3, y, 0)) for y in (0, 1)]
    mesh = edit.merge(edit.merge(west, parts[0]), parts[1])
    made = edit.extrude_edges(mesh, [edge_between(mesh, (2, row), (2, row + 1))], (1, 0, 0))
    assert len(made.vertices) == len(mesh.vertices)
    assert len(edit.connected_parts(made)) == 2
    assert len(made.edges) == len(mesh.edges)  # two of them are inside now, two sides are new
    check_neighbours(made)


def test_a_notch_grows_together_on_three_sides() -> None:
    mesh = field(3, 0.0)
    middle = (np.abs(mesh.geometry.corners.mean(axis=1)[:, :2] - (1.5, 2.5)) < 0.5).all(axis=1)
    notched = edit.delete_faces(mesh, middle)
    edge = edge_between(notched, (2, 2), (1, 2))
    made = edit.extrude_edges(notched, [edge], (0, 1, 0))
    assert floor_area(made) == pytest.approx(9)
    assert len(made.edges) == len(mesh.edges)
    check_neighbours(made)


def test_links_of_the_edges_are_gone_and_others_stay() -> None:
    mesh = hall()
    linked = [e.edge for e in mesh.boundary() if e.transition != -1]
    other = next(e.edge for e in mesh.boundary() if e.transition == -1)
    for edge, left in ((linked[0], len(linked) - 1), (other, len(linked))):
        a, b = (mesh.vertices[mesh.faces[edge // 3, (edge + k) % 3]].astype(float) for k in (0, 1))
        out = np.cross(b - a, (0, 0, 1)) / np.linalg.norm(b - a)
        made = edit.extrude_edges(mesh, [edge], out)
        assert sum(links(made).values()) == left
        check_sound(made)


def test_walls_may_stand_upright_and_floor_may_not() -> None:
    mesh = field(2)
    edges = east_side(mesh, 2)
    walled = edit.extrude_edges(mesh, edges, (0, 0, 3), 7)
    assert (walled.domain, len(walled.faces)) == (mesh.domain, mesh.domain + 4)
    assert (walled.geometry.crosses[mesh.domain :, 0] < 0).all()  # they look into the room
    check_sound(walled)
    for offset in ((0, 0, 3), (-1, 0, 0), (0, 1, 0)):
        with pytest.raises(ValueError, match=f"edge {min(edges)} would"):
            edit.extrude_edges(mesh, edges, offset)


def test_where_the_floor_is_pinched_what_is_drawn_into_one_gap_shares_a_corner() -> None:
    points = [(0, 0, 0), (-1, 1, 0), (-1, -1, 0), (1, -1, 0), (1, 1, 0)]
    mesh = Walkmesh.from_arrays(points, [(0, 1, 2), (0, 3, 4)], [4, 4])
    upper = [edge_between(mesh, (0, 0), (-1, 1)), edge_between(mesh, (1, 1), (0, 0))]
    made = edit.extrude_edges(mesh, upper, (0, 1, 0))
    assert len(made.vertices) == len(mesh.vertices) + 3
    assert len(edit.connected_parts(made)) == 1
    check_neighbours(made)
    check_sound(made)
    lower = [edge_between(mesh, (-1, -1), (0, 0)), edge_between(mesh, (0, 0), (1, -1))]
    both = edit.extrude_edges(made, [], (0, 1, 0))
    for edge in lower:
        both = edit.extrude_edges(both, [_same(mesh, both, edge)], (0, -1, 0))
    check_neighbours(both)


def _same(old: Walkmesh, new: Walkmesh, edge: int) -> int:
    start, end = (old.vertices[old.faces[edge // 3, (edge + k) % 3]][:2] for k in (0, 1))
    return edge_between(new, tuple(start), tuple(end))


@pytest.mark.parametrize(
    ("edges", "offset", "material", "message"),
    [
        ([10**6], (1, 0, 0), None, "no such edge: 1000000"),
        ([-1], (1, 0, 0), None, "no such edge"),
        ([2**70], (1, 0, 0), None, "no such edge"),
        ([0.5], (1, 0, 0), None, "no such edge"),
        ([0], (0, 0, 0), None, "millimetre"),
        ([0], (np.nan, 0, 0), None, "three finite"),
        ([0], (1, 0), None, "three finite"),
        ([0], (1e39, 0, 0), None, "no boundary edge|too far"),
        ([0], (1, 0, 0), -1, "material"),
    ],
)
def test_what_is_refused(edges: list[int], offset: object, material: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        edit.extrude_edges(field(), edges, offset, material)  # type: ignore[arg-type]


def test_inner_edges_walls_and_faces_that_look_down_are_refused() -> None:
    mesh = field()
    inner = int(np.flatnonzero(mesh.adjacency.reshape(-1) >= 0)[0])
    with pytest.raises(ValueError, match=f"edge {inner} is no boundary edge"):
        edit.extrude_edges(mesh, [inner], (1, 0, 0))
    (edge,) = east_side(mesh)[:1]
    turned = edit.flip_faces(mesh, [edge // 3])
    down = next(e for e in range(3) if turned.adjacency[edge // 3, e] == -1)
    with pytest.raises(ValueError, match=f"face {edge // 3} behind"):
        edit.extrude_edges(turned, [3 * (edge // 3) + down], (1, 0, 0))
    painted = edit.repaint(mesh, [0], 7)
    with pytest.raises(ValueError, match="no boundary edge"):
        edit.extrude_edges(painted, [3 * (len(mesh.faces) - 1)], (1, 0, 0))
    assert edit.extrude_edges(mesh, [], (1, 0, 0)) is mesh


@given(st.data())
@settings(max_examples=25, deadline=None)
def test_any_part_of_the_rim_of_a_hill(data: st.DataObject) -> None:
    """New floor is as large as the edges and the offset say, wherever it is drawn."""
    mesh = field(3)
    sides = {
        (1, 0): [edge_between(mesh, (3, y), (3, y + 1)) for y in range(3)],
        (-1, 0): [edge_between(mesh, (0, y + 1), (0, y)) for y in range(3)],
        (0, -1): [edge_between(mesh, (x, 0), (x + 1, 0)) for x in range(3)],
        (0, 1): [edge_between(mesh, (x + 1, 3), (x, 3)) for x in range(3)],
    }
    way = data.draw(st.sampled_from(sorted(sides)))
    chosen = data.draw(st.lists(st.sampled_from(sides[way]), min_size=1, unique=True))
    far = data.draw(st.floats(0.01, 50))
    slide, rise = data.draw(st.floats(-2, 2)), data.draw(st.floats(-2, 2))
    offset = np.array(
        [way[0] * far + abs(way[1]) * slide, way[1] * far + abs(way[0]) * slide, rise]
    )
    made = edit.extrude_edges(mesh, chosen, offset)
    plan = made.geometry.crosses[:, 2].sum() / 2
    assert plan == pytest.approx(9 + far * len(chosen), rel=1e-4)
    assert (made.geometry.crosses[:, 2] > 0).all()
    check_neighbours(made)
    check_sound(made)
