"""The audit of path points: damaged nets, and exactly what is said of them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.formats.pth import PathPoints, make_path_points
from kotorlevel.nav.floor.build import build_floor
from kotorlevel.nav.pathpoints.survey import PathPointSurvey, survey_path_points
from support.areas import floor as rectangle
from support.areas import make_area
from support.corpus import CORPUS, needs_corpus
from support.nav.mazes import draw, maze, overpass

RING = draw(
    ".....",
    ".###.",
    ".....",
)
CORNERS = [(0.5, 0.5), (0.5, 2.5), (4.5, 0.5), (4.5, 2.5)]
SIDES = [(0, 1), (0, 2), (1, 3), (2, 3)]

Pairs = Sequence[tuple[int, int]]


def both(pairs: Pairs) -> list[tuple[int, int]]:
    return [*pairs, *((b, a) for a, b in pairs)]


def net(points: Sequence[tuple[float, float]] = CORNERS, pairs: Pairs | None = None) -> PathPoints:
    """Points and connections, sorted; by default once around the ring."""
    pairs = both(SIDES) if pairs is None else pairs
    return make_path_points(points, np.array(pairs, np.int64).reshape(-1, 2))


def raw(points: Sequence[tuple[float, float]], pairs: Pairs) -> PathPoints:
    """As given: not sorted, and connections may lead anywhere. Pairs are in the points' order."""
    counts = np.bincount([a for a, _ in pairs], minlength=len(points))
    ends = [b for _, b in pairs]
    return PathPoints(np.array(points), counts, np.cumsum(counts) - counts, np.array(ends))


def audit(paths: PathPoints, area: Area | None = None) -> PathPointSurvey:
    floor = build_floor(area if area is not None else maze(RING))
    return survey_path_points(floor, paths, area, fast=False)


def kinds(found: PathPointSurvey) -> list[tuple[str, tuple[int, ...]]]:
    return [(fault.kind, fault.points) for fault in found.faults]


def test_a_sound_net() -> None:
    found = audit(net())
    assert found.faults == ()
    assert (found.points, found.connections) == (4, 8)
    assert found.unknown_points == ()
    assert found.unknown_connections == ()
    assert found.unseen is not None
    assert found.unseen.area == 0
    assert found.unseen.total == pytest.approx(12)


def test_off_the_floor() -> None:
    """In the middle of the wall, which is a metre deep."""
    found = audit(
        net([*CORNERS[:2], (2.5, 1.5), *CORNERS[2:]], both([(0, 1), (0, 3), (1, 4), (3, 4)]))
    )
    (fault,) = found.faults
    assert (fault.kind, fault.points) == ("off-floor", (2,))
    assert fault.distance == pytest.approx(0.5)
    assert fault.text == "point 2 at (2.5, 1.5) is on no floor; the nearest is 0.50 m away"


def test_far_off_the_floor() -> None:
    (fault,) = audit(net([*CORNERS, (400, 2)], both(SIDES))).faults
    assert fault.kind == "off-floor"
    assert fault.distance is None
    assert "none is within 10 m" in fault.text


def test_no_places() -> None:
    points = [*CORNERS, (math.nan, 1), (math.inf, 2), (1e30, 0)]
    found = audit(raw(points, sorted(both(SIDES))))
    assert kinds(found) == [
        ("not-a-place", (4,)),
        ("not-a-place", (5,)),
        ("off-floor", (6,)),
        ("unsorted", (6,)),
    ]
    assert all(fault.text.isprintable() for fault in found.faults)


def test_blocked() -> None:
    """From (0.5, 0.5) towards (4.5, 2.5) the wall begins at (1.5, 1)."""
    (fault,) = audit(net(pairs=both([*SIDES, (0, 3)]))).faults
    assert (fault.kind, fault.points) == ("blocked", (0, 3))
    assert fault.distance == pytest.approx(math.hypot(1, 0.5), abs=1e-5)
    assert fault.at is not None
    assert fault.at[:2] == pytest.approx((1.5, 1.0), abs=1e-5)
    assert "where the floor of room 0 ends" in fault.text


def test_one_way() -> None:
    assert kinds(audit(net(pairs=both(SIDES)[1:]))) == [("one-way", (1, 0))]


def test_a_blocked_way_of_one_direction_is_told_once_as_either() -> None:
    found = audit(net(pairs=[*both(SIDES), (3, 0)]))
    assert kinds(found) == [("one-way", (3, 0)), ("blocked", (3, 0))]


def test_unsorted() -> None:
    points = [CORNERS[0], CORNERS[2], CORNERS[1], CORNERS[3]]
    pairs = sorted(both([(0, 2), (0, 1), (2, 3), (1, 3)]))
    assert kinds(audit(raw(points, pairs))) == [("unsorted", (2,))]


def test_equal_x_is_sorted() -> None:
    assert not audit(raw([(0.5, 2.5), (0.5, 0.5)], [(0, 1), (1, 0)])).faults


def test_nowhere() -> None:
    pairs = sorted([*both(SIDES), (3, 9)])
    (fault,) = audit(raw(CORNERS, pairs)).faults
    assert (fault.kind, fault.points) == ("nowhere", (3,))
    assert "leads to point 9, but there are only 4 points" in fault.text


def test_connections_of_nobody_and_of_none() -> None:
    sound = net()
    counts = sound.counts.copy()
    counts[3] -= 1
    less = PathPoints(sound.points, counts, sound.firsts, sound.destinations)
    assert [fault.text for fault in audit(less).of_kind("nowhere")] == [
        "connection 7 belongs to no point"
    ]
    counts[3] += 6
    more = PathPoints(sound.points, counts, sound.firsts, sound.destinations)
    (fault,) = audit(more).of_kind("nowhere")
    assert fault.text == "point 3 has connections that are not among the 8"


