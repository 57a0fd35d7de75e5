"""`check GAME --mods A B`: what is printed, its schema, and the exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from support.cli.in_process import InProcess
from support.command import Result
from support.corpus import ROOT
from support.installation import make_installation
from support.mods import make_mods

SCHEMA = json.loads((ROOT / "docs/schema/mods.schema.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mods")
    make_installation(folder)
    make_mods(folder)
    return folder


@pytest.fixture
def check(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> InProcess:
    monkeypatch.chdir(folder)
    return InProcess(monkeypatch, capsys)


def run(check: InProcess, *words: str) -> tuple[int, str]:
    result: Result = check("check", *words)
    return result.code, result.stdout + result.stderr


def test_cause_first_then_what_to_type(check: InProcess, folder: Path) -> None:
    code, text = run(check, "game", "--mods", "annex", "paint")
    assert code == 1
    lines = text.splitlines()
    assert lines[0] == "game with annex then paint"
    assert lines[2] == "sta_m01aa (station)  changed by annex and paint"
    assert lines[3].startswith("  error    annex's station.lyt replaces that of the game, but")
    command = "kotorlevel merge annex paint --base game --game game --module sta_m01aa -o DIR"
    assert f"    {command}" in lines
    assert check(*command.replace("DIR", "both").split()[1:]).code == 0
    assert (folder / "both" / "station_hall.wok").exists()


def test_json_is_what_the_schema_says(check: InProcess) -> None:
    code, text = run(check, "game", "--mods", "annex", "paint", "repaint", "--json")
    document = json.loads(text)
    jsonschema.validate(document, SCHEMA)
    assert code == 1
    assert document["mods"] == ["annex", "paint", "repaint"]
    assert len(document["areas"][0]["merges"]) == 2


def test_the_game_may_be_an_option(check: InProcess) -> None:
    code, text = run(check, "--mods", "paint", "--game", "game")
    assert code == 0
    assert text.startswith("game with paint\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["game", "--mods"], "name the game, then its mods"),
        (["annex", "--mods", "paint"], "no game here"),
        (["game", "--mods", "nope"], "nope: no such file or folder"),
        (["game", "--mods", "paint", "--sarif"], "exclude each other"),
    ],
)
def test_what_makes_no_sense(check: InProcess, words: list[str], said: str) -> None:
    code, text = run(check, *words)
    assert code == 2
    assert said in text
