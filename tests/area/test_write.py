"""Writing an area: what changed and nothing else, to where it belongs, and never half of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.area.edit.rooms import add_room, rename_room, reorder_rooms
from kotorlevel.area.write import Written, list_changes, write_area_in_place
from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.formats.archives import read_archive
from kotorlevel.formats.vis import Visibility
from support import sample_area
from support.area.area_edits import HALL, RAMP, STORE, fail_at, names_of, paths_of, raised
from support.area.level_files import content, lab, put, put_archive, station
from support.areas import floor, make_area
from support.installation import make_installation, needs_case


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return put(tmp_path / "mod", station())


# What changed


def test_nothing(folder: Path, tmp_path: Path) -> None:
    area = kl.load_area(folder)
    assert list_changes(area) == []
    assert kl.write_area(area, tmp_path / "out") == []
    assert kl.write_area(area, tmp_path / "x.mod", tmp_path / "gone.mod") == []
    assert write_area_in_place(area) == []
    assert content(tmp_path) == {f"mod/{name}": data for name, data in station().items()}


def test_a_room(folder: Path) -> None:
    area = kl.load_area(folder)
    (change,) = list_changes(raised(area, RAMP))
    assert change.filename == "station_ramp.wok"
    assert change.old is not None
    assert change.old.path == folder / "station_ramp.wok"
    before, after = area.room(RAMP).mesh, kl.read_walkmesh(change.data)
    assert before is not None
    assert after.vertices[:, 2] == pytest.approx(before.vertices[:, 2] + 1)


def test_an_edit_that_was_taken_back(folder: Path, tmp_path: Path) -> None:
    """The same mesh again, and another with the same bytes."""
    area = kl.load_area(folder)
    mesh = area.room(HALL).mesh
    assert mesh is not None
    changed = raised(area, HALL)
    assert names_of(changed.with_mesh(HALL, mesh)) == []
    equal = kl.read_walkmesh(station()["station_hall.wok"])
    again = changed.with_mesh(HALL, equal)
    assert again.room(HALL).is_changed
    assert kl.write_area(again, tmp_path / "out") == []
    assert not (tmp_path / "out").exists()


def test_layout_and_visibility(folder: Path) -> None:
    area = kl.load_area(folder)
    assert area.visibility is not None
    seen = area.visibility.removed(STORE)
    assert names_of(area.with_visibility(seen)) == ["station.vis"]
    assert names_of(area.with_visibility(None)) == []
    order = [1, 0, *range(2, 7)]
    changes = {c.filename: c.data for c in list_changes(reorder_rooms(area, order).area)}
    # Of the links, those to 0 and 1 change: of the hall, the corridor, the ramp and the view.
    rooms = (HALL, "station_corridor", RAMP, "station_view")
    assert set(changes) == {"station.lyt", *(f"{room}.wok" for room in rooms)}
    layout = kl.read_layout(changes["station.lyt"])
    assert [room.name for room in layout.rooms[:2]] == ["station_corridor", HALL]


def test_a_first_visibility(tmp_path: Path) -> None:
    area = kl.load_area(put(tmp_path, lab(without=["lab.vis"])))
    changed = area.with_visibility(Visibility().added("hall"))
    (change,) = list_changes(changed)
    assert (change.filename, change.old) == ("lab.vis", None)


def test_a_new_room(folder: Path, tmp_path: Path) -> None:
    area = kl.load_area(folder)
    edit = add_room(area, "station_attic", floor(40), (0.0, 0.0, 0.0))
    names = [path.name for path in paths_of(kl.write_area(edit.area, tmp_path / "out"))]
    assert names == ["station.lyt", "station.vis", "station_attic.wok"]


def test_a_room_with_another_name(folder: Path) -> None:
    renamed = rename_room(kl.load_area(folder), RAMP, "station_slope").area
    assert names_of(renamed) == ["station.lyt", "station.vis", "station_slope.wok", "station.are"]


def test_rooms_of_one_name(tmp_path: Path) -> None:
    """They are one file: equal walkmeshes are written once, others not at all."""
    layout = make_area([("hall", None), ("HALL", None)]).layout.to_bytes()
    area = kl.load_area(put(tmp_path / "mod", lab(more={"lab.lyt": layout})))
    same = area.with_meshes({0: floor(z=1), 1: floor(z=1)})
    assert len(kl.write_area(same, tmp_path / "out")) == 1
    differ = area.with_meshes({0: floor(z=1), 1: floor(z=2)})
    with pytest.raises(FormatError, match="two rooms of the name 'HALL'"):
        kl.write_area(differ, tmp_path / "bad")
    with pytest.raises(FormatError, match="differ"):
        write_area_in_place(differ)
    assert not (tmp_path / "bad").exists()
    assert content(tmp_path / "mod") == lab(more={"lab.lyt": layout})


def test_a_mesh_that_no_file_can_hold(folder: Path, tmp_path: Path) -> None:
    broken = kl.Walkmesh.from_arrays([(float("nan"), 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)], [4])
    area = kl.load_area(folder).with_mesh(HALL, broken)
    with pytest.raises(FormatError, match="not finite"):
        kl.write_area(area, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_room_that_could_not_be_read_before(tmp_path: Path) -> None:
    """Its place is known, and its old bytes are of no interest."""
    folder = put(tmp_path / "mod", lab(more={"hall.wok": b"BWM V1.0"}))
    area = kl.load_area(folder).with_mesh("hall", floor())
    (folder / "hall.wok").unlink()
    (written,) = kl.write_area(area, tmp_path / "out")
    assert written.path.read_bytes() == floor().to_bytes()


# To a folder


def test_to_a_folder(folder: Path, tmp_path: Path) -> None:
    """A new one, several deep; the files read from stay as they are."""
    area = raised(kl.load_area(folder), RAMP, STORE)
    out = tmp_path / "a/b/out"
    written = kl.write_area(area, str(out))
    assert paths_of(written) == [out / "station_ramp.wok", out / "station_store.wok"]
    assert [each.changes for each in written] == [("station_ramp.wok",), ("station_store.wok",)]
    assert {each.backup for each in written} == {None}
    assert set(content(out)) == {"station_ramp.wok", "station_store.wok"}
    assert content(folder) == station()
    again = kl.load_area(folder / "station.lyt").with_mesh(
        RAMP, kl.read_walkmesh(out / "station_ramp.wok")
    )
    assert names_of(again) == ["station_ramp.wok"]


def test_over_files_in_the_target(folder: Path, tmp_path: Path) -> None:
    out = put(tmp_path / "out", {"station_ramp.wok": b"old", "other.txt": b"mine"})
    kl.write_area(raised(kl.load_area(folder), RAMP), out)
    assert content(out)["other.txt"] == b"mine"
    assert kl.read_walkmesh(out / "station_ramp.wok")
    assert set(content(out)) == {"station_ramp.wok", "other.txt"}


def test_over_a_file_in_another_case(folder: Path, tmp_path: Path) -> None:
    """A second file beside it would be the one that is read, or not."""
    needs_case(tmp_path)
    out = put(tmp_path / "out", {"Station_Ramp.WOK": b"old"})
    kl.write_area(raised(kl.load_area(folder), RAMP), out)
    assert list(content(out)) == ["Station_Ramp.WOK"]
    assert kl.read_walkmesh(out / "Station_Ramp.WOK")


def test_out_of_a_game(tmp_path: Path) -> None:
    made = make_installation(tmp_path)
    before = content(made.root)
    area = raised(kl.load_area(made.folder, module=sample_area.MODULE), HALL)
    kl.write_area(area, tmp_path / "out")
    assert list(content(tmp_path / "out")) == ["station_hall.wok"]
    assert content(made.root) == before
    mod = kl.load_area(tmp_path / "out", made.folder, sample_area.MODULE)
    assert mod.room(HALL).source == (tmp_path / "out/station_hall.wok").as_posix()


def test_never_over_what_was_read(folder: Path, tmp_path: Path) -> None:
    """That is for `write_area_in_place`, which keeps the old files."""
    area = raised(kl.load_area(folder), STORE, RAMP)
    link = tmp_path / "link"
    link.symlink_to(folder, target_is_directory=True)
    for target in (folder, link, folder / "../mod"):
        with pytest.raises(FormatError, match="was read from here") as raising:
            kl.write_area(area, target)
        assert Path(raising.value.source).name == "station_ramp.wok"
    assert content(folder) == station()
    path = put_archive(tmp_path / "x.mod", station())
    before = path.read_bytes()
    with pytest.raises(FormatError, match="was read from here"):
        kl.write_area(raised(kl.load_area(path), RAMP), path, path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("exists", [True, False])
def test_never_through_a_link(folder: Path, tmp_path: Path, exists: bool) -> None:
    """It may lead out of the folder."""
    elsewhere = tmp_path / "elsewhere.wok"
    if exists:
        elsewhere.write_bytes(b"somebody's")
    out = put(tmp_path / "out", {"other.txt": b"mine"})
    (out / "station_ramp.wok").symlink_to(elsewhere)
    with pytest.raises(FormatError, match="is a link, which may lead elsewhere") as raising:
        kl.write_area(raised(kl.load_area(folder), HALL, RAMP), out)
    assert raising.value.source == str(out / "station_ramp.wok")
    assert sorted(path.name for path in out.iterdir()) == ["other.txt", "station_ramp.wok"]
    assert elsewhere.exists() == exists
    assert not exists or elsewhere.read_bytes() == b"somebody's"


@pytest.mark.parametrize("name", ["a/b", "../up", "con", "a:b", ".hidden", "a\\b", "lpt1"])
def test_names_that_cannot_be_files(folder: Path, tmp_path: Path, name: str) -> None:
    """Nothing is written then, not even what comes before."""
    area = raised(kl.load_area(folder), HALL)
    rooms = (*area.rooms[:2], replace(area.rooms[2], name=name, mesh=floor()), *area.rooms[3:])
    with pytest.raises(FormatError, match="is no name for a file"):
        kl.write_area(replace(area, rooms=rooms), tmp_path / "out")
    assert set(content(tmp_path)) == {f"mod/{each}" for each in station()}


def test_a_failure_at_the_second_file(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_at(monkeypatch, 2)
    area = raised(kl.load_area(folder), HALL, RAMP)
    with pytest.raises(OSError, match="disk full"):
        kl.write_area(area, tmp_path / "deep/out")
    assert [path.name for path in tmp_path.iterdir()] == ["mod"]


def test_a_failure_over_files_that_are_there(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All have their old bytes again, and no backup is left."""
    old = {"station_hall.wok": b"1", "station_ramp.wok": b"2"}
    out = put(tmp_path / "out", old)
    area = raised(kl.load_area(folder), HALL, RAMP)
    fail_at(monkeypatch, 4)  # two backups, a file, and this one
    with pytest.raises(OSError, match="disk full"):
        kl.write_area(area, out)
    assert content(out) == old


