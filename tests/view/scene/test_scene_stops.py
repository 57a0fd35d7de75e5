"""Rooms whose tables stop the player: which they are, and what answers say of ways through them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import kotorlevel as kl
from kotorlevel.area.sample import make_broken_station
from kotorlevel.checks.finding import Finding, Report, Severity
from kotorlevel.checks.rule import all_rules
from kotorlevel.checks.subjects import TablesSubject
from kotorlevel.formats.bwm import parse_bwm
from kotorlevel.view.live.watch import Live
from kotorlevel.view.scene.findings import STOPPING, describe_stops
from kotorlevel.view.scene.scene import build_scene
from kotorlevel.view.show import Shown
from support.areas import floor, make_area, write_folder
from support.view.served import live_level, serve

HARMLESS = {
    "BWM003": "faces without a place are no floor for ways either, and no fix knows the place",
    "DRV002": "the player floats or sinks, and walks on",
    "DRV008": "what the game does with loops is not known",
    "DRV009": "what the game does with loops is not known",
}
"""Errors in tables that do not stop the player, and why not."""


def test_every_error_in_tables_either_stops_the_player_or_does_not() -> None:
    errors = {
        rule.id
        for rule in all_rules().values()
        if rule.subject is TablesSubject and rule.severity is Severity.ERROR
    }
    assert errors == STOPPING | set(HARMLESS)
    assert not STOPPING & set(HARMLESS)


def test_what_stops_the_player_can_be_fixed() -> None:
    """Or the way would not be there after `kotorlevel fix`."""
    assert {all_rules()[rule].fix for rule in STOPPING} <= {"safe", "unsafe"}


def report(*found: tuple[str, str, Severity]) -> Report:
    return Report(tuple(Finding("wrong", file=f, rule=r, severity=s) for r, f, s in found), ())


def document(*found: tuple[str, str, Severity]) -> dict[str, Any]:
    area = make_area({"hall": floor(east=1), "yard": floor(4, west=0), "shed": floor(20)})
    return build_scene(area, report=report(*found)).document


def test_stops_are_errors_of_rooms() -> None:
    error, warning = Severity.ERROR, Severity.WARNING
    found = document(
        ("DRV004", "yard.wok", error),
        ("BWM004", "yard.wok", error),
        ("DRV004", "yard.wok", error),
        ("BWM004", "hall.wok", warning),
        ("DRV002", "hall.wok", error),
        ("BWM004", "crate.pwk", error),
        ("BWM007", "shed.wok", error),
    )
    assert found["stops"] == [
        {"room": 1, "rules": ["BWM004", "DRV004"]},
        {"room": 2, "rules": ["BWM007"]},
    ]
    assert document()["stops"] == []
    assert build_scene(floor()).document["stops"] == []


IDEA = "tables are taken as if `kotorlevel fix` had rebuilt them, links as they are in the files"


def test_words() -> None:
    found = document(("DRV001", "yard.wok", Severity.ERROR), ("BWM004", "yard.wok", Severity.ERROR))
    said = f"{IDEA}: yard has BWM004, DRV001, which stop the player now"
    assert describe_stops(found, [0, 1]) == said
    one = document(("DRV004", "yard.wok", Severity.ERROR))
    assert describe_stops(one, [1]) == f"{IDEA}: yard has DRV004, which stops the player now"
    assert describe_stops(found, [0, 2]) == ""
    assert describe_stops(found, []) == ""


def test_many_rooms_are_counted() -> None:
    names = [f"r{number}" for number in range(9)]
    area = make_area({name: floor(10 * number) for number, name in enumerate(names)})
    faults = report(*(("BWM004", f"{name}.wok", Severity.ERROR) for name in names))
    said = describe_stops(build_scene(area, report=faults).document, range(9))
    assert "r3 has BWM004 and 5 more rooms have such faults" in said
    assert "r4" not in said


@pytest.mark.parametrize("sound", [True, False])
def test_answers_carry_it(tmp_path: Path, sound: bool) -> None:
    """The yard's tree counts from 1: the way is there, and the player cannot go it."""
    write_folder(tmp_path, make_area({"hall": floor(east=1), "yard": floor(4, west=0)}))
    if not sound:
        count_from_one(tmp_path / "yard.wok")
    with serve(live_level(tmp_path)) as served:
        across = served.ask("path", a=[1, 2, 0], b=[7, 2, 0])
        inside = served.ask("path", a=[1, 2, 0], b=[3, 2, 0])
        reached = served.ask("reach", a=[1, 2, 0])
        nowhere = served.ask("reach", a=[90, 2, 0])
    assert across["status"] == inside["status"] == "ok"
    assert (inside["note"], nowhere["note"]) == ("", "")
    if sound:
        assert (across["note"], reached["note"]) == ("", "")
    else:
        assert across["note"] == reached["note"]
        assert across["note"].startswith(f"{IDEA}: yard has BWM004")


def count_from_one(path: Path) -> None:
    """Make the tree's children 1-based, as a broken exporter does."""
    bwm = parse_bwm(path.read_bytes())
    data = bytearray(path.read_bytes())
    old = bwm.nodes.tobytes()
    nodes = bwm.nodes.copy()
    for side in ("left", "right"):
        nodes[side][nodes["face"] < 0] += 1
    assert data.count(old) == 1
    start = data.index(old)
    data[start : start + len(old)] = nodes.tobytes()
    path.write_bytes(data)


def test_the_broken_station(tmp_path: Path) -> None:
    for name, data in make_broken_station().items():
        (tmp_path / name).write_bytes(data)
    area = kl.load_area(tmp_path)
    found = build_scene(area, report=kl.check(area)).document
    hall = next(room["index"] for room in found["rooms"] if room["name"] == "station_hall")
    rules = {stop["room"]: stop["rules"] for stop in found["stops"]}
    assert "BWM004" in rules[hall]
    live = Live(lambda: Shown(area, build_scene(area)))  # not checked: nothing is said
    with serve(live) as served:
        assert served.ask("reach", a=[2, 2, 0])["note"] == ""
