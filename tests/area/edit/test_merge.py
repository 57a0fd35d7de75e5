"""Merging two versions of an area: rooms by name, links by name, conflicts never guessed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.area.edit.join import join_room
from kotorlevel.area.edit.merge.merge import merge_areas
from kotorlevel.area.edit.merge.three_way import ConflictError
from kotorlevel.area.edit.rooms import (
    add_room,
    empty_room,
    remove_room,
    rename_room,
    reorder_rooms,
    shift_room,
)
from kotorlevel.area.write import list_changes
from kotorlevel.core.errors import FormatError
from kotorlevel.formats.lyt import DoorHook, LayoutRoom, LayoutTrack
from kotorlevel.mesh.walkmesh import Walkmesh
from support.area.room_grids import joined_rooms, one_way
from support.areas import NOWHERE, floor, make_area
from support.corpus import CORPUS, needs_corpus


def base_area() -> Area:
    """a, b and c in a row from west to east, linked, each seeing its neighbours."""
    area = make_area({"a": floor(east=1), "b": floor(4, west=0, east=2), "c": floor(8, west=1)})
    hooks = tuple(DoorHook(name, "door", (4.0 * n, 2, 0)) for n, name in enumerate("abc"))
    visibility = kl.Visibility(
        (kl.VisRoom("a", ("b",)), kl.VisRoom("b", ("a", "c")), kl.VisRoom("c", ("b",)))
    )
    layout = replace(area.layout, door_hooks=hooks, tracks=(LayoutTrack("swoop", NOWHERE),))

    area = replace(area, loaded_layout=layout, loaded_visibility=visibility)
    return replace(area, layout=layout, visibility=visibility)


def with_room(area: Area, name: str, mesh: Walkmesh, at: int | None = None) -> Area:
    edit = add_room(area, name, mesh, NOWHERE, at)
    return join_room(edit, len(area.rooms) if at is None else at).area


def names(area: Area) -> list[str]:
    assert [room.name for room in area.rooms] == [room.name for room in area.layout.rooms]
    assert [room.index for room in area.rooms] == list(range(len(area.rooms)))
    return [room.name for room in area.rooms]


def mesh_of(area: Area, name: str) -> Walkmesh:
    mesh = area.room(name).mesh
    assert mesh is not None
    return mesh


def sides(area: Area, name: str) -> list[str]:
    """The names of the rooms that south, east, north and west lead to."""
    numbers = mesh_of(area, name).transitions.reshape(-1)[[0, 1, 4, 5]].tolist()
    return ["" if number == -1 else area.rooms[number].name for number in numbers]


def sight(area: Area) -> set[tuple[str, str]]:
    assert area.visibility is not None
    return set(area.visibility.pairs())


def test_an_area_with_itself_is_itself() -> None:
    area = base_area()
    for base in (None, base_area()):
        merge = merge_areas(area, base_area(), base)
        assert merge.area.layout is area.layout
        assert merge.area.visibility is area.visibility
        assert list_changes(merge.area) == []
        assert (merge.from_both, merge.from_a, merge.from_b) == (("a", "b", "c"), (), ())
        assert merge.renumbered == 0


def test_two_mods_that_add_a_room_each() -> None:
    """North of b comes d, south of b e; both mods changed b's links, on other edges."""
    base = base_area()
    a = with_room(base, "d", floor(4, 4), at=0)
    b = with_room(base, "e", floor(4, -4), at=1)
    for common in (base, None):
        merge = merge_areas(a, b, common)
        area = merge.area
        assert names(area) == ["d", "a", "b", "c", "e"]
        assert sides(area, "b") == ["e", "c", "d", "a"]
        assert sides(area, "e") == ["", "", "b", ""]
        assert sides(area, "d") == ["b", "", "", ""]
        assert not one_way(area)
        assert merge.conflicts == ()
        assert (merge.from_a, merge.from_b) == (("d",), ("e",))
        assert sight(area) == sight(a) | sight(b)
        assert area.visibility is not None
        assert area.visibility.parents == ("d", "a", "b", "c", "e")
        assert merge_areas(area, b, common).area.rooms[2].mesh is area.rooms[2].mesh


