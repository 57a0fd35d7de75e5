"""Writing an area where it was read from: the old files are kept, and nothing is half done."""

from __future__ import annotations

from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.area.edit.rooms import add_room
from kotorlevel.area.write import write_area_in_place
from kotorlevel.core.errors import FormatError
from kotorlevel.formats.archives import read_archive
from support import sample_area
from support.area.area_edits import HALL, RAMP, STORE, fail_at, names_of, raised
from support.area.level_files import content, put, put_archive, station
from support.areas import floor
from support.core.journals import old_bytes
from support.core.windows import refuse_protected
from support.installation import make_installation


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return put(tmp_path / "mod", station())


def test_in_place_in_a_folder(folder: Path) -> None:
    area = raised(kl.load_area(folder), RAMP, STORE)
    written = write_area_in_place(area)
    assert [(w.path.name, w.backup and w.backup.read_bytes(), w.changes) for w in written] == [
        (name, station()[name], (name,)) for name in ("station_ramp.wok", "station_store.wok")
    ]
    now, before = content(folder), station()
    for name in ("station_ramp.wok", "station_store.wok"):
        assert now.pop(name) != before.pop(name)
    assert now == before
    assert write_area_in_place(area) == []  # it is there already
    again = kl.load_area(folder)
    mesh, wanted = again.room(RAMP).mesh, area.room(RAMP).mesh
    assert mesh is not None
    assert wanted is not None
    assert mesh.to_bytes() == wanted.to_bytes()


def test_backups_of_others_stay(folder: Path) -> None:
    put(folder, {"station_ramp.wok.bak": b"older"})
    write_area_in_place(raised(kl.load_area(folder), RAMP))
    assert set(content(folder)) == {*station(), "station_ramp.wok.bak"}
    assert (folder / "station_ramp.wok.bak").read_bytes() == b"older"


def test_in_place_below_a_folder_in_any_case(tmp_path: Path) -> None:
    files = {f"Rooms/{name.upper()}": data for name, data in station().items()}
    area = raised(kl.load_area(put(tmp_path, files)), RAMP)
    (written,) = write_area_in_place(area)
    assert written.path == tmp_path / "Rooms/STATION_RAMP.WOK"
    assert set(content(tmp_path)) == set(files)


def test_in_place_in_archives(tmp_path: Path) -> None:
    """The layout in one RIM, a room in the other."""
    files = station()
    second = {"station_ramp.wok": files.pop("station_ramp.wok"), "a.txt": b"text"}
    paths = [
        put_archive(tmp_path / "s.rim", files),
        put_archive(tmp_path / "s_s.rim", second),
    ]
    before = [path.read_bytes() for path in paths]
    area = raised(kl.load_area(paths[0]), HALL, STORE, RAMP)
    written = write_area_in_place(area)
    assert [(w.path, w.changes) for w in written] == [
        (paths[0], ("station_hall.wok", "station_store.wok")),
        (paths[1], ("station_ramp.wok",)),
    ]
    assert set(content(tmp_path)) == {"s.rim", "s_s.rim"}
    for each, old in zip(written, before, strict=True):
        assert each.backup is not None
        assert each.backup.read_bytes() == old
        was, now = read_archive(each.backup), read_archive(each.path)
        differ = [e.filename for e in now.entries if now.read(e) != was.read(e)]
        assert sorted(differ) == sorted(each.changes)
        assert len(was) == len(now)
    assert names_of(kl.load_area(paths[0])) == []


def test_in_place_in_override(tmp_path: Path) -> None:
    made = make_installation(tmp_path, shadowed=True)
    area = raised(kl.load_area(made.folder, module=sample_area.MODULE), HALL)
    (written,) = write_area_in_place(area)
    assert written.path == made.path("Override/station_hall.wok")


def test_nothing_in_place_in_a_bif(tmp_path: Path) -> None:
    """Refused before the room in Override is touched, which comes first."""
    made = make_installation(tmp_path, shadowed=True)
    area = raised(kl.load_area(made.folder, module=sample_area.MODULE), HALL, RAMP)
    before = content(tmp_path)
    with pytest.raises(FormatError, match=r"station_ramp\.wok is in data/models\.bif"):
        write_area_in_place(area)
    assert content(tmp_path) == before


def test_what_is_new_goes_beside_the_layout(folder: Path) -> None:
    new = add_room(kl.load_area(folder), "station_attic", floor(40), (0.0, 0.0, 0.0)).area
    written = {done.path.name: done.backup for done in write_area_in_place(new)}
    mesh = new.room("station_attic").mesh
    assert mesh is not None
    assert written.pop("station_attic.wok") is None
    assert content(folder)["station_attic.wok"] == mesh.to_bytes()
    assert old_bytes(folder)["station.lyt"] == station()["station.lyt"]


def test_what_is_new_takes_no_strange_file_away(folder: Path) -> None:
    """The file is there, but the area was loaded without it."""
    area = add_room(kl.load_area(folder), "station_attic", floor(40), (0.0, 0.0, 0.0)).area
    (folder / "station_attic.wok").write_bytes(b"somebody else's")
    before = content(folder)
    with pytest.raises(FormatError, match="station_attic"):
        write_area_in_place(area)
    assert content(folder) == before


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_all_or_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Two backups and then two files are put in their places; one of these four fails."""
    area = raised(kl.load_area(folder), HALL, RAMP)
    fail_at(monkeypatch, number)
    with pytest.raises(OSError, match="disk full"):
        write_area_in_place(area)
    assert content(folder) == station()


def test_protected_files_on_windows(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are refused before anything is made, and so nothing has to be taken away."""
    area = raised(kl.load_area(folder), HALL, RAMP)
    for path in folder.iterdir():
        path.chmod(0o444)
    refuse_protected(monkeypatch)
    with pytest.raises(PermissionError, match="is write-protected") as caught:
        write_area_in_place(area)
    assert caught.value.__context__ is None
    assert content(folder) == station()


def test_a_new_room_goes_through_no_link(folder: Path) -> None:
    """One that leads nowhere yet is not seen as a file."""
    area = add_room(kl.load_area(folder), "station_attic", floor(40), (0.0, 0.0, 0.0)).area
    (folder / "station_attic.wok").symlink_to(folder / "elsewhere")
    with pytest.raises(FormatError, match="exists already"):
        write_area_in_place(area)
    assert not (folder / "elsewhere").exists()
    assert kl.list_edits(folder) == []
