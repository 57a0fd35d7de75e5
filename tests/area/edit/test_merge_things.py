"""What stands in merged areas, rooms that a side renamed, and the files that come along."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.area.edit.merge.merge import AreaMerge, merge_areas
from kotorlevel.area.edit.merge.standing import rooms_under
from kotorlevel.area.edit.merge.three_way import ConflictError
from kotorlevel.area.edit.rooms import add_room, remove_room, rename_room, reorder_rooms
from kotorlevel.area.instances import GIT_LISTS, list_instances
from kotorlevel.area.write import list_changes
from kotorlevel.formats.gff import Gff, parse_gff
from kotorlevel.mesh.edit.faces import repaint
from kotorlevel.query.ground import ground_of
from support.area.level_files import CRATE, load, put, station
from support.area.room_grids import joined_rooms, one_way
from support.areas import NOWHERE, floor, make_area
from support.corpus import each_area
from support.sample_area import make_are, placeable_template

CRATES = "Placeable List"


@pytest.fixture
def base(tmp_path: Path) -> Area:
    """The sample level, with everything that a level has."""
    return kl.load_area(put(tmp_path / "base", station()))


def names(area: Area) -> list[str]:
    return [room.name for room in area.rooms]


def with_git(area: Area, edit: Callable[[Gff], Gff]) -> Area:
    assert area.git is not None
    return replace(area, git=edit(area.git))


def git_of(area: Area) -> Gff:
    assert area.git is not None
    return area.git


def conflicts_of(a: Area, b: Area, base: Area | None) -> list[str]:
    with pytest.raises(ConflictError) as refused:
        merge_areas(a, b, base)
    return [each.title for each in refused.value.conflicts]


def changed(merge: AreaMerge) -> set[str]:
    return {change.filename.lower() for change in list_changes(merge.area)}


def walkable_room(area: Area) -> str:
    """A room on which things stand."""
    things = [each.position for each in area.placeables]
    return next(name for name in rooms_under(area, things) if name)


def test_an_area_with_itself(base: Area) -> None:
    for common in (None, base):
        merge = merge_areas(base, base, common)
        assert changed(merge) == set()
        assert merge.area.git is base.git
        assert merge.area.path_points is base.path_points
        assert merge.area.doors == base.doors
        assert (merge.renamed, merge.notes) == ((), ())


def test_what_one_side_has_not_says_nothing(tmp_path: Path, base: Area) -> None:
    area = base.name
    kept = {k: v for k, v in station().items() if not k.endswith((".git", ".pth", ".are", ".ifo"))}
    bare = kl.load_area(put(tmp_path / "bare", kept))
    moved = with_git(base, lambda git: git.with_value(CRATES, 0, "X", value=1.5))
    merge = merge_areas(bare, moved, base)
    assert merge.area.git is moved.git
    assert changed(merge) >= {f"{area}.git", f"{area}.pth"}
    assert merge.area.module == base.module
    back = merge_areas(moved, bare, base)
    assert back.area.git is moved.git


def test_things_go_along_with_a_room_that_was_moved(base: Area) -> None:
    """A moves a room with all on it; B adds a crate there, at the old place."""
    room = walkable_room(base)
    a = kl.move_room(base, room, (0, 0, 0.5), objects=True).area
    x, y, z = next(
        each.position for each in base.placeables if rooms_under(base, [each.position]) == [room]
    )
    crate = git_of(base)[CRATES][0].replaced(X=x + 0.1, Y=y, Z=z)
    b = with_git(base, lambda git: git.with_item(CRATES, item=crate))
    for merge in (merge_areas(a, b, base), merge_areas(b, a, base)):
        found = git_of(merge.area)[CRATES]
        assert len(found) == len(git_of(base)[CRATES]) + 1
        assert found[-1]["Z"] == pytest.approx(z + 0.5)
        rest = [row.to_plain() for row in found[: len(found) - 1]]
        assert rest == [row.to_plain() for row in git_of(a)[CRATES]]
        assert merge.conflicts == ()
        places = [each.position for each in merge.area.placeables]
        assert places[-1] == pytest.approx((x + 0.1, y, z + 0.5))


def test_a_thing_that_both_changed_in_a_room_that_one_moved(base: Area) -> None:
    """A turns a crate; B moves the room under it, and the crate along: it is turned and moved."""
    room = walkable_room(base)
    number = next(
        i for i, each in enumerate(base.placeables) if rooms_under(base, [each.position]) == [room]
    )
    a = with_git(base, lambda git: git.with_value(CRATES, number, "Bearing", value=0.75))
    b = kl.move_room(base, room, (0, 0, 0.3), objects=True).area
    for merge in (merge_areas(a, b, base), merge_areas(b, a, base)):
        wanted = git_of(b)[CRATES][number].replaced(Bearing=0.75)
        assert git_of(merge.area)[CRATES][number].to_plain() == wanted.to_plain()
        assert merge.conflicts == ()


def test_stacked_floors() -> None:
    """A thing is on the floor nearest to its height, also where that rises."""
    area = make_area({"low": floor(rise=2), "high": floor(z=3, rise=2), "beside": floor(4)})
    places = [(3, 1, 1.6), (3, 1, 3.6), (0.5, 1, 2.5), (5, 1, 9), (30, 1, 0)]
    assert rooms_under(area, places) == ["low", "high", "high", "beside", ""]
    assert rooms_under(area, [place[:2] for place in places])[:2] == ["low", "low"]


def test_templates_that_both_changed(tmp_path: Path) -> None:
    """Field by field as well; a conflict names the file."""
    base = load(tmp_path / "base")
    name = CRATE.template
    crate = parse_gff(placeable_template(CRATE))
    label = next(label for label in crate if isinstance(crate[label], int))
    sides = [
        replace(base, extra={(name, "utp"): crate.with_value(label, value=value).to_bytes()})
        for value in (11, 12)
    ]
    assert conflicts_of(sides[0], sides[1], base) == [f"template {name}.utp"]
    assert merge_areas(base, sides[1], base).area.extra == sides[1].extra


def test_things_that_nobody_moved_stay(base: Area) -> None:
    """Both moved the room, and left what stands on it: one conflict, about the room."""
    room = walkable_room(base)
    a, b = (kl.move_room(base, room, (way, 0, 0)).area for way in (2, 4))
    assert [title.split(", ")[1] for title in conflicts_of(a, b, base)] == ["position"]
    for side in ("a", "b"):
        merge = merge_areas(a, b, base, side)
        assert git_of(merge.area).root == git_of(base).root


def test_entry(base: Area) -> None:
    """The module's entry follows the IFO of the side that moved it."""
    ifo = parse_gff(station()["module.ifo"]).with_value("Mod_Entry_X", value=3.25)
    b = replace(base, extra={("module", "ifo"): ifo.to_bytes()})
    merge = merge_areas(base, b, base)
    assert merge.area.entry is not None
    assert merge.area.entry[0] == 3.25
    assert changed(merge) == {"module.ifo"}