def test_another_order_is_no_conflict() -> None:
    """B's numbers are other ones in every link, and mean the same."""
    base = base_area()
    other = reorder_rooms(base, [2, 0, 1]).area
    merge = merge_areas(base, other)
    assert list_changes(merge.area) == []
    assert all(x.mesh is y.mesh for x, y in zip(merge.area.rooms, base.rooms, strict=True))
    assert merge.notes == ("the rooms of B are in another order: A's is kept",)
    for turned in (merge_areas(other, base), merge_areas(other, base, base)):
        assert names(turned.area) == ["c", "a", "b"]
        assert joined_rooms(turned.area) == {("a", "b"), ("b", "c")}
        assert not one_way(turned.area)


def test_the_order_that_only_b_changed() -> None:
    base = base_area()
    b = reorder_rooms(base, [2, 0, 1]).area
    merge = merge_areas(base, b, base)
    assert names(merge.area) == ["c", "a", "b"]
    assert merge.notes == ()
    assert [room.mesh and room.mesh.to_bytes() for room in merge.area.rooms] == [
        room.mesh and room.mesh.to_bytes() for room in b.rooms
    ]
    assert merge.area.layout is b.layout
    more = merge_areas(with_room(base, "d", floor(4, 4), at=0), b, base)
    assert names(more.area) == ["c", "a", "b", "d"]
    assert sides(more.area, "b") == ["", "c", "d", "a"]
    assert not one_way(more.area)
    emptied = merge_areas(empty_room(base, "a").area, b, base)
    assert names(emptied.area) == ["c", "****", "b"]
    assert joined_rooms(emptied.area) == {("b", "c")}
    both = merge_areas(reorder_rooms(base, [1, 0, 2]).area, b, base)
    assert names(both.area) == ["b", "a", "c"]
    assert both.notes == ("both sides put the rooms in another order: A's is kept",)


def test_what_one_side_changed_is_taken() -> None:
    base = base_area()
    a = shift_room(base, "c", (0, 0, 1)).area
    b = base.with_mesh("a", mesh_of(base, "a").translated((0, 0, 0.5)))
    for one, other in ((a, b), (b, a)):
        area = merge_areas(one, other, base).area
        assert area.room("c").position == pytest.approx((0, 0, 1))
        assert area.layout.rooms[2].position == pytest.approx((0, 0, 1))
        assert mesh_of(area, "c").vertices[:, 2].tolist() == [1] * 4
        assert mesh_of(area, "a").vertices[:, 2].tolist() == [0.5] * 4
        assert [hook.position[2] for hook in area.layout.door_hooks] == [0, 0, 1]
        assert {room.name for room in area.rooms if room.is_changed} == {"a", "c"}


def test_what_both_changed_is_refused_or_preferred() -> None:
    base = base_area()
    a, b = (shift_room(base, "c", (0, 0, z)).area for z in (1.0, 2.0))
    for common in (base, None):
        with pytest.raises(ConflictError) as refused:
            merge_areas(a, b, common)
        found = {(c.kind, c.room): (c.a, c.b, c.taken) for c in refused.value.conflicts}
        # Walkmesh and door hook go with the room: they are no conflicts of their own.
        assert found == {("position", "c"): ("at (0, 0, 1)", "at (0, 0, 2)", "")}
        for prefer, height in (("a", 1), ("b", 2)):
            merge = merge_areas(a, b, common, prefer)  # type: ignore[arg-type]
            assert {conflict.taken for conflict in merge.conflicts} == {prefer}
            assert merge.area.room("c").position[2] == height
            assert mesh_of(merge.area, "c").vertices[0, 2] == height
            assert merge.area.layout.door_hooks[2].position[2] == height
    with pytest.raises(ValueError, match="prefer"):
        merge_areas(a, b, prefer="c")  # type: ignore[arg-type]


def test_both_changed_alike() -> None:
    base = base_area()
    a, b = (shift_room(base, "c", (0, 0, 1)).area for _ in range(2))
    assert merge_areas(a, b, base).conflicts == ()
    assert merge_areas(a, b).conflicts == ()


