"""Who sees whom by geometry: never less than a dense sampling finds, and never through walls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import kotorlevel as kl
import kotorlevel.query.visibility.build as build_module
from kotorlevel.area.area import Area
from kotorlevel.core.resource import name_key
from kotorlevel.query.visibility.build import build_visibility
from support.areas import floor, make_area, make_door
from support.corpus import CORPUS, LEVELS, needs_corpus, needs_levels
from support.query.seen_areas import (
    Plan,
    area_of,
    cloister,
    corridor,
    courtyard,
    densely_seen,
    is_clear,
    maze,
    windows,
)

AREAS: dict[str, Callable[[], dict[str, Plan]]] = {
    "corridor": corridor,
    "windows": windows,
    "courtyard": courtyard,
    "cloister": cloister,
    **{f"maze {seed}": (lambda seed=seed: maze(seed)) for seed in range(8)},  # type: ignore[misc]
}
each_area = pytest.mark.parametrize("name", AREAS)


@cache
def built(name: str) -> tuple[dict[str, Plan], Area, kl.VisibilityResult]:
    plans = AREAS[name]()
    area = area_of(plans)
    return plans, area, build_visibility(area)


def index_of(area: Area, name: str) -> int:
    room = area.find_room(name)
    assert room is not None
    return room.index


# Against the dense sampler


@pytest.mark.sampled(2)
@each_area
def test_no_pair_of_a_dense_sampling_is_missed(name: str) -> None:
    plans, _, result = built(name)
    assert densely_seen(plans, 20_000) - set(result.sights) == set()


@pytest.mark.sampled(5)
@each_area
def test_every_line_is_clear(name: str) -> None:
    """The lines that are given as reasons, asked of the walls one by one."""
    plans, _, result = built(name)
    lines = [sight for sight in result.sights.values() if sight.reason == "line"]
    eyes, targets = (np.array([getattr(s, end) for s in lines]) for end in ("eye", "target"))
    if lines:
        assert is_clear(plans, eyes, targets).all()


@pytest.mark.sampled(5)
@each_area
def test_the_ends_of_a_line_are_over_the_rooms(name: str) -> None:
    plans, _, result = built(name)
    rooms = list(plans.values())
    for sight in result.sights.values():
        for room, (x, y, z) in ((sight.room, sight.eye), (sight.other, sight.target)):
            assert any(
                x0 <= x <= x1 and y0 <= y <= y1 and h <= z <= h + 2.5
                for x0, y0, x1, y1, h in rooms[room].floors
            )


@pytest.mark.sampled(5)
@each_area
def test_the_result_is_the_same_both_ways_and_in_every_run(name: str) -> None:
    _, area, result = built(name)
    assert {(b, a) for a, b in result.sights} == set(result.sights)
    again = build_visibility(area)
    assert again.visibility.to_bytes() == result.visibility.to_bytes()
    assert dict(again.sights) == dict(result.sights)


def test_what_cannot_be_seen_is_not() -> None:
    _, area, result = built("corridor")
    far, bend = index_of(area, "far"), index_of(area, "bend")
    assert result.sees(far, bend)
    for name in ("north0", "south0", "south1"):
        assert not result.sees(far, index_of(area, name))
    _, area, result = built("windows")
    house, yard, shop, cell = (index_of(area, n) for n in ("house", "yard", "shop", "cell"))
    assert result.sees(house, yard)
    assert result.sees(house, shop)
    assert not any(result.sees(cell, other) for other in (house, yard, shop))
    _, area, result = built("courtyard")
    assert not result.sees(index_of(area, "west"), index_of(area, "behind"))
    _, area, result = built("cloister")
    yard, north, east, south, west = (
        index_of(area, n) for n in ("yard", "north", "east", "south", "west")
    )
    assert all(result.sees(yard, other) for other in (north, south))
    assert result.sees(north, south)
    assert not any(result.sees(west, other) for other in (yard, north, east, south))


# What is told


def test_a_pair_is_explained() -> None:
    plans = {
        "a": Plan().box(0, 0, 4, 4, east=[(1, 3)]),
        "b": Plan().box(4, 0, 8, 4, west=[(1, 3)], east=[(1, 3)]),
        "c": Plan().box(8, 0, 12, 4, west=[(1, 3)], east=[(1, 3)]),
        "d": Plan().box(12, 0, 16, 4, west=[(1, 3)]),
        "e": Plan().box(40, 0, 44, 4),
    }
    result = build_visibility(area_of(plans))
    assert result.sights[0, 3].through == (1, 2)
    assert result.sights[3, 0].through == (2, 1)
    assert result.explain(0, 3).startswith("a sees d through b and c from (")
    assert result.explain(0, 2).startswith("a sees c through b from (")
    assert result.explain(0, 1) == "a sees b: they are linked at (4.00, 2.00, 0.00)"
    assert result.explain(0, 4).startswith("a does not see e: none of 16,384 lines")
    assert result.explain(0, 0) == "a is always drawn while the player is in it"


def three_in_a_row(**more: object) -> Area:
    plans = {
        "a": Plan().box(0, 0, 4, 4, east=[(1, 3)]),
        "b": Plan().box(4, 0, 8, 4, west=[(1, 3)], east=[(1, 3)]),
        "c": Plan().box(8, 0, 12, 4, west=[(1, 3)]),
    }
    return replace(area_of(plans), **more)  # type: ignore[arg-type]


def pairs(result: kl.VisibilityResult) -> set[tuple[int, int]]:
    return {pair for pair in result.sights if pair[0] < pair[1]}


def test_depth_limits_by_links() -> None:
    area = three_in_a_row()
    assert pairs(build_visibility(area)) == {(0, 1), (1, 2), (0, 2)}
    assert pairs(build_visibility(area, depth=2)) == {(0, 1), (1, 2), (0, 2)}
    assert pairs(build_visibility(area, depth=1)) == {(0, 1), (1, 2)}


def test_depth_limits_by_rooms_where_no_link_leads() -> None:
    """From the house to the shop one looks over the yard; none of the three is linked."""
    _, area, result = built("windows")
    house, shop = index_of(area, "house"), index_of(area, "shop")
    assert result.sights[house, shop].through == (index_of(area, "yard"),)
    assert build_visibility(area, depth=2).sees(house, shop)
    assert not build_visibility(area, depth=1).sees(house, shop)


@pytest.mark.sampled(5)
@each_area
def test_fewer_samples_find_no_more(name: str) -> None:
    """Whatever few lines find is there, and links are seen without any."""
    plans, area, result = built(name)
    few = build_visibility(area, samples=2)
    assert set(few.sights) <= set(result.sights)
    linked = {pair for pair, sight in result.sights.items() if sight.reason == "link"}
    assert linked <= set(few.sights)
    lines = [sight for sight in few.sights.values() if sight.reason == "line"]
    if lines:
        ends = [np.array([getattr(s, end) for s in lines]) for end in ("eye", "target")]
        assert is_clear(plans, *ends).all()


def test_more_samples_find_more() -> None:
    found = [len(build_visibility(built("maze 0")[1], samples=n).sights) for n in (1, 8, 128)]
    assert found == sorted(found)
    assert found[0] < found[-1]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["corridor", "cloister", "maze 3"])
def test_no_pair_that_is_seen_past_closed_doors_is_missed(name: str) -> None:
    """A door in every other doorway; to the sampler it is a wall across the doorway."""
    plans, area, _ = built(name)
    doors, panels = [], Plan()
    for number, (start, end) in enumerate(doorways(area)[::2]):
        (ax, ay, z), (bx, by, _) = start, end
        turn = float(np.arctan2(by - ay, bx - ax))
        middle = ((ax + bx) / 2, (ay + by) / 2, z)
        doors.append(make_door(middle, turn, meshes=(None, None, None), index=number))
        x0, x1, y0, y1 = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
        panels.walls.append((x0, y0, x1, y1, z, z + 3.0))
    assert doors
    result = build_visibility(replace(area, doors=tuple(doors)), doors_closed=True)
    assert densely_seen({**plans, "doors": panels}, 20_000) - set(result.sights) == set()
    assert len(result.sights) < len(built(name)[2].sights)


def doorways(area: Area) -> list[tuple[list[float], list[float]]]:
    """The two ends of every edge with a link to a room of a higher number."""
    found = []
    for room in area.rooms:
        assert room.mesh is not None
        for face, side in np.argwhere(room.mesh.transitions > room.index).tolist():
            ends = room.mesh.vertices[room.mesh.faces[face, [side, (side + 1) % 3]]]
            found.append((ends[0].tolist(), ends[1].tolist()))
    return found


@pytest.mark.parametrize("has_mesh", [True, False])
def test_closed_doors_block_but_for_linked_rooms(has_mesh: bool) -> None:
    meshes = {} if has_mesh else {"meshes": (None, None, None)}
    door = make_door((4, 2, 0), np.pi / 2, **meshes)  # type: ignore[arg-type]
    area = three_in_a_row(doors=(door,))
    assert pairs(build_visibility(area)) == {(0, 1), (1, 2), (0, 2)}
    assert pairs(build_visibility(area, doors_closed=True)) == {(0, 1), (1, 2)}


@pytest.mark.parametrize(("away", "closes"), [(1.4, True), (1.6, False)])
def test_a_door_closes_the_doorway_that_it_is_near(away: float, closes: bool) -> None:
    """Without a walkmesh of its own: the doorway is then what stands closed."""
    door = make_door((4 - away, 2, 0), np.pi / 2, meshes=(None, None, None))
    area = three_in_a_row(doors=(door,))
    seen = pairs(build_visibility(area, doors_closed=True))
    assert ((0, 2) in seen) is not closes


def test_each_direction_alone_has_its_own_line() -> None:
    result = build_visibility(three_in_a_row(), symmetric=False)
    assert {(0, 2), (2, 0)} <= set(result.sights)
    for a, b in ((0, 2), (2, 0)):
        sight = result.sights[a, b]
        assert a * 4 <= sight.eye[0] <= a * 4 + 4
        assert b * 4 <= sight.target[0] <= b * 4 + 4


def test_a_low_ceiling_keeps_eyes_below_it() -> None:
    """Eyes above it would look over the walls."""
    plans = {"a": Plan().box(0, 0, 4, 4), "b": Plan().box(10, 0, 14, 4)}
    for plan, x in ((plans["a"], 0.0), (plans["b"], 10.0)):
        plan.walls = [(*wall[:5], 1.5) for wall in plan.walls]
        plan.floors.append((x, 0, x + 4, 4, 1.5))
    area = area_of(plans)
    meshes: dict[int, kl.Walkmesh | None] = {}
    for room in area.rooms:
        assert room.mesh is not None
        top = room.mesh.vertices[room.mesh.faces][:, :, 2].min(axis=1) == np.float32(1.5)
        materials = np.where(top, 2, room.mesh.materials)
        vertices, faces = room.mesh.vertices, room.mesh.faces
        meshes[room.index] = kl.Walkmesh.from_arrays(vertices, faces, materials)
    assert pairs(build_visibility(area.with_meshes(meshes))) == set()


def test_progress_ends_with_all_done() -> None:
    told: list[tuple[int, int]] = []
    build_visibility(three_in_a_row(), samples=8, progress=lambda *done: told.append(done))
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1] > 0


@pytest.mark.parametrize(
    "options", [{"depth": 0}, {"samples": 0}, {"samples": 5000}, {"door_height": 0.0}]
)
def test_wrong_options_are_refused(options: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="must be"):
        build_visibility(three_in_a_row(), **options)  # type: ignore[arg-type]


# What is kept of the present visibility


def seen(names: str) -> kl.Visibility:
    """``"a: b c; b: a"``."""
    entries = (entry.partition(":") for entry in names.split(";"))
    return kl.Visibility(tuple(kl.VisRoom(n.strip(), tuple(s.split())) for n, _, s in entries))


def with_absent(visibility: kl.Visibility | None) -> Area:
    """Two linked halls, a far one, and a sky without a walkmesh."""
    rooms = {
        "hall": floor(),
        "sky": None,
        "yard": floor(4),
        "far": Plan().box(99, 0, 103, 4).mesh(),
    }
    area, _ = kl.relink(make_area({**rooms, "****": None}, visibility=visibility))
    return area


def test_a_new_visibility_is_in_layout_order_with_right_counts() -> None:
    result = build_visibility(with_absent(None))
    assert result.visibility.to_bytes() == b"hall 1\r\n  yard\r\nyard 1\r\n  hall\r\nfar 0\r\n"
    assert result.unknown == (1,)


def test_rooms_without_a_walkmesh_keep_their_entries() -> None:
    present = seen("YARD: SKY; Sky: far YARD; hall: sky far; ghost: hall")
    result = build_visibility(with_absent(present), drop=True).visibility
    assert [(e.name, e.sees) for e in result.entries] == [
        ("hall", ("sky", "YARD")),
        ("Sky", ("far", "YARD")),
        ("YARD", ("SKY", "hall")),
        ("far", ()),
        ("ghost", ("hall",)),
    ]


def test_what_is_right_already_is_not_touched() -> None:
    data = b"HALL 9\n  Yard\n  sky\n\nsky 0\nyard 1\n  hall\nfar 0\n"
    present = kl.read_visibility(data)
    for drop in (False, True):
        result = build_visibility(with_absent(present), drop=drop).visibility
        assert result is present
        assert result.to_bytes() == data


def test_what_is_listed_stays_unless_it_is_to_be_dropped() -> None:
    present = seen("far: hall far; hall: far")
    result = build_visibility(with_absent(present))
    assert [(e.name, e.sees) for e in result.visibility.entries] == [
        ("hall", ("far", "yard")),
        ("yard", ("hall",)),
        ("far", ("hall", "far")),
    ]
    assert result.removed == ()
    result = build_visibility(with_absent(present), drop=True)
    assert [(e.name, e.sees) for e in result.visibility.entries] == [
        ("hall", ("yard",)),
        ("yard", ("hall",)),
        ("far", ()),
    ]
    assert set(result.removed) == {("far", "hall"), ("far", "far"), ("hall", "far")}


def test_comments_stay_with_their_rooms() -> None:
    data = b"# two\r\nyard 0\r\n# one\r\nhall 0\r\n# end\r\n"
    result = build_visibility(with_absent(kl.read_visibility(data))).visibility
    assert result.to_bytes() == (
        b"# one\r\nhall 1\r\n  yard\r\n# two\r\nyard 1\r\n  hall\r\nfar 0\r\n# end\r\n"
    )


def test_a_link_to_an_absent_room_is_seen() -> None:
    area = make_area({"hall": floor(east=1), "gone": None})
    result = build_visibility(area)
    assert result.visibility.sees("hall", "gone")
    assert result.visibility.sees("gone", "hall")


# Hostile areas


def hostile() -> dict[str, Area]:
    nan = replace(floor(), vertices=np.full((4, 3), np.nan, np.float32))
    huge = kl.Walkmesh.from_arrays([(0, 0, 0), (3e38, 0, 0), (0, 3e38, 0)], [(0, 1, 2)], [4])
    missing = replace(floor(), faces=np.array([(0, 1, 2), (7, 8, 9)], np.uint32))
    anywhere = replace(
        floor(), transitions=np.array([(2**31 - 1, -(2**31), 3), (-7, 1, 0)], np.int32)
    )
    empty = kl.Walkmesh.from_arrays([], [], [])
    flat = kl.Walkmesh.from_arrays([(0, 0, 0)] * 3, [(0, 1, 2)], [4])
    return {
        "no rooms": make_area({}),
        "empty slots": make_area([("****", None)] * 3),
        "nothing known": make_area({"a": None, "b": None}, visibility=seen("a: b; b: c")),
        "twice the same name": make_area([("a", floor()), ("A", floor(4)), ("b", floor(8))]),
        **{
            name: make_area({"a": mesh, "b": mesh, "****": None, "c": floor(9)})
            for name, mesh in {
                "not a number": nan,
                "huge": huge,
                "no such vertex": missing,
                "leads anywhere": anywhere,
                "no faces": empty,
                "no area": flat,
            }.items()
        },
    }


@pytest.mark.parametrize("name", hostile())
def test_hostile_areas(name: str) -> None:
    area = hostile()[name]
    result = build_visibility(area, samples=16)
    again = kl.read_visibility(result.visibility.to_bytes())
    assert again.entries == result.visibility.entries
    keys = [name_key(entry.name) for entry in again.entries]
    assert len(keys) == len(set(keys))
    for entry in again.entries:
        assert name_key(entry.name) not in map(name_key, entry.sees)
    for a in range(len(area.rooms)):
        for b in range(len(area.rooms)):
            assert result.explain(a, b).isprintable()


# The corpus


@needs_corpus
def test_a_real_area_is_seen_as_its_visibility_says() -> None:
    """No pair is computed that the file lacks, and nearly all that it has."""
    area = kl.load_area(CORPUS / "area_m10aa")
    result = build_visibility(area)
    assert area.visibility is not None
    present = [room for room in area.rooms if room.mesh is not None]
    listed = {
        (a.index, b.index)
        for a in present
        for b in present
        if a is not b and area.visibility.sees(a.name, b.name)
    }
    computed = {(a, b) for a, b in result.sights if {a, b} <= {room.index for room in present}}
    assert computed <= listed
    assert len(computed) >= 0.9 * len(listed)
    for room in area.rooms:
        if room.mesh is None:
            before = set(area.visibility.seen_from(room.name))
            assert before <= set(result.visibility.seen_from(room.name))


@needs_levels
@pytest.mark.parametrize("module", ["end_m01aa", "lev_m40aa", "tar_m05aa"])
def test_no_pair_of_a_shipped_area_is_lost(module: str) -> None:
    """By sight alone 632 of 7,612 shipped pairs would go (FACTS 12)."""
    area = kl.load_area(LEVELS / "areas/k1" / module)
    assert area.visibility is not None
    result = build_visibility(area, samples=16)
    assert result.removed == ()
    assert set(area.visibility.pairs()) <= set(result.visibility.pairs())
    dropped = build_visibility(area, samples=16, drop=True)
    assert dropped.removed
    assert not {pair for pair in dropped.removed if dropped.visibility.lists(*pair)}


def test_rooms_without_a_floor_cost_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same of two rooms, whatever empty ones are beside them; no pair of these is asked for."""
    from kotorlevel.query.visibility import build as visibility
    from kotorlevel.query.visibility import search as visibility_search

    asked: list[int] = []
    real = visibility_search.find_lines

    def counted(ground: Any, points: Any, pairs: Any, *rest: Any, **more: Any) -> Any:
        asked.append(len(pairs))
        return real(ground, points, pairs, *rest, **more)

    monkeypatch.setattr(visibility, "find_lines", counted)
    rooms: dict[str, Any] = {f"r{n}": None for n in range(5000)}
    area = make_area({**rooms, "a": floor(), "b": floor(9)})
    for depth in (None, 3):
        result = build_visibility(area, depth=depth)
        assert set(result.sights) == {(5000, 5001), (5001, 5000)}
        assert len(result.unknown) == 5000
    assert asked == [1, 1]


