"""`kl.fix`: repairs as a value that can be written or dropped."""

from __future__ import annotations

from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.area.sample import make_broken_station
from support.area.level_files import content as contents
from support.areas import floor, make_area, write_folder
from support.installation import make_archive, make_installation
from support.sample_area import MODULE

LINKS = ("ARE003", "ARE010", "ARE011")


@pytest.fixture
def station(tmp_path: Path) -> Path:
    folder = tmp_path / "station"
    folder.mkdir()
    for name, data in make_broken_station().items():
        (folder / name).write_bytes(data)
    return folder


def test_nothing_is_written_until_it_is_asked_for(station: Path) -> None:
    before = contents(station)
    done = kl.fix(station, dry_run=True)
    assert contents(station) == before
    assert len(done.changed) == 9
    assert {step.file for step in done.steps} == {each.name for each in done.changed}
    assert all(step.rules and step.text for step in done.steps)
    assert not any(each.written for each in done.files)
    assert repr(done).startswith(f"<Repairs: {len(done.steps)} steps in 9 files, 2 warnings, ")

    written = done.write()
    after = contents(station)
    for each in written.changed:
        name = Path(each.name).name
        assert (each.before, each.after) == (before[name], after[name])
        assert each.written
        assert each.backup is not None
        assert each.backup.read_bytes() == before[name]
    assert kl.check(station).findings == written.report.findings == done.report.findings
    assert not written.errors
    assert written.write().files == written.files
    assert contents(station) == after


def test_what_changed_meanwhile_is_not_written_over(station: Path) -> None:
    """The area is left alone, what has nothing to do with it is repaired."""
    done = kl.fix(station, dry_run=True)
    (station / "station_hall.wok").write_bytes(b"mine")
    before = contents(station)
    written = done.write()
    assert [(Path(e.source).name, "has changed since" in str(e)) for e in written.errors] == [
        ("station_hall.wok", True)
    ]
    changed = {name for name, data in contents(station).items() if data != before[name]}
    assert changed == {"station_crate.pwk", "station_door0.dwk"}


def test_paths_are_written_at_once_and_a_second_time_there_is_nothing_to_do(station: Path) -> None:
    done = kl.fix(station / "station.lyt", select="ARE")
    assert all(each.written for each in done.changed)
    assert {rule for step in done.steps for rule in step.rules} <= {*LINKS, "ARE001"}
    after = contents(station)
    again = kl.fix(station / "station.lyt", select=["ARE"])
    assert (again.steps, again.changed) == ((), ())
    assert contents(station) == after


def test_to_another_folder(station: Path, tmp_path: Path) -> None:
    before = contents(station)
    done = kl.fix([station], output=tmp_path / "out", ignore="BWM, DRV")
    assert contents(station) == before
    assert contents(tmp_path / "out") == {Path(each.name).name: each.after for each in done.changed}
    assert not {rule for step in done.steps for rule in step.rules if rule[:3] in ("BWM", "DRV")}


def test_an_area_that_is_a_value(station: Path, tmp_path: Path) -> None:
    """It is repaired as its files are, and what is new in it can be written."""
    area = kl.load_area(station / "station.lyt")
    before = contents(station)
    done = kl.fix(area)
    by_path = kl.fix(station / "station.lyt", dry_run=True)
    assert contents(station) == before
    assert done.area is not None
    expected = {Path(each.name).name: each.after for each in by_path.changed}
    assert {Path(each.name).name: each.after for each in done.changed} == expected
    assert done.report.findings == by_path.report.findings
    assert done.write().files == done.files  # there is nowhere to write it to

    kl.write_area(done.area, tmp_path / "edited")
    assert contents(tmp_path / "edited") == expected
    kl.fix(area, output=tmp_path / "written")
    assert contents(tmp_path / "written") == expected
    assert kl.fix(done.area).steps == ()


def test_an_edit_that_was_never_written_is_repaired(tmp_path: Path) -> None:
    rooms = {"hall": floor(east=1), "yard": floor(4, west=0)}
    area = kl.load_area(write_folder(tmp_path, make_area(rooms)))
    assert kl.fix(area).steps == ()
    yard = area.room("yard").mesh
    assert yard is not None
    (edge,) = [(n // 3, n % 3) for n, room in enumerate(yard.transitions.ravel()) if room == 0]
    edited = area.with_meshes({1: yard.with_transition(*edge, -1)})
    done = kl.fix(edited)
    assert [step.rules for step in done.steps] == [("ARE003",)]
    assert done.area is not None
    repaired = done.area.room("yard").mesh
    assert repaired is not None
    assert repaired.to_bytes() == yard.to_bytes()


def test_an_area_of_an_archive(station: Path, tmp_path: Path) -> None:
    path = tmp_path / "station.mod"
    path.write_bytes(make_archive("station.mod", make_broken_station()).to_bytes())
    done = kl.fix(kl.load_area(path))
    assert f"{path.as_posix()}: station_hall.wok" in {each.name for each in done.changed}
    before = path.read_bytes()
    assert kl.fix(path, dry_run=True).changed
    assert path.read_bytes() == before
    kl.fix(path, output=tmp_path / "out")
    assert path.read_bytes() == before
    assert len(kl.check(tmp_path / "out" / "station.mod").errors) < len(kl.check(path).errors)
    kl.fix(path)
    assert path.read_bytes() == (tmp_path / "out" / "station.mod").read_bytes()
    kl.undo(path)
    assert path.read_bytes() == before


def test_the_rest_of_an_area_from_a_game(tmp_path: Path) -> None:
    """A link to a room that only the game has."""
    made = make_installation(tmp_path, shadowed=True)
    game = kl.Game.open(made.folder)
    area = kl.load_area(made.folder, game, MODULE)
    mod = tmp_path / "own"
    mod.mkdir()
    hall = area.room("station_hall")
    assert hall.mesh is not None
    links = [n for n, room in enumerate(hall.mesh.transitions.ravel()) if room >= 0]
    broken = hall.mesh.with_transition(links[0] // 3, links[0] % 3, -1)
    (mod / "station.lyt").write_bytes(area.layout.to_bytes())
    (mod / "station_hall.wok").write_bytes(broken.to_bytes())
    assert kl.fix(mod, dry_run=True, select=LINKS).steps == ()
    done = kl.fix(mod, dry_run=True, select=LINKS, game=game, module=MODULE)
    assert {Path(step.file).name for step in done.steps} == {"station_hall.wok"}
    assert not done.report.findings


def test_what_can_be_fixed_is_told_beforehand(station: Path, tmp_path: Path) -> None:
    report = kl.check(station)
    here, others = kl.find_fixable(report)
    assert others == ()
    assert set(here) == {finding for finding in report if finding.fix}
    packed = tmp_path / "station.mod"
    packed.write_bytes(make_archive("station.mod", make_broken_station()).to_bytes())
    here, others = kl.find_fixable(kl.check(packed))
    assert len(here) > 15
    assert others == ()