def test_removed_rooms() -> None:
    base = base_area()
    b = remove_room(base, "a").area
    merge = merge_areas(base, b, base)
    assert names(merge.area) == ["b", "c"]
    assert sides(merge.area, "b") == ["", "c", "", ""]
    assert merge.removed == ("a",)
    assert sight(merge.area) == {("b", "c"), ("c", "b")}
    assert [hook.room for hook in merge.area.layout.door_hooks] == ["b", "c"]
    assert names(merge_areas(b, base, base).area) == ["b", "c"]
    assert names(merge_areas(b, base).area) == ["b", "c", "a"]  # no base: nobody removed it
    assert sides(merge_areas(b, base).area, "b") == ["", "c", "", "a"]


def test_a_link_to_a_room_that_is_gone_is_cleared() -> None:
    """A adds d at a's west; B removes a, which A did not change elsewhere but in its link."""
    base = base_area()
    a = with_room(base, "d", floor(-4))
    b = remove_room(base, "a").area
    with pytest.raises(ConflictError) as refused:
        merge_areas(a, b, base)
    assert [(c.kind, c.room, c.a, c.b) for c in refused.value.conflicts] == [
        ("room", "a", "changed (walkmesh, visibility)", "removed")
    ]
    kept = merge_areas(a, b, base, "a")
    assert names(kept.area) == ["a", "b", "c", "d"]
    # All of it is there again, also what B had taken out with it.
    assert not one_way(kept.area)
    assert joined_rooms(kept.area) == joined_rooms(a)
    assert sight(kept.area) == sight(a)
    assert [hook.room for hook in kept.area.layout.door_hooks] == ["a", "b", "c"]
    assert kept.notes == ()
    gone = merge_areas(a, b, base, "b")
    assert names(gone.area) == ["b", "c", "d"]
    assert sides(gone.area, "d") == ["", "", "", ""]
    assert gone.cleared == ((2, 1, 0),)


def test_to_lose_a_link_with_its_room_is_no_change() -> None:
    """A removes c, so b's link to it goes; that must not stand against what B does with b."""
    base = base_area()
    a = remove_room(base, "c").area
    assert names(merge_areas(a, remove_room(base, "b").area, base).area) == ["a"]
    b = base.with_mesh("b", floor(4, depth=5, west=0, east=2))
    merge = merge_areas(a, b, base)
    assert names(merge.area) == ["a", "b"]
    assert mesh_of(merge.area, "b").vertices[:, 1].max() == 5
    assert sides(merge.area, "b") == ["", "", "", "a"]
    assert merge.cleared == ((1, 1, 2),)


def test_a_room_that_one_side_only_placed_anew() -> None:
    """Its line in the layout is other, its walkmesh is not: still a change."""
    base = base_area()
    layout = base.layout.moved(LayoutRoom, 0, (1, 0, 0))
    rooms = (replace(base.rooms[0], position=(1.0, 0.0, 0.0)), *base.rooms[1:])
    a = replace(base, layout=layout, rooms=rooms)
    with pytest.raises(ConflictError) as refused:
        merge_areas(a, remove_room(base, "a").area, base)
    assert [(c.kind, c.room) for c in refused.value.conflicts] == [("room", "a")]


def test_nothing_is_left_of_a_room_that_is_gone() -> None:
    """B took it out of its layout, but forgot the door hook and ships no VIS."""
    base = base_area()
    b = remove_room(base, "a").area
    b = replace(b, layout=replace(b.layout, door_hooks=base.layout.door_hooks), visibility=None)
    area = merge_areas(base, b, base).area
    assert [hook.room for hook in area.layout.door_hooks] == ["b", "c"]
    assert sight(area) == {("b", "c"), ("c", "b")}
    assert area.visibility is not None
    assert "a" not in area.visibility


