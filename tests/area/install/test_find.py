"""Which level is meant: by a LYT, a folder, an archive, a game and a module."""

from __future__ import annotations

from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.area.install.game import Game
from kotorlevel.area.install.level import find_level, module_sources
from kotorlevel.core.errors import FormatError, UnreadableError
from support import sample_area
from support.area.level_files import lab, put, put_archive, station
from support.installation import Installation, make_installation, needs_case


@pytest.fixture
def made(tmp_path: Path) -> Installation:
    return make_installation(tmp_path)


def test_a_layout_names_the_level(tmp_path: Path) -> None:
    """Also where the module beside it names another."""
    put(tmp_path, {**lab(), "other.lyt": lab()["lab.lyt"]})
    level = find_level(tmp_path / "other.lyt")
    assert level.name == "other"
    assert level.module is not None
    assert level.module.area == "lab"


def test_only_files_beside_a_layout(tmp_path: Path) -> None:
    put(tmp_path, {"lab.lyt": b"", "rooms/hall.wok": b""})
    assert find_level(tmp_path / "lab.lyt").lookup.find("hall", "wok") is None
    below = find_level(tmp_path / "lab.lyt", folder=tmp_path).lookup.find("hall", "wok")
    assert below is not None
    assert below.place == (tmp_path / "rooms/hall.wok").as_posix()


def test_extension_in_any_case(tmp_path: Path) -> None:
    put(tmp_path, {"LAB.LYT": b"", "x.lyt": b""})
    assert find_level(str(tmp_path / "LAB.LYT")).name == "LAB"


def test_a_folder_with_the_name_of_a_layout(tmp_path: Path) -> None:
    put(tmp_path / "mod.lyt", {"lab.lyt": b""})
    assert find_level(tmp_path / "mod.lyt").name == "lab"


def test_a_folder_of_one_layout(tmp_path: Path) -> None:
    put(tmp_path, {"level/deep/lab.lyt": b"", "hall.wok": b""})
    assert find_level(tmp_path).name == "lab"


def test_of_several_layouts_the_module_names_one(tmp_path: Path) -> None:
    put(tmp_path, {**lab(), "aaa.lyt": b"", "zzz.lyt": b""})
    assert find_level(tmp_path).name == "lab"


def test_a_module_whose_area_is_elsewhere(tmp_path: Path) -> None:
    """Then the one layout that is here is meant."""
    put(tmp_path, {**lab(without=["lab.lyt"]), "other.lyt": b""})
    assert find_level(tmp_path).name == "other"


def test_of_several_layouts_the_one_with_the_folders_name(tmp_path: Path) -> None:
    folder = put(tmp_path / "M55aa", {"m55aa.lyt": b"", "other.lyt": b""})
    assert find_level(folder).name == "m55aa"


def test_of_several_layouts_one_is_to_be_named(tmp_path: Path) -> None:
    put(tmp_path, {f"m{number:02}.lyt": b"" for number in range(15)})
    with pytest.raises(FormatError, match=r"15 layouts here; name one: m00, .*m11 and 3 more"):
        find_level(tmp_path)
    assert find_level(tmp_path, name="m07").name == "m07"


@pytest.mark.parametrize("files", [{}, {"hall.wok": b""}, {"lab.lyt.bak": b""}])
def test_a_folder_without_layouts(tmp_path: Path, files: dict[str, bytes]) -> None:
    put(tmp_path, files)
    with pytest.raises(FormatError, match=r"no layout .* here: an area needs one") as raised:
        find_level(tmp_path)
    assert raised.value.source == str(tmp_path)


def test_a_module_without_its_layout(tmp_path: Path) -> None:
    """A MOD mostly has none: its layout is in the game, which was not given."""
    path = put_archive(tmp_path / "x.mod", lab(without=["lab.lyt"]))
    with pytest.raises(FormatError, match=r"no layout .* here, also not lab\.lyt of its module"):
        find_level(path)


def test_nothing_there(tmp_path: Path) -> None:
    for path in (tmp_path / "gone", tmp_path / "gone.lyt", "a\0b", tmp_path / ("x" * 300)):
        with pytest.raises(UnreadableError, match="no such file or folder"):
            find_level(path)


