"""Whole levels: which files are checked, under which names, and by whose surfaces."""

from __future__ import annotations

import concurrent.futures
import os
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.area.install.game import Game
from kotorlevel.area.install.level import Level, find_level
from kotorlevel.area.load import read_level
from kotorlevel.checks.collect import LayoutFile, list_files_beside
from kotorlevel.checks.files import Checked
from kotorlevel.checks.finding import Finding, Report
from kotorlevel.checks.levels import check_layout_file, with_game_surfaces
from kotorlevel.checks.levels import check_level as check_read_level
from kotorlevel.checks.options import Options
from kotorlevel.core.errors import FormatError
from support.areas import floor, make_area, write_folder
from support.builders import square_wok
from support.cases.tables_shapes import with_tables
from support.installation import make_archive, make_installation
from support.sample_area import MODULE, OWN_SURFACE, changed_room, small_area

BAD_WOK = with_tables(square_wok(), loops=None).to_bytes()


def check_level(level: Level, options: Options) -> list[Checked]:
    return list(check_read_level(level, read_level(level), options))


def named(report: Report) -> set[tuple[str, str]]:
    return {(finding.file, finding.rule) for finding in report}


def names(checked: list[Checked]) -> list[str]:
    return [each.name for each in checked]


def rules(checked: list[Checked]) -> set[tuple[str, str]]:
    return {(finding.file, finding.rule) for each in checked for finding in each.findings}


def test_level_of_a_game_is_checked_with_all_its_files(tmp_path: Path) -> None:
    made = make_installation(tmp_path, shadowed=True)
    level = find_level(made.folder, Game.open(made.folder), MODULE)
    checked = check_level(level, Options())
    assert names(checked) == [
        "data/layouts.bif: station.lyt",
        "data/lightmaps3.bif: station.vis",
        "Override/station_hall.wok",
        *(f"data/models.bif: station_{room}.wok" for room in ("corridor", "ramp", "store", "view")),
        "data/layouts.bif: station.lyt",  # the area
    ]
    # The sky has no walkmesh, and with the game at hand that is known.
    assert ("data/layouts.bif: station.lyt", "ARE001") in rules(checked)


def test_of_a_mod_only_its_own_files_are_checked(tmp_path: Path) -> None:
    made = make_installation(tmp_path)
    level = find_level(made.mod, Game.open(made.folder), MODULE)
    corridor = (made.mod / "rooms/station_corridor.wok").as_posix()
    checked = check_level(level, Options())
    assert names(checked) == [corridor, "data/layouts.bif: station.lyt"]
    report = kl.check(made.mod, game=made.folder, module=MODULE)
    assert sorted(report.files) == sorted([corridor, "data/layouts.bif: station.lyt"])


def test_surfaces_of_the_level_decide_unless_others_are_given(tmp_path: Path) -> None:
    """A material that only this game's table has is no unknown one."""
    number, _ = OWN_SURFACE
    room = changed_room("station_hall", number)
    made = make_installation(tmp_path, more={"Override": {"station_hall.wok": room}})
    game = Game.open(made.folder)
    found = rules(check_level(find_level(made.folder, game, MODULE), Options()))
    assert not any(rule == "MAT001" for _, rule in found)
    options = Options(surfaces=kl.Materials.default())
    found = rules(check_level(find_level(made.folder, game, MODULE), options))
    assert ("Override/station_hall.wok", "MAT001") in found
    area = kl.load_area(made.folder, game, MODULE)
    assert not kl.check(area).of_rule("MAT001")
    assert kl.check(area, options).of_rule("MAT001")
    surfaces = with_game_surfaces(Options(), game).surfaces
    assert surfaces is not None
    assert surfaces.label(number) == OWN_SURFACE[1]


def test_surfaces_that_are_missing_or_broken(tmp_path: Path) -> None:
    made = make_installation(tmp_path, more={"Override": {"surfacemat.2da": b"no table"}})
    assert with_game_surfaces(Options(), Game.open(made.folder)).surfaces is None


# Layout files


def test_area_of_a_layout_file(tmp_path: Path) -> None:
    area = make_area({"hall": floor(east=1), "yard": floor(4, west=7)})
    path = write_folder(tmp_path, area)
    name, found, _ = check_layout_file(LayoutFile(path), Options())
    assert name == path.as_posix()
    yard = (tmp_path / "yard.wok").as_posix()
    # An edge that leads to no room is told once, with the room that it should lead to.
    assert ("ARE011", yard) in {(f.rule, f.file) for f in found}
    assert "ARE004" not in {f.rule for f in found}


def test_rooms_below_the_folder(tmp_path: Path) -> None:
    area = make_area({"hall": floor()})
    path = write_folder(tmp_path, area)
    (tmp_path / "rooms").mkdir()
    (tmp_path / "hall.wok").rename(tmp_path / "rooms" / "hall.wok")

    def found(folder: Path | None) -> list[str]:
        return [f.rule for f in check_layout_file(LayoutFile(path, folder), Options())[1]]

    assert found(None) == ["ARE001"]
    assert found(tmp_path) == []


