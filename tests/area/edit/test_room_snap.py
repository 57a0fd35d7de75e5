"""Where a room that is being dragged snaps to: against the station's plan, and all real links."""

from __future__ import annotations

import math
import time
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from support.area.level_files import put, station
from support.corpus import each_area

RAMP, STORE = "station_ramp", "station_store"


@pytest.fixture
def area(tmp_path: Path) -> kl.Area:
    return kl.load_area(put(tmp_path / "level", station()))


def box(x: float, y: float, wide: float = 2.0, high: float = 2.0) -> kl.Walkmesh:
    corners = [(x, y, 0), (x + wide, y, 0), (x + wide, y + high, 0), (x, y + high, 0)]
    return kl.Walkmesh.from_arrays(corners, [(0, 1, 2), (0, 2, 3)], [1, 1])


def test_a_room_near_its_doorway_comes_home(area: kl.Area) -> None:
    snap = kl.find_room_snap(area, STORE, (0.3, -0.2, 0.1))
    assert snap is not None
    assert snap.offset == pytest.approx((0, 0, 0), abs=1e-6)
    assert area.rooms[snap.other].name == RAMP
    assert snap.at == pytest.approx((24, 4, 1.5))
    assert snap.correction == pytest.approx(math.sqrt(0.14))
    assert snap.links
    mesh, other = area.room(STORE).mesh, area.rooms[snap.other].mesh
    assert mesh is not None
    assert other is not None
    assert mesh.transitions.reshape(-1)[snap.edge] == snap.other
    assert other.transitions.reshape(-1)[snap.other_edge] == area.room(STORE).index


def test_what_is_too_far_or_does_not_fit_is_left(area: kl.Area) -> None:
    assert kl.find_room_snap(area, STORE, (5.0, 0.0, 0.0)) is None
    assert kl.find_room_snap(area, STORE, (0.5, 0.0, 0.0), within=0.4) is None
    assert kl.find_room_snap(area, STORE, (0.5, 0.0, 0.0), within=0.6) is not None
    assert kl.find_room_snap(area, "station_sky", (0.0, 0.0, 0.0)) is None


def test_after_the_snap_the_rooms_are_linked() -> None:
    area = kl.Area.from_meshes("x", {"a": box(0, 0), "b": box(10, 0)})
    snap = kl.find_room_snap(area, "b", (-7.7, 0.3, 0.25))
    assert snap is not None
    assert snap.offset == pytest.approx((-8, 0, 0))
    linked = kl.move_room(area, "b", snap.offset, relink=True).area
    meshes = [room.mesh for room in linked.rooms]
    assert meshes[0] is not None
    assert meshes[1] is not None
    assert meshes[0].transitions.reshape(-1)[snap.other_edge] == 1
    assert meshes[1].transitions.reshape(-1)[snap.edge] == 0


def test_the_nearest_wins_and_what_links_comes_first() -> None:
    rooms = {"a": box(0, 0), "c": box(20, 0, 2, 2.04), "b": box(10, 0)}
    area = kl.Area.from_meshes("x", rooms)
    near_a = kl.find_room_snap(area, "b", (-7.9, 0.0, 0.0))
    near_c = kl.find_room_snap(area, "b", (7.9, 0.0, 0.0))
    assert near_a is not None
    assert near_c is not None
    assert (near_a.other, near_c.other) == (0, 1)
    assert near_a.links
    assert not near_c.links
    assert near_c.residual == pytest.approx(0.02, abs=1e-5)
    assert near_c.offset == pytest.approx((8.0, 0.02, 0.0), abs=1e-5)
    # c's door is 4 cm wider: an exact one beside it wins, though it is farther away.
    both = kl.Area.from_meshes("x", {**rooms, "d": box(20, 0.5)})
    snap = kl.find_room_snap(both, "b", (7.9, 0.1, 0.0))
    assert snap is not None
    assert (snap.other, snap.links) == (3, True)
    assert snap.offset == pytest.approx((8.0, 0.5, 0.0), abs=1e-5)


def test_doorways_that_others_use_are_taken() -> None:
    rooms = {"a": box(0, 0), "c": box(20, 0), "b": box(2, 0)}
    alone = kl.Area.from_meshes("x", {name: rooms[name] for name in "ac"})
    free = kl.find_room_snap(alone, "c", (-18.0, 0.2, 0.0))
    assert free is not None
    assert free.offset == pytest.approx((-18.0, 0.0, 0.0))
    area = kl.Area.from_meshes("x", rooms)
    assert kl.find_room_snap(area, "c", (-18.0, 0.2, 0.0)) is None  # b lies there
    linked, _ = kl.relink(area)
    assert kl.find_room_snap(linked, "c", (-18.0, 0.2, 0.0)) is None
    there = kl.find_room_snap(linked, "b", (0.1, 0.2, 0.0))  # b itself may go back there
    assert there is not None
    assert there.offset == pytest.approx((0.0, 0.0, 0.0), abs=1e-6)


@pytest.mark.parametrize("bad", [(math.nan, 0, 0), (0, math.inf, 0), (1e9, 0, 0)])
def test_hostile_numbers(area: kl.Area, bad: tuple[float, float, float]) -> None:
    with pytest.raises(ValueError, match="finite"):
        kl.find_room_snap(area, STORE, bad)
    for within in (0.0, -1.0, math.nan, 1e9):
        with pytest.raises(ValueError, match="correction"):
            kl.find_room_snap(area, STORE, (0, 0, 0), within)
    with pytest.raises(KeyError):
        kl.find_room_snap(area, "nowhere", (0, 0, 0))


@each_area()
def test_every_real_room_finds_home_fast(path: Path) -> None:
    area = kl.load_area(path)
    seams, boundary = area.geometry.seams, area.geometry.boundary
    met = {int(room) for room in boundary.room[(seams.partner >= 0) & (boundary.transition >= 0)]}
    kl.find_room_snap(area, 0, (0, 0, 0))
    random = np.random.default_rng(5)
    slowest = 0.0
    for index in sorted(met):
        x, y, z = (random.uniform(-0.3, 0.3, 3) * (1, 1, 0.3)).tolist()
        started = time.process_time()
        snap = kl.find_room_snap(area, index, (x, y, z))
        slowest = max(slowest, time.process_time() - started)
        assert snap is not None
        assert np.abs(snap.offset).max() < 0.002
    assert slowest < 0.25  # below a millisecond