def test_an_emptied_room_stays_a_slot() -> None:
    base = base_area()
    b = empty_room(base, "a").area
    for merge in (merge_areas(base, b, base), merge_areas(b, base, base)):
        assert names(merge.area) == ["****", "b", "c"]
        assert (merge.from_a, merge.from_b, merge.from_both) == ((), (), ("b", "c"))
        assert sides(merge.area, "b") == ["", "c", "", ""]
        assert sides(merge.area, "c") == ["", "", "", "b"]


def test_a_slot_that_moves_up_is_no_emptied_room() -> None:
    """B removes the room before a slot, which then has its number."""
    base = empty_room(base_area(), "b").area
    b = remove_room(base, "a").area
    assert b.rooms[0].is_empty_slot
    assert names(merge_areas(base, b, base).area) == ["****", "c"]


def test_a_renamed_room() -> None:
    base = base_area()
    merge = merge_areas(base, rename_room(base, "c", "yard").area, base)
    assert names(merge.area) == ["a", "b", "yard"]
    assert joined_rooms(merge.area) == {("a", "b"), ("b", "yard")}
    assert not one_way(merge.area)


def test_links_that_both_set_differently() -> None:
    base = base_area()
    a = base.with_mesh("a", mesh_of(base, "a").with_transition(1, 1, 1))
    b = base.with_mesh("a", mesh_of(base, "a").with_transition(1, 1, 2))
    with pytest.raises(ConflictError) as refused:
        merge_areas(a, b, base)
    (conflict,) = refused.value.conflicts
    assert (conflict.kind, conflict.room) == ("link", "a")
    assert (conflict.a, conflict.b) == ("edge 4 leads to b", "edge 4 leads to c")
    assert sides(merge_areas(a, b, base, "b").area, "a") == ["", "b", "c", ""]
    cleared = base.with_mesh("a", floor())
    assert sides(merge_areas(cleared, base, base).area, "a") == [""] * 4
    assert sides(merge_areas(base, cleared, base).area, "a") == [""] * 4
    assert sides(merge_areas(cleared, base).area, "a") == ["", "b", "", ""]


def test_new_links_on_an_old_shape_against_a_new_shape() -> None:
    base = base_area()
    a = with_room(base, "d", floor(4, 4))
    b = base.with_mesh("b", floor(4, depth=5, west=0, east=2))
    with pytest.raises(ConflictError) as refused:
        merge_areas(a, b, base)
    (conflict,) = refused.value.conflicts
    assert conflict.kind == "walkmesh"
    assert "links" in conflict.a
    assert "shape" in conflict.b


def test_geometry_links_rooms_of_both_sides() -> None:
    """d of A and e of B lie side by side; neither mod knows the other's."""
    base = base_area()
    a, b = with_room(base, "d", floor(4, 4)), with_room(base, "e", floor(8, 4))
    plain = merge_areas(a, b, base)
    assert ("d", "e") not in joined_rooms(plain.area)
    merge = merge_areas(a, b, base, link=True)
    assert joined_rooms(merge.area) == joined_rooms(plain.area) | {("d", "e")}
    assert {(link.room, link.now) for link in merge.links} == {(3, 4), (4, 3)}
    assert sight(merge.area) == sight(plain.area) | {("d", "e"), ("e", "d")}


def test_visibility_pairs() -> None:
    base = base_area()
    assert base.visibility is not None
    a = base.with_visibility(base.visibility.with_visible("a", "c"))
    b = base.with_visibility(base.visibility.without_visible("b", "c", both=False))
    merged = sight(merge_areas(a, b, base).area)
    assert merged == sight(base) - {("b", "c")} | {("a", "c"), ("c", "a")}
    assert sight(merge_areas(a, b).area) == sight(base) | {("a", "c"), ("c", "a")}
    without = base.with_visibility(None)
    assert merge_areas(without, b, base).area.visibility == b.visibility
    assert merge_areas(a, without, base).area.visibility is a.visibility
    assert merge_areas(without, without).area.visibility is None


