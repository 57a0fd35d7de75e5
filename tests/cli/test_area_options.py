"""``link``, ``layout`` and ``vis`` find their area as the other commands do, and say the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import kotorlevel as kl
from kotorlevel.mesh.edit import clear_transitions
from support.areas import floor, make_area, write_folder
from support.cli.in_process import InProcess
from support.installation import IN_MOD, Installation, make_archive, make_installation
from support.sample_area import MODULE, ROOMS, small_area, station_files

COMMANDS = {
    "link": ("link", "{}", "--dry-run"),
    "layout": ("layout", "{}", "show"),
    "vis": ("vis", "{}", "show"),
}
each_command = pytest.mark.parametrize("name", COMMANDS)


@pytest.fixture
def made(tmp_path: Path) -> Installation:
    return make_installation(tmp_path)


pytestmark = pytest.mark.usefixtures("inside_tmp_path")


def words(name: str, path: object, *more: object) -> list[object]:
    """A command on an area, with more behind it."""
    return [str(path) if word == "{}" else word for word in COMMANDS[name]] + list(more)


def rooms(result: Any) -> list[str]:
    assert result.code == 0, result.stderr
    listed = json.loads(result.stdout)["rooms"]
    return [room if isinstance(room, str) else room["name"] for room in listed]


def with_slots(name: str) -> list[str]:
    """The rooms of the station as a command lists them: `vis` leaves empty slots out."""
    return [room for room in ROOMS if name != "vis" or room != "****"]


# What can be given


@each_command
def test_a_module_of_a_game(name: str, made: Installation, kotorlevel: InProcess) -> None:
    result = kotorlevel(*words(name, made.folder, "--module", MODULE, "--json"))
    assert rooms(result) == with_slots(name)


@each_command
def test_a_mod_with_the_game_behind_it(
    name: str, made: Installation, kotorlevel: InProcess
) -> None:
    """The mod has one room, and neither the layout nor anything else."""
    given = ("--game", made.folder, "--module", MODULE, "--json")
    assert rooms(kotorlevel(*words(name, made.mod, *given))) == with_slots(name)


@each_command
def test_override(name: str, made: Installation, kotorlevel: InProcess) -> None:
    over = made.folder.parent / "over"
    over.mkdir()
    (over / "station.lyt").write_bytes(make_area({"other": None}).layout.to_bytes())
    given = ("--module", MODULE, "--override", over, "--json")
    assert rooms(kotorlevel(*words(name, made.folder, *given))) == ["other"]


@each_command
def test_an_archive(name: str, kotorlevel: InProcess) -> None:
    Path("m.mod").write_bytes(make_archive("m.mod", small_area("m77zz")).to_bytes())
    assert rooms(kotorlevel(*words(name, "m.mod", "--json"))) == ["m77zz_01a"]


def test_options_of_layout_stand_anywhere(made: Installation, kotorlevel: InProcess) -> None:
    game, module = ("--game", made.folder), (f"--module={MODULE}", "--materials", "k1")
    first = kotorlevel("layout", *game, *module, made.mod, "show")
    assert first.code == 0
    for arguments in (
        (made.mod, *game, *module, "show"),
        (made.mod, "show", *game, *module),
        (made.mod, *module, "show", *game),
    ):
        assert kotorlevel("layout", *arguments).stdout == first.stdout


def test_what_is_linked_is_written_beside_the_game(
    made: Installation, kotorlevel: InProcess
) -> None:
    """Only the rooms that change, and nothing into the game."""
    before = {path: path.read_bytes() for path in made.folder.rglob("*") if path.is_file()}
    unlinked = clear_transitions(kl.read_walkmesh(made.mod / IN_MOD))
    kl.write_walkmesh(unlinked, made.mod / IN_MOD)
    mesh = (made.mod / IN_MOD).read_bytes()
    given = ("--game", made.folder, "--module", MODULE)
    result = kotorlevel("link", made.mod, *given, "-o", "out", "--json")
    assert result.code == 0
    written = {Path(file["written"]).name for file in json.loads(result.stdout)["files"]}
    assert written == {path.name for path in Path("out").glob("*")} == {Path(IN_MOD).name}
    assert before == {path: path.read_bytes() for path in before}
    assert (made.mod / IN_MOD).read_bytes() == mesh


# Surfaces


def stone_is_a_wall(path: Path) -> Path:
    table = kl.read_2da(station_files()["data/2da.bif"]["surfacemat.2da"])
    path.write_bytes(table.with_cell(4, "walk", "0").to_bytes())
    return path


def test_materials_decide_what_is_a_floor(tmp_path: Path, kotorlevel: InProcess) -> None:
    write_folder(tmp_path, make_area({"a": floor(east=1), "b": floor(4, west=0)}))
    table = stone_is_a_wall(tmp_path / "table.2da")
    assert "without a walkable floor" not in kotorlevel("vis", ".", "build", "--dry-run").stderr
    result = kotorlevel("vis", ".", "build", "--dry-run", "--materials", table)
    assert "without a walkable floor, what the VIS says of them is kept: a, b" in result.stderr


@each_command
def test_materials_change_no_file(name: str, tmp_path: Path, kotorlevel: InProcess) -> None:
    """Another table is no edit: nothing but what was asked for is written."""
    write_folder(tmp_path, make_area({"a": floor(east=1), "b": floor(4, west=0)}))
    table = stone_is_a_wall(tmp_path / "table.2da")
    assert kotorlevel(*words(name, ".", "--materials", table)).code == 0
    result = kotorlevel("link", ".", "--dry-run", "--json", "--materials", table)
    assert json.loads(result.stdout)["files"] == []


@each_command
def test_materials_that_are_none(name: str, tmp_path: Path, kotorlevel: InProcess) -> None:
    write_folder(tmp_path, make_area({"a": floor()}))
    result = kotorlevel(*words(name, ".", "--materials", "blender"))
    other = kotorlevel("query", ".", "height", 1, 1, "--materials", "blender")
    assert result.code == other.code == 2
    assert result.stderr.splitlines()[-1] == other.stderr.splitlines()[-1]
    assert "blender" in result.stderr


# What cannot: as `query` says it


@pytest.mark.sampled(17)
@each_command
@pytest.mark.parametrize(
    "arguments",
    [
        "game",
        "game --module sta_m01a",
        "game --game game --module sta_m01aa",
        "game --module nothing.mod",
        "mod --game nowhere",
        "mod --game mod",
        "mod --module sta_m01aa",
        "mod --override mod",
        "nowhere",
        "two",
        "notes.bin",
    ],
)
def test_errors(name: str, arguments: str, made: Installation, kotorlevel: InProcess) -> None:
    for place in ("two/a", "two/b"):
        Path(place).mkdir(parents=True)
        write_folder(Path(place), make_area({"a": floor()}, name=place[-1]))
    Path("notes.bin").write_bytes(b"nothing of a level")
    path, *options = arguments.split()
    result = kotorlevel(*words(name, path, *options))
    other = kotorlevel("query", path, "height", 1, 1, *options)
    assert (result.code, result.stdout) == (2, "")
    if path == "notes.bin":  # which may be a walkmesh for a query
        assert "is no area: give a layout (LYT), a folder" in result.stderr
    elif path == "nowhere":
        assert result.stderr == "kotorlevel: nowhere: no such file or folder\n"
    else:
        assert result.stderr == other.stderr


@each_command
def test_a_folder_without_a_layout(name: str, made: Installation, kotorlevel: InProcess) -> None:
    result = kotorlevel(*words(name, "mod"))
    assert result.code == 2
    assert result.stderr == (
        "kotorlevel: mod: no layout (LYT) in this folder, and an area needs one; "
        "to take it from the game add --game DIR and --module NAME\n"
    )
    named = kotorlevel(*words(name, "mod", "--game", "game"))
    assert (named.code, "no layout (LYT) here" in named.stderr) == (2, True)


@each_command
def test_an_empty_area(name: str, tmp_path: Path, kotorlevel: InProcess) -> None:
    """A script's variable that was never set is not the current folder."""
    write_folder(tmp_path, make_area({"a": floor()}))
    result = kotorlevel(*words(name, ""))
    assert (result.code, "an empty AREA" in result.stderr) == (2, True)
