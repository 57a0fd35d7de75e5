"""Edits of rooms: links and sight follow, whatever is done in whatever order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.area.edit.join import join_room
from kotorlevel.area.edit.rooms import (
    RoomEdit,
    add_room,
    choose_room,
    empty_room,
    remove_room,
    rename_room,
    reorder_rooms,
    shift_room,
)
from kotorlevel.area.write import write_area_in_place
from kotorlevel.core.errors import FormatError
from kotorlevel.formats.lyt import DoorHook
from support.area.room_grids import joined_rooms, make_grid, one_way
from support.areas import NOWHERE, floor, make_area, write_folder


def row_of_three() -> Area:
    """Three rooms in a row, all linked, all seeing their neighbours, with a door hook each."""
    area = make_area({"a": floor(east=1), "b": floor(4, west=0, east=2), "c": floor(8, west=1)})
    hooks = tuple(DoorHook(name, "door", (4.0 * n, 2, 0)) for n, name in enumerate("abc"))
    visibility = kl.Visibility(
        (kl.VisRoom("a", ("b",)), kl.VisRoom("b", ("a", "c")), kl.VisRoom("c", ("b",)))
    )
    layout = replace(area.layout, door_hooks=hooks)
    return replace(area, layout=layout, visibility=visibility)


def transitions(area: Area) -> list[list[int] | None]:
    """Of each room the transitions of its sides: south, east, north, west."""
    return [
        None if r.mesh is None else r.mesh.transitions.reshape(-1)[[0, 1, 4, 5]].tolist()
        for r in area.rooms
    ]


def sight(area: Area) -> set[tuple[str, str]]:
    assert area.visibility is not None
    return set(area.visibility.pairs())


def check_consistent(area: Area) -> None:
    """What must hold of any area here."""
    assert [room.index for room in area.rooms] == list(range(len(area.rooms)))
    assert [room.name for room in area.rooms] == [room.name for room in area.layout.rooms]
    for room, placed in zip(area.rooms, area.layout.rooms, strict=True):
        assert room.position == pytest.approx(placed.position)
    assert not one_way(area)


def test_remove() -> None:
    edit = remove_room(row_of_three(), "B")
    assert [room.name for room in edit.area.rooms] == ["a", "c"]
    assert transitions(edit.area) == [[-1] * 4, [-1] * 4]
    assert edit.cleared == ((0, 1, 1), (1, 5, 1))
    assert edit.renumbered == 0
    assert [hook.room for hook in edit.area.layout.door_hooks] == ["a", "c"]
    assert sight(edit.area) == set()
    assert any("b.wok" in note for note in edit.notes)
    check_consistent(edit.area)


def test_remove_the_first_renumbers_the_rest() -> None:
    edit = remove_room(row_of_three(), 0)
    assert transitions(edit.area) == [[-1, 1, -1, -1], [-1, -1, -1, 0]]
    assert edit.renumbered == 2
    assert edit.cleared == ((0, 5, 0),)
    check_consistent(edit.area)


def test_empty_slot() -> None:
    edit = empty_room(row_of_three(), "a")
    assert [room.name for room in edit.area.rooms] == ["****", "b", "c"]
    assert transitions(edit.area) == [None, [-1, 2, -1, -1], [-1, -1, -1, 1]]
    assert edit.cleared == ((1, 5, 0),)
    assert sight(edit.area) == {("b", "c"), ("c", "b")}
    assert empty_room(edit.area, 0).area is edit.area
    check_consistent(edit.area)


def test_rename() -> None:
    edit = rename_room(row_of_three(), "b", "hall")
    assert [room.name for room in edit.area.rooms] == ["a", "hall", "c"]
    assert transitions(edit.area) == transitions(row_of_three())
    assert sight(edit.area) == {("a", "hall"), ("hall", "a"), ("hall", "c"), ("c", "hall")}
    assert [hook.room for hook in edit.area.layout.door_hooks] == ["a", "hall", "c"]
    assert edit.area.rooms[1].is_changed
    assert any("model" in note for note in edit.notes)
    check_consistent(edit.area)
    assert rename_room(row_of_three(), "b", "b").notes == ()


def test_rename_in_case_only() -> None:
    edit = rename_room(row_of_three(), "b", "B")
    assert edit.area.rooms[1].name == "B"
    assert not edit.area.rooms[1].is_changed
    assert ("a", "B") in sight(edit.area)


def test_add_in_the_middle() -> None:
    edit = add_room(row_of_three(), "new", floor(0, 4, south=5), (1, 2, 3), at=1)
    assert [room.name for room in edit.area.rooms] == ["a", "new", "b", "c"]
    assert edit.area.rooms[1].position == pytest.approx((1, 2, 3))
    assert transitions(edit.area) == [
        [-1, 2, -1, -1],
        [5, -1, -1, -1],
        [-1, 3, -1, 0],
        [-1, -1, -1, 2],
    ]
    assert edit.renumbered == 3
    joined = join_room(edit, 1)
    assert transitions(joined.area)[:2] == [[-1, 2, 1, -1], [0, -1, -1, -1]]
    assert {("a", "new"), ("new", "a")} <= sight(joined.area)
    assert len(joined.links) == 2
    check_consistent(joined.area)


def test_a_number_that_no_room_had_does_not_lead_to_a_new_one() -> None:
    area = make_area({"a": floor(east=1, north=2)})
    edit = add_room(area, "b", floor(9), NOWHERE)
    assert transitions(edit.area)[0] == [-1, -1, 2, -1]
    assert edit.cleared == ((0, 1, 1),)


def test_move() -> None:
    area = row_of_three()
    edit = shift_room(area, "c", (0, 0, 1.5))
    room = edit.area.rooms[2]
    assert room.position == pytest.approx((0, 0, 1.5))
    assert room.mesh is not None
    assert room.mesh.vertices[:, 2].tolist() == [1.5] * 4
    assert edit.area.layout.door_hooks[2].position == pytest.approx((8, 2, 1.5))
    assert edit.area.layout.door_hooks[1] == area.layout.door_hooks[1]
    joined = join_room(edit, 2)
    assert transitions(joined.area) == transitions(area)
    assert any("meet nothing" in note for note in joined.notes)
    check_consistent(joined.area)


def test_move_to_another_neighbour() -> None:
    """c goes from the east of b to the west of a: new links there, and sight."""
    joined = join_room(shift_room(row_of_three(), "c", (-12, 0, 0)), 2)
    assert transitions(joined.area)[0] == [-1, 1, -1, 2]
    assert transitions(joined.area)[2] == [-1, 0, -1, 1]
    assert {("a", "c"), ("c", "a")} <= sight(joined.area)


def test_moving_there_and_back_changes_nothing() -> None:
    area = row_of_three()
    there = shift_room(area, "b", (8, 0.5, 2)).area
    back = shift_room(there, "b", (-8, -0.5, -2)).area
    assert transitions(back) == transitions(area)
    for room, old in zip(back.rooms, area.rooms, strict=True):
        assert room.mesh is not None
        assert old.mesh is not None
        assert np.array_equal(room.mesh.vertices, old.mesh.vertices)
        assert room.position == old.position


def test_rooms_without_a_walkmesh_are_noted() -> None:
    area = make_area({"a": floor(east=1), "b": None, "c": floor(9)})
    assert any("could not follow" in note for note in reorder_rooms(area, [2, 1, 0]).notes)
    assert reorder_rooms(area, [0, 1, 2]).notes == ()
    assert any("moved, too" in note for note in shift_room(area, "b", (1, 0, 0)).notes)
    assert add_room(area, "d", floor(20), NOWHERE).notes == ()


def test_rooms_without_a_walkmesh_in_words() -> None:
    """One room, several rooms."""
    one = make_area({"a": floor(), "b": None, "c": floor(8)})
    several = make_area({"a": floor(), "b": None, "c": None})
    for area, text in ((one, "1 room has no walkmesh"), (several, "2 rooms have no walkmesh")):
        (note,) = reorder_rooms(area, [2, 0, 1]).notes
        assert text in note
        assert ("in it " in note) == (area is one)
        assert ("in them " in note) == (area is several)


def test_a_walkmesh_that_cannot_be_read_is_not_passed_over() -> None:
    """Its links cannot be renumbered; but it may go itself, and a room may come behind it."""
    error = FormatError("the file ends", section="faces")
    area = make_area({"a": floor(east=2), "bad": error, "c": floor(4, west=0)})
    edits: tuple[Callable[[], RoomEdit], ...] = (
        lambda: reorder_rooms(area, [2, 0, 1]),
        lambda: remove_room(area, "a"),
        lambda: empty_room(area, "c"),
        lambda: add_room(area, "new", floor(20), (0, 0, 0), at=0),
        lambda: shift_room(area, "bad", (1, 0, 0)),
        lambda: rename_room(area, "bad", "good"),
    )
    for edit in edits:
        with pytest.raises(ValueError, match=r"bad\.wok cannot be read \(faces: the file ends\)"):
            edit()
    assert [r.name for r in remove_room(area, "bad").area.rooms] == ["a", "c"]
    assert empty_room(area, "bad").area.rooms[1].is_empty_slot
    assert len(add_room(area, "new", floor(20), (0, 0, 0)).area.rooms) == 4
    assert shift_room(area, "c", (0, 0, 1)).area.rooms[2].position == (0, 0, 1)


def test_what_is_refused() -> None:
    area = row_of_three()
    for name in ("B", "****", "", "a name", "x" * 17):
        with pytest.raises(ValueError, match=r"\S"):
            rename_room(area, "a", name)
        with pytest.raises(ValueError, match=r"\S"):
            add_room(area, name, floor(), NOWHERE)
    for which in (3, -1, "nobody"):
        with pytest.raises(KeyError):
            remove_room(area, which)
    with pytest.raises(ValueError, match="order"):
        reorder_rooms(area, [0, 1, 1])
    with pytest.raises(ValueError, match="object"):
        add_room(area, "door", kl.Walkmesh.from_arrays([], [], [], kind=0), NOWHERE)
    with pytest.raises(IndexError):
        add_room(area, "far", floor(), NOWHERE, at=9)
    with pytest.raises(ValueError, match="finite"):
        shift_room(area, 0, (float("nan"), 0, 0))
    far = shift_room(area, 0, (9e5, 0, 0)).area
    with pytest.raises(ValueError, match="new position"):
        shift_room(far, 0, (9e5, 0, 0))


def test_rooms_of_one_name() -> None:
    area = make_area([("a", floor()), ("b", floor(4)), ("B", floor(4)), ("****", None)])
    with pytest.raises(KeyError, match="1, 2"):
        choose_room(area, "b")
    hooks = (DoorHook("b", "door", (4, 2, 0)), DoorHook("****", "door", NOWHERE))
    area = replace(area, layout=replace(area.layout, door_hooks=hooks))
    assert [r.name for r in remove_room(area, 2).area.rooms] == ["a", "b", "****"]
    assert remove_room(area, 2).area.layout.door_hooks == hooks
    assert remove_room(area, 3).area.layout.door_hooks == hooks
    with pytest.raises(ValueError, match="more than once"):
        shift_room(area, 1, (1, 0, 0))
    with pytest.raises(ValueError, match="more than once"):
        rename_room(area, 1, "c")
    with pytest.raises(ValueError, match="slot"):
        rename_room(area, 3, "c")


EDITS = st.lists(
    st.tuples(
        st.sampled_from(["remove", "empty", "rename", "move", "order", "add"]), st.integers()
    ),
    max_size=8,
)


@settings(max_examples=40)
@given(st.integers(0, 99), EDITS)
def test_relinking_after_any_edits_changes_nothing(seed: int, edits: list[tuple[str, int]]) -> None:
    """The graph of rooms is the one before, but for what was taken away or moved."""
    area, _ = kl.relink(make_grid(seed, degrees=seed).area)
    graph = joined_rooms(area)
    for number, (kind, choice) in enumerate(edits):
        index = choice % len(area.rooms) if area.rooms else 0
        if not area.rooms:
            break
        name = area.rooms[index].name
        if kind == "order":
            order = list(range(len(area.rooms)))
            Random(choice).shuffle(order)
            area = reorder_rooms(area, order).area
        elif kind == "add":
            area = add_room(area, f"new_{number}", floor(500 + 9 * number), NOWHERE, index).area
        elif kind == "remove":
            area = remove_room(area, index).area
            graph = {pair for pair in graph if name not in pair}
        elif kind == "empty":
            area = empty_room(area, index).area
            graph = {pair for pair in graph if name not in pair}
        elif name == "****":
            continue
        elif kind == "rename":
            new = f"named_{number}"
            area = rename_room(area, index, new).area
            renamed = ((new if n == name else n for n in pair) for pair in graph)
            graph = {(a, b) if a < b else (b, a) for a, b in renamed}
        else:
            area = shift_room(area, index, (0, 0, 1000.0 * (number + 1))).area
            area = shift_room(area, index, (0, 0, -1000.0 * (number + 1))).area
    check_consistent(area)
    assert joined_rooms(area) == graph
    again, report = kl.relink(area, tolerance=0.01)
    assert report.changes == ()
    assert again is area


def test_written_in_place(tmp_path: Path) -> None:
    path = write_folder(tmp_path, row_of_three())
    area = kl.load_area(path)
    edit = rename_room(remove_room(area, "a").area, "c", "yard")
    written = write_area_in_place(edit.area)
    assert {w.path.name for w in written} == {"lab.lyt", "b.wok", "yard.wok"}
    assert {w.path.name for w in written if w.backup} == {"lab.lyt", "b.wok"}
    again = kl.load_area(path)
    assert [room.name for room in again.rooms] == ["b", "yard"]
    assert joined_rooms(again) == {("b", "yard")}
