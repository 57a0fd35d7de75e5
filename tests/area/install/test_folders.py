"""Files by name in any case; folders that are not there, or may not be read."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from kotorlevel.area.install.folders import find_path, is_file, is_folder, list_folder, walk_files
from kotorlevel.core.errors import UnreadableError
from support.installation import needs_case


def make(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"")


def below(folder: Path, path: Path | None) -> str | None:
    return None if path is None else path.relative_to(folder).as_posix()


@pytest.mark.parametrize(
    ("parts", "found"),
    [
        (["Data", "Models.BIF"], "Data/Models.BIF"),
        (["data", "models.bif"], "Data/Models.BIF"),
        (["DATA"], "Data"),
        (["data", "other.bif"], None),
        (["dat"], None),
        (["data", "models.bif", "deeper"], None),
        ([], "."),
    ],
)
def test_names_in_any_case(tmp_path: Path, parts: list[str], found: str | None) -> None:
    needs_case(tmp_path)
    make(tmp_path, "Data/Models.BIF", "Other/models.bif")
    assert below(tmp_path, find_path(tmp_path, *parts)) == found


def test_the_very_spelling_first_then_in_order(tmp_path: Path) -> None:
    needs_case(tmp_path)
    make(tmp_path, "A.txt", "a.TXT", "a.txt")
    assert below(tmp_path, find_path(tmp_path, "a.txt")) == "a.txt"
    assert below(tmp_path, find_path(tmp_path, "a.TXT")) == "a.TXT"
    assert below(tmp_path, find_path(tmp_path, "A.TXT")) == "A.txt"


def test_a_folder_of_the_same_name_without_the_file_is_no_dead_end(tmp_path: Path) -> None:
    needs_case(tmp_path)
    make(tmp_path, "DATA/models.bif", "Data/2da.bif", "data/layouts.bif")
    assert below(tmp_path, find_path(tmp_path, "data", "2da.bif")) == "Data/2da.bif"
    assert below(tmp_path, find_path(tmp_path, "data", "MODELS.bif")) == "DATA/models.bif"
    assert below(tmp_path, find_path(tmp_path, "data", "layouts.bif")) == "data/layouts.bif"
    assert find_path(tmp_path, "data", "none.bif") is None


@pytest.mark.parametrize("name", ["x" * 300, "a\0b", "x" * 5000])
def test_names_that_no_file_can_have(tmp_path: Path, name: str) -> None:
    make(tmp_path, "a")
    assert find_path(tmp_path, name) is None
    assert not is_file(tmp_path / name)
    assert not is_folder(tmp_path / name)


def test_files_and_folders(tmp_path: Path) -> None:
    make(tmp_path, "folder/file")
    assert is_folder(tmp_path / "folder")
    assert not is_file(tmp_path / "folder")
    assert is_file(tmp_path / "folder/file")
    assert not is_folder(tmp_path / "folder/file")
    assert not is_file(tmp_path / "folder/file/more")


def test_a_list_is_sorted(tmp_path: Path) -> None:
    make(tmp_path, "c", "a", "b/d")
    assert list_folder(tmp_path) == [tmp_path / "a", tmp_path / "b", tmp_path / "c"]
    assert list_folder(tmp_path / "none") == []
    assert list_folder(tmp_path / "a") == []


def test_a_folder_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Any) -> Any:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(os, "scandir", refuse)
    with pytest.raises(UnreadableError, match="cannot be read: Permission denied") as caught:
        list_folder(tmp_path)
    assert caught.value.source == str(tmp_path)


def test_a_name_with_a_nul_is_no_folder(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="cannot be read"):
        list_folder(tmp_path / "a\0b")


def test_a_walk(tmp_path: Path) -> None:
    make(tmp_path, "z", "b/2", "b/c/3", "b/1", "a/9", ".git/hidden", "a/.hidden")
    shallow = [below(tmp_path, path) for path in walk_files(tmp_path, deep=False)]
    assert shallow == ["z"]
    deep = [below(tmp_path, path) for path in walk_files(tmp_path, deep=True)]
    assert deep == ["z", "a/.hidden", "a/9", "b/1", "b/2", "b/c/3"]
    assert list(walk_files(tmp_path / "none", deep=True)) == []


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_links(tmp_path: Path) -> None:
    make(tmp_path, "outside/secret", "game/a", "game/b/c")
    game = tmp_path / "game"
    (game / "loop").symlink_to(game)
    (game / "b/out").symlink_to(tmp_path / "outside")
    (game / "link").symlink_to(tmp_path / "outside/secret")
    (game / "gone").symlink_to(tmp_path / "nowhere")
    assert [below(game, path) for path in walk_files(game, deep=True)] == ["a", "link", "b/c"]
    assert find_path(game, "gone") is None
    assert find_path(game, "GONE") is None
    assert below(game, find_path(game, "link")) == "link"
