"""``kotorlevel scan``: all modules of a game."""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from kotorlevel.area.install.game import Game
from kotorlevel.checks import scan as scanning
from kotorlevel.checks.options import Options
from kotorlevel.checks.scan import ModuleScan, scan_module
from support.cli.in_process import InProcess
from support.command import run
from support.corpus import ROOT
from support.installation import K1_MODULES, Installation, make_installation
from support.sample_area import small_area
from support.schemas import validate

SCHEMA = json.loads((ROOT / "docs/schema/scan.schema.json").read_text(encoding="utf-8"))


@pytest.fixture
def kotorlevel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> InProcess:
    monkeypatch.chdir(tmp_path)
    return InProcess(monkeypatch, capsys)


@pytest.fixture
def made(tmp_path: Path) -> Installation:
    """Of its modules two have a room with an edge that leads nowhere: an error."""
    return make_installation(tmp_path)


def scan(kotorlevel: InProcess, *arguments: object) -> Any:
    document = json.loads(kotorlevel("scan", "game", *arguments, "--json").stdout)
    validate(document, SCHEMA)
    return document


def lines(kotorlevel: InProcess, *arguments: object) -> list[str]:
    return [" ".join(line.split()) for line in kotorlevel("scan", *arguments).stdout.splitlines()]


def test_text(made: Installation, kotorlevel: InProcess) -> None:
    shown = lines(kotorlevel, "game")
    assert shown[0] == "game Knights of the Old Republic"
    assert "module area rooms files errors warnings infos" in shown
    assert "dan_m77zz m77zz 1 3 1 1 0" in shown  # its room has no model in this game
    (station,) = [line for line in shown if line.startswith("sta_m01aa")]
    assert station.startswith("sta_m01aa station 7 7 0 ")
    assert "ARE004 transition-out-of-range error 2 2" in shown
    (total,) = [line for line in shown if line.startswith("3 modules: 2 errors, ")]
    assert total.endswith(" in 13 files.")
    assert any("kotorlevel check game --module" in line for line in shown)
    assert kotorlevel("scan", "game").code == 1
    assert kotorlevel("scan", "game").stderr == ""


def test_json(made: Installation, kotorlevel: InProcess) -> None:
    document = scan(kotorlevel)
    assert (document["game"], document["version"]) == ("game", "k1")
    assert [each["module"] for each in document["modules"]] == list(K1_MODULES)
    assert [each["error"] for each in document["modules"]] == [1, 0, 1]
    assert document["summary"]["error"] == 2
    (out_of_range,) = [each for each in document["rules"] if each["rule"] == "ARE004"]
    assert (out_of_range["findings"], out_of_range["modules"]) == (2, 2)
    found = [each for each in document["findings"] if each["rule"] == "ARE004"]
    assert [each["modules"] for each in found] == [["dan_m77zz"], ["tar_m88zz"]]


def test_shared_files_count_once(tmp_path: Path, kotorlevel: InProcess) -> None:
    """A second module with the area of the first: its files are in the KEY."""
    ifo = make_installation(tmp_path / "first").data("modules/sta_m01aa.rim", "module.ifo")
    make_installation(tmp_path, more={"modules/copy.mod": {"module.ifo": ifo}})
    document = scan(kotorlevel, "--module", "copy", "--module", "sta_m01aa", "--select", "ARE001")
    assert [each["warning"] for each in document["modules"]] == [1, 1]
    assert document["summary"]["warning"] == 1
    assert document["summary"]["files"] == 7
    assert document["findings"][0]["modules"] == ["copy", "sta_m01aa"]


def test_details_are_those_of_check(made: Installation, kotorlevel: InProcess) -> None:
    plain = kotorlevel("scan", "game").stdout
    detailed = kotorlevel("scan", "game", "--details").stdout
    assert detailed.endswith(plain)
    assert "modules/dan_m77zz.mod: m77zz_01a.wok" in detailed
    assert "1 edge leads to room 3" in detailed


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (["sta_m01aa"], ["sta_m01aa"]),
        (["STA_M01AA.rim", "tar_m88zz"], ["sta_m01aa", "tar_m88zz"]),
        (["*zz"], ["dan_m77zz", "tar_m88zz"]),
    ],
)
def test_some_modules(
    made: Installation, kotorlevel: InProcess, wanted: list[str], expected: list[str]
) -> None:
    options = [word for name in wanted for word in ("--module", name)]
    assert [each["module"] for each in scan(kotorlevel, *options)["modules"]] == expected


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((), 1),
        (("--select", "ARE001"), 0),
        (("--select", "ARE001", "--fail-on", "warning"), 1),
        (("--ignore", "ARE004"), 0),
        (("--fail-on", "never"), 0),
        (("--module", "sta_m01aa"), 0),
        (("--workers", 1), 1),
        (("--workers", 3), 1),
    ],
)
def test_options_and_exit_codes(
    made: Installation, kotorlevel: InProcess, arguments: Any, code: int
) -> None:
    assert kotorlevel("scan", "game", *arguments).code == code
    scan(kotorlevel, *arguments)


