from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kotorlevel.formats.lyt import (
    DoorHook,
    Layout,
    LayoutObstacle,
    LayoutRoom,
    LayoutTrack,
    parse_layout,
)
from support.formats.lyt_strategies import layouts, rooms

ORIGIN = (0.0, 0.0, 0.0)
A = LayoutRoom("m55aa_01", (0.0, 0.0, 0.0), ("# first",))
B = LayoutRoom("m55aa_02", (10.0, 0.0, 0.0))
GAP = LayoutRoom("****", (5.0, 0.0, 0.0))
TRACK = LayoutTrack("m55_mgt01", (1.0, 2.0, 3.0))
OBSTACLE = LayoutObstacle("m55_mgo01", (4.0, 5.0, 6.0))
DOOR_A = DoorHook("M55aa_01", "door_01", (1.0, 0.0, 0.0))
DOOR_B = DoorHook("m55aa_02", "door_02", (9.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0), 0, ("# way out",))
LAYOUT = Layout((A, GAP, B), (TRACK,), (OBSTACLE,), (DOOR_A, DOOR_B))


# Finding


def test_entries_are_found_in_any_case() -> None:
    assert LAYOUT.index(LayoutRoom, "M55AA_02") == 2
    assert LAYOUT.find(LayoutRoom, "M55AA_02") is B
    assert LAYOUT.find(LayoutTrack, "M55_MGT01") is TRACK
    assert LAYOUT.find(LayoutObstacle, "m55_mgo01") is OBSTACLE
    assert LAYOUT.find(DoorHook, "DOOR_02") is DOOR_B
    assert LAYOUT.index(DoorHook, "m55aa_02") is None
    assert LAYOUT.find(LayoutRoom, "m55aa_03") is None


def test_the_first_of_several_is_found() -> None:
    layout = LAYOUT.added(LayoutRoom("M55AA_01", (1.0, 1.0, 1.0)))
    assert layout.find(LayoutRoom, "m55aa_01") is A


def test_the_nearest_room_is_never_an_empty_slot() -> None:
    assert LAYOUT.find_nearest_room((4.9, 0.0)) is A
    assert LAYOUT.find_nearest_room((5.1, 0.0, 0.0)) is B
    assert Layout((GAP,)).find_nearest_room((0.0, 0.0)) is None
    assert Layout().find_nearest_room((0.0, 0.0)) is None


def test_height_counts_only_when_given() -> None:
    low, high = LayoutRoom("low", (1.0, 0.0, 0.0)), LayoutRoom("high", (0.0, 0.0, 50.0))
    layout = Layout((low, high))
    assert layout.find_nearest_room((0.0, 0.0)) is high
    assert layout.find_nearest_room((0.0, 0.0, 0.0)) is low


@pytest.mark.parametrize(
    "point", [(), (1.0,), (1.0, 2.0, 3.0, 4.0), (math.nan, 0.0), (0.0, math.inf)]
)
def test_a_point_is_two_or_three_finite_numbers(point: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="two or three finite numbers"):
        LAYOUT.find_nearest_room(point)


places = st.integers(-5, 5).map(float)


@given(
    st.lists(st.tuples(st.sampled_from(["a", "b", "****"]), st.tuples(places, places, places))),
    st.one_of(st.tuples(places, places), st.tuples(places, places, places)),
)
def test_the_nearest_room_agrees_with_brute_force(
    placed: list[tuple[str, tuple[float, float, float]]], point: tuple[float, ...]
) -> None:
    layout = Layout(tuple(LayoutRoom(name, position) for name, position in placed))
    best: LayoutRoom | None = None
    best_square = math.inf
    for room in layout.rooms:
        square = sum((a - b) ** 2 for a, b in zip(room.position, point, strict=False))
        if room.name != "****" and square < best_square:
            best, best_square = room, square
    assert layout.find_nearest_room(point) is best


# Editing


def test_added_goes_to_the_end_or_to_a_place() -> None:
    new = LayoutRoom("m55aa_03", (1.0, 2.0, 3.0))
    assert LAYOUT.added(new).rooms == (A, GAP, B, new)
    assert LAYOUT.added(new, at=0).rooms == (new, A, GAP, B)
    assert LAYOUT.added(new, at=3).rooms == (A, GAP, B, new)
    assert (
        LAYOUT.added(DoorHook("m55aa_01", "door_03", ORIGIN), at=1).door_hooks[1].name == "door_03"
    )
    assert LAYOUT.added(LayoutTrack("t", ORIGIN)).tracks[1].name == "t"
    assert LAYOUT.added(LayoutObstacle("o", ORIGIN)).obstacles[1].name == "o"
    for at in (-1, 4):
        with pytest.raises(IndexError, match="outside 0 to 3"):
            LAYOUT.added(new, at=at)


def test_removed_by_name_and_number() -> None:
    assert [room.name for room in LAYOUT.removed(LayoutRoom, "M55aa_01").rooms] == [
        GAP.name,
        B.name,
    ]
    assert LAYOUT.removed(LayoutRoom, 1).rooms == (A, B)
    assert LAYOUT.removed(DoorHook, "door_01").door_hooks == (DOOR_B,)
    assert LAYOUT.removed(LayoutRoom, 0).door_hooks == LAYOUT.door_hooks