def test_broken_layout_is_told_by_its_own_check_alone(tmp_path: Path) -> None:
    path = tmp_path / "m.lyt"
    path.write_bytes(b"\0 no layout")
    assert check_layout_file(LayoutFile(path), Options()) == Checked(path.as_posix(), [])


def test_broken_module_beside_or_with_a_layout_is_a_finding(tmp_path: Path) -> None:
    path = write_folder(tmp_path, make_area({"hall": floor()}))
    broken = tmp_path / "broken.mod"
    broken.write_bytes(b"MOD V1.0")
    _, found, _ = check_layout_file(LayoutFile(path, module=broken), Options())
    assert [(f.rule, f.file) for f in found] == [("FIL001", str(broken))]
    (tmp_path / "module.ifo").write_bytes(b"no GFF")
    _, found, _ = check_layout_file(LayoutFile(path), Options())
    assert [(f.rule, f.file) for f in found] == [("ARE008", (tmp_path / "module.ifo").as_posix())]


def test_files_beside_a_layout(tmp_path: Path) -> None:
    area = make_area({"Hall": floor(), "****": None, "yard": None, "hall": floor()})
    path = write_folder(tmp_path, area, vis=b"hall 0\r\n")
    (tmp_path / "spare.wok").write_bytes(b"")
    (tmp_path / "hall.wok").unlink(missing_ok=True)
    names = [each.name for each in list_files_beside(path)]
    assert names == ["lab.lyt", "lab.vis", "Hall.wok"]
    path.write_bytes(b"\0")
    assert list_files_beside(path) == [path]
    assert list_files_beside(tmp_path / "none.lyt") == [tmp_path / "none.lyt"]


def test_current_folder_is_not_spelled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is called the same by its own check and by that of its area."""
    write_folder(tmp_path, make_area({"hall": floor(east=7)}))
    monkeypatch.chdir(tmp_path)
    _, found, _ = check_layout_file(LayoutFile(Path("lab.lyt")), Options())
    assert [f.file for f in found] == ["hall.wok"]
    assert list_files_beside(Path("lab.lyt")) == [Path("lab.lyt"), Path("hall.wok")]


def test_many_layouts_in_processes_are_the_same_as_one_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    layouts = []
    for number in range(6):
        folder = tmp_path / str(number)
        folder.mkdir()
        area = make_area({"hall": floor(east=number)})
        layouts.append(LayoutFile(write_folder(folder, area)))
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    together = kl.check(tmp_path, Options(select=("ARE",)))
    alone = [f for each in layouts for f in check_layout_file(each, Options(select=("ARE",)))[1]]
    assert together.findings == Report(tuple(alone), ()).findings
    assert len(named(together)) == 6
    monkeypatch.setattr(concurrent.futures, "ProcessPoolExecutor", None)
    assert kl.check(tmp_path, Options(select=("ARE",)), workers=1).findings == together.findings
    assert len(kl.check([each.path for each in layouts[:3]])) > 0


# Archives


def make_mod(folder: Path, **files: bytes) -> Path:
    path = folder / "m77zz.mod"
    path.write_bytes(make_archive("m77zz.mod", {**small_area("m77zz"), **files}).to_bytes())
    return path


def test_files_of_an_archive(tmp_path: Path) -> None:
    path = make_mod(tmp_path, **{"spare.wok": BAD_WOK, "door0.dwk": b"BWM V1.0"})
    place = path.as_posix()
    report = kl.check(path)
    kinds = ("m77zz.lyt", "m77zz.vis", "m77zz_01a.wok", "spare.wok", "door0.dwk")
    assert sorted(report.files) == sorted(f"{place}: {name}" for name in kinds)
    assert (f"{place}: spare.wok", "DRV008") in named(report)
    assert (f"{place}: door0.dwk", "FIL001") in named(report)


def test_level_of_an_archive_with_an_unreadable_layout(tmp_path: Path) -> None:
    path = make_mod(tmp_path, **{"m77zz.lyt": b"\0"})
    with pytest.raises(FormatError):
        check_level(find_level(path), Options())
    assert (f"{path.as_posix()}: m77zz.lyt", "FIL001") in named(kl.check(path))


def test_broken_archive_is_a_finding(tmp_path: Path) -> None:
    path = tmp_path / "x.mod"
    path.write_bytes(b"MOD V1.0 and no more")
    report = kl.check(path)
    assert report.files == (path.as_posix(),)
    assert named(report) == {(str(path), "FIL001")}


def test_findings_can_be_sent_to_other_processes() -> None:
    import pickle

    finding = Finding("x", rule="ARE001", numbers=(1, 2), at=(0.0, 1.0, 2.0))
    assert pickle.loads(pickle.dumps(finding)) == finding
