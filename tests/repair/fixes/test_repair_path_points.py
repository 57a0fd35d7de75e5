"""Repairing path points: sorted, joined, dropped, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from kotorlevel.area.area import Area
from kotorlevel.core.errors import InputError
from kotorlevel.formats.gff import parse_gff
from kotorlevel.formats.pth import PathPoints, read_path_points
from kotorlevel.nav.floor.build import build_floor
from kotorlevel.nav.pathpoints.survey import survey_path_points
from kotorlevel.repair.fixes.path_points import (
    drop_points,
    is_sorted,
    repair_path_points,
    sort_points,
)
from support import sample_area
from support.areas import floor, make_area

Place = tuple[float, float]
Pairs = Sequence[tuple[int, int]]


def paths(points: Sequence[Place], pairs: Pairs) -> PathPoints:
    """As given, sorted or not; pairs are in the order of the points they start from."""
    counts = np.bincount([a for a, _ in pairs], minlength=len(points))
    places = np.array(points).reshape(-1, 2)
    return PathPoints(places, counts, np.cumsum(counts) - counts, np.array([b for _, b in pairs]))


def level(points: Sequence[Place], pairs: Pairs) -> Area:
    """A hall from (0, 0) to (4, 4), a linked yard to (8, 4), and a tower from (40, 0)."""
    rooms = {"hall": floor(east=1), "yard": floor(4, west=0), "tower": floor(40)}
    return make_area(rooms, path_points=paths(points, pairs))


def by_place(found: PathPoints) -> set[tuple[Place, Place]]:
    """The connections, each as two places."""
    at = [(float(x), float(y)) for x, y in found.points.tolist()]
    return {(at[a], at[b]) for a, b in found.connections.tolist()}


def test_sorting_keeps_connections_with_their_places() -> None:
    random = np.random.default_rng(0)
    for _ in range(20):
        points = [(float(x), float(y)) for x, y in random.integers(0, 50, (9, 2))]
        pairs = sorted({(int(a), int(b)) for a, b in random.integers(0, 9, (12, 2)) if a != b})
        before = paths(points, pairs)
        after = sort_points(before)
        assert is_sorted(after)
        assert sorted(after.points.tolist()) == sorted(before.points.tolist())
        assert by_place(after) == by_place(before)


def test_dropping_takes_the_connections_along() -> None:
    before = paths([(1, 1), (2, 1), (3, 1)], [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)])
    after = drop_points(before, {1})
    assert by_place(after) == {((1, 1), (3, 1)), ((3, 1), (1, 1))}
    assert len(after) == 2


def test_sound_points_stay_as_they_are() -> None:
    area = level([(1, 2), (7, 2)], [(0, 1), (1, 0)])
    repair = repair_path_points(area, unsafe=True)
    assert not repair.changed
    assert repair.after is area.path_points


def test_a_file_that_is_sound_keeps_its_bytes() -> None:
    data = sample_area.station_files()["modules/sta_m01aa_s.rim"]["station.pth"]
    read = read_path_points(parse_gff(data))
    assert sort_points(read).to_bytes() == data


def test_unsorted_points_are_sorted_and_nothing_else() -> None:
    area = level([(7, 2), (1, 2)], [(0, 1), (1, 0)])
    repair = repair_path_points(area)
    assert [step.rules for step in repair.steps] == [("PTH002",)]
    assert repair.after.points.tolist() == [[1, 2], [7, 2]]
    assert by_place(repair.after) == by_place(repair.before)


def test_what_leads_nowhere_goes_and_ways_back_come() -> None:
    area = level([(1, 2), (7, 2)], [(0, 1), (0, 9)])
    repair = repair_path_points(area)
    assert [step.rules for step in repair.steps] == [("PTH006",), ("PTH005",)]
    assert by_place(repair.after) == {((1, 2), (7, 2)), ((7, 2), (1, 2))}


def test_no_way_back_through_a_wall() -> None:
    """From the hall to the tower nobody can walk; neither is a way back made."""
    area = level([(1, 2), (41, 2)], [(0, 1)])
    assert not repair_path_points(area).changed


def test_points_off_the_floor_go_only_if_asked() -> None:
    area = level([(1, 2), (5, 9), (7, 2)], [(0, 2), (1, 2), (2, 0), (2, 1)])
    assert not repair_path_points(area).changed
    repair = repair_path_points(area, unsafe=True)
    assert [step.rules for step in repair.steps] == [("PTH001",)]
    assert by_place(repair.after) == {((1, 2), (7, 2)), ((7, 2), (1, 2))}


def test_blocked_connections_go_only_if_asked() -> None:
    area = level([(1, 2), (7, 2), (41, 2)], [(0, 1), (1, 0), (1, 2), (2, 1)])
    assert not repair_path_points(area).changed
    repair = repair_path_points(area, unsafe=True)
    assert [step.rules for step in repair.steps] == [("PTH004",)]
    assert by_place(repair.after) == {((1, 2), (7, 2)), ((7, 2), (1, 2))}
    assert len(repair.after) == 3


def test_all_at_once_and_a_second_time() -> None:
    """Unsorted, off the floor, no place, one way, to nowhere, blocked."""
    points = [(7, 2), (1, 2), (5, 9), (float("nan"), 0), (41, 2)]
    area = level(points, [(0, 1), (0, 77), (1, 4), (2, 0), (3, 0)])
    repair = repair_path_points(area, unsafe=True)
    assert repair.after.points.tolist() == [[1, 2], [7, 2], [41, 2]]
    assert by_place(repair.after) == {((1, 2), (7, 2)), ((7, 2), (1, 2))}
    again = repair_path_points(area.with_path_points(repair.after), unsafe=True)
    assert not again.changed
    audit = survey_path_points(build_floor(area), repair.after, area)
    assert {fault.kind for fault in audit.faults} == {"other-island"}


MESS = [(7, 2), (1, 2), (5, 9), (41, 2)]
"""Not sorted; the third is off the floor, and the last on the tower."""
MESSY_PAIRS = [(0, 1), (0, 77), (1, 3), (2, 0)]
"""One way, to nowhere, through a wall, from off the floor."""


@pytest.mark.parametrize(
    ("rule", "points", "pairs"),
    [
        ("PTH001", [(7, 2), (1, 2), (41, 2)], [(0, 1), (0, 77), (1, 2)]),
        ("PTH002", [(1, 2), (5, 9), (7, 2), (41, 2)], [(0, 3), (1, 2), (2, 0), (2, 77)]),
        ("PTH004", MESS, [(0, 1), (0, 77), (2, 0)]),
        ("PTH005", MESS, [(0, 1), (0, 77), (1, 3), (1, 0), (2, 0)]),
        ("PTH006", MESS, [(0, 1), (1, 3), (2, 0)]),
        ("PTH007", MESS, MESSY_PAIRS),
    ],
)
def test_one_rule_at_a_time(rule: str, points: Sequence[Place], pairs: Pairs) -> None:
    """What the other rules find stays: the order, the number of a point that does not exist."""
    repair = repair_path_points(level(MESS, MESSY_PAIRS), unsafe=True, rules=[rule])
    assert [step.rules for step in repair.steps] == ([(rule,)] if rule != "PTH007" else [])
    assert [tuple(place) for place in repair.after.points.tolist()] == points
    assert [tuple(pair) for pair in repair.after.connections.tolist()] == pairs
    written = read_path_points(parse_gff(repair.after.to_bytes()))
    assert written.connections.tolist() == repair.after.connections.tolist()


def test_all_rules_one_after_the_other_are_all_at_once() -> None:
    area = level(MESS, MESSY_PAIRS)
    for rule in ("PTH006", "PTH001", "PTH004", "PTH005", "PTH002"):
        area = area.with_path_points(repair_path_points(area, rules=[rule]).after)
    at_once = repair_path_points(level(MESS, MESSY_PAIRS), unsafe=True).after
    assert area.path_points is not None
    assert area.path_points.to_bytes() == at_once.to_bytes()
    assert by_place(at_once) == {((1, 2), (7, 2)), ((7, 2), (1, 2))}


@pytest.mark.parametrize("rule", ["PTH002", "PTH005"])
def test_connections_of_nobody_stay_what_they_are(rule: str) -> None:
    """Two connections for one point, but it claims only the first."""
    before = PathPoints(np.array([(7, 2), (1, 2)]), [1, 0], [0, 1], [1, 0])  # type: ignore[arg-type]
    area = make_area({"hall": floor(east=1), "yard": floor(4, west=0)}, path_points=before)
    after = repair_path_points(area, rules=[rule]).after
    assert after.connections.tolist()[-1] == ([-1, 1] if rule == "PTH002" else [-1, 0])
    assert len(after.connections) == (2 if rule == "PTH002" else 3)


def test_a_point_that_is_no_place_stays_until_it_may_go() -> None:
    """It has no x: it stands behind those that have one."""
    area = level([(float("nan"), 0), (7, 2), (1, 2)], [(0, 1), (1, 2), (2, 1)])
    sorted_only = repair_path_points(area).after
    assert sorted_only.points[:2].tolist() == [[1, 2], [7, 2]]
    assert np.isnan(sorted_only.points[2, 0])
    assert sorted_only.connections.tolist() == [[0, 1], [1, 0], [2, 1]]
    assert len(repair_path_points(area, unsafe=True).after) == 2


def test_without_any_point() -> None:
    empty = level([], [])
    assert not repair_path_points(empty, unsafe=True).changed
    lost = PathPoints(np.empty((0, 2)), [], [], [5])  # type: ignore[arg-type]
    repair = repair_path_points(empty.with_path_points(lost))
    assert [step.rules for step in repair.steps] == [("PTH006",)]
    assert len(repair.after.destinations) == 0
    assert len(drop_points(lost, []).destinations) == len(sort_points(lost).destinations) == 1


def test_without_path_points() -> None:
    with pytest.raises(InputError, match="lab has no path points"):
        repair_path_points(make_area({"hall": floor()}))