def test_the_comments_of_what_is_removed_stay() -> None:
    layout = LAYOUT.removed(LayoutRoom, 0)
    assert layout.rooms == (dataclasses.replace(GAP, comments=A.comments), B)
    layout = layout.removed(LayoutRoom, 0).removed(LayoutRoom, 0)
    assert layout.rooms == ()
    assert layout.section_comments == (("trackcount", "# first"),)
    assert parse_layout(layout.to_bytes()) == layout


def test_the_comments_of_the_last_door_hook_stay_at_the_end() -> None:
    layout = Layout(
        door_hooks=LAYOUT.door_hooks,
        section_comments=(("roomcount", "# top"), ("donelayout", "# end")),
    ).removed(DoorHook, 1)
    assert layout.section_comments == (
        ("roomcount", "# top"),
        ("donelayout", "# way out"),
        ("donelayout", "# end"),
    )
    assert parse_layout(layout.to_bytes()) == layout


def test_comments_are_in_the_order_of_their_entries() -> None:
    layout = Layout((A, dataclasses.replace(B, comments=("# second",)))).removed(LayoutRoom, 0)
    assert layout.rooms[0].comments == ("# first", "# second")


def test_a_replacement_takes_over_comments_if_it_has_none() -> None:
    new = LayoutRoom("hall", ORIGIN)
    assert LAYOUT.replaced(0, new).rooms[0] == LayoutRoom("hall", ORIGIN, ("# first",))
    own = LayoutRoom("hall", ORIGIN, ("# own",))
    assert LAYOUT.replaced(0, own).rooms[0] == own


@pytest.mark.parametrize(
    "position",
    [
        (),
        (1.0, 2.0),
        (1.0, 2.0, 3.0, 4.0),
        (math.nan, 0.0, 0.0),
        (0.0, -math.inf, 0.0),
        (1e39, 0.0, 0.0),
        None,
        "abc",
        ("a", "b", "c"),
        np.zeros((3, 3)),
        7.0,
    ],
)
def test_a_position_is_three_finite_numbers(position: Any) -> None:
    with pytest.raises(ValueError, match="number"):
        LAYOUT.moved(LayoutRoom, 0, position)
    with pytest.raises(ValueError, match="number"):
        LAYOUT.moved(DoorHook, 0, position)
    with pytest.raises(ValueError, match="number"):
        LAYOUT.added(LayoutTrack("t", position))
    with pytest.raises(ValueError, match="number"):
        LAYOUT.replaced(0, LayoutObstacle("o", position))


@pytest.mark.parametrize(
    "changes",
    [
        {"orientation": (1.0, 0.0, 0.0)},
        {"orientation": (1.0, 0.0, 0.0, 0.0, 0.0)},
        {"orientation": (math.nan, 0.0, 0.0, 0.0)},
        {"unknown": 1.5},
        {"unknown": 0.0},
        {"unknown": "0"},
    ],
)
def test_a_door_hook_has_four_numbers_and_a_whole_one(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="number"):
        LAYOUT.added(dataclasses.replace(DOOR_A, **changes))


def test_numbers_may_come_from_numpy() -> None:
    layout = LAYOUT.moved(LayoutRoom, 0, np.array([1, 2, 3], np.float32))  # type: ignore[arg-type]
    assert layout.rooms[0].position == (1.0, 2.0, 3.0)
    assert {type(value) for value in layout.rooms[0].position} == {float}
    hook = DoorHook("a", "d", np.zeros(3), np.array([1, 0, 0, 0]), np.int32(7))  # type: ignore[arg-type]
    assert hook == DoorHook("a", "d", ORIGIN, (1.0, 0.0, 0.0, 0.0), 7)
    assert (type(hook.unknown), type(hook.orientation[0])) == (int, float)
    assert parse_layout(LAYOUT.added(hook).to_bytes()).door_hooks[2] == hook


def test_replaced() -> None:
    new = LayoutRoom("m55aa_09", (1.0, 2.0, 3.0))
    assert LAYOUT.replaced("m55aa_02", new).rooms == (A, GAP, new)
    assert LAYOUT.replaced(1, new).rooms == (A, new, B)


def test_renamed_takes_the_door_hooks_along() -> None:
    layout = LAYOUT.renamed(LayoutRoom, "M55AA_01", "hall")
    assert layout.rooms[0] == LayoutRoom("hall", A.position, A.comments)
    assert [hook.room for hook in layout.door_hooks] == ["hall", "m55aa_02"]
    assert layout.door_hooks[1] is DOOR_B


def test_renaming_a_door_hook_leaves_rooms_alone() -> None:
    layout = LAYOUT.renamed(DoorHook, "door_01", "m55aa_01")
    assert layout.door_hooks[0] == dataclasses.replace(DOOR_A, name="m55aa_01")
    assert layout.rooms == LAYOUT.rooms


