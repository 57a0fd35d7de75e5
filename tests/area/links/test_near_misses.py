"""Edges that almost meet, with the reason; figures from the shapes, by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.area.links.boundary import collect_boundary
from kotorlevel.area.links.near_misses import NearMiss, find_near_misses
from kotorlevel.area.links.seams import find_seams
from kotorlevel.mesh.transforms import reversed_faces
from support.area.room_grids import make_grid, make_room
from support.areas import floor, make_area


def misses_of(area: Area) -> tuple[NearMiss, ...]:
    found = find_near_misses(find_seams(collect_boundary(area)))
    assert found.complete
    return found.found


def only_miss(**rooms: kl.Walkmesh) -> NearMiss:
    (miss,) = misses_of(make_area(rooms))
    return miss


def test_a_gap() -> None:
    miss = only_miss(hall=floor(), yard=floor(4.032))
    assert (miss.kind, miss.room, miss.edge) == ("gap", 0, 1)
    assert (miss.other_room, miss.other_edge) == (1, 5)
    assert miss.gap == pytest.approx(0.032, abs=1e-6)
    assert (miss.step, miss.shared) == pytest.approx((0, 4), abs=1e-6)
    assert miss.apart == pytest.approx(0.032, abs=1e-6)
    assert miss.at == pytest.approx((4.016, 2, 0), abs=1e-6)
    assert miss.reason == "a gap of 3.2 cm"
    assert not miss.linked


def test_an_overlap() -> None:
    miss = only_miss(hall=floor(), yard=floor(3.95))
    assert (miss.kind, miss.reason) == ("overlap", "they overlap by 5.0 cm")


def test_a_step() -> None:
    miss = only_miss(hall=floor(), yard=floor(4, z=0.2))
    assert (miss.kind, miss.reason) == ("step", "a step of 20.0 cm")
    assert miss.gap == pytest.approx(0, abs=1e-6)


def test_a_gap_with_a_step() -> None:
    miss = only_miss(hall=floor(), yard=floor(4.004, z=0.05))
    assert miss.reason == "a gap of 4.0 mm and a step of 5.0 cm"


def test_a_slanted_gap_is_measured_where_it_is_widest() -> None:
    corners = [(4, 0, 0), (8, 0, 0), (8, 4, 0), (4.06, 4, 0)]
    yard = kl.Walkmesh.from_arrays(corners, [(0, 1, 2), (0, 2, 3)], [4, 4])
    miss = only_miss(hall=floor(), yard=yard)
    assert miss.kind == "gap"
    assert miss.gap == pytest.approx(0.06, abs=1e-3)


def test_t_junction() -> None:
    """One long edge against two halves: two misses, each half as long."""
    rooms = {"hall": floor(), "one": floor(4, 0, depth=1), "two": floor(4, 1, depth=3)}
    first, second = misses_of(make_area(rooms))
    assert (first.kind, second.kind) == ("part", "part")
    assert (first.other_room, second.other_room) == (1, 2)
    assert (first.shared, second.shared) == pytest.approx((1, 3), abs=1e-6)
    assert first.reason == "only 1.00 m of them lie side by side (a T-junction)"


def test_wound_the_wrong_way() -> None:
    yard = floor(4)
    turned = replace(yard, **reversed_faces(yard, np.ones(2, bool)))
    boundary = collect_boundary(make_area({"hall": floor(), "yard": turned}))
    assert boundary.turned.tolist() == (boundary.room == 1).tolist()
    miss = only_miss(hall=floor(), yard=turned)
    assert miss.kind == "direction"
    assert "wrong way" in miss.reason


def test_rooms_that_lie_over_each_other_are_not_wound_the_wrong_way() -> None:
    """Their edges run alike because both floors are on the same side."""
    assert misses_of(make_area({"hall": floor(), "nook": floor(2, 0, 2, 4)})) == ()
    assert misses_of(make_area({"hall": floor(), "copy": floor()})) == ()


def test_links_are_told() -> None:
    assert only_miss(hall=floor(east=1), yard=floor(4.02, west=0)).linked
    assert not only_miss(hall=floor(east=1), yard=floor(4.02)).linked


@pytest.mark.parametrize(
    "yard",
    [
        floor(4.2),
        floor(4, z=0.6),
        floor(4, 4.0),
        floor(4, 3.99),
        floor(4),
        floor(5, 5).rotated(20, (5, 5)),
        floor(4).rotated(10, (4, 0)),
    ],
    ids=["far", "another storey", "corner", "nearly corner", "a seam", "away", "turned"],
)
def test_what_is_none(yard: kl.Walkmesh) -> None:
    assert misses_of(make_area({"hall": floor(), "yard": yard})) == ()


def test_edges_at_an_angle_are_none() -> None:
    """So short that their ends are near, but at 15 degrees to each other."""
    nook = floor(4, width=0.3, depth=0.3).rotated(-15, (4, 0))
    assert misses_of(make_area({"hall": floor(depth=0.3), "nook": nook})) == ()


def test_crowded_edges_are_none() -> None:
    """They meet, though nobody can say which of them are meant."""
    rooms = {"hall": floor(), "yard": floor(4), "again": floor(4, width=9)}
    assert misses_of(make_area(rooms)) == ()


@pytest.mark.parametrize("seed", range(4))
def test_walls_are_not_meant_to_meet(seed: int) -> None:
    assert misses_of(make_grid(seed).area) == ()
    one, two = make_room((0, 0), {}), make_room((1, 0), {}).translated((0.02, 0, 0))
    assert misses_of(make_area({"one": one, "two": two})) == ()


@pytest.mark.parametrize("gap", [0.004, 0.03, 0.09])
def test_every_doorway_of_a_torn_grid(gap: float) -> None:
    """Each room shrinks towards its middle, so every doorway gets a gap twice as wide."""
    grid = make_grid(7, degrees=17)
    shrunk: dict[int, kl.Walkmesh | None] = {}
    for room in grid.area.rooms:
        assert room.mesh is not None
        points = room.mesh.vertices.astype(float)
        middle = (points.max(axis=0) + points.min(axis=0)) / 2
        middle[2] = 0
        pull = 1 - gap / 2 / 3  # rooms are six metres wide
        moved = middle + (points - middle) * (pull, pull, 1)
        shrunk[room.index] = room.mesh.edited(vertices=moved.astype(np.float32))
    found = misses_of(grid.area.with_meshes(shrunk))
    assert {(m.room, m.other_room) for m in found} == grid.doorways
    assert all(m.kind == "gap" for m in found)
    assert [m.gap for m in found] == pytest.approx([gap] * len(found), rel=0.02)


def test_long_and_short_edges() -> None:
    """A kilometre of floor, and a room of one metre somewhere along it."""
    for y in (0.0, 333.3, 998.9):
        road, hut = floor(-8, 0, 8, 1000), floor(0.05, y, 1, 1)
        miss = only_miss(road=road, hut=hut)
        assert miss.kind == "gap"
        assert miss.shared == pytest.approx(1, abs=1e-3)


def test_hostile_sizes() -> None:
    huge = floor(0, 0, 1e37, 1e37)
    assert misses_of(make_area({"a": huge, "b": floor(1e37, 0, 1e37, 2e37)})) == ()
    assert misses_of(make_area({"a": floor(0, 0, 1e-30, 1e-30), "b": floor()})) == ()


def test_too_much_to_compare_is_told() -> None:
    """Thousands of edges almost at one place."""
    count = 4_000
    points = np.tile([(0, 0, 0), (4, 0, 0), (2, 3, 0)], (count, 1)).astype(float)
    points[:, 1] += np.repeat(np.arange(count), 3) * 1e-5
    mesh = kl.Walkmesh.from_arrays(points, np.arange(3 * count).reshape(-1, 3), [4] * count)
    other = mesh.rotated(180, (2, -0.03))
    seams = find_seams(collect_boundary(make_area({"a": mesh, "b": other})), 1e-6)
    assert not find_near_misses(seams).complete


@pytest.mark.parametrize(("shared", "found"), [(0.04, 0), (0.06, 1), (-0.5, 0)])
def test_edges_must_have_some_centimetres_in_common(shared: float, found: int) -> None:
    """Two sides of 4 m, 5 cm apart, that lie beside each other along ``shared`` metres only."""
    area = make_area({"a": floor(0, 0), "b": floor(4.05, 4 - shared)})
    seams = find_seams(collect_boundary(area))
    assert len([m for m in find_near_misses(seams).found if m.kind == "gap"]) == found


@pytest.mark.parametrize(("shared", "found"), [(0.008, 0), (0.012, 1)])
def test_of_very_short_edges_half_is_enough(shared: float, found: int) -> None:
    area = make_area({"a": floor(0, 0, 4, 0.02), "b": floor(4.05, 0.02 - shared, 4, 0.02)})
    seams = find_seams(collect_boundary(area))
    east_west = [m for m in find_near_misses(seams).found if m.shared < 0.02]
    assert len(east_west) == found


@pytest.mark.parametrize("order", [("a", "b"), ("b", "a")])
def test_an_edge_without_a_direction_in_the_plan_meets_nobody(order: tuple[str, str]) -> None:
    """The border of an upright face has a side that goes straight up: no number may become NaN."""
    upright = kl.Walkmesh.from_arrays([(4, 0, 0), (4, 4, 0), (4, 4, 3)], [(0, 1, 2)], [4])
    rooms = {"a": floor(0, 0), "b": upright}
    seams = find_seams(collect_boundary(make_area({name: rooms[name] for name in order})))
    with np.errstate(all="raise"):
        found = find_near_misses(seams).found
    assert all(np.isfinite([m.gap, m.step, m.shared, m.apart, *m.at]).all() for m in found)
    number = order.index("b")
    assert not [m for m in found if (m.room, m.edge) == (number, 1)]
    assert not [m for m in found if (m.other_room, m.other_edge) == (number, 1)]
