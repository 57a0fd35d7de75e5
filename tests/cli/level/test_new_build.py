"""``kotorlevel new`` and ``kotorlevel build``: as typed, and the same as the library."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.area.sample import HALL, ROOMS
from support.areas import floor
from support.build.station import write_rooms
from support.cli.in_process import InProcess
from support.corpus import ROOT
from support.installation import make_installation
from support.schemas import validate

SCHEMA = json.loads((ROOT / "docs" / "schema" / "build.schema.json").read_text(encoding="utf-8"))


@pytest.fixture(autouse=True)
def kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rooms of the station in the folder ``kit`` of a new folder."""
    monkeypatch.chdir(tmp_path)
    write_rooms(Path("kit"))


def test_the_station_from_new_to_the_game(kotorlevel: InProcess) -> None:
    words = ("new", "station", "--kit", "kit", "--doors", "13", "--title", "Old Station")
    told = json.loads(kotorlevel(*words, "--dry-run", "--json").stdout)
    validate(told, SCHEMA)
    assert not Path("station").exists()
    result = kotorlevel(*words)
    assert result.code == 0
    assert "To play it: copy station/station.mod" in result.stdout.replace("\\", "/")
    assert "5 rooms, 4 doors" in result.stdout
    assert {path.name for path in Path("station").iterdir()} >= {
        "level.toml", "rooms", "module", "station.mod",
    }  # fmt: skip
    assert kotorlevel("check", "station/station.mod", "--fail-on", "warning").code == 0
    plan = kl.new_plan(
        "station", kit="kit", title="Old Station", doors=kl.PlannedDoor(appearance=13)
    )
    assert Path("station/station.mod").read_bytes() == kl.build_module(plan).mod
    built = kotorlevel("build", "station")
    assert (built.code, "nothing to write" in built.stdout) == (0, True)
    told = json.loads(kotorlevel("build", "station/level.toml", "-o", "other", "--json").stdout)
    validate(told, SCHEMA)
    assert [room["name"] for room in told["rooms"]] == sorted(ROOMS)
    assert Path("other/station.mod").read_bytes() == Path("station/station.mod").read_bytes()


def test_rooms_behind_the_option_are_all_taken(kotorlevel: InProcess) -> None:
    rooms = [f"kit/{name}.wok" for name in ROOMS]
    told = kotorlevel("new", "station", "--rooms", *rooms, "--dry-run", "--json")
    assert [each["name"] for each in json.loads(told.stdout)["rooms"]] == list(ROOMS)


def test_nothing_foreign_is_replaced(kotorlevel: InProcess) -> None:
    assert kotorlevel("new", "lab", "--rooms", f"kit/{HALL}.wok").code == 0
    Path("lab/level.toml").write_text("# mine\n" + Path("lab/level.toml").read_text())
    again = kotorlevel("new", "lab", "--rooms", f"kit/{HALL}.wok")
    assert again.code == 2
    assert "level.toml is not as a build has left it" in again.stderr
    assert "add --force to replace" in again.stderr
    assert Path("lab/level.toml").read_text().startswith("# mine")
    forced = kotorlevel("new", "lab", "--rooms", f"kit/{HALL}.wok", "--force")
    assert (forced.code, "Take it back: kotorlevel undo lab" in forced.stdout) == (0, True)
    assert kotorlevel("undo", "lab").code == 0
    assert Path("lab/level.toml").read_text().startswith("# mine")


def test_a_door_of_the_game_that_fits(kotorlevel: InProcess, tmp_path: Path) -> None:
    game = make_installation(tmp_path / "game").folder
    result = kotorlevel("new", "lab", "--kit", "kit", "--doors", "fit", "--game", game)
    assert result.code == 0, result.stderr
    assert "appearance = " in Path("lab/level.toml").read_text()
    assert kotorlevel("build", "lab").code == 0


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("new", "lab"), "say what it is made of"),
        (("new", "lab", "--kit", "kit", "--rooms", "kit/a.wok"), "say what it is made of"),
        (("new", "a" * 17, "--kit", "kit"), "has 17 characters"),
        (("new", "lab", "--kit", "none"), "none: is no folder"),
        (("new", "lab", "--rooms", "none.wok"), "none.wok: no such file"),
        (("new", "lab", "--kit", "kit", "--doors", "fit"), "say what door it is"),
        (("new", "lab", "--kit", "kit", "--doors", "300"), "room for 0 to 255"),
        (("build", "none.toml"), "none.toml: no such file"),
        (("build", "kit"), "level.toml: no such file"),
        (("build", f"kit/{HALL}.wok"), "line 1: this is no text in UTF-8"),
    ],
)
def test_what_cannot_be_made_is_told(
    kotorlevel: InProcess, words: tuple[str, ...], text: str
) -> None:
    result = kotorlevel(*words)
    assert result.code == 2
    assert text in result.stderr
    assert not Path("lab").exists()


def test_errors_that_check_finds_are_the_exit_code(kotorlevel: InProcess) -> None:
    """A room that nothing leads to: it is built as the plan says, and told."""
    kl.write_walkmesh(floor(), "kit/apart.wok")
    assert kotorlevel("new", "lab", "--rooms", f"kit/{HALL}.wok").code == 0
    with Path("lab/level.toml").open("a") as plan:
        plan.write('[[room]]\nname = "apart"\nwalkmesh = "../kit/apart.wok"\n')
        plan.write("position = [2, 1, 0]\n")
    result = kotorlevel("build", "lab")
    report = kl.build_module("lab").report
    assert result.code == (1 if report.errors else 0)
    assert [*report.errors, *report.warnings]
    assert (report.errors or report.warnings)[0].rule in result.stdout
