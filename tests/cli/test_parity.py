"""`kl.check` and ``kotorlevel check`` find the same, whatever they are given."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import kotorlevel as kl
from kotorlevel.area.sample import make_broken_station
from support.cli.in_process import InProcess
from support.installation import make_archive, make_installation
from support.sample_area import MODULE, changed_room


@dataclass(frozen=True)
class Case:
    """Paths, and what goes with them: as arguments of the function and of the command."""

    paths: tuple[Path, ...]
    game: Path | None = None
    module: str | None = None
    override: tuple[Path, ...] = ()
    files: int = 1

    @property
    def options(self) -> list[object]:
        words: list[object] = ["--game", self.game] if self.game else []
        words += ["--module", self.module] if self.module else []
        return words + [word for each in self.override for word in ("--override", each)]


def station(folder: Path) -> Path:
    """The demo's broken station: faults in every kind of file, and between them."""
    place = folder / "station"
    (place / "rooms").mkdir(parents=True)
    for name, data in make_broken_station().items():
        (place / name).write_bytes(data)
    return place


def archive(folder: Path, name: str) -> Path:
    path = folder / name
    path.write_bytes(make_archive(name, make_broken_station()).to_bytes())
    return path


def mod_with_game(folder: Path) -> Case:
    """A mod with a room of its own; another one, in an override folder, is broken."""
    made = make_installation(folder, shadowed=True)
    override = folder / "override"
    override.mkdir()
    broken = make_broken_station()["station_hall.wok"]
    (override / "station_hall.wok").write_bytes(broken)
    (made.mod / "rooms" / "station_ramp.wok").write_bytes(changed_room("station_ramp", 7))
    return Case((made.mod,), made.folder, MODULE, (override,))


def mixed(folder: Path) -> Case:
    place = station(folder)
    return Case((place / "station_hall.wok", archive(folder, "other.mod"), folder / "none.lyt"))


CASES: dict[str, Callable[[Path], Case]] = {
    "a walkmesh": lambda folder: Case((station(folder) / "station_hall.wok",)),
    "a layout": lambda folder: Case((station(folder) / "station.lyt",), files=7),
    "a folder": lambda folder: Case((station(folder),), files=11),
    "a MOD": lambda folder: Case((archive(folder, "station.mod"),), files=11),
    "a RIM": lambda folder: Case((archive(folder, "station.rim"),), files=11),
    "a game with a module": lambda folder: Case(
        (make_installation(folder, shadowed=True).folder,), None, MODULE, files=7
    ),
    "a mod with a game and an override folder": mod_with_game,
    "several, one of them missing": mixed,
}


def as_json(finding: kl.Finding) -> dict[str, Any]:
    """A finding as the document of the command has it, without the project's own writer."""
    names = ("file", "rule", "name", "text", "place", "section", "offset", "line", "fix", "how")
    return {
        **{name: getattr(finding, name) for name in names},
        "severity": finding.severity.name.lower() if finding.severity else None,
        "numbers": list(finding.numbers),
        "at": None if finding.at is None else list(finding.at),
    }


@pytest.mark.parametrize("name", CASES)
def test_function_and_command_find_the_same(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    case = CASES[name](tmp_path)
    result = InProcess(monkeypatch, capsys)("check", *case.paths, *case.options, "--json")
    told = json.loads(result.stdout)
    report = kl.check(case.paths, game=case.game, module=case.module, override=case.override)
    expected = [as_json(finding) for finding in report]
    assert [{k: v for k, v in each.items() if k in expected[0]} for each in told["findings"]] == (
        expected
    )
    linked = {row for each in told["findings"] for row in each.get("explains", ())}
    assert linked == {n for n, each in enumerate(told["findings"]) if "explained_by" in each}
    assert report.named_files == told["files"]
    assert len(report.files) >= case.files
    assert len(report) == sum(told["summary"][each] for each in ("error", "warning", "info")) > 0
    alone = kl.check(
        case.paths, game=case.game, module=case.module, override=case.override, workers=1
    )
    assert alone.findings == report.findings


def test_an_area_that_was_read_already_gives_the_same(tmp_path: Path) -> None:
    place = station(tmp_path)
    packed = archive(tmp_path, "station.mod")
    for path in (place, place / "station.lyt", packed):
        area = kl.load_area(path)
        assert kl.check(path, area=area) == kl.check(path)


def test_an_area_as_a_value_is_checked_with_its_edits(tmp_path: Path) -> None:
    """Not the files that it was read from: they are as they were."""
    area = kl.load_area(station(tmp_path) / "station.lyt")
    whole = kl.check(tmp_path / "station" / "station.lyt")
    assert {f.rule for f in kl.check(area)} == {f.rule for f in whole}
    room = area.room("station_hall")
    assert room.mesh is not None
    edited = area.with_meshes({room.index: room.mesh.rebuilt()})
    found = {f.rule for f in kl.check(edited) if f.file == room.resource.source}  # type: ignore[union-attr]
    assert "BWM004" not in found
    assert "BWM004" in {f.rule for f in kl.check(area)}