def test_neither_archive_nor_layout(tmp_path: Path) -> None:
    put(tmp_path, {"hall.wok": lab()["hall.wok"]})
    with pytest.raises(FormatError) as raised:
        find_level(tmp_path / "hall.wok")
    assert raised.value.source == str(tmp_path / "hall.wok")


# RIMs belong together


@pytest.mark.parametrize("name", ["m.rim", "m_s.rim"])
def test_either_rim_stands_for_both(tmp_path: Path, name: str) -> None:
    for part in ("m.rim", "m_s.rim", "m_dlg.erf", "n.rim", "m.mod"):
        put_archive(tmp_path / part, {f"{part[:-4]}.txt": b""})
    places = [Path(source.place).name for source in module_sources(tmp_path / name)]
    assert places == ["m.rim", "m_s.rim", "m_dlg.erf"]


def test_a_mod_stands_for_itself(tmp_path: Path) -> None:
    for part in ("m.rim", "m_s.rim", "m.mod"):
        put_archive(tmp_path / part, {"a.txt": b""})
    assert [Path(s.place).name for s in module_sources(tmp_path / "m.mod")] == ["m.mod"]


# A game


def test_a_game_and_a_module(made: Installation) -> None:
    for given in (made.folder, str(made.folder), made.root):
        level = find_level(given, module="STA_M01aa")
        assert (level.name, level.own) == ("station", ())
        assert level.module is not None
        assert level.module.entry == sample_area.ENTRY
    game = Game.open(made.folder)
    assert find_level(made.folder, game, "dan_m77zz").name == "m77zz"


def test_a_game_needs_a_module(made: Installation) -> None:
    with pytest.raises(FormatError, match=r"3 modules. dan_m77zz, sta_m01aa, tar_m88zz") as raised:
        find_level(made.folder)
    assert raised.value.source == str(made.root)


def test_a_module_that_is_not_there(made: Installation) -> None:
    for path, game in ((made.folder, None), (made.mod, made.folder)):
        with pytest.raises(FormatError, match="no module 'sta_m01ab'; did you mean sta_m01aa"):
            find_level(path, game, "sta_m01ab")
        with pytest.raises(FormatError, match=r"no module 'qqq'$"):
            find_level(path, game, "qqq")


def test_a_modules_name_without_a_game(tmp_path: Path) -> None:
    put(tmp_path, lab())
    with pytest.raises(FormatError, match="neither a file nor, without a game") as raised:
        find_level(tmp_path, module="sta_m01aa")
    assert raised.value.source == "sta_m01aa"


def test_no_game_where_one_is_said_to_be(tmp_path: Path) -> None:
    put(tmp_path, lab())
    with pytest.raises(UnreadableError, match=r"chitin\.key"):
        find_level(tmp_path, game=tmp_path)


def test_a_module_without_an_area(tmp_path: Path) -> None:
    ifo = sample_area.make_ifo("", (0.0, 0.0, 0.0))
    made = make_installation(tmp_path, more={"modules/bad.mod": {"module.ifo": ifo}})
    with pytest.raises(FormatError, match="names no area") as raised:
        find_level(made.folder, module="bad")
    assert raised.value.source == "bad"


def test_own_files_come_before_the_games(made: Installation) -> None:
    level = find_level(made.mod, made.folder, sample_area.MODULE)
    assert [source.place for source in level.own] == [made.mod.as_posix()]
    corridor = level.lookup.find("station_corridor", "wok")
    hall = level.lookup.find("station_hall", "wok")
    assert corridor is not None
    assert hall is not None
    assert corridor.place == (made.mod / "rooms/station_corridor.wok").as_posix()
    assert hall.place == "data/models.bif"


def test_the_file_of_a_module_comes_after_a_folder(tmp_path: Path, made: Installation) -> None:
    """And before the game."""
    folder = put(tmp_path / "part", {"station.lyt": station()["station.lyt"]})
    other = {"module.ifo": sample_area.make_ifo("station", (9.0, 9.0, 9.0)), "station.lyt": b"no"}
    path = put_archive(tmp_path / "other.mod", other)
    for game in (None, made.folder):
        level = find_level(folder, game, path)
        layout = level.lookup.find("station", "lyt")
        assert layout is not None
        assert layout.read() == station()["station.lyt"]
        assert level.module is not None
        assert level.module.entry == (9.0, 9.0, 9.0)


