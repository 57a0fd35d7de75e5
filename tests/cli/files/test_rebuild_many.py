"""``kotorlevel rebuild`` of several files and folders, and `kl.rebuild_files` beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.area.sample import make_broken_station, make_station
from support.cli.in_process import InProcess

BROKEN = "station_hall.wok"


@pytest.fixture
def level(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sound station in ``area``, with one broken room in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "area" / "rooms").mkdir(parents=True)
    for name, data in make_station().items():
        if name != BROKEN:
            (tmp_path / "area" / name).write_bytes(data)
    (tmp_path / "area" / "rooms" / BROKEN).write_bytes(make_broken_station()[BROKEN])
    return tmp_path / "area"


def contents(folder: Path) -> dict[str, bytes]:
    files = (
        path for path in folder.rglob("*") if path.is_file() and ".kotorlevel" not in path.parts
    )
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_a_folder_goes_to_another(kotorlevel: InProcess, level: Path) -> None:
    before = contents(level)
    meshes = sorted(name for name in before if name.endswith(("wok", "pwk", "dwk")))
    result = kotorlevel("rebuild", "area", "-o", "out")
    assert result.code == 0
    assert contents(level) == before
    written = contents(Path("out"))
    assert sorted(written) == meshes
    for name, data in written.items():
        assert data == kl.read_walkmesh(level / name).rebuilt().to_bytes()
    same = sum(written[name] == before[name] for name in meshes)
    assert (
        f"{len(meshes)} walkmeshes, written to out: {len(meshes) - same} changed" in result.stdout
    )
    assert "rooms/station_hall.wok: " in result.stdout.replace("\\", "/")
    assert "box tree" in result.stdout
    done = kl.rebuild_files("area", "out", force=True, dry_run=True)
    assert {each.target.relative_to("out").as_posix(): each.data for each in done.files} == written


def test_in_place_only_what_changes(kotorlevel: InProcess, level: Path) -> None:
    before = contents(level)
    result = kotorlevel("rebuild", "area", "--in-place")
    assert result.code == 0
    after = contents(level)
    assert {name for name in before if after[name] != before[name]} == {f"rooms/{BROKEN}"}
    assert "kotorlevel undo" in result.stdout
    again = kotorlevel("rebuild", "area", "--in-place")
    assert "0 changed" in again.stdout
    assert contents(level) == after
    assert kotorlevel(*result.stdout.splitlines()[-1].split()[4:]).code == 0
    assert contents(level) == before


def test_what_cannot_be_read_is_told_and_the_rest_is_made(
    kotorlevel: InProcess, level: Path
) -> None:
    bad = level / "bad.wok"
    bad.write_bytes(b"BWM V1.0" + bytes(20))
    result = kotorlevel("rebuild", bad, level / "rooms" / BROKEN, "-o", "out")
    assert result.code == 2
    assert "cannot rebuild" in result.stderr
    assert "bad.wok" in result.stderr
    assert list(contents(Path("out"))) == [BROKEN]


def test_nothing_is_replaced_unasked(kotorlevel: InProcess, level: Path) -> None:
    Path("out").mkdir()
    Path("out", "station_dock.wok").write_bytes(b"mine")
    some = next(level.glob("*.wok"))
    (level / "station_dock.wok").write_bytes(some.read_bytes())
    result = kotorlevel("rebuild", "area", "-o", "out")
    assert result.code == 2
    assert "exists already; add --force to replace" in result.stderr
    assert contents(Path("out")) == {"station_dock.wok": b"mine"}


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("empty --in-place", "empty: no walkmeshes in this folder (.wok .pwk .dwk)"),
        ("area/rooms/station_hall.wok copy/station_hall.wok -o out", "several files would be"),
        ("'' --in-place", "an empty PATH"),
        ("none.wok --in-place", "no such file"),
        ("area --in-place --game swkotor", "did you mean --rounding"),
    ],
)
def test_wrong_use_of_many(kotorlevel: InProcess, level: Path, words: str, text: str) -> None:
    Path("empty").mkdir()
    Path("copy").mkdir()
    Path("copy", BROKEN).write_bytes((level / "rooms" / BROKEN).read_bytes())
    before = contents(Path())
    result = kotorlevel("rebuild", *(word.strip("'") for word in words.split()))
    assert result.code == 2
    assert text in result.stderr
    assert contents(Path()) == before


def test_the_old_word_for_rounding_is_understood(kotorlevel: InProcess, level: Path) -> None:
    path = level / "rooms" / BROKEN
    old = kotorlevel("rebuild", path, "-o", "old.wok", "--game", "k2")
    assert old.code == 0
    assert "--rounding k2" in old.stderr
    new = kotorlevel("rebuild", path, "-o", "new.wok", "--rounding", "k2")
    assert new.stderr == ""
    wanted = kl.read_walkmesh(path).rebuilt(game="k2").to_bytes()
    assert Path("old.wok").read_bytes() == Path("new.wok").read_bytes() == wanted
