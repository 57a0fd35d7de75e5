"""Where an installation is, and which of the games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest

from kotorlevel.area.install.game import Game, find_game
from kotorlevel.core.errors import FormatError, UnreadableError
from support.area.bare_game import EMPTY_KEY, make_bare
from support.installation import LAYOUTS, Version, make_installation, mixed_case, needs_case
from support.sample_area import MODULE


@pytest.mark.sampled(13)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("version", get_args(Version))
@pytest.mark.parametrize("spelling", [str, mixed_case, str.upper])
def test_every_layout(
    tmp_path: Path, layout: str, version: Version, spelling: Callable[[str], str]
) -> None:
    if spelling is not str:
        needs_case(tmp_path)
    made = make_installation(tmp_path, layout=layout, version=version, spelling=spelling)
    key = made.path("chitin.key")
    assert key.is_file()
    between = [path for path in made.root.parents if path.suffix == ".app"]
    for path in (made.folder, made.root, key, *between):
        game = Game.open(path)
        assert game.root == made.root
        assert game.version == version
    assert Game.open(str(made.folder)) == Game(made.root)
    assert [module.name for module in game.modules] == sorted(
        map(made.spelling, made.modules), key=str.lower
    )
    found = game.lookup(MODULE).find("station_hall", "wok")
    assert found is not None
    assert found.read() == made.data("data/models.bif", "station_hall.wok")


def test_an_app_inside_of_steams_folder(tmp_path: Path) -> None:
    root = make_bare(tmp_path / "swkotor/Star Wars.APP/contents/ASSETS")
    assert find_game(tmp_path / "swkotor") == root


def test_the_folder_itself_comes_before_what_is_in_it(tmp_path: Path) -> None:
    make_bare(tmp_path / "swkotor")
    make_bare(tmp_path / "X.app/Contents/Assets")
    assert find_game(tmp_path) == tmp_path / "swkotor"
    make_bare(tmp_path)
    assert find_game(tmp_path) == tmp_path


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("empty", "no game here"),
        ("none", "no such folder"),
        ("file.exe", "is a file, not the folder of a game"),
        ("file.exe/deeper", "no such folder"),
        ("x" * 300, "no such folder|cannot be read"),
        ("a\0b", "cannot be read"),
        ("app", "no game here"),
    ],
)
def test_no_game(tmp_path: Path, path: str, words: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "file.exe").write_bytes(b"")
    (tmp_path / "app/Contents/Assets").mkdir(parents=True)
    (tmp_path / "app/swkotor").write_bytes(b"")
    with pytest.raises(UnreadableError, match=words) as caught:
        Game.open(tmp_path / path)
    assert caught.value.source == str(tmp_path / path)
    if "cannot" not in str(caught.value) and path != "file.exe":
        assert "chitin.key" in str(caught.value)


def test_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnreadableError, match=r"^\.: no game here"):
        Game.open("")
    make_bare(tmp_path)
    assert Game.open(".").lookup().find("a", "wok") is None
    assert find_game(Path("chitin.key")) == Path()


@pytest.mark.parametrize("name", ["none", "file"])
def test_an_extra_folder_that_is_not_there(tmp_path: Path, name: str) -> None:
    make_bare(tmp_path, "file")
    with pytest.raises(UnreadableError, match=r"no such folder|is a file") as caught:
        Game.open(tmp_path, extra=[tmp_path / name])
    assert caught.value.source == str(tmp_path / name)


def test_a_key_that_has_gone(tmp_path: Path) -> None:
    game = Game.open(make_bare(tmp_path))
    (tmp_path / "chitin.key").unlink()
    with pytest.raises(UnreadableError, match=r"there is no chitin\.key") as caught:
        game.lookup()
    assert caught.value.source == str(tmp_path)


@pytest.mark.parametrize("data", [b"", b"nonsense", EMPTY_KEY[:40]])
def test_a_broken_key(tmp_path: Path, data: bytes) -> None:
    make_bare(tmp_path, "modules/a.rim")
    (tmp_path / "chitin.key").write_bytes(data)
    game = Game.open(tmp_path)
    assert [module.name for module in game.modules] == ["a"]
    with pytest.raises(FormatError) as caught:
        game.lookup().find("a", "wok")
    assert caught.value.source == str(tmp_path / "chitin.key")
    assert (caught.value.section, caught.value.offset) == ("header", 0)


# Which of the games


@pytest.mark.parametrize(
    ("files", "version"),
    [
        (["swkotor.exe"], "k1"),
        (["swkotor2.exe"], "k2"),
        (["SWKOTOR2.EXE"], "k2"),
        (["streamwaves/"], "k1"),
        (["StreamVoice/"], "k2"),
        (["Modules/END_M01AA.rim"], "k1"),
        (["MODULES/001EBO.RIM"], "k2"),
        ([], None),
        (["modules/tar_m10aa.rim", "Override/"], None),
        # What a mod brings along decides last.
        (["swkotor2.exe", "modules/end_m01aa.rim", "streamwaves/"], "k2"),
        (["swkotor.exe", "modules/001ebo.rim", "streamvoice/"], "k1"),
        (["streamwaves/", "modules/001ebo.rim"], "k1"),
    ],
)
def test_marks_of_the_games(tmp_path: Path, files: list[str], version: str | None) -> None:
    assert Game.open(make_bare(tmp_path, *files)).version == version
