"""The rules about stored tables: bad ones found, good ones passed over, shipped ones no errors."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kotorlevel.checks.finding import Finding, Severity
from kotorlevel.checks.options import Options
from kotorlevel.checks.rule import Rule, all_rules
from kotorlevel.checks.run import check
from kotorlevel.checks.subjects import TablesSubject
from kotorlevel.formats.bwm import Bwm
from support.builders import patched, square_pwk, square_wok
from support.cases.tables import CASES
from support.cases.tables_shapes import Bad
from support.corpus import each_corpus_file

OWN = {id_: rule for id_, rule in all_rules().items() if id_.startswith(("BWM", "DRV"))}


def own_findings(data: bytes | Path) -> list[Finding]:
    options = Options(also=tuple(id_ for id_, rule in OWN.items() if rule.on_request))
    return [f for f in check(data, options, name="x.wok").findings if f.rule in OWN]


def test_every_rule_has_cases() -> None:
    assert set(OWN) == set(CASES)
    assert all(rule.subject is TablesSubject for rule in OWN.values())
    assert all(bad and good for bad, good in CASES.values())


def test_tables_that_objects_never_read_may_stand_anywhere() -> None:
    """As in shipped doors: 4 rows of adjacency at the offset 0, over the header."""

    def worst(data: bytes) -> Severity | None:
        found = check(data, Options(select=("BWM001",)), name="x1.dwk").findings
        return max((finding.severity for finding in found if finding.severity), default=None)

    door = square_pwk().to_bytes()
    assert worst(door) is None
    assert worst(patched(door, adjacency_count=4, adjacency_offset=0)) is Severity.INFO
    assert worst(patched(door, adjacency_count=4, face_offset=136)) is Severity.ERROR
    room = square_wok().to_bytes()
    assert worst(patched(room, adjacency_offset=0)) is Severity.ERROR


RISKY = {
    ("BWM001", "gap"): "unsafe",
    ("BWM001", "overlap"): "unsafe",
    ("DRV011", "with neighbours"): "unsafe",
    ("DRV012", "large"): "unsafe",
}
"""Cases in which the fix could take something away that is meant."""


@pytest.mark.parametrize(
    ("rule", "case"),
    [
        pytest.param(rule, case, id=f"{rule}-{case.label}")
        for rule, (bad, _) in CASES.items()
        for case in bad
    ],
)
def test_bad_is_found(rule: str, case: Bad) -> None:
    findings = own_findings(case().to_bytes())
    of_rule = [finding for finding in findings if finding.rule == rule]
    assert of_rule, findings
    assert {finding.rule for finding in findings} == {rule} | case.also
    worst = max(of_rule, key=lambda finding: finding.severity or 0)
    assert worst.severity is case.severity
    assert worst.fix == RISKY.get((rule, case.label), OWN[rule].fix)
    assert any(
        (finding.place, finding.numbers) == (case.place, case.numbers) and case.text in finding.text
        for finding in of_rule
    ), of_rule


@pytest.mark.parametrize(
    ("rule", "build"),
    [
        pytest.param(rule, build, id=f"{rule}-{number}")
        for rule, (_, good) in CASES.items()
        for number, build in enumerate(good)
    ],
)
def test_good_is_passed_over(rule: str, build: Callable[[], Bwm]) -> None:
    assert not [f for f in own_findings(build().to_bytes()) if f.rule == rule]


def test_the_place_of_the_first_is_given() -> None:
    places = {
        "DRV001": (2 / 3, 4 / 3, 0.0),  # the middle of face 1
        "DRV004": (1.0, 1.0, 0.0),  # the middle of edge 2
        "BWM014": (1.0, 1.0, 0.0),  # the middle of a box
    }
    for rule, place in places.items():
        finding = next(f for f in own_findings(CASES[rule][0][0]().to_bytes()) if f.rule == rule)
        assert finding.at == pytest.approx(place, abs=1e-6), rule


@pytest.mark.parametrize("rule", [pytest.param(rule, id=rule.id) for rule in OWN.values()])
def test_documentation_says_what_why_and_how(rule: Rule[Any]) -> None:
    what, why, how = rule.doc.split("\n\n")
    assert re.fullmatch(r"[A-Z].*\.", what)
    assert why.startswith("Why it matters: ")
    assert how.startswith("How to fix: ")
    assert rule.find.__module__.endswith(f".{rule.id.lower()}_{rule.name.replace('-', '_')}")


@each_corpus_file("wok/bioware/*.wok", "area_m10aa/*.wok")
def test_shipped_files_have_nothing(path: Path) -> None:
    assert own_findings(path) == []


@each_corpus_file("wok/modtools/*.wok", "pwk/*.pwk")
def test_files_of_mod_tools_have_nothing_above_info(path: Path) -> None:
    assert [f for f in own_findings(path) if f.severity is not Severity.INFO] == []


@each_corpus_file("wok/pykotor/*.wok")
def test_known_defects_are_named(path: Path) -> None:
    expected = {
        "floor_plain.wok": {"BWM009", "DRV008"},
        "out.wok": {"BWM007", "BWM009", "BWM011", "DRV003", "DRV006", "DRV008"},
    }
    assert {finding.rule for finding in own_findings(path)} == expected[path.name]