def test_entry_in_a_room_that_was_moved(base: Area) -> None:
    """It stays, as it does when a room is moved; that is told."""
    assert base.entry is not None
    (room,) = rooms_under(base, [base.entry])
    a = kl.move_room(base, room, (0, 0, 0.5)).area
    assert [note for note in merge_areas(a, base, base).notes if "entry" in note]
    other = next(name for name in map(str.lower, names(base)) if name not in (room, "****"))
    b = kl.move_room(base, other, (0, 0, 0.5)).area
    assert not [note for note in merge_areas(b, base, base).notes if "entry" in note]


def test_templates_and_models_come_along(tmp_path: Path) -> None:
    barrel = replace(CRATE, template="barrel")
    base = load(tmp_path / "base")
    a = load(tmp_path / "a")
    more = {"annex.mdl": b"model", "annex.mdx": b"points"}
    b = load(tmp_path / "b", placeables=(CRATE, barrel), more=more)
    b = add_room(b, "annex", floor(4), NOWHERE).area
    merge = merge_areas(a, b, base)
    assert {"barrel.utp", "annex.mdl", "annex.mdx", "annex.wok"} <= changed(merge)
    assert merge.area.extra["barrel", "utp"] == placeable_template(barrel)
    assert [each.template for each in merge.area.placeables] == [CRATE.template, "barrel"]
    assert merge.area.placeables[1].mesh is not None