# What cannot be read, and is done without


def test_an_unreadable_ifo_of_a_folder(tmp_path: Path) -> None:
    put(tmp_path, lab(more={"module.ifo": b"IFO V9.9"}))
    level = find_level(tmp_path)
    assert (level.name, level.module) == ("lab", None)
    (problem,) = level.problems
    assert problem.source == (tmp_path / "module.ifo").as_posix()
    assert problem.text.startswith("header at 0x0: ")


def test_an_unreadable_ifo_of_a_games_module(tmp_path: Path) -> None:
    """Nothing else says which area it is."""
    made = make_installation(tmp_path, more={"modules/bad.mod": {"module.ifo": b"IFO V9.9"}})
    with pytest.raises(FormatError) as raised:
        find_level(made.folder, module="bad")
    assert raised.value.source == "modules/bad.mod: module.ifo"


@pytest.mark.parametrize("place", ["TexturePacks/swpc_tex_gui.erf", "patch.erf"])
def test_a_broken_archive_is_not_the_whole_game(made: Installation, place: str) -> None:
    made.path(place).write_bytes(b"ERF V1.0 and then nothing")
    area = kl.load_area(made.folder, module=sample_area.MODULE)
    (problem,) = area.problems
    assert problem.source == str(made.path(place))
    assert problem.text.startswith("header at 0x0: ")
    assert sum(room.mesh is not None for room in area.rooms) == 5
    (again,) = kl.load_area(made.mod, made.folder, sample_area.MODULE).problems
    assert again == problem


def test_a_module_of_which_one_rim_is_broken(made: Installation) -> None:
    made.path("modules/sta_m01aa_s.rim").write_bytes(b"RIM V1.0")
    area = kl.load_area(made.folder, module=sample_area.MODULE)
    assert [problem.source for problem in area.problems] == [
        str(made.path("modules/sta_m01aa_s.rim"))
    ]
    assert area.path_points is None
    assert {door.missing for door in area.doors} == {"template"}


def test_a_module_that_is_broken(made: Installation) -> None:
    made.path("modules/sta_m01aa.rim").write_bytes(b"RIM V1.0")
    with pytest.raises(FormatError) as raised:
        find_level(made.folder, module=sample_area.MODULE)
    assert raised.value.source == str(made.path("modules/sta_m01aa.rim"))


def test_a_broken_key(made: Installation) -> None:
    """The layout was in one of its BIFs: the error says what is behind it."""
    made.path("chitin.key").write_bytes(b"KEY V1  ")
    with pytest.raises(FormatError, match=r"no station\.lyt.*chitin\.key") as raised:
        kl.load_area(made.folder, module=sample_area.MODULE)
    assert raised.value.source == "station"
    area = kl.load_area(made.folder, module="dan_m77zz")
    assert [problem.source for problem in area.problems] == [str(made.path("chitin.key"))]
    assert area.rooms[0].mesh is not None


def test_a_broken_archive_that_was_pointed_at(tmp_path: Path) -> None:
    path = tmp_path / "x.mod"
    path.write_bytes(b"MOD V1.0")
    with pytest.raises(FormatError) as raised:
        find_level(path)
    assert raised.value.source == str(path)


def test_the_game_is_found_in_any_spelling(tmp_path: Path) -> None:
    from support.installation import mixed_case

    needs_case(tmp_path)
    made = make_installation(tmp_path, spelling=mixed_case)
    level = find_level(made.folder, module="Sta_M01AA")
    assert level.name == "station"
    assert level.lookup.find("STATION", "LYT") is not None


@pytest.mark.parametrize("data", [b"", b"BWM V1.0", b"room_01 2\r\n"])
def test_a_file_that_is_no_area_is_told_what_one_is(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "room.vis"
    path.write_bytes(data)
    with pytest.raises(FormatError, match=r"room\.vis: is no area: give a layout"):
        find_level(path)
