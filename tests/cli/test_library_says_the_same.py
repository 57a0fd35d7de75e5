"""What ``path`` and ``reach`` say of areas that are broken, the library says as well."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import kotorlevel as kl
from kotorlevel.checks.facts.area.causes import rule_of, rule_on_the_way
from support.areas import write_folder
from support.cli.in_process import InProcess
from support.nav.broken_areas import BROKEN, START, Broken

COMMANDS = {
    "link": "link {} --in-place",
    "split": "link {} --in-place --split",
    "snap": "link {} --in-place --snap {:g}",
    "turn-face": "fix {}",
}
"""Remedies that a command does, and which."""


@pytest.fixture(params=list(BROKEN.values()), ids=list(BROKEN))
def broken(request: pytest.FixtureRequest) -> Broken:
    return request.param  # type: ignore[no-any-return]


def check_cause(told: dict[str, Any], cause: kl.Cause, names: list[str], folder: Path) -> None:
    """Kind, place, figures and remedy of a cause as JSON, and as the library has it."""
    assert told["kind"] == cause.kind
    assert told["at"] == list(cause.at)
    assert told["rooms"] == list(cause.rooms)
    assert told["size"] == cause.size
    remedy = cause.remedy
    assert remedy is not None
    if remedy.kind in COMMANDS:
        assert told["remedy"] == "kotorlevel " + COMMANDS[remedy.kind].format(folder, remedy.metres)
    elif "kotorlevel " in told["remedy"]:
        assert (remedy.kind, told["rule"]) == ("weld", "MSH005")
    else:
        assert told["remedy"].startswith(remedy.describe(names))


def with_rule(text: str, rule: str) -> str:
    return f"{text} [{rule}]" if rule else text


@pytest.mark.sampled(6)
def test_paths(kotorlevel: InProcess, broken: Broken, tmp_path: Path) -> None:
    write_folder(tmp_path, broken.area)
    area = kl.load_area(tmp_path)
    names = [room.name for room in area.rooms]
    words = [",".join(map(str, place)) for place in (START, broken.goal)]
    told = json.loads(kotorlevel("path", tmp_path, *words, "--json").stdout)
    journey = kl.find_journey(area, START, broken.goal, radius=0.35)
    path = kl.Navigator(area).path(START, broken.goal, radius=0.35)
    assert told["status"] == journey.path.status == path.status == "unreachable"
    assert len(told["causes"]) == len(journey.causes) == len(path.causes)
    assert journey.causes == path.causes
    assert [each["rule"] or "" for each in told["causes"]] == broken.rules
    for each, cause, rule in zip(told["causes"], path.causes, broken.rules, strict=True):
        check_cause(each, cause, names, tmp_path)
        assert rule_on_the_way(cause) == rule
        assert each["text"] == with_rule(cause.describe(names), rule)
        assert cause.describe(names) in path.reason
    assert told["notes"] == list(journey.notes)


def test_reach(kotorlevel: InProcess, broken: Broken, tmp_path: Path) -> None:
    write_folder(tmp_path, broken.area)
    area = kl.load_area(tmp_path)
    names = [room.name for room in area.rooms]
    told = json.loads(kotorlevel("reach", tmp_path, "--from", "1,1", "--json").stdout)
    reach = kl.find_reach(area, START, least_area=0.5)
    assert told["reached"] == reach.reached.area
    assert len(told["cut_off"]) == len(reach.cut_off) > 0
    for each, part in zip(told["cut_off"], reach.cut_off, strict=True):
        assert (each["area"], each["uncertain"]) == (part.island.area, part.uncertain)
        assert len(each["ways"]) == len(part.ways)
        for way, cause in zip(each["ways"], part.ways, strict=True):
            assert way["rule"] == (rule_of(cause) or None)
            if cause.kind != "open":
                check_cause(way, cause, names, tmp_path)
    shown = " ".join(kotorlevel("reach", tmp_path, "--from", "1,1").stdout.split())
    for line in str(reach).splitlines():
        if not line.startswith("  What mends it: "):
            bare = " ".join(line.split()).removesuffix(".")
            assert bare in _without_rules(shown)


def _without_rules(text: str) -> str:
    for rule in {rule for broken in BROKEN.values() for rule in broken.rules if rule}:
        text = text.replace(f" [{rule}]", "")
    return text


def test_the_rule_of_a_cause_finds_the_same_fault(
    kotorlevel: InProcess, broken: Broken, tmp_path: Path
) -> None:
    """What is named as the rule is in the report of ``check``, at about the place of the cause."""
    write_folder(tmp_path, broken.area)
    findings = json.loads(kotorlevel("check", tmp_path, "--json").stdout)["findings"]
    causes = kl.find_journey(kl.load_area(tmp_path), START, broken.goal).causes
    for cause, rule in zip(causes, broken.rules, strict=True):
        if not rule:
            continue
        places = [each["at"] for each in findings if each["rule"] == rule]
        assert places
        near = [at for at in places if at is None or _apart(at, cause.at) <= 3]
        assert near, f"{rule} at {places}, the cause at {cause.at}"


def _apart(at: list[float], other: tuple[float, ...]) -> float:
    return max(abs(a - b) for a, b in zip(at[:2], other[:2], strict=True))