def test_override_and_materials(made: Installation, kotorlevel: InProcess) -> None:
    (made.mod / "m77zz_01a.wok").write_bytes(b"broken")
    result = kotorlevel("scan", "game", "--override", "mod")
    assert result.code == 2  # a file cannot be read
    assert "FIL001" in result.stdout
    documents = [scan(kotorlevel), scan(kotorlevel, "--materials", "mdlops")]
    assert documents[0] != documents[1]


def test_module_that_cannot_be_loaded(made: Installation, kotorlevel: InProcess) -> None:
    made.path("modules/dan_m77zz.mod").write_bytes(b"MOD V1.0")
    result = kotorlevel("scan", "game")
    assert result.code == 2
    (line,) = [line for line in result.stdout.splitlines() if line.startswith("dan_m77zz")]
    assert "1 row of 160 bytes" in line
    assert "3 modules, 1 of them could not be checked: 1 error" in result.stdout
    document = scan(kotorlevel)
    assert document["summary"]["failed"] == 1
    assert "1 row of 160 bytes" in document["modules"][0]["failure"]


@pytest.mark.skipif(
    multiprocessing.get_start_method() != "fork", reason="a patch reaches processes by fork only"
)
def test_process_that_dies(
    made: Installation, kotorlevel: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(game: Game, module: str, options: Options, *more: Any) -> ModuleScan:
        if module == "sta_m01aa":
            os._exit(1)
        return scan_module(game, module, options, *more)

    monkeypatch.setattr(scanning, "scan_module", die)
    result = kotorlevel("scan", "game", "--workers", 2)
    assert result.code == 2
    assert "the process that checked it died" in result.stdout
    assert "3 modules, 1 of them could not be checked: 2 errors" in result.stdout


def test_progress_bar_stays_out_of_the_results(
    made: Installation, kotorlevel: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = kotorlevel("scan", "game")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("kotorlevel.cli.terminal.progress.AFTER", 0)
    watched = kotorlevel("scan", "game")
    assert watched.stdout == plain.stdout
    assert "Checking modules" in watched.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("", "Missing argument 'GAME'"),
        ("mod", "mod: no game here"),
        ("none", "none: no such folder"),
        ("game --module foo", "there is no module 'foo'"),
        ("game --module sta_m01a", "Did you mean 'sta_m01aa'?"),
        ("game --module x*", "there is no module 'x*'"),
        ("game --override none", "none: no such folder"),
        ("game --workers 0", "--workers"),
        ("game --select XYZ", "there is no rule 'XYZ'"),
        ("bare", "this game has no modules"),
    ],
)
def test_wrong_use(made: Installation, kotorlevel: InProcess, arguments: str, message: str) -> None:
    Path("bare").mkdir()
    Path("bare/chitin.key").write_bytes((made.root / "chitin.key").read_bytes())
    result = kotorlevel("scan", *arguments.split())
    assert (result.code, result.stdout) == (2, "")
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_sound_game(tmp_path: Path, kotorlevel: InProcess) -> None:
    """Nothing to complain about: no table of rules, and exit code 0."""
    make_installation(tmp_path)
    shown = kotorlevel("scan", "game", "--module", "dan_m77zz", "--select", "VIS")
    assert shown.code == 0
    assert "1 module: no faults in 3 files." in shown.stdout
    assert "rule " not in shown.stdout


def test_hostile_names_do_not_reach_the_terminal(tmp_path: Path, kotorlevel: InProcess) -> None:
    area = small_area("m77zz")
    area["module.ifo"] = area["module.ifo"].replace(b"m77zz", b"m\x1b7zz")
    make_installation(tmp_path, more={"modules/dan_m77zz.mod": area})
    result = kotorlevel("scan", "game")
    assert "\x1b" not in result.stdout + result.stderr


def test_as_a_user_runs_it(made: Installation, tmp_path: Path) -> None:
    result = run("scan", "game", cwd=tmp_path)
    assert (result.code, result.stderr) == (1, "")
    assert "\x1b" not in result.stdout
    assert "Traceback" not in run("scan", "game", cwd=tmp_path, close_stdout=True).stderr
