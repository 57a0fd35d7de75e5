"""One file of two versions, as version control asks for it."""

from __future__ import annotations

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.edit.merge.single import merge_files
from kotorlevel.area.edit.rooms import remove_room, rename_room, reorder_rooms, shift_room
from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.formats.gff import parse_gff
from kotorlevel.formats.lyt import Layout, LayoutRoom, parse_layout
from kotorlevel.formats.pth import read_path_points
from kotorlevel.formats.twoda import TwoDA, parse_2da
from kotorlevel.formats.vis import parse_visibility
from kotorlevel.mesh.edit.faces import repaint
from support.area.level_files import station
from support.areas import floor, make_area

FILES = station()


def three_rooms() -> kl.Area:
    rooms = {"a": floor(east=1), "b": floor(4, west=0, east=2), "c": floor(8, west=1)}
    entries = (kl.VisRoom("a", ("b",)), kl.VisRoom("b", ("a", "c")), kl.VisRoom("c", ("b",)))
    return make_area(rooms).with_visibility(kl.Visibility(entries))


def test_what_one_side_changed_needs_no_reader() -> None:
    """Also of files that nothing here could merge."""
    for name in ("wall.tga", "room.mdl", "notes.txt", "m55aa.git"):
        assert merge_files(b"new", b"old", b"old", name=name).data == b"new"
        assert merge_files(b"old", b"new", b"old", name=name).data == b"new"
        assert merge_files(b"new", b"new", b"old", name=name).data == b"new"
    with pytest.raises(InputError, match="only these can be merged"):
        merge_files(b"one", b"two", b"old", name="wall.tga")


def test_layout() -> None:
    base = three_rooms()
    a = shift_room(base, "a", (0, 0, 1)).area.layout
    b = rename_room(reorder_rooms(base, [2, 0, 1]).area, "b", "hall").area.layout
    merged = merge_files(a.to_bytes(), b.to_bytes(), base.layout.to_bytes(), name="lab.lyt")
    found = parse_layout(merged.data)
    assert [room.name for room in found.rooms] == ["c", "a", "hall"]
    assert found.rooms[1].position == pytest.approx((0, 0, 1))
    other = shift_room(base, "a", (0, 0, 2)).area.layout
    with pytest.raises(kl.ConflictError) as refused:
        merge_files(a.to_bytes(), other.to_bytes(), base.layout.to_bytes(), name="lab.lyt")
    assert [each.title for each in refused.value.conflicts] == ["a, position"]
    preferred = merge_files(
        a.to_bytes(), other.to_bytes(), base.layout.to_bytes(), name="x.lyt", prefer="b"
    )
    assert preferred.data == other.to_bytes()
    assert [each.taken for each in preferred.conflicts] == ["b"]


def test_visibility() -> None:
    base = three_rooms().visibility
    assert base is not None
    a = kl.Visibility((kl.VisRoom("a", ("b", "c")), *base.entries[1:]))
    b = remove_room(three_rooms(), "c").area.visibility
    assert b is not None
    merged = merge_files(a.to_bytes(), b.to_bytes(), base.to_bytes(), name="lab.VIS")
    assert set(parse_visibility(merged.data).pairs()) == {("a", "b"), ("a", "c"), ("b", "a")}


def test_gffs_and_path_points() -> None:
    git = parse_gff(FILES["station.git"])
    a = git.with_value("Placeable List", 0, "X", value=1.5)
    b = git.with_value("Door List", 0, "Bearing", value=0.5)
    wanted = a.with_value("Door List", 0, "Bearing", value=0.5)
    merged = merge_files(a.to_bytes(), b.to_bytes(), git.to_bytes(), name="station.git")
    assert merged.data == wanted.to_bytes()
    paths = read_path_points(parse_gff(FILES["station.pth"]))
    moved = [paths.points.copy(), paths.points.copy()]
    moved[0][0] += 0.25
    moved[1][-1] += 0.25
    sides = [paths.replaced(points).to_bytes() for points in moved]
    merged = merge_files(sides[0], sides[1], paths.to_bytes(), name="station.pth")
    expected = paths.points.copy()
    expected[[0, -1]] += 0.25
    found = read_path_points(parse_gff(merged.data)).points
    assert np.allclose(np.sort(found, axis=0), np.sort(expected, axis=0))


