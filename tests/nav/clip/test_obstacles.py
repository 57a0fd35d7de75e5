"""Doors and placeables on the floor."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.nav.clip.body import shrink
from kotorlevel.nav.clip.obstacles import apply_obstacles, door_obstacles, placeable_obstacles
from kotorlevel.nav.clip.solid import leaf_shape, solid_shapes
from kotorlevel.nav.floor.build import build_floor, find_components
from kotorlevel.nav.floor.floor import Blocker, Floor
from support.areas import (
    CLOSED,
    LEAF,
    NONWALK,
    QUARTER,
    STONE,
    make_area,
    make_door,
    make_placeable,
    plate,
)
from support.areas import floor as room_floor
from support.nav.slow_floor import cells_at, check_floor


def two_rooms(**more: Any) -> Area:
    """Two rooms of 4 × 4 m side by side with a doorway all along x = 4, and a door in it."""
    rooms = {"a": room_floor(east=1), "b": room_floor(4, west=0)}
    fields: dict[str, Any] = {"doors": (make_door((4, 2, 0), QUARTER),), **more}
    return make_area(rooms, **fields)


def floor_with(area: Area, open_doors: str | list[str] = "all", placeables: bool = False) -> Floor:
    floor = apply_obstacles(build_floor(area), area, open_doors, placeables)
    check_floor(floor)
    return floor


def islands(floor: Floor) -> int:
    return int(find_components(floor).max()) + 1


def test_a_closed_door_closes_the_links_about_it() -> None:
    floor = floor_with(two_rooms(), "none")
    assert islands(floor) == 2
    assert not floor.link.any()
    assert floor.blockers == (Blocker("door", 0, "gate"),)
    on_seam = (np.abs(floor.wall_from[:, 0] - 4) < 1e-9) & (np.abs(floor.wall_to[:, 0] - 4) < 1e-9)
    length = np.abs(floor.wall_to - floor.wall_from)[:, 1]
    blocked = on_seam & (floor.wall_blocker == 0)
    assert length[on_seam].sum() == length[blocked].sum()
    assert floor.notes == ()


def test_the_leaf_of_a_closed_door_is_in_the_way() -> None:
    """It is 2 m wide and made 2.7 m long, and 2 mm thick: half of that in each of the rooms."""
    floor = floor_with(two_rooms(), "none")
    assert floor.plan_area.sum() == pytest.approx(32 - 2.7 * 0.002, abs=1e-6)


def test_an_open_door_blocks_with_its_leaf_only() -> None:
    """Open, it hangs at (4, 1) and points to -x: from (4, 1) to (2, 1)."""
    area = two_rooms()
    leaf = area.doors[0].placed(1)
    assert leaf is not None
    assert np.ptp(leaf.vertices[:, 0]) == pytest.approx(2)
    floor = floor_with(area, "all")
    assert islands(floor) == 1
    assert floor.plan_area.sum() == pytest.approx(32 - 2 * 0.002, abs=1e-6)
    assert not cells_at(floor, 3.0, 1.0)
    assert cells_at(floor, 3.0, 1.002)
    assert cells_at(floor, 5.0, 1.0)


def test_a_door_that_stands_open_the_other_way() -> None:
    door = make_door((4, 2, 0), QUARTER, state=2)
    floor = floor_with(two_rooms(doors=(door,)), "all")
    assert cells_at(floor, 3.0, 1.0)
    assert not cells_at(floor, 5.0, 1.0)


def test_a_door_inside_of_a_room() -> None:
    """No link is near it, and the leaf does not fill the room: but no body passes beside it."""
    area = make_area({"a": room_floor(0, 0, 8, 2.6)}, doors=(make_door((4, 1.3, 0), QUARTER),))
    assert islands(floor_with(area, "none")) == 2
    assert islands(floor_with(area, "all")) == 1


def test_doors_by_name() -> None:
    rooms = {
        "a": room_floor(east=1),
        "b": room_floor(4, west=0, east=2),
        "c": room_floor(8, west=1),
    }
    doors = (
        make_door((4, 2, 0), QUARTER, tag="Left"),
        make_door((8, 2, 0), QUARTER, index=1, tag="right", template="t_Exit"),
    )
    area = make_area(rooms, doors=doors)
    assert islands(floor_with(area, "none")) == 3
    for name in ("LEFT", "t_left", "Door 0"):
        floor = floor_with(area, [name])
        assert sorted({int(r) for r in floor.room[floor.owner[floor.link]]}) == [0, 1]
    for names in (["right"], ["T_EXIT"], ["door 1"], "right"):
        floor = floor_with(area, names)
        assert sorted({int(r) for r in floor.room[floor.owner[floor.link]]}) == [1, 2]
    assert islands(floor_with(area, ["left", "right"])) == 1
    assert islands(floor_with(area, [])) == 3


def test_doors_of_the_same_name_open_together() -> None:
    area = two_rooms(doors=(make_door((4, 1, 0)), make_door((4, 3, 0), index=1)))
    assert islands(floor_with(area, ["gate"])) == 1
    assert islands(floor_with(area, ["door 1"])) == 2


def test_a_name_that_no_door_has() -> None:
    area = two_rooms()
    floor = build_floor(area)
    with pytest.raises(ValueError, match="there is no door 'gaet'; there is gate"):
        door_obstacles(area, floor, ["gaet"])
    with pytest.raises(ValueError, match="there is no door 'xyz'; doors are gate, t_gate, door 0"):
        door_obstacles(area, floor, "xyz")
    bare = two_rooms(doors=())
    with pytest.raises(ValueError, match="no doors are known in this area"):
        door_obstacles(bare, floor, ["gate"])


def test_links_that_are_not_near() -> None:
    for place in ((4.0, 5.6, 0.0), (4.0, 2.0, 1.1), (2.4, 2.0, 0.0)):
        area = two_rooms(doors=(make_door(place, meshes=(None,) * 3),))
        assert islands(floor_with(area, "none")) == 1
    for place in ((4.0, 5.4, 0.0), (4.0, 2.0, 0.9), (2.6, 2.0, 0.0)):
        area = two_rooms(doors=(make_door(place, meshes=(None,) * 3),))
        assert islands(floor_with(area, "none")) == 2


def test_a_door_without_a_walkmesh() -> None:
    door = make_door((4, 2, 0), meshes=(None,) * 3, missing="walkmesh", reason="there is no x0.dwk")
    closed = floor_with(two_rooms(doors=(door,)), "none")
    assert islands(closed) == 2
    assert closed.plan_area.sum() == pytest.approx(32)
    assert closed.notes == ("door 0 (gate): there is no x0.dwk: only links about it are closed",)
    opened = floor_with(two_rooms(doors=(door,)), "all")
    assert opened.notes == ("door 0 (gate): there is no x0.dwk: it is no obstacle",)
    assert islands(opened) == 1


def test_a_door_that_is_nowhere() -> None:
    door = make_door((math.inf, 2, 0))
    floor = floor_with(two_rooms(doors=(door,)), "none")
    assert islands(floor) == 1
    assert len(floor.notes) == 1


def test_faces_that_can_be_walked_on_do_not_block() -> None:
    mat = plate(material=STONE)
    floor = floor_with(two_rooms(doors=(make_door((4, 2, 0), meshes=(mat,) * 3),)), "all")
    assert floor.plan_area.sum() == pytest.approx(32)


def crate(z: float = 0.0) -> kl.Walkmesh:
    """Four upright sides of 1 × 1 × 1 m about the origin."""
    base = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]
    corners = [(x, y, z + h) for x, y in base for h in (0, 1)]
    faces = []
    for k in range(4):
        a, b = 2 * k, (2 * k + 2) % 8
        faces += [(a, b, b + 1), (a, b + 1, a + 1)]
    return kl.Walkmesh.from_arrays(corners, faces, [NONWALK] * 8, kind=0)


def test_placeables_on_request() -> None:
    things = (
        make_placeable((2, 2, 0), math.pi / 4, crate()),
        make_placeable((6, 2, 3), 0, crate(), index=1, tag="lamp"),
        make_placeable((6, 1, 0), 0, None, index=2),
    )
    area = two_rooms(doors=(), placeables=things)
    assert floor_with(area).plan_area.sum() == pytest.approx(32)
    floor = floor_with(area, placeables=True)
    assert floor.plan_area.sum() == pytest.approx(31, abs=1e-5)
    assert floor.blockers[0] == Blocker("placeable", 0, "crate")
    assert not cells_at(floor, 2, 2.69)
    assert cells_at(floor, 2.45, 2.45)
    assert floor.notes == ()


def test_flat_faces_of_placeables_block_as_they_are() -> None:
    corners = [(0, 0, 0), (2, 0, 0), (0, 2, 0), (3, 3, 0), (3, 1, 0)]
    flat = kl.Walkmesh.from_arrays(corners, [(0, 1, 2), (1, 4, 3)], [NONWALK, STONE], kind=0)
    area = two_rooms(doors=(), placeables=(make_placeable((1, 1, 0), 0, flat),))
    assert len(placeable_obstacles(area)) == 1
    assert floor_with(area, placeables=True).plan_area.sum() == pytest.approx(30)


def test_placeables_of_which_nothing_is_known() -> None:
    thing = make_placeable((1, 1, 0), missing="template", reason="there is no t.utp")
    area = two_rooms(doors=(), placeables=(thing,))
    text = "placeable 0 (crate): there is no t.utp: it is no obstacle"
    assert floor_with(area, placeables=True).notes == (text,)
    assert floor_with(area).notes == ()


def test_a_body_between_two_crates() -> None:
    things = tuple(
        make_placeable((2, y, 0), 0, crate(), index=n) for n, y in enumerate((0.5, 2.0, 3.5))
    )
    area = make_area({"a": room_floor()}, placeables=things)
    floor = floor_with(area, placeables=True)
    assert islands(floor) == 1
    assert islands(shrink(floor, 0.24)) == 1
    assert islands(shrink(floor, 0.26)) == 2
    left = shrink(floor, 0.26)
    check_floor(left)
    assert {floor.blockers[b].index for b in left.wall_blocker if b >= 0} == {0, 1, 2}


def test_the_shape_of_a_leaf() -> None:
    ring = leaf_shape(plate((-1, 0), (1, 0)))
    assert ring[:, 0].min() == pytest.approx(-1.35)
    assert ring[:, 0].max() == pytest.approx(1.35)
    assert np.ptp(ring[:, 1]) == pytest.approx(0.002)
    assert len(leaf_shape(plate(material=STONE))) == 0
    turned = leaf_shape(plate((0, 0), (3, 4)))
    assert np.hypot(*np.ptp(turned, axis=0)) == pytest.approx(5.7, abs=0.002)


def test_a_leaf_of_three_corners_is_longer_along_its_longest_side() -> None:
    corners = [(0, 0, 0), (4, 0, 0), (2, 1, 0)]
    ring = leaf_shape(kl.Walkmesh.from_arrays(corners, [(0, 1, 2)], [NONWALK], kind=0))
    assert ring.min(axis=0) == pytest.approx((-0.35, 0))
    assert ring.max(axis=0) == pytest.approx((4.35, 1))


def test_upright_parts_that_do_not_touch_are_apart() -> None:
    mesh = kl.Walkmesh.from_arrays(
        [(0, 0, 0), (1, 0, 0), (1, 0, 1), (5, 0, 0), (5, 1, 0), (5, 1, 1)],
        [(0, 1, 2), (3, 4, 5)],
        [NONWALK] * 2,
        kind=0,
    )
    spans = sorted(tuple(np.ptp(shape, axis=0).round(6).tolist()) for shape in solid_shapes(mesh))
    assert spans == [(0.002, 1.0), (1.0, 0.002)]


def test_the_states_of_the_sample_door_differ() -> None:
    assert LEAF[0] is CLOSED
    shapes = [next(iter(solid_shapes(mesh))).mean(axis=0).tolist() for mesh in LEAF]
    assert shapes == [pytest.approx((0, 0)), pytest.approx((-1, 1)), pytest.approx((-1, -1))]
