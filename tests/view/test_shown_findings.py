"""``map`` and ``view`` show what ``check`` finds, whatever they are given."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.area.sample import make_broken_station
from support.cli.in_process import InProcess
from support.corpus import CORPUS, needs_corpus
from support.installation import make_archive, make_installation
from support.sample_area import MODULE
from support.view.served import small_bundle

__all__ = ["small_bundle"]

Found = Counter[tuple[str, str]]


@pytest.fixture
def kotorlevel(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> InProcess:
    return InProcess(monkeypatch, capsys)


@pytest.fixture
def station(tmp_path: Path) -> Path:
    """The demo's broken station, with a fault in its layout, too."""
    place = tmp_path / "station"
    place.mkdir()
    for name, data in make_broken_station().items():
        (place / name).write_bytes(data)
    return place


def checked(kotorlevel: InProcess, path: Path, *options: str) -> Found:
    """Rule and text of what `kotorlevel check` finds."""
    result = kotorlevel("check", path, *options, "--json", "--fail-on", "never")
    report = json.loads(result.stdout)
    return Counter((each["rule"], each["severity"]) for each in report["findings"])


def shown(path: Path, module: str | None = None) -> Found:
    scene = kl.load_shown(path, module=module).scene
    return Counter((each["rule"], each["severity"]) for each in scene.document["findings"])


def test_the_broken_station_is_the_same_everywhere(
    kotorlevel: InProcess, small_bundle: Path, station: Path, tmp_path: Path
) -> None:
    """Its layout has findings of its own, and its area others under the same name."""
    found = checked(kotorlevel, station)
    assert any(rule.startswith("LYT") for rule, _ in found)
    assert any(rule.startswith("ARE") for rule, _ in found)
    assert any(rule.startswith("OBJ") for rule, _ in found)  # in a crate, not in a room
    assert shown(station) == found
    total = found.total()
    drawn = kotorlevel("map", station, "-o", tmp_path / "a.svg").stdout
    assert f", {total} findings (" in drawn
    exported = kotorlevel("view", station, "--export", tmp_path / "a.html").stdout
    assert f", {total} findings (" in exported


def test_the_demo_shows_as_much(
    kotorlevel: InProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert kotorlevel("demo", "demo").code == 0
    broken = tmp_path / "demo" / "broken"
    total = checked(kotorlevel, broken).total()
    drawn = (tmp_path / "demo" / "station.svg").read_text(encoding="utf-8")
    assert kotorlevel("map", broken, "-o", tmp_path / "a.svg").code == 0
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == drawn
    assert shown(broken).total() == total


def test_layouts_and_single_files(kotorlevel: InProcess, station: Path) -> None:
    for name in ("station.lyt", "station_hall.wok", "station_crate.pwk"):
        assert shown(station / name) == checked(kotorlevel, station / name) != {}


def test_settings_by_file_count(kotorlevel: InProcess, station: Path) -> None:
    before = shown(station)
    (station / "kotorlevel.toml").write_text('[check]\nignore = ["LYT"]\n', encoding="utf-8")
    assert shown(station) == checked(kotorlevel, station)
    assert shown(station).total() < before.total()


def test_an_archive(kotorlevel: InProcess, station: Path, tmp_path: Path) -> None:
    archive = tmp_path / "station.mod"
    archive.write_bytes(make_archive("station.mod", make_broken_station()).to_bytes())
    assert shown(archive) == checked(kotorlevel, archive)
    assert shown(archive).total() >= 17


def test_a_module_of_a_game(kotorlevel: InProcess, tmp_path: Path) -> None:
    game = make_installation(tmp_path, shadowed=True).folder
    found = checked(kotorlevel, game, "--module", MODULE)
    assert shown(game, MODULE) == found != {}


def test_rooms_below_the_folder_of_the_layout(
    kotorlevel: InProcess, station: Path, tmp_path: Path
) -> None:
    mod = tmp_path / "mod"
    (mod / "rooms").mkdir(parents=True)
    for file in station.iterdir():
        shutil.copy(file, mod / "rooms" if file.suffix == ".wok" else mod)
    assert shown(mod) == checked(kotorlevel, mod) == checked(kotorlevel, station)


def test_an_area_is_read_once(station: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from kotorlevel.checks import levels

    def fail(*_: object, **__: object) -> kl.Area:
        raise AssertionError("the area is read again")

    monkeypatch.setattr(levels, "read_level", fail)
    assert shown(station).total() > 0


@needs_corpus
def test_a_real_area(kotorlevel: InProcess) -> None:
    module = CORPUS / "archives" / "tar_m10aa.mod"
    found = checked(kotorlevel, CORPUS / "area_m10aa", "--module", str(module))
    assert shown(CORPUS / "area_m10aa", str(module)) == found != {}