def test_names_that_no_layout_has_stay_behind_the_rooms() -> None:
    base = base_area()
    assert base.visibility is not None
    odd = base.with_visibility(base.visibility.added("ghost", ["a"], at=0))
    visibility = merge_areas(odd, with_room(base, "d", floor(4, 4)), base).area.visibility
    assert visibility is not None
    assert visibility.parents == ("a", "b", "c", "d", "ghost")
    assert visibility.sees("ghost", "a")


def test_tracks_and_door_hooks() -> None:
    base = base_area()
    a_layout = base.layout.removed(LayoutTrack, 0)
    b_layout = base.layout.added(LayoutTrack("pod", (1, 0, 0))).added(
        DoorHook("b", "door", (1, 1, 1))
    )
    a, b = replace(base, layout=a_layout), replace(base, layout=b_layout)
    layout = merge_areas(a, b, base).area.layout
    assert [track.name for track in layout.tracks] == ["pod"]
    assert len(layout.door_hooks) == 4
    assert layout.door_hooks[3].position == pytest.approx((1, 1, 1))
    assert [track.name for track in merge_areas(a, b).area.layout.tracks] == ["swoop", "pod"]
    moved = replace(base, layout=base.layout.moved(LayoutTrack, 0, (5, 0, 0)))
    with pytest.raises(ConflictError) as refused:
        merge_areas(a, moved, base)
    assert refused.value.conflicts[0].a == "swoop removed"
    assert refused.value.conflicts[0].b == "swoop at (5, 0, 0)"
    assert merge_areas(a, moved, base, "a").area.layout.tracks == ()
    assert len(merge_areas(a, moved, base, "b").area.layout.tracks) == 1


def test_a_walkmesh_that_a_side_does_not_ship_says_nothing() -> None:
    base = base_area()
    changed = shift_room(base, "b", (0, 0, 1)).area
    bare = base.with_meshes({0: None, 1: None, 2: None})
    area = merge_areas(bare, changed, base).area
    assert mesh_of(area, "b").vertices[0, 2] == 1
    assert mesh_of(merge_areas(changed, bare, base).area, "b") is mesh_of(changed, "b")


def test_repaired_tables_are_taken() -> None:
    """B's file differs in derived tables alone: with a base that is a change, and B's bytes win."""
    good = floor(east=1).to_bytes()
    broken = bytearray(good)
    place = good.index(kl.read_walkmesh(good).distances.tobytes())
    broken[place : place + 4] = np.float32(99).tobytes()
    area = base_area()
    bad, fixed = (area.with_mesh("a", kl.read_walkmesh(data)) for data in (bytes(broken), good))
    assert mesh_of(merge_areas(bad, fixed, bad).area, "a").to_bytes() == good
    assert mesh_of(merge_areas(fixed, bad, bad).area, "a").to_bytes() == good


def with_wrong_distance(mesh: Walkmesh, value: float) -> Walkmesh:
    """The mesh as read from a file whose first distance is wrong."""
    data = bytearray(mesh.to_bytes())
    place = data.index(mesh.distances.tobytes())
    data[place : place + 4] = np.float32(value).tobytes()
    return kl.read_walkmesh(bytes(data))


def test_tables_that_both_changed_are_a_conflict() -> None:
    """Without a base, too: nobody can tell which of two files is the repaired one."""
    area, good = base_area(), kl.read_walkmesh(floor(east=1).to_bytes())
    a, b = (area.with_mesh("a", with_wrong_distance(good, value)) for value in (99, 77))
    for base in (None, area.with_mesh("a", good)):
        with pytest.raises(ConflictError) as refused:
            merge_areas(a, b, base)
        (conflict,) = refused.value.conflicts
        assert (conflict.kind, conflict.room) == ("stored tables", "a")
        assert conflict.a == "its own distances"
        for prefer, side in (("a", a), ("b", b)):
            taken = merge_areas(a, b, base, prefer).area  # type: ignore[arg-type]
            assert mesh_of(taken, "a").to_bytes() == mesh_of(side, "a").to_bytes()