def test_too_many_rooms_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from kotorlevel.query.visibility import build as visibility

    monkeypatch.setattr(visibility, "MOST_ROOMS", 2)
    area = make_area({"a": floor(), "far": None, "b": floor(9)})
    assert build_visibility(area).sees(0, 2)
    with pytest.raises(ValueError, match="3 rooms have a walkmesh"):
        build_visibility(make_area({"a": floor(), "b": floor(9), "c": floor(18)}))


def test_a_room_that_nobody_can_stand_in_is_unknown_and_keeps_what_was_listed() -> None:
    """Walls alone, and faces without area: there is a walkmesh, and no point to look from."""
    walls = floor(4, 0, material=7)
    line = kl.Walkmesh.from_arrays([(8, 0, 0), (9, 0, 0), (10, 0, 0)], [(0, 1, 2)], [4])
    sight = kl.Visibility((kl.VisRoom("walls", ("a",)), kl.VisRoom("line", ("a", "b"))))
    rooms = {"a": floor(0, 0), "walls": walls, "line": line, "b": floor(-4, 0)}
    result = build_visibility(make_area(rooms, visibility=sight))
    assert result.unknown == (1, 2)
    assert result.visibility.seen_from("walls") == ("a",)
    assert result.visibility.seen_from("line") == ("a", "b")
    assert all(1 not in pair and 2 not in pair for pair in result.sights)


# Which rooms a line passes over


@pytest.mark.parametrize("at_a_time", [1, 3, 2000])
def test_rooms_below_a_line_are_those_below_its_points(
    at_a_time: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build_module, "_LINES", at_a_time)
    area = area_of(corridor())
    ground = kl.Ground([*area.meshes])
    result = build_visibility(area, samples=16)
    seen = [sight for sight in result.sights.values() if sight.reason == "line"]
    assert any(sight.through for sight in seen)
    for sight in (each for each in seen if each.room < each.other):
        eye, target = np.array(sight.eye), np.array(sight.target)
        count = int(np.linalg.norm(target - eye) / 0.25)
        on_line = eye + np.linspace(0, 1, max(count, 2))[:, None] * (target - eye)
        height = on_line[:, 2] - build_module.EYE_HEIGHT / 2
        below = ground.find_faces(on_line[:, :2], height, walkable=True).room.tolist()
        passed = [room for room in dict.fromkeys(below) if room >= 0]
        assert sight.through == tuple(r for r in passed if r not in (sight.room, sight.other))
