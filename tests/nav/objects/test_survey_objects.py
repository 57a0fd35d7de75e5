"""What stands in an area: planted faults are told, shipped areas not, hostile GITs do no harm."""

from __future__ import annotations

import math
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.formats.gff import Gff, GffType, Struct
from kotorlevel.nav.objects.words import describe_object_fault
from support.area.furnished_git import (
    creature,
    encounter,
    sound,
    store,
    trigger,
    waypoint,
)
from support.areas import floor, make_area
from support.cases.area_things import SQUARE, furnished
from support.corpus import LEVELS, needs_levels

AREAS = sorted(path for path in LEVELS.glob("areas/*/*") if path.name != "m19aa")
"""Without the one that was cut from the game, whose GIT is another area's."""


def kinds(area: kl.Area) -> list[tuple[str, str]]:
    return [(t.kind, f.kind) for t in kl.survey_objects(area) for f in t.faults]


def test_figures_of_things_on_the_floor() -> None:
    ramp = make_area({"ramp": floor(rise=2)}, entry=(1, 1, 0.5))
    area = furnished(
        creature("guard", (3, 2, 1.6)),
        encounter("pack", (2, 2, 0), SQUARE, [(1, 1, 0.5)]),
        area=ramp,
    )
    guard, pack, spawn = kl.survey_objects(area)
    assert (guard.kind, guard.template, guard.number) == ("creature", "guard", 0)
    assert guard.floor == pytest.approx(1.5)
    assert guard.bearing == pytest.approx(math.pi / 2)
    assert guard.reached is True
    assert pack.outline.tolist() == [[1, 1, 0], [3, 1, 0], [3, 3, 0], [1, 3, 0]]
    assert (spawn.kind, spawn.number, spawn.spawn_point) == ("spawn point", 0, 0)
    assert spawn.floor == pytest.approx(0.5)
    assert not kl.survey_objects(area).faulty


def test_where_a_thing_could_stand_instead() -> None:
    area = furnished(creature("guard", (2, -1, 7)), creature("cook", (2, 2, 3)))
    guard, cook = kl.survey_objects(area).faulty
    (off,), (high,) = guard.faults, cook.faults
    assert off.kind == "off-floor"
    assert off.metres == pytest.approx(1)
    assert off.to is not None
    assert kl.Ground(area, fast=False).height(*off.to[:2]) == pytest.approx(0)
    assert 0.2 <= off.to[1] <= 0.36, "as far in as a body is wide"
    assert (high.kind, high.to) == ("height", (2, 2, 0))
    assert high.metres == pytest.approx(3)
    assert describe_object_fault(guard, off) == "on no floor, 1.00 m beside the nearest"


def test_the_storey_that_is_nearest_counts() -> None:
    area = make_area({"cellar": floor(), "hall": floor(z=10)})
    one, other = kl.survey_objects(
        furnished(waypoint("a", (1, 1, 9.9)), waypoint("b", (1, 1, 0.1)), area=area)
    )
    assert (one.floor, other.floor) == (10, 0)


def test_odd_outlines() -> None:
    bow = [(-1, -1), (1, 1), (1, -1), (-1, 1)]
    rows = [trigger(f"t{n}", (2, 2, 0), bow[:n]) for n in range(5)]
    lost = kinds(furnished(*rows))
    assert lost == [("trigger", "no-outline")] * 3
    nan = [(0, 0), (float("nan"), 0), (1, 1), (float("inf"), 1)]
    assert kinds(furnished(trigger("t", (2, 2, 0), nan))) == [("trigger", "no-outline")]


def slow_touch(plan: np.ndarray, faces: np.ndarray) -> bool:
    """Whether any point of a fine grid is inside of the outline and of a face: the slow way."""
    low, high = plan.min(axis=0), plan.max(axis=0)
    for x in np.linspace(low[0], high[0], 60):
        for y in np.linspace(low[1], high[1], 60):
            inside = False
            for (ax, ay), (bx, by) in zip(plan, np.roll(plan, -1, axis=0), strict=True):
                if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                    inside = not inside
            if inside and faces[0][0] <= x <= faces[0][1] and faces[1][0] <= y <= faces[1][1]:
                return True
    return False