def test_bytes_that_no_table_has_are_repaired_as_well() -> None:
    """B took the rubbish behind the last table away."""
    good = floor(east=1).to_bytes()
    area = base_area()
    bad, fixed = (area.with_mesh("a", kl.read_walkmesh(d)) for d in (good + b"rubbish", good))
    assert mesh_of(merge_areas(bad, fixed, bad).area, "a").to_bytes() == good
    # New links of A do not keep B's repair away.
    linked = bad.with_mesh("a", mesh_of(bad, "a").with_transition(1, 1, 2))
    merged = mesh_of(merge_areas(linked, fixed, bad).area, "a")
    assert len(merged.to_bytes()) == len(good)
    assert merged.transitions[1, 1] == 2


def split_floor() -> Walkmesh:
    """c without its second face, which is the one that has the link to b."""
    return Walkmesh.from_arrays([(8, 0, 0), (12, 0, 0), (12, 4, 0)], [(0, 1, 2)], [4])


@pytest.mark.parametrize("way", [(0, 0, 1), (123.4, -57.1, 0.3)])
def test_a_room_that_one_side_moved_and_the_other_edited(way: tuple[float, float, float]) -> None:
    """The edited walkmesh and its new door hook are moved as well; nothing conflicts."""
    base = base_area()
    moved = shift_room(base, "c", way).area
    edited = base.with_mesh("c", split_floor())
    hook = DoorHook("c", "gate", (9, 1, 0))
    edited = replace(edited, layout=edited.layout.added(hook))
    for a, b in ((moved, edited), (edited, moved)):
        merge = merge_areas(a, b, base)
        assert merge.conflicts == ()
        assert merge.notes == ()  # its link was loose where it stands before
        room = merge.area.room("c")
        assert room.position == pytest.approx(way, abs=1e-4)
        wanted = split_floor().vertices + np.array(way)
        assert mesh_of(merge.area, "c").vertices.tolist() == pytest.approx(wanted, abs=1e-3)
        hooks = [h.position for h in merge.area.layout.door_hooks if h.room == "c"]
        assert hooks[0] == moved.layout.door_hooks[2].position
        assert hooks[1] == pytest.approx(np.array((9, 1, 0)) + way, abs=1e-3)


def test_a_room_that_both_moved_alike_and_one_edited() -> None:
    base = base_area()
    a = shift_room(base, "c", (0, 0, 1)).area
    b = a.with_mesh("c", split_floor().translated((0, 0, 1)))
    for one, other in ((a, b), (b, a)):
        merge = merge_areas(one, other, base)
        assert mesh_of(merge.area, "c") is mesh_of(b, "c")
        assert merge.area.room("c").position == (0, 0, 1)


def test_links_of_one_side_and_a_move_of_the_other() -> None:
    base = base_area()
    linked = base.with_mesh("c", mesh_of(base, "c").with_transition(1, 1, 0))
    moved = shift_room(base, "c", (0, 0, 1)).area
    for a, b in ((linked, moved), (moved, linked)):
        area = merge_areas(a, b, base).area
        assert sides(area, "c") == ["", "", "a", "b"]
        assert mesh_of(area, "c").vertices[:, 2].tolist() == [1] * 4
        assert area.room("c").position == (0, 0, 1)


def placed(area: Area, index: int, position: tuple[float, float, float]) -> Area:
    """The area with another position of a room in the layout; its walkmesh stays."""
    rooms = list(area.rooms)
    rooms[index] = replace(rooms[index], position=position)
    layout = area.layout.moved(LayoutRoom, index, position)
    return replace(area, layout=layout, rooms=tuple(rooms))


def test_a_position_is_never_torn_from_its_walkmesh() -> None:
    """A placed the model anew and B gave it another floor: one conflict about both."""
    base = base_area()
    model = placed(base, 2, (1, 0, 0))
    edited = base.with_mesh("c", split_floor())
    far = placed(edited, 2, (0, 5, 0))
    for a, b in ((model, edited), (shift_room(base, "c", (0, 0, 1)).area, far), (model, far)):
        for common in (base, None):
            with pytest.raises(ConflictError) as refused:
                merge_areas(a, b, common)
            kinds = [c.kind for c in refused.value.conflicts if c.kind != "door hook"]
            assert kinds == ["position and walkmesh"]
            for prefer, side in (("a", a), ("b", b)):
                area = merge_areas(a, b, common, prefer).area  # type: ignore[arg-type]
                assert area.room("c").position == side.room("c").position
                assert mesh_of(area, "c") is mesh_of(side, "c")
    # Links alone are no floor: the model may go elsewhere.
    linked = base.with_mesh("c", mesh_of(base, "c").with_transition(1, 1, 0))
    area = merge_areas(model, linked, base).area
    assert area.room("c").position == (1, 0, 0)
    assert sides(area, "c") == ["", "", "a", "b"]