def test_the_model_of_a_renamed_room(tmp_path: Path, base: Area) -> None:
    """It comes from the side that renamed it; without one, a note says what is left to do."""
    old = base.rooms[0].name
    renamed = rename_room(base, 0, "annex").area
    told = merge_areas(base, renamed, base)
    assert f"the model {old}.mdl and .mdx must be renamed to annex, too" in told.notes
    models = {"annex.mdl": b"model", "annex.mdx": b"points"}
    files = {**station(), **models, "station.lyt": renamed.layout.to_bytes()}
    files["annex.wok"] = files[f"{old}.wok"]
    b = kl.load_area(put(tmp_path / "b", files))
    merge = merge_areas(base, b, base)
    assert {"annex.mdl", "annex.mdx", "annex.wok"} <= changed(merge)
    assert not [note for note in merge.notes if "must be renamed" in note]
    assert not [name for name in changed(merge) if name.endswith(".mdl") and name != "annex.mdl"]
    files["annex.tga"] = files.pop("annex.mdl") + files.pop("annex.mdx")
    picture_only = merge_areas(base, kl.load_area(put(tmp_path / "picture", files)), base)
    assert "annex.tga" in changed(picture_only)
    assert f"the model {old}.mdl and .mdx must be renamed to annex, too" in picture_only.notes


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    base = load(tmp_path / "base")
    for kind, broken in (("git", "lab.git"), ("are", "lab.are")):
        more = {"lab.are": make_are("lab", ["hall"])}
        a = load(tmp_path / f"a{kind}", more=more | {"lab.git": git_of(base).to_bytes()})
        b = load(tmp_path / f"b{kind}", more={**more, broken: b"GFF of no kind"})
        b = replace(b, name=base.name)
        with pytest.raises(ValueError, match=r"cannot be read .*repair or replace"):
            merge_areas(a, b, base)


# Renamed rooms


@pytest.mark.parametrize("by", ["a", "b", "both"])
def test_a_renamed_room(base: Area, by: str) -> None:
    """Layout, links, visibility, door hooks and the ARE have the new name; so has what the other
    side did to the room."""
    old = base.rooms[0].name
    renamed = rename_room(base, 0, "annex").area
    other = kl.move_room(base, 0, (0, 0, 0.25)).area
    other = renamed if by == "both" else other
    a, b = (other, renamed) if by == "b" else (renamed, other)
    merge = merge_areas(a, b, base)
    assert merge.renamed == ((old, "annex"),)
    assert (merge.removed, merge.from_a, merge.from_b) == ((), (), ())
    assert names(merge.area)[0] == "annex"
    assert joined_rooms(merge.area) == joined_rooms(renamed)
    assert not one_way(merge.area)
    assert merge.area.visibility is not None
    assert old not in merge.area.visibility
    assert {hook.room for hook in merge.area.layout.door_hooks}.isdisjoint({old})
    are = parse_gff(merge.area.extra[base.name, "are"])
    assert [row["RoomName"] for row in are["Rooms"]].count("annex") == 1
    assert old not in [row["RoomName"] for row in are["Rooms"]]
    if by != "both":
        assert merge.area.rooms[0].position == other.rooms[0].position
    assert "annex.wok" in changed(merge)
    is_told = f"{old}.wok is not needed any more; it stays where it is" in merge.notes
    assert is_told == (by == "b")


def test_a_room_with_two_new_names(base: Area) -> None:
    a, b = (rename_room(base, 0, name).area for name in ("annex", "attic"))
    assert conflicts_of(a, b, base) == [f"{base.rooms[0].name}, name"]
    for side, name in (("a", "annex"), ("b", "attic")):
        merge = merge_areas(a, b, base, side)  # type: ignore[arg-type]
        assert names(merge.area)[0] == name
        assert names(merge.area)[1:] == names(base)[1:]


def test_a_new_name_that_is_taken(base: Area) -> None:
    a = rename_room(base, 0, "annex").area
    b = add_room(base, "annex", floor(500, 500), NOWHERE).area
    with pytest.raises(ValueError, match="B has another room of that name"):
        merge_areas(a, b, base)


def test_renamed_and_removed(base: Area) -> None:
    """A name alone is no reason to keep a room that the other side took out."""
    old = base.rooms[0].name
    a, b = rename_room(base, 0, "annex").area, remove_room(base, 0).area
    for merge in (merge_areas(a, b, base), merge_areas(b, a, base)):
        assert names(merge.area) == names(base)[1:]
        assert old not in names(merge.area)


# Real areas