def test_nothing_is_replaced_unasked(folder: Path, tmp_path: Path) -> None:
    out = put(tmp_path / "out", {"station_hall.wok": b"1"})
    area = raised(kl.load_area(folder), HALL, RAMP)
    with pytest.raises(InputError, match=r"station_hall\.wok exists already") as raising:
        kl.write_area(area, out, overwrite=False)
    assert raising.value.needs == "overwrite"
    assert content(out) == {"station_hall.wok": b"1"}
    assert len(kl.write_area(area, out)) == 2


def test_a_dry_run_says_what_would_be_written(folder: Path, tmp_path: Path) -> None:
    area = raised(kl.load_area(folder), HALL, RAMP)
    planned = kl.write_area(area, tmp_path / "out", dry_run=True)
    assert not (tmp_path / "out").exists()
    assert kl.write_area(area, tmp_path / "out") == planned


# Into an archive


@pytest.mark.parametrize("kind", ["mod", "erf", "rim"])
def test_a_copy_of_an_archive(tmp_path: Path, kind: str) -> None:
    path = put_archive(tmp_path / f"x.{kind}", station())
    before = path.read_bytes()
    area = raised(kl.load_area(path), RAMP, STORE)
    (written,) = kl.write_area(area, tmp_path / f"new.{kind}", path)
    assert written == Written(
        tmp_path / f"new.{kind}", ("station_ramp.wok", "station_store.wok"), None
    )
    assert path.read_bytes() == before
    old, new = read_archive(path), read_archive(written.path)
    assert (new.kind, [e.filename for e in new.entries]) == (
        old.kind,
        [e.filename for e in old.entries],
    )
    changed = {entry.filename for entry in new.entries if new.read(entry) != old.read(entry)}
    assert changed == {"station_ramp.wok", "station_store.wok"}
    again = kl.load_area(written.path)
    for name in (RAMP, STORE):
        mesh, wanted = again.room(name).mesh, area.room(name).mesh
        assert mesh is not None
        assert wanted is not None
        assert mesh.to_bytes() == wanted.to_bytes()