def test_an_emptied_or_filled_slot_leaves_door_hooks_alone() -> None:
    assert LAYOUT.renamed(LayoutRoom, 0, "****").door_hooks == LAYOUT.door_hooks
    filled = LAYOUT.renamed(LayoutRoom, 1, "m55aa_03")
    assert filled.rooms[1].name == "m55aa_03"
    assert filled.door_hooks == LAYOUT.door_hooks


def test_moved() -> None:
    layout = LAYOUT.moved(LayoutRoom, "m55aa_01", (1.0, 2.0, 3.0))
    assert layout.rooms[0] == LayoutRoom("m55aa_01", (1.0, 2.0, 3.0), ("# first",))
    moved = LAYOUT.moved(DoorHook, 1, (7.0, 7.0, 7.0)).door_hooks[1]
    assert moved == dataclasses.replace(DOOR_B, position=(7.0, 7.0, 7.0))


def test_reordered() -> None:
    assert LAYOUT.reordered(LayoutRoom, [2, 0, 1]).rooms == (B, A, GAP)
    for order in ([0, 1], [0, 1, 1], [0, 1, 3], [0, 1, 2, 2]):
        with pytest.raises(ValueError, match="each of 3 once"):
            LAYOUT.reordered(LayoutRoom, order)


@pytest.mark.parametrize("name", ["", "a b", "a_name_of_17_char", "caf\u00e9", "a/b"])
def test_new_names_that_the_game_cannot_use_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        LAYOUT.added(LayoutRoom(name, ORIGIN))
    with pytest.raises(ValueError, match=r"."):
        LAYOUT.added(DoorHook(name, "door", ORIGIN))
    with pytest.raises(ValueError, match=r"."):
        LAYOUT.added(DoorHook("m55aa_01", name, ORIGIN))
    with pytest.raises(ValueError, match=r"."):
        LAYOUT.replaced(0, LayoutRoom(name, ORIGIN))
    with pytest.raises(ValueError, match=r"."):
        LAYOUT.renamed(LayoutRoom, 0, name)


def test_empty_slots_can_be_added() -> None:
    assert LAYOUT.added(GAP).rooms[3] is GAP


def test_bad_names_that_came_from_a_file_can_be_edited() -> None:
    data = Layout((LayoutRoom("my room", ORIGIN),), door_hooks=(DoorHook("my room", "d", ORIGIN),))
    layout = parse_layout(data.to_bytes())
    assert layout.moved(LayoutRoom, "my room", (1.0, 0.0, 0.0)).rooms[0].name == "my room"
    assert layout.renamed(LayoutRoom, "MY ROOM", "hall").door_hooks[0].room == "hall"


def test_unknown_and_ambiguous_names_are_key_errors() -> None:
    with pytest.raises(KeyError, match="'m55aa_03' is not there"):
        LAYOUT.removed(LayoutRoom, "m55aa_03")
    double = LAYOUT.added(LayoutRoom("M55AA_01", ORIGIN))
    with pytest.raises(KeyError, match=r"2 times, as numbers \[0, 3\]"):
        double.moved(LayoutRoom, "m55aa_01", ORIGIN)
    with pytest.raises(KeyError):
        double.renamed(LayoutRoom, "m55aa_01", "x")
    with pytest.raises(KeyError):
        double.replaced("m55aa_01", LayoutRoom("x", ORIGIN))
    assert double.removed(LayoutRoom, 3) == LAYOUT


@pytest.mark.parametrize("number", [-1, 3])
def test_unknown_numbers_are_index_errors(number: int) -> None:
    with pytest.raises(IndexError, match="only 3"):
        LAYOUT.removed(LayoutRoom, number)
    with pytest.raises(IndexError, match="only 3"):
        LAYOUT.moved(LayoutRoom, number, ORIGIN)


def test_edits_drop_the_problems_of_the_file_that_was_read() -> None:
    layout = parse_layout(LAYOUT.to_bytes().replace(b"roomcount 3", b"roomcount 5"))
    assert layout.problems
    assert layout.removed(LayoutRoom, 1).problems == ()


@given(layouts, rooms, st.data())
def test_edits_return_new_values_and_leave_the_rest(
    layout: Layout, room: LayoutRoom, data: st.DataObject
) -> None:
    layout = parse_layout(layout.to_bytes())
    before, written = layout.content, layout.to_bytes()
    new = dataclasses.replace(room, name="new_room", comments=())
    at = data.draw(st.integers(0, len(layout.rooms)))
    added = layout.added(new, at)
    assert added.rooms == (*layout.rooms[:at], new, *layout.rooms[at:])
    assert added.content[1:] == layout.content[1:]
    assert parse_layout(added.to_bytes()) == added
    assert added.removed(LayoutRoom, at) == layout
    assert added.removed(LayoutRoom, at).to_bytes() == written
    order = data.draw(st.permutations(range(len(added.rooms))))
    back = [order.index(i) for i in range(len(order))]
    assert added.reordered(LayoutRoom, order).reordered(LayoutRoom, back) == added
    added.moved(LayoutRoom, at, (1.0, 2.0, 3.0)).renamed(LayoutRoom, at, "other")
    assert layout.content == before
    assert layout.to_bytes() == written