def test_alone() -> None:
    assert kinds(
        audit(net([*CORNERS[:2], (2.5, 0.5), *CORNERS[2:]], both([(0, 1), (0, 3), (1, 4), (3, 4)])))
    ) == [("alone", (2,))]


def test_a_net_in_two() -> None:
    assert kinds(audit(net(pairs=both([(0, 1), (2, 3)])))) == [("net-apart", (2, 3))]


def test_another_island_by_the_entry_and_by_numbers() -> None:
    rooms = {"hall": rectangle(), "tower": rectangle(20)}
    points = [(1, 1), (3, 3), (21, 1)]
    area = make_area(rooms)
    (fault,) = audit(net(points, both([(0, 1)])), area).faults
    assert (fault.kind, fault.points) == ("other-island", (2,))
    assert fault.text == "point 2 stands on a part of the floor without a way to the others"
    (fault,) = audit(net(points, both([(0, 1)])), make_area(rooms, entry=(21, 2, 0))).faults
    assert (fault.kind, fault.points) == ("other-island", (0, 1))


def test_rooms_that_are_not_here_leave_it_open() -> None:
    """The hall's east side leads to a yard without a walkmesh."""
    hall = rectangle(east=1)
    paths = net([(1, 2), (3, 2), (5, 2), (7, 2)], both([(0, 1), (1, 2), (2, 3)]))
    found = audit(paths, make_area({"hall": hall, "yard": None}))
    assert found.faults == ()
    assert found.unknown_points == (2, 3)
    assert found.unknown_connections == ((1, 2), (2, 1), (2, 3), (3, 2))
    assert found.unseen is None
    alone = audit(paths, make_area({"hall": hall}))
    assert [fault.kind for fault in alone.faults] == ["off-floor", "off-floor"]


def test_a_wall_that_is_here_is_known() -> None:
    """Under the second point is a face that nobody walks on, whatever other rooms there are."""
    vertices = [(0, 0, 0), (4, 0, 0), (4, 4, 0), (0, 4, 0), (8, 0, 0), (8, 4, 0)]
    faces = [(0, 1, 2), (0, 2, 3), (1, 4, 5), (1, 5, 2)]
    hall = kl.Walkmesh.from_arrays(vertices, faces, [4, 4, 7, 7])
    found = audit(net([(1, 2), (6, 2)], both([(0, 1)])), make_area({"hall": hall, "yard": None}))
    assert kinds(found) == [("off-floor", (1,))]


def test_ways_into_the_unknown_are_open() -> None:
    """Both points are here, but the line between them leaves by the east side."""
    vertices = [
        (0, 0, 0),
        (2, 0, 0),
        (2, 2, 0),
        (0, 2, 0),
        (2, 6, 0),
        (0, 6, 0),
        (2, 8, 0),
        (0, 8, 0),
    ]
    south = kl.Walkmesh.from_arrays(vertices[:4], [(0, 1, 2), (0, 2, 3)], [4, 4])
    north = kl.Walkmesh.from_arrays(
        [vertices[n] for n in (5, 4, 6, 7)], [(0, 1, 2), (0, 2, 3)], [4, 4]
    )
    paths = net([(1, 1), (1, 7)], both([(0, 1)]))
    open_ = {"s": south.with_transition(1, 1, 2), "n": north.with_transition(0, 0, 2), "mid": None}
    found = audit(paths, make_area(open_))
    assert found.faults == ()
    assert found.unknown_connections == ((0, 1), (1, 0))
    shut = audit(paths, make_area({"s": south, "n": north, "mid": None}))
    assert kinds(shut) == [("blocked", (0, 1))]


def test_what_sees_no_point() -> None:
    """From a corner of the ring one sees two sides, and a little around their ends."""
    found = audit(net(CORNERS[:1], []))
    seen = 5 + 2 + 0.5 * (0.5 / 3.5) + 0.5 / 3
    assert found.unseen is not None
    assert found.unseen.area == pytest.approx(12 - seen, abs=0.4)
    assert found.unseen.share == pytest.approx(found.unseen.area / 12)
    assert found.unseen.at is not None
    assert found.unseen.at[0] > 1
    assert found.unseen.at[1] > 1
    assert [room for room, _ in found.unseen.rooms] == [0]


def test_floors_above_each_other_give_the_benefit_of_the_doubt() -> None:
    """Under the bridge, and on it: whichever floor is meant, one of them can be walked."""
    floor = build_floor(overpass())
    below = net([(2, 1), (9, 1), (16, 1)], both([(0, 1), (1, 2)]))
    above = net([(9, -5), (9, 1), (9, 7)], both([(0, 1), (1, 2)]))
    assert not survey_path_points(floor, below, fast=False).faults
    assert not survey_path_points(floor, above, fast=False).faults
    across = net([(2, 1), (9, -5)], both([(0, 1)]))
    assert kinds(survey_path_points(floor, across, fast=False)) == [("blocked", (0, 1))]


def test_no_points_at_all() -> None:
    found = audit(net([], []))
    assert found.faults == ()
    assert found.unseen is not None
    assert found.unseen.share == pytest.approx(1)


@needs_corpus
def test_the_games_own_net_is_sound() -> None:
    area = kl.load_area(CORPUS / "area_m10aa", module=CORPUS / "archives" / "tar_m10aa.mod")
    assert area.path_points is not None
    found = survey_path_points(build_floor(area), area.path_points, area)
    assert found.faults == ()
    assert found.points == 89
    assert 0 < len(found.unknown_points) < 89
