"""`Ground` of a whole level: rooms by their number, doors and placeables behind them."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.area import Area
from support import sample_area
from support.areas import CLOSED, OPEN_1, floor, make_area, make_door, make_placeable, plate
from support.installation import make_installation
from support.query.oracle import WALKCHECK, model_of
from support.query.shapes import both_ways

NORTH, EAST, DOWN = (0.0, 1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, -1.0)
GATE, HATCH, EXIT, CRATE, SIGN = range(7, 12)
"""The numbers behind the seven rooms of the sample."""


@pytest.fixture(scope="module")
def station(tmp_path_factory: pytest.TempPathFactory) -> Area:
    made = make_installation(tmp_path_factory.mktemp("station"))
    return kl.load_area(made.folder, module=sample_area.MODULE)


@both_ways
def test_rooms_answer_with_their_number(station: Area, fast: bool) -> None:
    """A place in each room, and its floor, from the plan of the station."""
    ground = kl.Ground(station, fast=fast)
    places = {
        (1.0, 1.0): (0, 0.0),
        (4.5, 4.1): (0, -4.0),  # the pit
        (11.0, 4.5): (1, 0.0),
        (20.5, 4.0): (2, 0.75),  # half way up the ramp
        (23.5, 4.2): (2, 1.5),
        (27.0, 6.5): (3, 1.5),
        (12.5, 8.0): (4, 0.0),
    }
    for (x, y), (room, height) in places.items():
        found = ground.find_face(x, y)
        assert found is not None
        assert found.room == room
        assert found.point[2] == pytest.approx(height, abs=1e-6)
        assert ground.owner(found.room) is station.rooms[room]
    assert ground.heights([*places]) == pytest.approx([z for _, z in places.values()], abs=1e-6)
    assert ground.find_faces([*places]).room.tolist() == [room for room, _ in places.values()]
    assert ground.height(50.0, 50.0) is None


@both_ways
def test_the_same_as_its_rooms(station: Area, fast: bool) -> None:
    """By an oracle that looks at every face: the first room in order with a face there."""
    ground = kl.Ground(station, fast=fast)
    model = model_of(station.meshes)
    allowed = model.having(WALKCHECK)
    random = np.random.default_rng(7)
    for x, y in random.uniform((-1, -1), (31, 10), (250, 2)).tolist():
        floors = model.floors(x, y, allowed)
        found = ground.find_face(x, y)
        if not floors:
            assert found is None
            continue
        assert found is not None
        first = min(int(model.room[floor.face]) for floor in floors)
        heights = [floor.height for floor in floors if model.room[floor.face] == first]
        assert found.room == first
        assert min(abs(found.point[2] - height) for height in heights) < 1e-6


def test_doors_and_placeables_only_on_request(station: Area) -> None:
    across, along = ((23.0, 4.0, 2.5), EAST), ((28.0, 0.5, 2.0), NORTH)
    for doors in (False, True):
        for placeables in (False, True):
            ground = kl.Ground(station, doors=doors, placeables=placeables, fast=False)
            hit = ground.raycast(*across, 2.0)
            assert (hit is not None) is doors
            inside = ground.raycast((28.0, 1.2, 2.0), along[1], 1.0)
            assert (inside is not None) is placeables


@both_ways
def test_a_closed_door_is_hit(station: Area, fast: bool) -> None:
    """The gate: 0.2 m thick about x = 24, from y 3 to 5 and from 1.5 to 4 m."""
    ground = kl.Ground(station, doors=True, placeables=True, fast=fast)
    for y, z in ((3.1, 1.6), (4.0, 2.5), (4.9, 3.9)):
        hit = ground.raycast((23.0, y, z), EAST)
        assert hit is not None
        assert hit.room == GATE
        assert hit.point == pytest.approx((23.9, y, z), abs=1e-5)
        assert hit.distance == pytest.approx(0.9, abs=1e-5)
        assert ground.owner(hit.room) is station.doors[0]
        back = ground.raycast((25.0, y, z), (-1.0, 0.0, 0.0))
        assert back is not None
        assert back.room == GATE
        assert back.point[0] == pytest.approx(24.1, abs=1e-5)
    above = ground.raycast((23.0, 4.0, 4.2), EAST, 1.5)
    assert above is None


@both_ways
def test_an_open_door_is_hit_where_it_stands(station: Area, fast: bool) -> None:
    """The hatch stands open one way: out of the doorway, along x = 13 from y 5 to 7."""
    ground = kl.Ground(station, doors=True, fast=fast)
    through = ground.raycast((14.0, 4.0, 1.0), NORTH, 4.5)
    assert through is None
    hit = ground.raycast((14.0, 6.0, 1.0), (-1.0, 0.0, 0.0))
    assert hit is not None
    assert hit.room == HATCH
    assert hit.point[0] == pytest.approx(13.1, abs=1e-5)


@both_ways
def test_a_placeable_is_hit(station: Area, fast: bool) -> None:
    """The crate: a metre about (28, 2), on the floor of the store."""
    with_doors = kl.Ground(station, doors=True, placeables=True, fast=fast)
    without = kl.Ground(station, placeables=True, fast=fast)
    for ground, number in ((with_doors, CRATE), (without, CRATE - 3)):
        hit = ground.raycast((28.2, 2.3, 4.0), DOWN)
        assert hit is not None
        assert hit.room == number
        assert hit.point == pytest.approx((28.2, 2.3, 2.5), abs=1e-5)
        assert ground.owner(number) is station.placeables[0]
        beside = ground.raycast((26.8, 2.3, 4.0), DOWN)
        assert beside is not None
        assert beside.room == 3
        assert beside.point[2] == pytest.approx(1.5)


def test_whose_number_it_is(station: Area) -> None:
    ground = kl.Ground(station, doors=True, placeables=True, fast=False)
    owners = [ground.owner(number) for number in range(12)]
    assert owners == [*station.rooms, *station.doors, *station.placeables]
    assert owners[EXIT] is station.doors[2]  # without a walkmesh, but with a number
    assert owners[SIGN] is station.placeables[1]
    with pytest.raises(IndexError):
        ground.owner(12)
    alone = kl.Ground(station.meshes, fast=False)
    assert [alone.owner(number) for number in range(7)] == list(station.meshes)


def test_faces_are_those_of_the_rooms_and_things(station: Area) -> None:
    ground = kl.Ground(station, doors=True, placeables=True, fast=False)
    rooms = [0 if mesh is None else len(mesh.faces) for mesh in station.meshes]
    box = 10  # the top and four sides of a box, two faces each
    assert np.bincount(ground.faces.room, minlength=12).tolist() == [*rooms, box, box, 0, box, 0]


def test_sight_through_a_doorway(station: Area) -> None:
    """Free without the gate, and stopped by it."""
    a, b = (22.0, 4.0, 3.0), (26.0, 4.0, 3.0)
    assert kl.Ground(station, fast=False).line_of_sight(a, b).clear
    seen = kl.Ground(station, doors=True, fast=False).line_of_sight(a, b)
    assert (seen.clear, seen.room) == (False, GATE)


def test_a_door_does_not_change_the_floor(station: Area) -> None:
    """Upright faces have no height: below the leaf is the floor of the room."""
    plain = kl.Ground(station, fast=False)
    both = kl.Ground(station, doors=True, fast=False)
    xy = np.random.default_rng(1).uniform((12, 3), (16, 4.85), (200, 2))
    assert np.array_equal(plain.heights(xy), both.heights(xy), equal_nan=True)


# Made in code


def test_order_of_rooms_not_of_heights() -> None:
    area = make_area({"****": None, "loft": floor(z=5), "gone": None, "hall": floor()})
    found = kl.Ground(area, fast=False).find_face(1, 1)
    assert found is not None
    assert (found.room, found.point[2]) == (1, 5.0)


@pytest.mark.parametrize("state", [0, 1])
def test_a_door_stands_in_its_own_state(state: int) -> None:
    """With a bearing of half a turn the open leaf is on the other side."""
    door = make_door((10, 10, 0), np.pi, state=state)
    ground = kl.Ground(make_area({"hall": floor()}, doors=(door,)), doors=True, fast=False)
    closed = ground.raycast((10, 9, 1), NORTH, 2)
    # Closed it is along y = 10; open along x = 11, from y 10 to 8.
    opened = ground.raycast((10, 9, 1), EAST, 2)
    assert (closed is not None, opened is not None) == (state == 0, state == 1)
    if opened is not None:
        assert opened.point == pytest.approx((11, 9, 1), abs=1e-6)
        assert opened.room == 1


def test_things_without_a_mesh_and_far_away() -> None:
    things = [
        make_placeable(index=0),
        make_placeable((1e300, 0, 0), mesh=plate(), index=1),
        make_placeable((2, 2, 0), mesh=CLOSED, index=2),
    ]
    area = make_area({"hall": floor()}, placeables=tuple(things))
    ground = kl.Ground(area, placeables=True, fast=False)
    hit = ground.raycast((2, 1, 1), NORTH)
    assert hit is not None
    assert (hit.room, ground.owner(hit.room)) == (3, things[2])
    assert ground.left_out.tolist() == [[2, 0], [2, 1]]


def test_an_area_without_anything() -> None:
    ground = kl.Ground(make_area({}), doors=True, placeables=True, fast=False)
    assert len(ground) == 0
    assert ground.height(0, 0) is None
    assert ground.raycast((0, 0, 1), DOWN) is None


def test_limits_hold_for_things_too() -> None:
    door = make_door((2, 2, 0), meshes=(plate(material=7), OPEN_1, None))
    area = make_area({"hall": floor()}, doors=(door,))
    assert kl.Ground(area, [4], doors=True, fast=False).raycast((2, 1, 1), NORTH) is None
    assert kl.Ground(area, [7], doors=True, fast=False).raycast((2, 1, 1), NORTH) is not None


def test_a_pickled_ground_knows_its_owners(station: Area) -> None:
    ground = pickle.loads(pickle.dumps(kl.Ground(station, doors=True, fast=False)))
    hit = ground.raycast((23.0, 4.0, 2.5), EAST)
    owner = ground.owner(hit.room)
    assert isinstance(owner, kl.Door)
    assert owner.tag == "gate"


def test_surfaces_of_the_game_decide(tmp_path: Path) -> None:
    """Its table has a surface more than the built-in one: floor here, nothing there."""
    from support.area.level_files import lab, put

    room = {"hall.wok": floor(material=31).to_bytes()}
    area = kl.load_area(put(tmp_path, lab(more=room)))
    assert kl.Ground(area, fast=False).height(1, 1) == 0.0
    assert kl.Ground(area, surfaces=kl.Materials.default(), fast=False).height(1, 1) is None