def test_what_the_archive_does_not_have_is_added(tmp_path: Path) -> None:
    """A game's room, changed, goes into the module's MOD."""
    made = make_installation(tmp_path)
    area = raised(kl.load_area(made.folder, module=sample_area.MODULE), HALL)
    source = made.path("modules/sta_m01aa.rim")
    kl.write_area(area, tmp_path / "new.rim", source)
    old, new = read_archive(source), read_archive(tmp_path / "new.rim")
    assert [e.filename for e in new.entries] == [
        *(e.filename for e in old.entries),
        "station_hall.wok",
    ]
    assert all(new.read(entry.filename) == old.read(entry) for entry in old.entries)
    mesh = area.room(HALL).mesh
    assert mesh is not None
    assert new.read("station_hall.wok") == mesh.to_bytes()


def test_names_that_no_archive_can_hold(tmp_path: Path) -> None:
    path = put_archive(tmp_path / "x.mod", station())
    area = kl.load_area(path)
    for name in ("seventeen_letters", "a/b", "ü"):
        rooms = (Area.room(area, 0), replace(area.rooms[1], name=name, resource=None, loaded=None))
        with pytest.raises(FormatError) as raising:
            kl.write_area(replace(area, rooms=rooms), tmp_path / "new.mod", path)
        assert raising.value.source == str(tmp_path / "new.mod")
    assert list(content(tmp_path)) == ["x.mod"]


def test_an_archive_that_is_none(folder: Path, tmp_path: Path) -> None:
    area = raised(kl.load_area(folder), HALL)
    made = make_installation(tmp_path)
    for source in (folder / "station.lyt", tmp_path / "gone.mod", made.path("data/models.bif")):
        with pytest.raises(FormatError):
            kl.write_area(area, tmp_path / "new.mod", source)
    assert not (tmp_path / "new.mod").exists()


def test_an_empty_slot_has_no_file(folder: Path) -> None:
    area = kl.load_area(folder)
    rooms = tuple(replace(r, mesh=floor()) if r.is_empty_slot else r for r in area.rooms)
    assert names_of(replace(area, rooms=rooms)) == []