@pytest.mark.sampled(1)
@each_area()
def test_real_areas(path: Path) -> None:
    """One side moves a room with all on it, the other edits the GIT and renames a room."""
    base = kl.load_area(path)
    large = [room for room in base.rooms if room.mesh is not None and len(room.mesh.faces) > 20]
    moved, other = large[len(large) // 2], large[0]
    a = kl.move_room(base, moved.index, (0, 0, 0.02), objects=True).area
    label = next(label for label in GIT_LISTS if len(git_of(base)[label]))
    thing = git_of(base)[label][0]
    b = with_git(base, lambda git: git.with_item(label, item=thing))
    b = rename_room(b, other.index, "zz_room").area
    merge, back = merge_areas(a, b, base), merge_areas(b, a, base)
    assert [room.name for room in merge.area.rooms] == [room.name for room in back.area.rooms]
    for x, y in zip(merge.area.rooms, back.area.rooms, strict=True):
        assert (x.mesh is None) == (y.mesh is None)
        assert x.mesh is None or y.mesh is None or x.mesh.same_as(y.mesh)
    one, two = (sorted(each.position for each in list_instances(m.area)) for m in (merge, back))
    assert np.allclose(one, two, atol=0.001)
    assert len(one) == len(list_instances(base)) + 1
    before = {finding.rule for finding in (*kl.check(a).errors, *kl.check(b).errors)}
    assert {finding.rule for finding in kl.check(merge.area).errors} <= before


@each_area()
def test_no_way_is_lost(path: Path) -> None:
    """All rooms in another order and one repainted, against one renamed and the same repainted:
    the player gets just as far as before."""
    base = kl.load_area(path)
    large = [room for room in base.rooms if room.mesh is not None and len(room.mesh.faces) > 30]
    named, painted = large[0], large[-1]
    mesh = painted.mesh
    assert mesh is not None
    floors = np.flatnonzero(mesh.walkable)
    a = base.with_mesh(painted.index, repaint(mesh, [int(floors[0])], 4))
    a = reorder_rooms(a, [*range(len(base.rooms))][::-1]).area
    b = base.with_mesh(painted.index, repaint(mesh, [int(floors[-1])], 10))
    b = rename_room(b, named.index, "zz_room").area
    merged = merge_areas(a, b, base).area
    assert names(merged)[::-1] == [
        "zz_room" if room.index == named.index else room.name for room in base.rooms
    ]
    before, after = (kl.find_reach(area).reached.area for area in (base, merged))
    assert after == pytest.approx(before, abs=0.01)


@each_area()
def test_rooms_under_things(path: Path) -> None:
    """As the queries tell it, but for what is on the edge of a floor."""
    area = kl.load_area(path)
    places = np.array([each.position for each in list_instances(area)])
    rooms = ground_of(area, fast=None).find_faces(places[:, :2], places[:, 2]).room.tolist()
    told = ["" if room < 0 else area.rooms[room].name.lower() for room in rooms]
    found = rooms_under(area, places.tolist())
    others = sum(x != y for x, y in zip(found, told, strict=True) if y)
    assert others <= len(places) // 50


def test_files_that_nothing_names_come_along(base: Area, tmp_path: Path) -> None:
    """Scripts and the like: what only B has or changed is taken, what both changed asks."""
    files = {**station(), "old.ncs": b"NCS V1.0 old", "gone.tga": b"picture"}
    old = kl.load_area(put(tmp_path / "old", files))
    a = kl.load_area(put(tmp_path / "a", files))
    less = {name: data for name, data in files.items() if name != "gone.tga"}
    b_files = {**less, "old.ncs": b"NCS V1.0 new", "new.ncs": b"NCS V1.0", "notes.txt": b"mine"}
    b = kl.load_area(put(tmp_path / "b", b_files))
    merge = merge_areas(a, b, old)
    assert changed(merge) == {"old.ncs", "new.ncs"}
    assert dict(merge.area.extra)["old", "ncs"] == b"NCS V1.0 new"
    assert any("gone.tga" in note for note in merge.notes)
    assert changed(merge_areas(a, b)) == {"new.ncs"}, "without a base nobody knows who changed it"
    mine = kl.load_area(put(tmp_path / "mine", {**files, "old.ncs": b"NCS V1.0 mine"}))
    assert conflicts_of(mine, b, old) == ["file old.ncs"]
    assert dict(merge_areas(mine, b, old, "b").area.extra)["old", "ncs"] == b"NCS V1.0 new"
    assert changed(merge_areas(mine, b, old, "a")) == {"new.ncs"}
