"""``kotorlevel ls``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from support.cli.archive_files import HOSTILE, read_json
from support.cli.in_process import InProcess
from support.command import run, run_inside
from support.corpus import corpus_files, each_corpus_file, needs_corpus
from support.formats.archive_shapes import (
    BIF,
    ERF,
    MOD,
    RIM,
    Row,
    archive_file,
    key_file,
    patched,
)
from support.installation import Installation, make_installation, mixed_case
from support.sample_area import AREA, ENTRY, MODULE, OBJECT_FILES, WALKABLE_ROOMS, changed_room

LEVEL = ["module.ifo", *(f"{AREA}.{kind}" for kind in ("are", "git", "pth", "lyt", "vis"))]


@pytest.fixture
def game(tmp_path: Path) -> Installation:
    return make_installation(tmp_path, shadowed=True)


def filenames(document: dict[str, Any]) -> list[str]:
    return [f"{each['name']}.{each['type']}" for each in document["resources"]]


# Archives


@pytest.mark.parametrize("magic", [ERF, MOD, RIM])
def test_entries_sorted_with_sizes_and_a_summary(
    magic: bytes, tmp_path: Path, kotorlevel: InProcess
) -> None:
    path = tmp_path / "wrong.name"
    path.write_bytes(archive_file(magic))
    result = kotorlevel("ls", path)
    assert (result.code, result.stderr) == (0, "")
    assert [line.split() for line in result.stdout.splitlines()] == [
        ["alpha.wok", "5"],
        ["Beta.lyt", "3"],
        ["gamma.mpg", "9"],
        ["3", "resources:", "1", "lyt,", "1", "mpg,", "1", "wok;", "17", "bytes"],
    ]


def test_json_of_an_archive(tmp_path: Path, kotorlevel: InProcess) -> None:
    path = tmp_path / "x.rim"
    path.write_bytes(archive_file(MOD, (Row(b"b", 2016, b"1"), Row(b"a", 50_000, b"22"))))
    document = read_json(kotorlevel, "ls", path)
    assert (document["what"], document["kind"], document["game"]) == ("archive", "MOD", None)
    assert document["modules"] is None
    assert [(r["name"], r["type"], r["type_id"], r["size"]) for r in document["resources"]] == [
        ("a", "#50000", 50_000, 2),
        ("b", "wok", 2016, 1),
    ]


@pytest.mark.parametrize(
    "options",
    [
        ("--type", "wok", "--type", "lyt"),
        ("--type", ".WOK,lyt"),
        ("--type", "2016", "--type", "#3000"),
    ],
)
def test_types(options: tuple[str, ...], tmp_path: Path, kotorlevel: InProcess) -> None:
    path = tmp_path / "x.erf"
    path.write_bytes(archive_file(ERF))
    assert filenames(read_json(kotorlevel, "ls", path, *options)) == ["alpha.wok", "Beta.lyt"]


def test_unknown_type_gets_a_suggestion(tmp_path: Path, kotorlevel: InProcess) -> None:
    result = kotorlevel("ls", tmp_path, "--type", "wko")
    assert result.code == 2
    assert "'wko' is no type of resource. Did you mean 'wok'" in result.stderr


def test_empty_archive(tmp_path: Path, kotorlevel: InProcess) -> None:
    path = tmp_path / "x.erf"
    path.write_bytes(archive_file(ERF, ()))
    result = kotorlevel("ls", path)
    assert (result.code, result.stdout.strip()) == (0, "0 resources")


def test_of_a_name_that_is_there_twice_the_first_counts(
    tmp_path: Path, kotorlevel: InProcess
) -> None:
    path = tmp_path / "x.mod"
    path.write_bytes(archive_file(MOD, (Row(b"a", 2016, b"one"), Row(b"A", 2016, b"other"))))
    result = kotorlevel("ls", path)
    first, second, summary = result.stdout.splitlines()
    assert first.split() == ["a.wok", "3"]
    assert second.split(maxsplit=2) == ["A.wok", "5", "(the first one counts)"]
    assert "1 shadowed" in summary
    assert "1 problem in this archive; see: kotorlevel info" in result.stderr


def test_hostile_names_are_shown_not_obeyed(tmp_path: Path, kotorlevel: InProcess) -> None:
    path = tmp_path / "x.mod"
    path.write_bytes(archive_file(MOD, [Row(name, 2016, b"x") for name in HOSTILE]))
    result = kotorlevel("ls", path)
    assert result.code == 0
    assert "\x1b" not in result.stdout
    assert "../escape.wok" in result.stdout
    assert len(read_json(kotorlevel, "ls", path)["resources"]) == len(HOSTILE)


@each_corpus_file("archives/*.mod", "archives/*.erf", "archives/*.rim")
def test_real_archives(path: Path, kotorlevel: InProcess) -> None:
    result = kotorlevel("ls", path)
    if path.stem == "corrupted":
        assert result.code == 2
        assert path.name in result.stderr
        assert " at 0x" in result.stderr
    else:
        assert (result.code, result.stderr) == (0, "")
        count = int(result.stdout.splitlines()[-1].split()[0].replace(",", ""))
        assert len(result.stdout.splitlines()) == count + 1 > 1


@needs_corpus
def test_a_real_module() -> None:
    (path,) = corpus_files("archives/tar_m10aa.mod")
    lines = run_inside("ls", path, "--type", "git", "--type", "pth").stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["m10aa.git", "m10aa.pth", "2"]


# KEY and BIF


def test_key_lists_what_its_bifs_hold(game: Installation, kotorlevel: InProcess) -> None:
    document = read_json(kotorlevel, "ls", game.root / "chitin.key", "--type", "lyt,2da")
    assert document["what"] == "key"
    assert [(r["place"], r["size"]) for r in document["resources"]] == [
        ("data/2da.bif", len(game.data("data/2da.bif", "genericdoors.2da"))),
        ("data/2da.bif", len(game.data("data/2da.bif", "placeables.2da"))),
        ("data/layouts.bif", len(game.data("data/layouts.bif", "station.lyt"))),
        ("data/2da.bif", len(game.data("data/2da.bif", "surfacemat.2da"))),
    ]


def test_bif_has_the_names_of_the_key_above_it(game: Installation, kotorlevel: InProcess) -> None:
    document = read_json(kotorlevel, "ls", game.path("data/layouts.bif"))
    assert (document["kind"], filenames(document)) == ("BIF", ["station.lyt"])


def test_bif_alone_has_numbers(tmp_path: Path, kotorlevel: InProcess) -> None:
    path = tmp_path / "x.bif"
    path.write_bytes(archive_file(BIF))
    assert filenames(read_json(kotorlevel, "ls", path)) == ["0.wok", "1.lyt", "2.mpg"]


def test_bif_beside_a_broken_key_has_numbers(tmp_path: Path, kotorlevel: InProcess) -> None:
    (tmp_path / "x.bif").write_bytes(archive_file(BIF))
    (tmp_path / "chitin.key").write_bytes(b"KEY V1  \xff\xff")
    assert filenames(read_json(kotorlevel, "ls", tmp_path / "x.bif"))[0] == "0.wok"


# Games


def test_modules_of_a_game(game: Installation, kotorlevel: InProcess) -> None:
    document = read_json(kotorlevel, "ls", game.folder)
    assert (document["what"], document["game"], document["resources"]) == ("game", "k1", None)
    assert [(m["name"], m["area"], m["files"], m["replaced"]) for m in document["modules"]] == [
        ("dan_m77zz", "m77zz", ["modules/dan_m77zz.mod"], []),
        (MODULE, AREA, [f"modules/{MODULE}.rim", f"modules/{MODULE}_s.rim"], []),
        (
            "tar_m88zz",
            "m88zz",
            ["modules/tar_m88zz.mod"],
            ["modules/tar_m88zz.rim", "modules/tar_m88zz_s.rim"],
        ),
    ]
    assert document["modules"][1]["entry"] == list(ENTRY)
    result = kotorlevel("ls", game.folder)
    assert f"kotorlevel ls {game.folder} --module dan_m77zz" in result.stderr
    text = result.stdout
    assert "Knights of the Old Republic\n" in text
    assert "(not read: tar_m88zz.rim, tar_m88zz_s.rim)" in text
    assert "3 modules, 1 with a .mod" in text


def test_a_broken_module_does_not_hide_the_others(tmp_path: Path, kotorlevel: InProcess) -> None:
    broken = archive_file(RIM)[:130]
    game = make_installation(tmp_path, more={"modules/bad.rim": broken})
    result = kotorlevel("ls", game.folder)
    assert result.code == 2
    assert "4 modules" in result.stdout
    assert f"area {AREA}" in result.stdout
    assert "cannot read" in result.stderr
    assert "bad.rim: entries at 0x78" in result.stderr


def test_a_game_without_modules(tmp_path: Path, kotorlevel: InProcess) -> None:
    game = make_installation(tmp_path, without=["modules"])
    result = kotorlevel("ls", game.folder)
    assert (result.code, result.stdout.splitlines()[-1]) == (0, "0 modules")
    result = kotorlevel("ls", game.folder, "--module", "x")
    assert (result.code, "this game has no modules" in result.stderr) == (2, True)


def test_module_lists_its_files_and_what_shadows_them(
    tmp_path: Path, kotorlevel: InProcess
) -> None:
    git = {f"{AREA}.git": b"newer"}
    game = make_installation(tmp_path, more={"Override": git})
    document = read_json(kotorlevel, "ls", game.folder, "--module", MODULE.upper())
    rim, second = game.contents[f"modules/{MODULE}.rim"], game.contents[f"modules/{MODULE}_s.rim"]
    assert isinstance(rim, dict)
    assert isinstance(second, dict)
    assert filenames(document) == sorted([*rim, *second])
    shadowed = {f"{r['name']}.{r['type']}": r["shadowed_by"] for r in document["resources"]}
    assert {name for name, by in shadowed.items() if by} == {f"{AREA}.git"}
    assert shadowed[f"{AREA}.git"] == f"Override/{AREA}.git"
    text = kotorlevel("ls", game.folder, "--module", MODULE).stdout
    assert f"area {AREA}, entry at (2.00, 2.00, 0.25)" in text
    assert f"(shadowed by Override/{AREA}.git)" in text


@pytest.mark.parametrize("name", ["TAR_M88ZZ", "tar_m88zz.mod", "tar_m88zz_s.rim"])
def test_module_by_the_name_of_a_file(name: str, game: Installation, kotorlevel: InProcess) -> None:
    result = kotorlevel("ls", game.folder, "--module", name)
    assert result.code == 0
    assert "not read  modules/tar_m88zz.rim, modules/tar_m88zz_s.rim" in result.stdout
    assert "old.utp" not in result.stdout


def test_unknown_module_gets_a_suggestion(game: Installation, kotorlevel: InProcess) -> None:
    result = kotorlevel("ls", game.folder, "--module", "sta_m01a")
    assert (result.code, result.stdout) == (2, "")
    assert "there is no module 'sta_m01a'. Did you mean 'sta_m01aa'?" in result.stderr


def test_level_with_where_each_file_wins(game: Installation, kotorlevel: InProcess) -> None:
    document = read_json(kotorlevel, "ls", game.folder, "--module", MODULE, "--level")
    rooms = [f"{room}.wok" for room in WALKABLE_ROOMS]
    assert filenames(document) == [*LEVEL, *rooms, *OBJECT_FILES]
    assert (document["area"], document["missing"]) == (AREA, ["station_sky.wok"])
    places = {f"{r['name']}.{r['type']}": (r["place"], r["shadows"]) for r in document["resources"]}
    assert places["station_hall.wok"] == ("Override/station_hall.wok", ["data/models.bif"])
    assert places["station_ramp.wok"] == ("data/models.bif", [])
    assert places["station.git"] == (f"modules/{MODULE}.rim", [])
    assert places["station.vis"] == ("data/lightmaps3.bif", [])
    text = kotorlevel("ls", game.folder, "--module", MODULE, "--level", "--type", "wok").stdout
    assert "station_sky.wok  is not there" in text
    assert "5 resources: 5 wok" in text
    assert "station.git" not in text


def test_level_does_not_count_what_a_mod_replaces(
    game: Installation, kotorlevel: InProcess
) -> None:
    """The path points of that module are in its RIM alone, which the game does not read."""
    document = read_json(kotorlevel, "ls", game.folder, "--module", "tar_m88zz", "--level")
    assert document["missing"] == ["m88zz.pth"]
    assert {r["place"] for r in document["resources"]} == {"modules/tar_m88zz.mod"}


def test_level_of_a_broken_layout_lists_the_rest(tmp_path: Path, kotorlevel: InProcess) -> None:
    broken = {f"{AREA}.lyt": b"beginlayout\r\nroomcount 1\r\n a x y z\r\n"}
    game = make_installation(tmp_path, more={"Override": broken})
    result = kotorlevel("ls", game.folder, "--module", MODULE, "--level")
    assert result.code == 2
    assert f"{AREA}.git" in result.stdout
    assert "Override/station.lyt: line 3" in result.stderr


def test_level_without_an_ifo(tmp_path: Path, kotorlevel: InProcess) -> None:
    game = make_installation(tmp_path, more={"modules/x.rim": {"a.wok": b"1"}})
    result = kotorlevel("ls", game.folder, "--module", "x", "--level")
    assert (result.code, "it has no module.ifo" in result.stderr) == (2, True)


def test_everything_and_types_of_a_whole_game(game: Installation, kotorlevel: InProcess) -> None:
    document = read_json(kotorlevel, "ls", game.folder, "--all")
    found = {f"{r['name']}.{r['type']}": r["place"] for r in document["resources"]}
    assert found["station_hall.wok"] == "Override/station_hall.wok"
    assert found["gui_wall.tpc"] == "TexturePacks/swpc_tex_gui.erf"
    assert f"{AREA}.git" not in found
    assert all(r["shadowed_by"] is None and r["size"] is not None for r in document["resources"])
    woks = {name for name in found if name.endswith(".wok")}
    document = read_json(kotorlevel, "ls", game.folder, "--type", "wok")
    assert set(filenames(document)) == woks == {f"{room}.wok" for room in WALKABLE_ROOMS}
    document = read_json(kotorlevel, "ls", game.folder, "--all", "--module", MODULE)
    assert f"{AREA}.git" in filenames(document)


def test_override_folder_comes_first(game: Installation, kotorlevel: InProcess) -> None:
    options = ("--module", MODULE, "--level", "--override", game.mod)
    document = read_json(kotorlevel, "ls", game.folder, *options)
    (corridor,) = [r for r in document["resources"] if r["name"] == "station_corridor"]
    assert corridor["place"] == f"{game.mod}/rooms/station_corridor.wok"
    assert corridor["size"] == len(changed_room("station_corridor"))
    assert corridor["shadows"] == ["data/models.bif"]


def test_a_missing_bif_leaves_sizes_open(tmp_path: Path, kotorlevel: InProcess) -> None:
    game = make_installation(tmp_path, without=["data/layouts.bif"])
    document = read_json(kotorlevel, "ls", game.folder, "--type", "lyt")
    assert [(r["name"], r["size"]) for r in document["resources"]] == [("station", None)]
    assert kotorlevel("ls", game.folder, "--type", "lyt").stdout.split()[:2] == ["station.lyt", "?"]


def test_a_key_that_its_bif_contradicts_leaves_sizes_open(
    tmp_path: Path, kotorlevel: InProcess
) -> None:
    (tmp_path / "a.bif").write_bytes(archive_file(BIF))
    keys = [(b"right", 2016, 0), (b"wrong", 2016, 1), (b"far", 2016, 9), (b"no", 2016, 5 << 20)]
    (tmp_path / "x.key").write_bytes(key_file([(b"a.bif", 0, 1)], keys))
    document = read_json(kotorlevel, "ls", tmp_path / "x.key")
    sizes = {r["name"]: r["size"] for r in document["resources"]}
    assert sizes == {"right": 5, "wrong": None, "far": None, "no": None}


def test_mixed_case_on_the_disk(tmp_path: Path, kotorlevel: InProcess) -> None:
    game = make_installation(tmp_path, version="k2", layout="linux", spelling=mixed_case)
    document = read_json(kotorlevel, "ls", game.folder, "--module", MODULE, "--level")
    assert [name.lower() for name in filenames(document)][: len(LEVEL)] == LEVEL
    assert document["game"] == "k2"


def test_output_is_the_same_every_time(game: Installation, kotorlevel: InProcess) -> None:
    once, again = (kotorlevel("ls", game.folder, "--all").stdout for _ in range(2))
    assert once == again


# Folders, and wrong use


def test_a_folder_lists_its_resources(game: Installation, kotorlevel: InProcess) -> None:
    document = read_json(kotorlevel, "ls", game.mod)
    assert document["what"] == "folder"
    assert [r["place"] for r in document["resources"]] == ["rooms/station_corridor.wok"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "Missing argument"),
        (("nothing",), "nothing: no such file or folder"),
        (("text.mod",), "text.mod: header at 0x0: this is no archive"),
        (
            ("hall.wok",),
            "hall.wok: is a file of a level, and no archive. What is in it: kotorlevel",
        ),
        (("empty.mod",), "empty.mod: header at 0x0: the file is empty"),
        (("x.mod", "--module", "a"), "--module goes with the folder of a game"),
        (("x.mod", "--override", "."), "--override goes with the folder of a game"),
        ((".", "--module", "a"), "no game here: the folder of a game has chitin.key in it"),
        (("../game", "--override", "none"), "none: no such folder"),
        (("../game", "--override", "x.mod"), "x.mod: is a file"),
        (("../game", "--level"), "--level goes with --module"),
        (("x.mod", "--bogus"), "No such option"),
    ],
)
def test_wrong_use(
    arguments: tuple[str, ...],
    message: str,
    game: Installation,
    kotorlevel: InProcess,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = game.folder.parent / "elsewhere"
    folder.mkdir()
    (folder / "x.mod").write_bytes(archive_file(MOD))
    (folder / "text.mod").write_bytes(b"hello there")
    (folder / "empty.mod").write_bytes(b"")
    (folder / "hall.wok").write_bytes(b"BWM V1.0")
    monkeypatch.chdir(folder)
    result = kotorlevel("ls", *arguments)
    assert (result.code, result.stdout) == (2, "")
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_lying_count_is_refused(tmp_path: Path, kotorlevel: InProcess) -> None:
    path = tmp_path / "x.mod"
    path.write_bytes(patched(archive_file(MOD), 16, 0xFFFF_FFFF))
    result = kotorlevel("ls", path)
    assert (result.code, "keys at 0x" in result.stderr) == (2, True)


def test_closed_pipe_is_no_error(game: Installation) -> None:
    assert "Traceback" not in run("ls", game.folder, "--all", close_stdout=True).stderr


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read all")
def test_a_file_that_may_not_be_read(tmp_path: Path, kotorlevel: InProcess) -> None:
    path = tmp_path / "x.mod"
    path.write_bytes(archive_file(MOD))
    path.chmod(0)
    result = kotorlevel("ls", path)
    assert (result.code, "Permission denied" in result.stderr) == (2, True)
