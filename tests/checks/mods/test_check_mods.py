"""Mods of one game: which file wins, what breaks by it, and whether merging mends it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.area.install.mods import open_mods
from support.installation import make_installation
from support.mods import (
    NEW,
    annex_files,
    make_mods,
    module_files,
    painted_files,
    station_layout,
    write_mod,
)
from support.sample_area import AREA, MODULE, ROOMS, changed_room

HALL = f"{ROOMS[0]}.wok"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mods")
    make_installation(folder)
    make_mods(folder)
    return folder


def station(folder: Path, *mods: str) -> kl.ModdedArea:
    report = kl.check_mods(folder / "game", [folder / mod for mod in mods])
    (area,) = report
    assert area.module == MODULE
    assert area.area == AREA
    return area


def test_links_of_a_mod_count_rooms_as_in_another_layout(folder: Path) -> None:
    area = station(folder, "annex", "paint")
    (clash,) = area.clashes
    assert (clash.kind, clash.winner, clash.loser) == ("links", "annex", "paint")
    assert clash.files == (HALL,)
    assert clash.text.startswith(
        f"annex's {AREA}.lyt replaces that of the game, but {HALL} of paint"
    )
    assert {each.mods for each in area.together} == {("annex", "paint")}
    assert "ARE011" in {each.finding.rule for each in area.together}
    assert area.worst is kl.Severity.ERROR
    assert area.wins == (kl.FileWin(HALL, "paint", ("annex",)),)


def test_merging_as_told_mends_it(folder: Path, tmp_path: Path) -> None:
    (merge,) = station(folder, "annex", "paint").merges
    assert merge.is_clean
    a, b, base = (
        kl.load_area(path, None if path.name == "game" else folder / "game", MODULE)
        for path in (*merge.paths, folder / "game")
    )
    kl.write_area(kl.merge_areas(a, b, base).area, tmp_path / "patch")
    report = kl.check_mods(
        folder / "game", [folder / "annex", folder / "paint", tmp_path / "patch"]
    )
    (area,) = report
    assert area.clashes == ()
    assert area.together == ()


def test_the_later_mod_wins(folder: Path) -> None:
    assert station(folder, "paint", "repaint").wins[0].winner == "repaint"
    assert station(folder, "repaint", "paint").wins[0].winner == "paint"
    (merge,) = station(folder, "paint", "repaint").merges
    assert not merge.is_clean
    assert [each.room for each in merge.conflicts] == [ROOMS[0]]


def test_of_three_mods_the_two_that_clash_are_named(folder: Path) -> None:
    area = station(folder, "annex", "paint", "repaint")
    assert {each.mods for each in area.together if each.finding.rule == "ARE011"} == {
        ("annex", "repaint")
    }


def test_a_layout_that_loses_takes_its_rooms_along(folder: Path, tmp_path: Path) -> None:
    layout = station_layout()
    moved = replace(layout.rooms[1], position=(99.0, 0.0, 0.0))
    rooms = (layout.rooms[0], moved, *layout.rooms[2:])
    files = {f"{AREA}.lyt": replace(layout, rooms=rooms).to_bytes()}
    mover = write_mod(tmp_path / "mover", files)
    (area,) = kl.check_mods(folder / "game", [folder / "annex", mover])
    found = {clash.kind: clash for clash in area.clashes}
    assert set(found) == {"links", "room", "position"}
    assert found["room"].files == (f"{NEW}.wok",)
    assert found["position"].files == (f"{ROOMS[1]}.wok",)
    assert all(each.winner == "mover" and each.loser == "annex" for each in area.clashes)


def test_a_file_for_override_wins_over_a_later_module(folder: Path, tmp_path: Path) -> None:
    module = module_files(**{HALL: changed_room(ROOMS[0], 4)})
    later = write_mod(tmp_path / "later", {}, modules=module)
    (area,) = kl.check_mods(folder / "game", [folder / "paint", later])
    assert [(each.kind, each.winner, each.loser) for each in area.clashes] == [
        ("override", "paint", "later")
    ]
    assert area.wins == (kl.FileWin(HALL, "paint", ("later",)),)
    assert area.merges[0].paths == (folder / "paint", later / "Modules" / f"{MODULE}.mod")


def test_a_module_replaces_a_module_as_a_whole(folder: Path, tmp_path: Path) -> None:
    one = write_mod(tmp_path / "one", {}, modules=module_files(**{HALL: changed_room(ROOMS[0], 4)}))
    two = write_mod(tmp_path / "two", {}, modules=module_files())
    (area,) = kl.check_mods(folder / "game", [one, two])
    (clash,) = area.clashes
    assert (clash.kind, clash.winner, clash.loser, clash.files) == ("module", "two", "one", (HALL,))


def test_seen_as_in_one_mod_and_walked_on_as_in_another(folder: Path, tmp_path: Path) -> None:
    seen = write_mod(tmp_path / "seen", {f"{ROOMS[0]}.mdl": b"another", f"{ROOMS[0]}.mdx": b""})
    (area,) = kl.check_mods(folder / "game", [seen, folder / "paint"])
    assert [(each.kind, each.winner, each.loser) for each in area.clashes] == [
        ("model", "paint", "seen")
    ]


def test_a_visibility_that_does_not_know_a_room(folder: Path, tmp_path: Path) -> None:
    known = kl.read_visibility(annex_files()[f"{AREA}.vis"]).removed(NEW)
    dark = write_mod(tmp_path / "dark", {f"{AREA}.vis": known.to_bytes()})
    (area,) = kl.check_mods(folder / "game", [folder / "annex", dark])
    assert [(each.kind, each.winner, each.loser) for each in area.clashes] == [
        ("sight", "dark", "annex")
    ]
    assert NEW in area.clashes[0].text


def test_identical_copies_are_not_told(folder: Path, tmp_path: Path) -> None:
    copy = write_mod(tmp_path / "copy", painted_files())
    (area,) = kl.check_mods(folder / "game", [folder / "paint", copy])
    assert (area.wins, area.clashes, area.together, area.merges) == ((), (), (), ())


def test_only_touched_areas_are_looked_at(folder: Path, tmp_path: Path) -> None:
    assert [each.module for each in kl.check_mods(folder / "game", [folder / "paint"])] == [MODULE]
    readme = write_mod(tmp_path / "other", {"other_room.wok": painted_files()[HALL]})
    assert len(kl.check_mods(folder / "game", [readme])) == 0
    assert len(kl.check_mods(folder / "game", [folder / "paint"], modules="dan_*")) == 0


def test_what_the_game_has_without_mods_is_only_counted(folder: Path) -> None:
    game = kl.check(folder / "game", kl.Options(ignore=("ARE006",)), module=MODULE)
    area = station(folder, "paint")
    assert area.known > 0
    assert not {each.finding.text for each in area.findings} & {each.text for each in game}


def test_mods_of_one_name_are_told_apart(folder: Path, tmp_path: Path) -> None:
    for part in ("a", "b"):
        write_mod(tmp_path / part / "mod", painted_files())
    mods = open_mods([tmp_path / "a" / "mod", tmp_path / "b" / "mod"])
    assert [mod.name for mod in mods] == ["a/mod", "b/mod"]


def test_beside_override_other_folders_are_not_meant(tmp_path: Path) -> None:
    write_mod(tmp_path / "mod" / "Override", {"a.wok": b""})
    write_mod(tmp_path / "mod" / "Optional", {"b.wok": b""})
    assert open_mods([tmp_path / "mod"])[0].names() == {("a", "wok")}


def test_nothing_of_a_mod(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(kl.errors.FormatError, match="nothing of a mod"):
        open_mods([tmp_path / "empty"])
    with pytest.raises(kl.errors.FormatError, match="no such"):
        open_mods([tmp_path / "gone"])


def test_a_broken_layout_is_an_area_that_failed(folder: Path, tmp_path: Path) -> None:
    mod = write_mod(tmp_path / "mod", {"module.ifo": b"GFF nonsense", HALL: b"BWM junk"})
    report = kl.check_mods(folder / "game", [mod])
    assert any(each.error for each in report) or report.fails(kl.Severity.ERROR)
