"""Real areas, damaged as modders and tools do: what is found, and that repair does no harm."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import kotorlevel as kl
from support.corpus import needs_levels
from support.damage.cases import CASES, Case, Damaged
from support.damage.level import Level
from support.quick import EVERYTHING

SILENT = "neither error nor warning"
VIS = "the visibility follows links or names that are wrong"
TODAY = {
    "door state missing, objects, tar_m10aa": SILENT,
}
"""Case → what is not as it should be yet. A case that has become right must be taken out."""

LEVEL_FILES = (".wok", ".lyt", ".vis", ".pth", ".ifo", ".git", ".are", ".dwk")


def chosen() -> list[Any]:
    cases = [case for case in CASES if case.quick or EVERYTHING in os.environ]
    marks = {n: [pytest.mark.xfail(reason=why, strict=True)] for n, why in TODAY.items()}
    return [pytest.param(case, id=case.name, marks=marks.get(case.name, [])) for case in cases]


CAUSES = {
    **dict.fromkeys(("room-inserted", "room-removed", "room-moved"), "CAU001"),
    **dict.fromkeys(("room-local", "moved-twice", "room-off"), "CAU002"),
    **dict.fromkeys(("floor-painted", "unknown-material"), "CAU003"),
    "name-misspelt": "CAU004",
    "floor-turned": "CAU008",
    "wrong-file": "CAU006",
    "older-copy-wins": "CAU007",
}
"""What happened → the rule that names it."""

TOLD_OTHERWISE = {
    "misspelt in the layout, dropped, 740kor": "names of that area differ in one letter",
    "misspelt once, sta_m45aa": "VIS002 warns, as of a shipped file that has such a slip",
}
"""Cases whose cause is not named, and why."""


def told(report: kl.Report) -> set[tuple[str, str]]:
    """Errors and warnings, without the names of files."""
    return {(f.rule, f.text) for f in (*report.errors, *report.warnings)}


@dataclass(frozen=True)
class Before:
    """What is told of an area before anything happens to it, and what is repaired in it already."""

    told: frozenset[tuple[str, str]]
    repaired: frozenset[str]


@cache
def before(area: str, setup: str) -> Before:
    with TemporaryDirectory() as folder:
        level = Case("", area, (), setup).prepare(Path(folder))
        report = kl.check(level.folder, workers=1)
        repairs = kl.fix(level.folder, dry_run=True)
        names = (each.target.name for each in repairs.files if each.changed and each.target)
        return Before(frozenset(told(report)), frozenset(names))


def repair(damaged: Damaged) -> kl.Repairs:
    """Every safe fix, written."""
    level = damaged.level
    if level.check:  # a game: only the loose files can be repaired
        return kl.fix(level.folder / "override", game=level.folder, **level.check)
    return kl.fix(level.folder)


def judge(case: Case, damaged: Damaged) -> None:
    """What must be true of every case. To be extended by `Case.causes` and `Damaged.goals`."""
    level, shipped = damaged.level, before(case.area, case.setup)
    report = kl.check(level.folder, workers=1, **level.check)
    if case.affects_player:
        assert told(report) - shipped.told, SILENT
    named = {finding.rule for finding in report if finding.rule.startswith("CAU")}
    expected = {CAUSES[cause] for cause in case.causes if cause in CAUSES}
    if case.name not in TOLD_OTHERWISE:
        assert expected <= named
    explained = {key for finding in report for key in finding.explains}
    if expected == named and len(expected) == len(case.causes):
        # Nothing else is called an error: all of them come from the causes.
        others = [f for f in report.errors if f.rule not in named]
        # Rooms may have other numbers than in the area as shipped.
        known = {(rule, re.sub(r"\d+", "", text)) for rule, text in shipped.told}
        others = [f for f in others if (f.rule, re.sub(r"\d+", "", f.text)) not in known]
        keys = {(f.rule, f.file, f.numbers) for f in others}
        assert keys <= explained
    broken = level.files()
    repairs = repair(damaged)
    assert "unreadable" in case.causes or not repairs.errors
    mended = level.files()
    may_change = damaged.touched | {
        name
        for goal in damaged.goals
        for name in goal.keys() | broken.keys()
        if goal.get(name) != broken.get(name)
    }
    changed = {name for name, data in broken.items() if mended.get(name) != data}
    changed |= {n for n in mended.keys() - broken.keys() if n.endswith(LEVEL_FILES)}
    given_back = {"floor-turned", "room-inserted", "room-moved", "name-misspelt", "line-ends"}
    if given_back.issuperset(case.causes) and all(d.information == "all" for d in damaged.damages):
        # The information is there, so a repair brings the bytes back, or those that are wanted.
        left = [{n for n in g if mended.get(n) != g[n]} - shipped.repaired for g in damaged.goals]
        by_hand = (
            any(f.rule == "CAU004" and not f.fix for f in report) or case.name in TOLD_OTHERWISE
        )
        assert by_hand or set() in left, f"not brought back: {left}"
    # Not a file that was as shipped, unless it is repaired in the shipped area, too.
    needless = changed - may_change - shipped.repaired
    assert not needless, f"repaired without need: {sorted(needless)}"


@pytest.mark.sampled(7)
@needs_levels
@pytest.mark.parametrize("case", chosen())
def test_a_damaged_area(case: Case, tmp_path: Path) -> None:
    judge(case, case.damage(tmp_path))


@pytest.mark.sampled(7)
@needs_levels
@pytest.mark.parametrize("case", [pytest.param(*p.values, id=p.id) for p in chosen()])
def test_what_it_should_become_has_no_wrong_link(case: Case, tmp_path: Path) -> None:
    """Of the damage, not of the library: measured on the corners of edges alone."""
    damaged = case.damage(tmp_path)
    for number, goal in enumerate([] if damaged.level.check else damaged.goals):
        folder = tmp_path / str(number)
        folder.mkdir()
        for name, data in goal.items():
            (folder / name).write_bytes(data)
        level = Level(folder)
        assert not level.misled()
        assert goal != damaged.level.files() or not case.affects_player


def test_the_cases_have_names_of_their_own() -> None:
    assert len({case.name for case in CASES}) == len(CASES) >= 60
    assert sum(len(case.accidents) == 2 for case in CASES) >= 12
