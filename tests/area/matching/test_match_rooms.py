"""Which room of one version of an area is which of another."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np

import kotorlevel as kl
from kotorlevel.area.edit.rooms import rename_room, reorder_rooms
from kotorlevel.area.matching.rooms import RoomMatch, match_rooms
from support.areas import floor, make_area
from support.corpus import each_area


def paired(match: RoomMatch) -> list[tuple[int, int, str]]:
    return [(pair.a, pair.b, pair.how) for pair in match.pairs]


def test_by_name_in_any_case_wherever_it_stands() -> None:
    a = make_area({"hall": floor(), "yard": floor(4)})
    b = make_area({"Yard": floor(40), "new": floor(80), "HALL": floor()})
    match = match_rooms(a, b)
    assert paired(match) == [(0, 2, "name"), (1, 0, "name")]
    assert (match.removed, match.added) == ((), (1,))
    assert match.renamed == ()
    assert len(match.reordered) == 1


def test_a_name_that_occurs_twice_goes_by_order() -> None:
    area = make_area({"hall": floor(), "yard": floor(4)})
    twice = replace(area, rooms=tuple(replace(room, name="hall") for room in area.rooms))
    assert paired(match_rooms(twice, twice)) == [(0, 0, "name"), (1, 1, "name")]
    assert paired(match_rooms(twice, area)) == [(0, 0, "name"), (1, 1, "walkmesh")]


def test_a_renamed_room_is_known_by_its_walkmesh_whatever_its_links() -> None:
    a = make_area({"hall": floor(east=1), "yard": floor(4, west=0)})
    b = make_area({"new": floor(-4), "court": floor(4, west=2), "hall": floor(east=1)})
    match = match_rooms(a, b)
    assert paired(match) == [(0, 2, "name"), (1, 1, "walkmesh")]
    assert [(pair.a, pair.b) for pair in match.renamed] == [(1, 1)]
    assert match.added == (0,)


def test_an_edited_renamed_room_is_known_by_most_of_its_faces() -> None:
    size = 6
    points = [(float(x), float(y), 0.0) for y in range(size) for x in range(size)]
    faces = [
        face
        for y in range(size - 1)
        for x in range(size - 1)
        for n in (y * size + x,)
        for face in ((n, n + 1, n + size + 1), (n, n + size + 1, n + size))
    ]
    old = kl.Walkmesh.from_arrays(points, faces, [4] * len(faces))
    lifted = old.edited(vertices=old.vertices + np.eye(36, 3, dtype=np.float32) / 10)
    a = make_area({"old": old, "other": floor(20)})
    b = make_area({"new": lifted, "another": floor(30, 30)})
    match = match_rooms(a, b)
    assert paired(match) == [(0, 0, "shape")]
    assert (match.removed, match.added) == ((1,), (1,))


def test_copies_go_by_place_and_then_by_order() -> None:
    same = floor()
    a = make_area({"a": same, "b": same})
    b = make_area({"c": same, "d": same})
    assert paired(match_rooms(a, b)) == [(0, 0, "walkmesh"), (1, 1, "walkmesh")]


def test_of_two_that_come_into_question_none_is_taken() -> None:
    a = make_area({"a": None})
    b = make_area({"b": None, "c": None})
    assert paired(match_rooms(a, b)) == [(0, 0, "place")]
    b = make_area({"x": floor(90), "c": None, "d": None})
    assert match_rooms(a, b).pairs == ()


def test_empty_slots_go_with_the_room_before_them() -> None:
    a = make_area({"a": floor(), "****": None, "b": floor(4)})
    more = make_area({"****": None, "a": floor(), "b": floor(4)})
    both = replace(
        more,
        rooms=tuple(
            replace(room, index=number)
            for number, room in enumerate(
                (more.rooms[0], more.rooms[1], more.rooms[0], more.rooms[2])
            )
        ),
    )
    match = match_rooms(a, both)
    assert paired(match) == [(0, 1, "name"), (1, 2, "slot"), (2, 3, "name")]
    assert match.added == (0,)


def test_a_moved_room_is_said_to_be_moved() -> None:
    a = make_area({"a": floor()})
    b = replace(a, rooms=(replace(a.rooms[0], position=(1.0, 0.0, 0.0)),))
    assert [pair.moved for pair in match_rooms(a, b).pairs] == [True]


@each_area()
def test_real_rooms_renamed_and_shuffled_are_all_found(path: Path) -> None:
    area = kl.load_area(path)
    named = [room for room in area.rooms if not room.is_empty_slot and room.mesh is not None]
    chosen = random.Random(5).sample([room.index for room in named], min(4, len(named)))
    changed = area
    for number, index in enumerate(chosen):
        changed = rename_room(changed, index, f"other_{number}").area
    order = list(range(len(area.rooms)))
    random.Random(6).shuffle(order)
    changed = reorder_rooms(changed, order).area
    match = match_rooms(area, changed)
    assert match.removed == match.added == ()
    real = [room.index for room in named]
    assert {i: match.b_of[i] for i in real} == {i: order.index(i) for i in real}
    assert {pair.a for pair in match.renamed} == set(chosen)
