"""The rules about geometry, materials and objects: found where they should be, silent elsewhere."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.checks.files import check_data
from kotorlevel.checks.finding import Finding, Severity, severity_of
from kotorlevel.checks.options import Options
from kotorlevel.checks.rule import all_rules
from kotorlevel.checks.run import check
from kotorlevel.checks.subjects import AreaSubject
from support.cases.geometry import CASES
from support.cases.geometry_shapes import (
    DOOR,
    HALVES,
    SQUARE,
    Case,
    moved,
    object_with_tables,
    room,
    slope,
    thing,
    two_squares,
)
from support.corpus import each_corpus_file

FAMILIES = ("MSH", "MAT", "OBJ")


def own_rules() -> list[str]:
    return [name for name in all_rules() if name in CASES]


def found(case: Case, rule: str) -> list[Finding]:
    findings = check_data(case.build(), case.file, case.options or Options())
    return [finding for finding in findings if finding.rule == rule]


def each(which: int) -> pytest.MarkDecorator:
    """Every rule with each of its bad (0) or good (1) cases."""
    return pytest.mark.parametrize(
        ("rule", "case"),
        [
            pytest.param(rule, case, id=f"{rule}-{case.name}")
            for rule, cases in CASES.items()
            for case in cases[which]
        ],
    )


@each(0)
def test_bad_is_found(rule: str, case: Case) -> None:
    findings = found(case, rule)
    numbers = {number for finding in findings for number in finding.numbers}
    assert findings
    assert tuple(sorted(numbers)) == case.numbers
    for finding in findings:
        assert list(finding.numbers) == sorted(set(finding.numbers))
        assert finding.at is None or np.isfinite(finding.at).all()
        assert "\n" not in finding.text


@each(1)
def test_good_is_silent(rule: str, case: Case) -> None:
    assert found(case, rule) == []


@pytest.mark.parametrize("rule", CASES)
def test_has_cases_and_documentation(rule: str) -> None:
    assert all(CASES[rule])
    entry = all_rules()[rule]
    what, why, fix = entry.doc.split("\n\n")
    assert re.fullmatch(r"[A-Z][^\n]+\.", what)
    assert why.startswith("Why it matters: ")
    assert fix.startswith("How to fix: ")
    assert rule not in entry.doc
    assert ("kotorlevel fix" in fix) or not entry.fix


def test_sound_meshes_have_no_findings() -> None:
    options = Options(select=FAMILIES)
    assert not check(room(SQUARE, HALVES)(), options, name="room.wok").findings
    assert not check(thing(**DOOR)(), options, name="x0.dwk").findings


def test_pit_is_an_info_and_the_rest_a_warning() -> None:
    data = room(SQUARE, [*HALVES, HALVES[0]], [16, 20, 0])()
    findings = [f for f in check_data(data, "room.wok", Options()) if f.rule == "MAT003"]
    assert [(f.numbers, f.severity) for f in findings] == [
        ((1, 2), Severity.WARNING),
        ((0,), Severity.INFO),
    ]


def test_the_place_is_the_first_one() -> None:
    (seam,) = check(room(**two_squares(x=2))(), Options(select=("MSH005",))).findings
    assert (seam.place, seam.at) == ("edge", (2, 1, 0))
    (down,) = check(room(SQUARE, [(0, 3, 2)])(), Options(select=("MSH007",))).findings
    assert down.place == "face"
    assert down.at == pytest.approx((2 / 3, 4 / 3, 0))


def test_heights_of_stacked_floors_are_named() -> None:
    (finding,) = check(room(**two_squares(z=4.5))(), Options(select=("MSH011",))).findings
    assert "4 pairs" not in finding.text  # halves that only touch do not overlap
    assert finding.text.startswith("2 pairs of faces overlap")
    assert finding.text.endswith("2.00 m² at heights 0.00 and 4.50")


def test_islands_are_measured() -> None:
    data = room(**two_squares(x=3, z=1))()
    (finding,) = check(data, Options(select=("MSH014",))).findings
    assert finding.text == "1 part of the floor is cut off: 4.00 of 8.00 m²"


def test_a_table_of_the_user_decides_what_is_floor() -> None:
    data = room(SQUARE, [(0, 3, 2)], 20)()
    tools = kl.Materials.preset("kotorblender")
    assert not check(data, Options(select=("MSH007",))).findings
    assert check(data, Options(select=("MSH007",), surfaces=tools)).findings


UPSIDE_DOWN = [(0, 2, 1), (0, 3, 2)]
SMALL = [(0.1, 0.1, 3), (0.3, 0.1, 3), (0.1, 0.3, 3)]
HOW_BAD = {
    "a hole in the floor": ("MSH007", room(SQUARE, [(0, 1, 2), (0, 3, 2)]), Severity.WARNING),
    "a fold": ("MSH007", room(SQUARE, [*HALVES, UPSIDE_DOWN[0]]), Severity.INFO),
    "a fold in the air": (
        "MSH007",
        room([*SQUARE, *moved(SQUARE, z=1)], [*HALVES, (4, 6, 5)]),
        Severity.WARNING,
    ),
    "a fold that sticks out": (
        "MSH007",
        room([*SQUARE, *moved(SQUARE, x=1)], [*HALVES, (4, 6, 5)]),
        Severity.WARNING,
    ),
    "a wall that leans over": ("MSH007", room(slope(-50), UPSIDE_DOWN), Severity.INFO),
    "two floors": ("MSH011", room(**two_squares(z=4)), Severity.WARNING),
    "two floors at one height": ("MSH011", room(**two_squares(x=1)), Severity.WARNING),
    "a folded floor": ("MSH011", room(SQUARE, [*HALVES, UPSIDE_DOWN[0]]), Severity.INFO),
    "a ceiling": ("MSH012", room(**two_squares(z=4), materials=[4, 4, 7, 7]), Severity.WARNING),
    "a ledge": (
        "MSH012",
        room([*SQUARE, *SMALL], [*HALVES, (4, 5, 6)], [4, 4, 7]),
        Severity.INFO,
    ),
    "no free use hook": (
        "OBJ003",
        thing(relative_hooks=((1.5, 0.5, 0), (0.5, 1.5, 0))),
        Severity.WARNING,
    ),
    "one free use hook": (
        "OBJ003",
        thing(relative_hooks=((1.5, 0.5, 0), (9, 9, 0))),
        Severity.INFO,
    ),
    "a use hook that was never placed": (
        "OBJ003",
        thing(moved(SQUARE, -1, -1), relative_hooks=((1e-6, 0, 0), (0, 0, 0))),
        Severity.INFO,
    ),
    "a placeable with a tree": ("OBJ001", object_with_tables, Severity.INFO),
}


@pytest.mark.parametrize("name", HOW_BAD)
def test_how_bad_it_is(name: str) -> None:
    rule, build, severity = HOW_BAD[name]
    file = "a.pwk" if rule.startswith("OBJ") else "a.wok"
    findings = [f for f in check_data(build(), file, Options()) if f.rule == rule]
    assert [finding.severity for finding in findings][:1] == [severity]


def test_a_room_that_says_it_is_an_object() -> None:
    (finding,) = check(object_with_tables(), Options(select=("OBJ001",)), name="a.wok").findings
    assert (finding.severity, finding.fix) == (Severity.WARNING, "")


@each_corpus_file("wok/bioware/*.wok", "wok/modtools/*.wok", "pwk/*.pwk")
def test_shipped_quirks_are_no_errors(path: Path) -> None:
    report = check(path, Options(select=FAMILIES))
    assert not report.at_least(Severity.ERROR)
    assert len(report.at_least(Severity.WARNING)) <= 2


@each_corpus_file("wok/pykotor/out.wok")
def test_known_defects_of_a_broken_room(path: Path) -> None:
    report = check(path, Options(select=FAMILIES))
    rules = {finding.rule for finding in report.findings if severity_of(finding) > Severity.INFO}
    assert rules == {"MAT003", "MSH005", "MSH006", "MSH010", "MSH011"}


TRIANGLE = np.array([(0, 0, 0), (5, 0, 0), (0, 5, 0)], np.float64)


def hostile() -> dict[str, kl.Walkmesh]:
    """Meshes that no program should make, none larger than a normal file."""
    many = 2000
    own = np.arange(3 * many).reshape(many, 3)
    turned = np.where(np.arange(many)[:, None] % 2, own, own[:, ::-1])
    random = np.random.default_rng(5)
    scales = 10.0 ** random.uniform(-38, 38, (3 * many, 1))
    wild = ((random.random((3 * many, 3)) - 0.5) * scales).astype(np.float32)
    make: Any = kl.Walkmesh.from_arrays
    return {
        "nothing": make([], [], []),
        "only vertices": make(TRIANGLE, [], []),
        "one face": make(TRIANGLE, [(0, 1, 2)], [4]),
        "one point": make([(0, 0, 0)], [(0, 0, 0)] * many, [4] * many),
        "not a number": make([*TRIANGLE, (np.nan, 0, 0)], [(0, 1, 2), (0, 1, 3)], [4, 99]),
        "no such vertex": make(TRIANGLE, [(0, 1, 2), (0, 1, 7)], [4, 99]),
        "huge": make(TRIANGLE * 1e30, [(0, 1, 2)] * many, [4, 7] * (many // 2)),
        "largest": make(TRIANGLE * 6.8e37, [(0, 1, 2)] * many, [4, 7] * (many // 2)),
        "tiny": make(TRIANGLE * 1e-45, [(0, 1, 2)] * many, [4] * many),
        "all the same": make(TRIANGLE, [(0, 1, 2)] * many, [4] * many),
        "same place": make(np.tile(TRIANGLE, (many, 1)), own, [4] * many),
        "up and down": make(np.tile(TRIANGLE, (many, 1)), turned, [4] * many),
        "ceilings": make(np.tile(TRIANGLE, (many, 1)), turned, [4, 7] * (many // 2)),
        "all sizes": make(wild, own, [4, 7] * (many // 2)),
        "object": make(np.tile(TRIANGLE, (many, 1)), own, [7] * many, kind=0),
    }


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", hostile())
def test_hostile_meshes_end_in_findings(name: str) -> None:
    mesh = hostile()[name]
    for options in (Options(select=FAMILIES), Options(select=FAMILIES, seam_tolerance=10.0)):
        for finding in check(mesh, options, name="room.wok").findings:
            places = {"face": len(mesh.faces), "edge": 3 * len(mesh.faces)}
            limit = places.get(finding.place, len(mesh.vertices))
            assert all(0 <= number < limit for number in finding.numbers)
            assert len(finding.text) < 200


def test_a_crowd_is_counted_as_at_least() -> None:
    mesh = hostile()["all the same"]
    (finding,) = check(mesh, Options(select=("MSH011",))).findings
    assert finding.text.startswith("at least ")


@pytest.mark.parametrize("domain", [0, 1, 2])
def test_the_stored_domain_does_not_matter(domain: int) -> None:
    """It has rules of its own; a wrong one must not hide or invent other faults."""
    mesh = replace(kl.read_walkmesh(room(**two_squares(x=2))()), domain=domain)
    rules = [f.rule for f in check(mesh, Options(select=FAMILIES)).findings]
    assert rules == ["MSH005", "MSH003", "MSH014"]


def test_every_rule_here_has_cases() -> None:
    rules = all_rules().items()
    on_meshes = {name for name, rule in rules if rule.subject is not AreaSubject}
    assert set(CASES) == {name for name in on_meshes if name.startswith(FAMILIES)}
    assert own_rules() == sorted(CASES)