def test_a_position_without_a_walkmesh() -> None:
    """A ships none and placed the model anew; B edited the floor that it stands on."""
    base = base_area()
    bare = placed(base, 2, (1, 0, 0)).with_mesh("c", None)
    assert merge_areas(bare, base, base).area.room("c").position == (1, 0, 0)
    edited = base.with_mesh("c", split_floor())
    with pytest.raises(ConflictError) as refused:
        merge_areas(bare, edited, base)
    (conflict,) = refused.value.conflicts
    assert conflict.kind == "position and walkmesh"
    assert "no walkmesh" in conflict.a
    assert merge_areas(bare, edited, base, "a").area.room("c").mesh is None
    taken = merge_areas(bare, edited, base, "b").area.room("c")
    assert (taken.position, taken.mesh) == (NOWHERE, mesh_of(edited, "c"))


def reread(area: Area, text: bytes, vis: bytes) -> Area:
    """The area with layout and visibility as read from these bytes."""
    return replace(area, layout=kl.read_layout(text), visibility=kl.read_visibility(vis))


def test_a_repaired_form_of_layout_and_visibility_is_taken() -> None:
    """Line ends and counts: the content is the same, and only B's bytes are another's."""
    area = base_area()
    assert area.visibility is not None
    good, good_vis = area.layout.to_bytes(), area.visibility.to_bytes()
    bad = good.replace(b"\r\n", b"\n").replace(b"roomcount 3", b"roomcount 7")
    bad_vis = good_vis.replace(b"b 2", b"b 9")
    assert bad != good
    assert bad_vis != good_vis
    broken, fixed = reread(area, bad, bad_vis), reread(area, good, good_vis)
    for a, b in ((broken, fixed), (fixed, broken)):
        merge = merge_areas(a, b, broken)
        assert merge.area.layout.to_bytes() == good
        assert merge.area.visibility is not None
        assert merge.area.visibility.to_bytes() == good_vis
        assert merge.notes == ()
    unsure = merge_areas(broken, fixed)
    assert unsure.area.layout.to_bytes() == bad
    assert [note.partition(" says")[0] for note in unsure.notes] == [
        "the layout of B",
        "the VIS of B",
    ]
    assert merge_areas(broken, fixed, prefer="b").area.layout.to_bytes() == good
    # With a room more, B's file is still B's own.
    more = with_room(fixed, "d", floor(4, 4))
    more = reread(more, b"# by hand\r\n" + more.layout.to_bytes(), good_vis)
    assert merge_areas(broken, more, broken).area.layout is more.layout


@pytest.mark.parametrize("what", ["added hook", "moved hook", "visibility"])
def test_all_that_changes_in_a_removed_room_is_a_conflict(what: str) -> None:
    base = base_area()
    assert base.visibility is not None
    changed = {
        "added hook": replace(base, layout=base.layout.added(DoorHook("a", "gate", (1, 1, 0)))),
        "moved hook": replace(base, layout=base.layout.moved(DoorHook, 0, (1, 1, 0))),
        "visibility": base.with_visibility(base.visibility.with_visible("a", "c")),
    }[what]
    gone = remove_room(base, "a").area
    for a, b, prefer in ((gone, changed, "b"), (changed, gone, "a")):
        with pytest.raises(ConflictError) as refused:
            merge_areas(a, b, base)
        assert [(c.kind, c.room) for c in refused.value.conflicts] == [("room", "a")]
        kept = merge_areas(a, b, base, prefer)  # type: ignore[arg-type]
        hooks = {(hook.room, hook.name, hook.position) for hook in kept.area.layout.door_hooks}
        assert hooks == {(h.room, h.name, h.position) for h in changed.layout.door_hooks}
        assert sight(kept.area) == sight(changed)
        assert joined_rooms(kept.area) == joined_rooms(base)
        assert not one_way(kept.area)
        away = merge_areas(a, b, base, "a" if prefer == "b" else "b")
        assert "a" not in [hook.room for hook in away.area.layout.door_hooks]
        # What is told is what is done: one conflict, of the room, and no word of a hook.
        assert [(c.kind, c.room) for c in away.conflicts] == [("room", "a")]