def test_walkmesh() -> None:
    """A room that one side moved and the other painted; and numbers that nobody can know."""
    base = floor(4, west=0, east=2)
    a, b = base.translated((0, 0, 3)), repaint(base, [1], 10)
    merged = merge_files(a.to_bytes(), b.to_bytes(), base.to_bytes(), name="b.wok")
    assert kl.read_walkmesh(merged.data).same_as(b.translated((0, 0, 3)))
    assert merged.notes == ()
    renumbered = base.remap_transitions({0: 1})
    both = merge_files(renumbered.to_bytes(), b.to_bytes(), base.to_bytes(), name="b.wok")
    assert kl.read_walkmesh(both.data).same_as(repaint(renumbered, [1], 10))
    assert "numbers of the layout" in both.notes[0]
    other = base.remap_transitions({0: 5})
    with pytest.raises(kl.ConflictError) as refused:
        merge_files(renumbered.to_bytes(), other.to_bytes(), base.to_bytes(), name="b.wok")
    (one,) = refused.value.conflicts
    assert (one.a, one.b) == ("edge 5 leads to room number 1", "edge 5 leads to room number 5")
    assert one.at_a == (4.0, 2.0, 0.0)


def test_2da() -> None:
    base = TwoDA(("label", "walk"), ("0", "1"), (("dirt", "1"), ("rock", "0")))
    a, b = base.with_cell(0, "walk", "0"), base.with_cell(1, "label", "stone")
    merged = merge_files(a.to_bytes(), b.to_bytes(), base.to_bytes(), name="surfacemat.2da")
    assert parse_2da(merged.data).cells == (("dirt", "0"), ("stone", "0"))
    other = base.with_cell(0, "walk", "7")
    with pytest.raises(kl.ConflictError) as refused:
        merge_files(a.to_bytes(), other.to_bytes(), base.to_bytes(), name="surfacemat.2da")
    assert [each.title for each in refused.value.conflicts] == ["cell walk of row 0"]
    longer = TwoDA(base.columns, ("0", "1", "2"), (*base.cells, ("mud", "1")))
    merged = merge_files(a.to_bytes(), longer.to_bytes(), base.to_bytes(), name="x.2da")
    assert len(parse_2da(merged.data)) == 3


@pytest.mark.parametrize("name", ["x.lyt", "x.wok", "x.git", "x.pth", "x.2da", "x.are"])
def test_broken_files_have_a_place(name: str) -> None:
    """Whatever is in them: an error that names the file and the side, never a traceback."""
    good = FILES[{"x.lyt": "station.lyt", "x.pth": "station.pth"}.get(name, "station.git")]
    for broken in (b"\x00" * 9, good[:40], b"GIT V3.2" + b"\xff" * 60, b"BWM V1.0" + b"\xff" * 200):
        try:
            merge_files(broken, good + b" ", b"", name=name)
        except (FormatError, kl.ConflictError) as error:
            if isinstance(error, FormatError):
                assert error.source.startswith("x.")


def test_no_base() -> None:
    """git gives an empty file where both sides added one."""
    git = parse_gff(FILES["station.git"])
    other = git.without("Placeable List", 0)
    merged = merge_files(other.to_bytes(), git.to_bytes(), b"", name="station.git")
    rows = parse_gff(merged.data)["Placeable List"]
    assert len(rows) == len(git["Placeable List"])
    ours, theirs = (
        b"2DA V2.0\r\n\r\n label walk\r\n0 Dirt 1\r\n",
        b"2DA V2.0\n\nlabel walk\n0 Dirt 1\n",
    )
    assert merge_files(ours, theirs, b"", name="x.2da").data in (ours, theirs)


def test_thousands_of_renamed_rooms_are_refused_at_once() -> None:
    def layout(start: str, count: int, x: float = 0.0) -> bytes:
        places = (LayoutRoom(f"{start}{i}", (10.0 * i + x, 0.0, 0.0)) for i in range(count))
        return Layout(rooms=tuple(places)).to_bytes()

    moved, base = layout("r", 1000, 0.25), layout("r", 1000)
    with pytest.raises(ValueError, match="1,000 rooms were renamed"):
        kl.merge_files(layout("q", 1000), moved, base, name="x.lyt")
    kl.merge_files(layout("q", 20), layout("r", 20, 0.25), layout("r", 20), name="x.lyt")
