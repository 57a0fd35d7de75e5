"""What an installation has: modules, and other places."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from kotorlevel.area.install.game import Game
from kotorlevel.area.install.modules import ModuleInfo, read_module_info
from kotorlevel.core.errors import FormatError
from support.area.bare_game import make_bare
from support.area.watched_files import watch_files
from support.installation import (
    IN_MOD,
    MOD_ENTRY,
    RIM_ENTRY,
    Installation,
    Version,
    make_installation,
)
from support.sample_area import AREA, DIRECTION, ENTRY, MODULE, changed_room


def test_only_the_second_game_looks_into_folders_of_override(tmp_path: Path) -> None:
    more = {"Override": {"floors/station_hall.wok": changed_room("station_hall")}}
    place = {}
    for version in get_args(Version):
        made = make_installation(tmp_path / version, version=version, more=more)
        found = Game.open(made.folder).lookup().find("station_hall", "wok")
        assert found is not None
        place[version] = found.place
    made = make_installation(tmp_path / "none", version=None, more=more)
    found = Game.open(made.folder).lookup().find("station_hall", "wok")
    assert found is not None
    assert place == {"k1": "data/models.bif", "k2": "Override/floors/station_hall.wok"}
    assert found.place == "data/models.bif"


# Modules


@pytest.fixture
def made(tmp_path: Path) -> Installation:
    return make_installation(tmp_path, version="k2")


def test_modules_and_their_files(made: Installation) -> None:
    game = Game.open(made.folder)
    assert [(m.name, [game.place(path) for path in m.files]) for m in game.modules] == [
        ("301nzz", ["modules/301nzz.rim", "modules/301nzz_s.rim", "modules/301nzz_dlg.erf"]),
        ("dan_m77zz", ["modules/dan_m77zz.mod"]),
        ("sta_m01aa", ["modules/sta_m01aa.rim", "modules/sta_m01aa_s.rim"]),
        ("tar_m88zz", ["modules/tar_m88zz.mod"]),
    ]
    replaced = [game.place(path) for path in game.module("tar_m88zz").replaced]
    assert replaced == ["modules/tar_m88zz.rim", "modules/tar_m88zz_s.rim"]


def test_a_module_by_name(made: Installation) -> None:
    game = Game.open(made.folder)
    assert game.module("STA_m01AA").name == "sta_m01aa"
    for name in ("none", "", "sta_m01aa.rim", "sta_m01aa_s"):
        with pytest.raises(KeyError, match="there is no module"):
            game.module(name)
        with pytest.raises(KeyError, match="there is no module"):
            game.lookup(name)


def test_what_a_module_says(made: Installation) -> None:
    game = Game.open(made.folder)
    info = {name: read_module_info(game.lookup(name)) for name in made.modules}
    assert info == {
        "301nzz": ModuleInfo("301nzz", ("301nzz",), (1.0, 1.0, 0.0), (0.0, 1.0)),
        "dan_m77zz": ModuleInfo("m77zz", ("m77zz",), (1.0, 1.0, 0.0), (0.0, 1.0)),
        "sta_m01aa": ModuleInfo(AREA, (AREA,), ENTRY, DIRECTION),
        "tar_m88zz": ModuleInfo("m88zz", ("m88zz",), MOD_ENTRY, (0.0, 1.0)),
    }
    assert read_module_info(game.lookup()) is None


def test_without_its_mod_a_module_is_what_its_rims_say(tmp_path: Path) -> None:
    made = make_installation(tmp_path, without=["modules/tar_m88zz.mod"])
    info = read_module_info(Game.open(made.folder).lookup("tar_m88zz"))
    assert info is not None
    assert info.entry == RIM_ENTRY


def test_folders_and_other_files_are_no_modules(tmp_path: Path) -> None:
    make_bare(
        tmp_path,
        "modules/x.rim",
        "modules/x.mod/unpacked.txt",
        "modules/y.rim/",
        "modules/readme.txt",
        "modules/old.rim.bak",
        "modules/deeper/z.rim",
    )
    (module,) = Game.open(tmp_path).modules
    assert (module.name, module.mod) == ("x", None)


@pytest.mark.parametrize("files", [[], ["modules/"], ["modules"], ["modules/readme.txt"]])
def test_no_modules(tmp_path: Path, files: list[str]) -> None:
    game = Game.open(make_bare(tmp_path, *files))
    assert game.modules == ()
    with pytest.raises(KeyError):
        game.lookup("any")


def test_a_broken_archive_does_not_keep_others_from_being_used(tmp_path: Path) -> None:
    more = {"modules/bad.rim": b"RIM V1.0", "modules/bad_s.rim": b"", "modules/also.mod": b"PK\3\4"}
    made = make_installation(tmp_path, more=more)
    game = Game.open(made.folder)
    names = ["also", "bad", "dan_m77zz", "sta_m01aa", "tar_m88zz"]
    assert [module.name for module in game.modules] == names
    assert read_module_info(game.lookup(MODULE)) is not None
    for name, file in (("bad", "bad.rim"), ("also", "also.mod")):
        lookup = game.lookup(name)
        readme = lookup.find("readme", "txt")
        assert readme is not None
        assert readme.place == "Override/readme.txt"
        with pytest.raises(FormatError) as caught:
            read_module_info(lookup)
        assert caught.value.source == str(made.path(f"modules/{file}"))
        assert (caught.value.section, caught.value.offset) == ("header", 0)


@pytest.mark.parametrize("place", ["patch.erf", "TexturePacks/swpc_tex_tpa.erf"])
def test_a_broken_archive_that_every_module_is_behind(tmp_path: Path, place: str) -> None:
    made = make_installation(tmp_path, more={place: b"ERF V1.0"}, shadowed=True)
    game = Game.open(made.folder)
    assert tuple(module.name for module in game.modules) == made.modules
    lookup = game.lookup(MODULE)
    assert lookup.find("station_hall", "wok") is not None
    with pytest.raises(FormatError) as caught:
        lookup.find("station_store", "wok")
    assert caught.value.source == str(made.path(place))
    assert (caught.value.section, caught.value.offset) == ("header", 0)


# Other places


def test_without_anything_but_the_key(tmp_path: Path) -> None:
    game = Game.open(make_bare(tmp_path))
    assert [source.place for source in game.lookup().sources] == ["chitin.key"]
    assert list(game.lookup().resources()) == []


def test_things_in_the_place_of_others(tmp_path: Path) -> None:
    make_bare(
        tmp_path,
        "Override",
        "patch.erf/",
        "texturepacks/pack.erf/",
        "texturepacks/notes.txt",
    )
    game = Game.open(tmp_path)
    assert game.lookup().find("a", "wok") is None
    assert list(game.lookup().resources()) == []


def test_a_missing_bif_and_all_that_is_not_in_it(tmp_path: Path) -> None:
    made = make_installation(tmp_path, without=["data/models.bif"])
    lookup = Game.open(made.folder).lookup(MODULE)
    layout = lookup.find(AREA, "lyt")
    assert layout is not None
    assert layout.read() == made.data("data/layouts.bif", f"{AREA}.lyt")
    room = lookup.find("station_hall", "wok")
    assert room is not None
    assert room.place == "data/models.bif"
    with pytest.raises(FormatError, match=r"'data\\models.bif' is not there") as caught:
        room.read()
    assert (caught.value.source, caught.value.section) == (str(made.path("chitin.key")), "files")
    assert caught.value.offset == 64


def test_no_override_and_no_patch(tmp_path: Path) -> None:
    made = make_installation(tmp_path, without=["Override", "patch.erf", "TexturePacks"])
    lookup = Game.open(made.folder).lookup(MODULE)
    assert [source.place for source in lookup.sources] == [
        "modules/sta_m01aa.rim",
        "modules/sta_m01aa_s.rim",
        "chitin.key",
    ]


def test_archives_are_read_once(made: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.open(made.folder)
    log = watch_files(monkeypatch)
    for _ in range(3):
        assert read_module_info(game.lookup(MODULE)) is not None
        assert game.lookup(MODULE).find("nothing", "wok") is None
    headers = [read.name for read in log if read.start == 0]
    assert headers.count("chitin.key") == 1
    assert headers.count("swpc_tex_tpa.erf") == headers.count("sta_m01aa_s.rim") == 2  # magic, rest


def test_a_mod_folder(made: Installation) -> None:
    game = Game.open(made.folder, extra=[made.mod])
    found = game.lookup(MODULE).find("station_corridor", "wok")
    assert found is not None
    assert found.place == f"{made.mod}/{IN_MOD}"
    assert found.path == made.mod / IN_MOD
    assert found.read() == changed_room("station_corridor")
    assert game.lookup(MODULE).find("readme", "txt") is not None
    store = game.lookup(MODULE).find("station_store", "wok")
    assert store is not None
    assert store.place == "data/models.bif"  # and not what is in .git