@pytest.mark.parametrize("seed", range(25))
def test_outlines_against_a_grid(seed: int) -> None:
    random = np.random.default_rng(seed)
    centre = random.uniform(-3, 7, 2)
    outline = random.uniform(-2.5, 2.5, (random.integers(3, 7), 2))
    area = furnished(
        trigger("t", (*centre, 0), outline.tolist()), area=make_area({"hall": floor()})
    )
    (thing,) = kl.survey_objects(area)
    touches = thing.fault("off-floor") is None
    # A grid may miss the very tip of an outline, never the other way round.
    assert touches or not slow_touch(thing.outline[:, :2], np.array([(0, 4), (0, 4)]))
    if touches:
        grown = np.array([(-0.15, 4.15), (-0.15, 4.15)])
        assert slow_touch(thing.outline[:, :2], grown)


def test_thousands_of_things_take_seconds() -> None:
    random = np.random.default_rng(0)
    spots = random.uniform(-30, 60, (3_000, 3)).tolist()
    makers = [creature, sound, store]
    rows = [makers[n % 3](f"t{n % 97}", (x, y, z)) for n, (x, y, z) in enumerate(spots)]
    rows += [creature("heap", (2, 2, 0))] * 500
    area = furnished(*rows)
    start = time.process_time()
    survey = kl.survey_objects(area)
    report = kl.check(area, kl.Options(select=("OBJ",)))
    assert time.process_time() - start < 8
    assert len(survey) == 3_500
    assert survey.complete
    assert report.of_rule("OBJ019")
    assert len(report.findings) < 20, "many things are one finding"


def test_hostile_gits() -> None:
    huge, nan = 3e38, float("nan")
    rows = [
        creature("a\x1bb", (huge, -huge, huge)),
        creature("x" * 16, (nan, nan, nan)),
        trigger("ÿ\x1b[31m" * 500, (huge, huge, 0), [(huge, huge)] * 5),
        trigger("t", (0, 0, 0), [(0, 0)] * 4),
        encounter("e", (1, 1, 0), [], [(nan, 0, 0), (huge, 0, 0)]),
        waypoint("", (-1e6, 1e6, 0)),
    ]
    area = furnished(*rows)
    kl.survey_objects(area)
    report = kl.check(area, kl.Options(select=("OBJ",)))
    assert len(report.of_rule("OBJ022")) == 3, "creatures, a trigger, spawn points"
    assert all("\x1b" not in finding.text and len(finding.text) < 500 for finding in report)


def test_lists_and_fields_of_other_types() -> None:
    rows = [
        Struct([("XPosition", GffType.STRING, "a"), ("Tag", GffType.DWORD, 7)], 4),
        Struct([], 4),
    ]
    fields = [
        ("Creature List", GffType.LIST, rows),
        ("TriggerList", GffType.STRING, "none"),
        ("WaypointList", GffType.LIST, []),
    ]
    area = replace(furnished(), git=Gff("GIT ", Struct(fields)))
    assert kinds(area) == [("creature", "no-place")] * 2
    assert not kl.survey_objects(make_area({"hall": floor()})).objects


@needs_levels
@pytest.mark.sampled(8)
@pytest.mark.parametrize("path", AREAS, ids=lambda path: path.name)
def test_shipped_areas_are_nearly_silent(path: Path) -> None:
    area = kl.load_area(path)
    survey = kl.survey_objects(area)
    counts = Counter((t.kind, f.kind) for t in survey for f in t.faults if t.kind == "creature")
    assert counts["creature", "off-floor"] <= (path.name == "740kor")
    assert not counts["creature", "in-wall"]
    told = kl.check(area, kl.Options(select=("OBJ013", "OBJ014", "OBJ015", "OBJ017", "OBJ02")))
    known = {"ebo_m12aa": ["OBJ015"], "end_m01aa": ["OBJ015"]}
    assert [finding.rule for finding in told.warnings] == known.get(path.name, [])


@needs_levels
def test_a_git_of_another_area_is_told() -> None:
    area = kl.load_area(LEVELS / "areas/k1/tar_m10aa")
    other = kl.load_area(LEVELS / "areas/k1/danm13")
    report = kl.check(replace(area, git=other.git), kl.Options(select=("OBJ013", "OBJ019")))
    assert report.of_rule("OBJ013")
    assert report.warnings