def test_links_that_lost_their_other_side_are_counted() -> None:
    """A closed the doorway between b and c, with a new floor in b; B gave c another floor."""
    base = base_area()
    a = base.with_meshes({1: floor(4, west=0, material=1), 2: floor(8)})
    b = base.with_mesh("c", floor(8, width=5, west=1))
    merge = merge_areas(a, b, base, "b")
    assert sides(merge.area, "c") == ["", "", "", "b"]
    assert sides(merge.area, "b") == ["", "", "", "a"]
    text = "1 link is one-sided or leads nowhere now, and was not so before"
    assert merge.notes == (f"{text} (merge with link=True, or relink())",)
    linked = merge_areas(a, b, base, "b", link=True)
    assert sides(linked.area, "b") == ["", "c", "", "a"]
    assert linked.notes == merge_areas(a, b, base, "a").notes == ()
    # What was loose before is not told again.
    loose = base.with_mesh("b", floor(4, west=0))
    assert merge_areas(loose, loose, loose).notes == ()


def test_walkmeshes_that_cannot_be_read_are_refused() -> None:
    good = make_area({"a": floor(), "b": floor(4)})
    bad = make_area({"a": floor(), "b": FormatError("the file ends", section="faces")})
    for areas, where in (((bad, good), "A"), ((good, bad), "B"), ((good, good, bad), "the base")):
        with pytest.raises(ValueError, match=rf"{where}: b\.wok cannot be read"):
            merge_areas(*areas)


def test_numbers_that_no_room_has() -> None:
    """They stay, unless the merged area has a room of that number."""
    a = make_area({"a": floor(north=1, south=9)})
    merge = merge_areas(a, make_area({"b": floor(50)}))
    assert mesh_of(merge.area, "a").transitions.reshape(-1)[[0, 4]].tolist() == [9, -1]
    assert merge.cleared == ((0, 4, 1),)


def test_a_room_that_is_listed_twice_is_refused() -> None:
    twice = make_area([("a", floor()), ("A", floor())])
    for pair in ((twice, base_area()), (base_area(), twice)):
        with pytest.raises(ValueError, match="twice"):
            merge_areas(*pair)
    with pytest.raises(ValueError, match="the base"):
        merge_areas(base_area(), base_area(), twice)


@needs_corpus
def test_a_real_area_shuffled_and_merged() -> None:
    """Every link joins the rooms it joined before; with itself nothing changes."""
    area = kl.load_area(CORPUS / "area_m10aa")
    count = len(area.rooms)
    order = np.random.default_rng(7).permutation(count).tolist()
    shuffled = reorder_rooms(area, order).area
    assert list_changes(merge_areas(area, shuffled).area) == []
    taken = merge_areas(area, shuffled, area).area
    assert [room.name for room in taken.rooms] == [area.rooms[i].name for i in order]
    changed = {change.filename: change.data for change in list_changes(taken)}
    assert changed == {change.filename: change.data for change in list_changes(shuffled)}
    back = merge_areas(shuffled, area).area
    for room in area.rooms:
        other = back.room(room.name)
        assert (room.mesh is None) == (other.mesh is None)
        if room.mesh is None or other.mesh is None:
            continue
        leads = [area.rooms[n].name if n >= 0 else "" for n in room.mesh.transitions.flat]
        assert leads == [back.rooms[n].name if n >= 0 else "" for n in other.mesh.transitions.flat]
