"""Which rules count, for which files."""

from __future__ import annotations

from pathlib import Path

import pytest

from kotorlevel.checks.options import Options


@pytest.mark.parametrize(
    ("options", "wanted", "unwanted"),
    [
        (Options(), ("BWM001", "MSH007"), ()),
        (Options(select=("BWM", "MSH007")), ("BWM001", "MSH007"), ("MSH008", "DRV001")),
        (Options(ignore=("MSH", "BWM002")), ("BWM001", "DRV001"), ("MSH007", "BWM002")),
        (Options(select=("MSH",), ignore=("MSH003",)), ("MSH001",), ("MSH003", "BWM001")),
        (Options(select=("MSH",), also=("BWM012",)), ("MSH001", "BWM012"), ("BWM001",)),
    ],
)
def test_selection(options: Options, wanted: tuple[str, ...], unwanted: tuple[str, ...]) -> None:
    assert all(options.wants(rule) for rule in wanted)
    assert not any(options.wants(rule) for rule in unwanted)


def test_unreadable_file_is_reported_unless_it_is_ignored_by_name() -> None:
    assert Options(select=("MSH",)).wants("FIL001")
    assert not Options(ignore=("FIL",)).wants("FIL001")


@pytest.mark.parametrize(
    ("file", "ignored"),
    [
        ("rooms/a.wok", True),
        ("my_mod/rooms/a.wok", True),
        ("/home/me/rooms/a.wok", True),
        ("C:/mods/rooms/a.wok", True),
        ("rooms/old/a.wok", True),
        ("a.wok", False),
        ("bedrooms/a.wok", False),
        ("rooms/a.pwk", False),
    ],
)
def test_path_patterns(file: str, ignored: bool) -> None:
    options = Options(path_ignores=(("rooms/*.wok", ("MSH",)),))
    assert options.wants("MSH001", file) is not ignored
    assert options.wants("BWM001", file)


def test_path_patterns_of_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Patterns are relative to the folder, wherever the check runs and however it was named."""
    folder = tmp_path / "rooms"  # its own name must not count
    (folder / "sky").mkdir(parents=True)
    options = Options(
        path_ignores=(("sky/*.wok", ("MSH",)), ("rooms/*", ("BWM",))), folder=str(folder)
    )
    monkeypatch.chdir(folder / "sky")
    for file in ("a.wok", "../sky/a.wok", (folder / "sky/a.wok").as_posix()):
        assert not options.wants("MSH001", file)
        assert options.wants("BWM001", file)
    monkeypatch.chdir(tmp_path)
    assert not options.wants("MSH001", "rooms/sky/a.wok")
    assert options.wants("MSH001", "sky/a.wok")  # outside the folder
