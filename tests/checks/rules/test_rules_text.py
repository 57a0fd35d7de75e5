"""The rules on files, layouts and visibilities."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from kotorlevel.checks.facts.text import (
    findings_of,
    first_section_line,
    layout_lines,
    visibility_lines,
)
from kotorlevel.checks.files import check_data, subjects_of_data
from kotorlevel.checks.finding import Finding, Report, Severity, severity_of
from kotorlevel.checks.options import Options
from kotorlevel.checks.rule import Rule, all_rules
from kotorlevel.checks.rules.fil.fil004_other_problem import REPORTED_ELSEWHERE
from kotorlevel.checks.run import check
from kotorlevel.checks.subjects import AreaSubject, FileSubject
from kotorlevel.core.text import decode_text
from kotorlevel.formats.lyt import Layout, LayoutRoom, parse_layout
from kotorlevel.formats.lyt.reader import SECTIONS
from kotorlevel.formats.vis import Visibility, parse_visibility
from support.builders import patched, square_wok
from support.cases.texts import (
    CASES,
    GOOD_LYT,
    GOOD_VIS,
    PYKOTOR,
    ROOMS,
    Case,
    crlf,
    lyt,
    with_line,
)
from support.corpus import CORPUS, each_corpus_file, needs_corpus
from support.formats.lyt_strategies import layouts
from support.formats.vis_strategies import damaged, visibilities

OURS = ("FIL", "LYT", "VIS")


def found(case: Case, data: bytes) -> list[Finding]:
    return check_data(data, case.name, Options(select=(case.rule,)), case.layout)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_bad_file_is_found_at_its_place(case: Case) -> None:
    findings = found(case, case.bad)
    assert [finding.line for finding in findings] == list(case.lines)
    assert case.text in f"{findings[0].section} {findings[0].text}"
    if case.numbers:
        assert findings[0].numbers == case.numbers
    rule = all_rules()[case.rule]
    assert {(f.name, f.fix, f.file) for f in findings} == {
        (rule.name, rule.fix if case.fix is None else case.fix, case.name)
    }


@pytest.mark.parametrize("case", CASES, ids=str)
def test_good_file_is_silent(case: Case) -> None:
    assert found(case, case.good) == []


def test_good_files_are_silent_to_every_rule() -> None:
    options = Options(select=OURS)
    assert check_data(GOOD_LYT, "a.lyt", options) == []
    assert check_data(GOOD_VIS, "a.vis", options, ROOMS) == []


def test_every_rule_has_a_case() -> None:
    """Those on whole areas have theirs in area_cases."""
    ours = {
        rule.id
        for rule in all_rules().values()
        if rule.id.startswith(OURS) and rule.subject is not AreaSubject
    }
    assert {case.rule for case in CASES} == ours


@pytest.mark.parametrize("rule", all_rules().values(), ids=lambda rule: rule.id)
def test_documentation_has_its_three_parts(rule: Rule[Any]) -> None:
    what, why, how = rule.doc.split("\n\n")
    assert what.endswith(".")
    assert "\n" not in what
    assert why.startswith("Why it matters: ")
    assert how.startswith("How to fix: ")
    assert how.endswith(".")


# What readers note: each kind is reported, and once


WOK = square_wok().to_bytes()
# The vertices are repeated behind the last table and used there.
MOVED = patched(WOK, vertex_offset=len(WOK)) + WOK[136 : 136 + 4 * 12]

NOTED = {
    "trailing": ("a.wok", WOK + b"x"),
    "byte-order-mark": ("a.lyt", b"\xef\xbb\xbf" + GOOD_LYT),
    "order": ("a.wok", MOVED),
    "gap": ("a.wok", MOVED),
    "overlap": ("a.wok", patched(WOK, face_offset=136)),
    "kind": ("a.wok", patched(WOK, kind=7)),
    "count": ("a.lyt", lyt(("a",), count=2)),
    "no-count": ("a.vis", GOOD_VIS.replace(b"b 1", b"b")),
    "line-ends": ("a.vis", GOOD_VIS.replace(b"\r", b"")),
    "last-line-end": ("a.vis", GOOD_VIS[:-2]),
    "nine-fields": ("a.lyt", lyt(("a",), ("a door_01 1 2 3 1 0 0 0",))),
    "sections": ("a.lyt", with_line(9, "roomcount 0")),
    "name": ("a.vis", crlf("a 1", "  two words")),
    "unknown-line": ("a.lyt", with_line(3, "old")),
    "comment": ("a.vis", with_line(1, "# mine", GOOD_VIS)),
    "version": ("a.vis", with_line(1, "m55aa V3.28", GOOD_VIS)),
    "flat": ("a.vis", GOOD_VIS.replace(b"  ", b"")),
    "child-number": ("a.vis", GOOD_VIS.replace(b"  c", b"  c 1")),
    "other-section": ("a.lyt", with_line(13, "othercount 0")),
    "blank-line": ("a.lyt", with_line(5, "")),
    "extra-fields": ("a.lyt", lyt(("a",), ("a door_01 0 1 2 3 1 0 0 0 5",))),
    "pykotor": ("a.wok.ascii", PYKOTOR),
}


def test_every_reported_kind_of_problem_is_known() -> None:
    assert set(NOTED) == REPORTED_ELSEWHERE


@pytest.mark.parametrize("code", sorted(NOTED))
def test_problem_with_its_own_rule_is_left_to_it(code: str) -> None:
    name, data = NOTED[code]
    noted = _problems_of(name, data, code)
    assert noted
    report = check(data, name=name)
    assert report.of_rule("FIL004") == ()
    places = {(finding.line, finding.offset) for finding in report.findings}
    assert {(problem.line, problem.offset) for problem in noted} <= places


def _problems_of(name: str, data: bytes, code: str) -> list[Finding]:
    """The problems of that kind, as findings: those have the same places."""
    first = subjects_of_data(data, name, Options())[0]
    assert isinstance(first, FileSubject)
    return list(findings_of(first.problems, code))


def test_missing_file_is_a_finding(tmp_path: Path) -> None:
    (finding,) = check(tmp_path / "none.wok").findings
    assert finding.rule == "FIL001"


# Details


def test_unknown_line_is_worse_inside_the_sections() -> None:
    def severity(line: int) -> Severity:
        (finding,) = check_data(with_line(line, "# x"), "a.lyt", Options(select=("LYT008",)))
        return severity_of(finding)

    assert severity(3) is Severity.INFO
    assert severity(4) is Severity.WARNING
    assert severity(12) is Severity.WARNING


def test_door_hooks_with_the_same_fault_are_one_finding() -> None:
    hooks = ("a d 0 1 2 3 0 0 0.6 0.8", "a d 0 1 2 3 2 0 0 0", "a d 0 4 5 6 0 0 -0.6 0.8")
    tipped, long = check_data(lyt(("a",), hooks), "a.lyt", Options(select=("LYT009",)))
    assert (tipped.place, tipped.numbers, tipped.at) == ("door hook", (0, 2), (1.0, 2.0, 3.0))
    assert (long.numbers, long.line) == ((1,), 9)


def test_many_one_way_pairs_are_one_finding() -> None:
    data = crlf("a 20", *(f"  r{number}" for number in range(20)))
    (finding,) = check_data(data, "a.vis", Options(select=("VIS004",)))
    assert finding.text == "20 pairs one way only: a sees r0, a sees r1, a sees r2 and 17 more"
    assert finding.line == 2


@pytest.mark.parametrize(
    ("rule", "data", "severity"),
    [
        ("VIS002", crlf("a 2", "  b", "  c", "b 1", "  gone", "c 2", "  a", "  b"), Severity.INFO),
        ("VIS002", crlf("a 2", "  b", "  c", "b 1", "  a", "c_ 2", "  a", "  b"), Severity.WARNING),
        ("VIS003", crlf("a 2", "  b", "  b", "b 1", "  a"), Severity.INFO),
        ("VIS003", crlf("a 1", "  b", "b 1", "  a", "a 0"), Severity.WARNING),
    ],
)
def test_how_bad_it_is(rule: str, data: bytes, severity: Severity) -> None:
    (finding,) = check_data(data, "a.vis", Options(select=(rule,)), ROOMS)
    assert finding.severity is severity


def test_visibility_alone_is_not_compared_with_a_layout() -> None:
    assert check_data(crlf("q 1", "  q2", "q2 1", "  q"), "a.vis", Options(select=("VIS",))) == []


def test_layout_beside_a_visibility_is_used(tmp_path: Path) -> None:
    (tmp_path / "M.LYT").write_bytes(ROOMS.to_bytes())
    (tmp_path / "m.vis").write_bytes(crlf("a 1", "  x"))
    report = check(tmp_path / "m.vis")
    assert [f.line for f in report.of_rule("VIS002")] == [2]
    assert [f.numbers for f in report.of_rule("VIS006")] == [(1, 3)]


def test_values_made_in_code_are_checked_without_lines() -> None:
    rooms = (LayoutRoom("a", (0.0, 0.0, 0.0)), LayoutRoom("A", (1.0, 0.0, 0.0)))
    (finding,) = check(Layout(rooms), name="new").findings
    assert (finding.rule, finding.numbers, finding.line) == ("LYT005", (0, 1), None)
    edited = parse_layout(GOOD_LYT).renamed(LayoutRoom, 1, "a")
    assert [(f.rule, f.line) for f in check(edited).findings] == [("LYT005", None)]
    visibility = parse_visibility(GOOD_VIS).without_visible("b", "a", both=False)
    assert [(f.rule, f.line) for f in check(visibility).findings] == [("VIS004", None)]


# In which line an entry stands


@given(layouts)
def test_lines_of_a_layout_are_those_of_its_entries(layout: Layout) -> None:
    read = parse_layout(layout.to_bytes())
    lines = decode_text(layout.to_bytes()).split("\r\n")
    for kind in SECTIONS.values():
        entries = getattr(read, kind.section)
        numbers = layout_lines(read, kind)
        assert len(numbers) == len(entries)
        for number, entry in zip(numbers, entries, strict=True):
            assert number is not None
            assert entry.name in lines[number - 1]
    first = first_section_line(read)
    assert first is not None
    assert "roomcount" in lines[first - 1]


@given(visibilities)
def test_lines_of_a_visibility_are_those_of_its_names(visibility: Visibility) -> None:
    read = parse_visibility(visibility.to_bytes())
    lines = decode_text(visibility.to_bytes()).split("\r\n")
    for entry, place in zip(read.entries, visibility_lines(read), strict=True):
        assert place.parent is not None
        assert lines[place.parent - 1].startswith(entry.name)
        for name, number in zip(entry.sees, place.children, strict=True):
            assert number is not None
            assert lines[number - 1].strip() == name


@given(damaged(layouts.map(lambda layout: layout.to_bytes())))
def test_damaged_layout_is_checked(data: bytes) -> None:
    check_data(data, "a.lyt", Options(select=OURS))


@given(damaged(visibilities.map(lambda visibility: visibility.to_bytes())))
def test_damaged_visibility_is_checked(data: bytes) -> None:
    check_data(data, "a.vis", Options(select=OURS), ROOMS)


# Real files


@each_corpus_file("lyt/*", "vis/*", "twoda/*", "area_m10aa/*.lyt", "area_m10aa/*.vis", "ascii/*")
def test_real_files_can_be_checked(path: Path) -> None:
    report = check(path, Options(select=OURS))
    errors = {finding.rule for finding in report.at_least(Severity.ERROR)}
    expected = {"corrupted.lyt": {"LYT001"}, "corrupted.2da": {"FIL001"}}
    assert errors == expected.get(path.name, set())


def lines_of(report: Report, rule: str) -> list[int | None]:
    return [finding.line for finding in report.of_rule(rule)]


@needs_corpus
def test_known_faults_of_real_files() -> None:
    assert lines_of(check(CORPUS / "lyt/corrupted.lyt"), "LYT001") == [4]
    assert lines_of(check(CORPUS / "lyt/tel_swoop.lyt"), "LYT007") == [12]
    assert lines_of(check(CORPUS / "vis/corrupted.vis"), "VIS001") == [1, 7, 8]
    assert lines_of(check(CORPUS / "vis/m17aa.vis"), "VIS001") == [511]
    assert lines_of(check(CORPUS / "vis/m40ad.vis"), "VIS001") == [45]
    assert check(CORPUS / "area_m10aa/m10aa.lyt", Options(select=("LYT",))).findings == ()
    area = check(CORPUS / "area_m10aa/m10aa.vis")
    assert [finding.rule for finding in area.findings] == ["VIS005"]
