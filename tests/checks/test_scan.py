"""Scanning all modules of a game: in several processes, whatever happens in one of them."""

from __future__ import annotations

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from kotorlevel.area.install.game import Game
from kotorlevel.area.install.lookup import Lookup
from kotorlevel.area.install.place import Place
from kotorlevel.checks import scan as scanning
from kotorlevel.checks.finding import Finding, Severity
from kotorlevel.checks.options import Options
from kotorlevel.checks.scan import (
    DIED,
    ModuleScan,
    Scan,
    scan_module,
    scan_modules,
)
from support.installation import K1_MODULES, Installation, make_installation

needs_fork = pytest.mark.skipif(
    multiprocessing.get_start_method() != "fork", reason="a patch reaches processes by fork only"
)


@pytest.fixture
def made(tmp_path: Path) -> Installation:
    return make_installation(tmp_path)


def scan(game: Game, workers: int | None = 2, names: tuple[str, ...] = K1_MODULES) -> Any:
    return {each.module: each for each in scan_modules(game, names, Options(), workers)}


def test_a_module(made: Installation) -> None:
    found = scan_module(Game.open(made.folder), "sta_m01aa", Options())
    assert (found.area, found.rooms, found.error) == ("station", 7, "")
    assert "data/models.bif: station_hall.wok" in found.files
    assert len(found.files) == 7  # layout, visibility, five walkmeshes
    assert found.count(Severity.WARNING) == sum(
        finding.severity is Severity.WARNING for finding in found.findings
    )


def test_processes_find_the_same(made: Installation) -> None:
    game = Game.open(made.folder)
    together = scan(game)
    assert set(together) == set(K1_MODULES)
    assert together == scan(game, 1)
    assert together == {name: scan_module(game, name, Options()) for name in K1_MODULES}


def test_module_that_cannot_be_loaded(made: Installation) -> None:
    made.path("modules/dan_m77zz.mod").write_bytes(b"MOD V1.0")
    found = scan(Game.open(made.folder))
    assert "1 row of 160 bytes" in found["dan_m77zz"].error
    assert not found["sta_m01aa"].error
    assert not found["dan_m77zz"].findings


def test_fault_in_a_rule_is_reported_with_the_module(
    made: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> Any:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(scanning, "check_level", fail)
    found = scan(Game.open(made.folder), 1)
    assert {each.error for each in found.values()} == {
        "KotorLevel failed on it: ZeroDivisionError: oops"
    }


@needs_fork
@pytest.mark.parametrize("deadly", [["dan_m77zz"], ["sta_m01aa", "tar_m88zz"], list(K1_MODULES)])
def test_process_that_dies_is_reported_and_the_rest_goes_on(
    made: Installation, monkeypatch: pytest.MonkeyPatch, deadly: list[str]
) -> None:
    tester = os.getpid()
    real = scan_module

    def die(game: Game, module: str, options: Options, *more: Any) -> ModuleScan:
        if module in deadly:
            assert os.getpid() != tester
            os._exit(9)
        return real(game, module, options, *more)

    monkeypatch.setattr(scanning, "scan_module", die)
    found = scan(Game.open(made.folder))
    assert {name for name, each in found.items() if each.error == DIED} == set(deadly)
    for name in set(K1_MODULES) - set(deadly):
        assert found[name] == real(Game.open(made.folder), name, Options())


def test_without_processes_it_goes_on_alone(
    made: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Refuses(ProcessPoolExecutor):
        def submit(self, *_: Any, **__: Any) -> Any:
            raise OSError("no more processes")

    monkeypatch.setattr(scanning, "ProcessPoolExecutor", Refuses)
    assert not any(each.error for each in scan(Game.open(made.folder)).values())


def test_one_module_starts_no_process(made: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanning, "ProcessPoolExecutor", None)
    assert list(scan(Game.open(made.folder), None, ("sta_m01aa",))) == ["sta_m01aa"]
    assert scan(Game.open(made.folder), None, ()) == {}


# Sums


def finding(file: str, rule: str = "ARE001", text: str = "x", **more: Any) -> Finding:
    more = {"severity": Severity.WARNING, **more}
    return Finding(text, file=file, rule=rule, name=rule.lower(), **more)


SCANS = (
    ModuleScan("a", files=("shared", "own"), findings=(finding("shared"), finding("own"))),
    ModuleScan(
        "b",
        files=("shared", "mine"),
        findings=(
            finding("shared"),
            finding("mine", "ARE004", severity=Severity.ERROR),
            finding("mine", "ARE004", severity=Severity.INFO, text="y"),
        ),
    ),
    ModuleScan("c", error="broken"),
)


PLACE = Place(Path("game"), "game", Lookup(()))


def test_what_modules_share_counts_once() -> None:
    scan = Scan(PLACE, SCANS)
    report = scan.report
    assert sorted(report.files) == ["mine", "own", "shared"]
    assert sorted((f.file, f.rule) for f in report.findings) == [
        ("mine", "ARE004"),
        ("mine", "ARE004"),
        ("own", "ARE001"),
        ("shared", "ARE001"),
    ]
    (shared,) = [f for f in report.findings if f.file == "shared"]
    assert scan.list_modules(shared) == ["a", "b"]


def test_equal_findings_of_one_module_count_each() -> None:
    twice = ModuleScan("a", files=("f",), findings=(finding("f"), finding("f")))
    other = ModuleScan("b", files=("f",), findings=(finding("f"), finding("f")))
    assert len(Scan(PLACE, (twice, other)).report) == 2


def test_rules_are_counted_by_finding_and_module() -> None:
    counted = {
        each.rule: (each.name, each.findings, each.modules, each.worst)
        for each in Scan(PLACE, SCANS).rules
    }
    assert counted == {
        "ARE001": ("are001", 2, 2, Severity.WARNING),
        "ARE004": ("are004", 2, 1, Severity.ERROR),
    }
    assert Scan(PLACE, ()).rules == ()
