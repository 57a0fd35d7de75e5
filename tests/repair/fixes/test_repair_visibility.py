"""Repairing visibility files: only the lines that are wrong change."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

import kotorlevel as kl
from kotorlevel.checks.finding import Severity
from kotorlevel.checks.rule import all_rules
from kotorlevel.formats.vis import parse_visibility
from support.areas import floor, make_area, write_folder
from support.cases.texts import CASES, GOOD_VIS, Case, crlf
from support.corpus import CORPUS, each_corpus_file, needs_corpus
from support.formats.vis_strategies import damaged, visibilities
from support.repair.changes import changed_lines, left_of, repaired

ODD = crlf("a   02  ", "", "\tb", "   C ", "# mine", "b\t1", "  a", "c 1", " A")
"""Nothing wrong but a comment, and no line as the games would write it."""


def vis_cases() -> list[Case]:
    fixable = [case for case in CASES if all_rules()[case.rule].fix]
    return [case for case in fixable if case.name.endswith(".vis") and case.fix != ""]


@pytest.mark.parametrize("case", vis_cases(), ids=str)
def test_fault_is_repaired(case: Case) -> None:
    repair = repaired(case.bad, case.name, case.rule, unsafe=True)
    assert case.rule in {finding.rule for finding in repair.findings}
    assert left_of(repair) == set()


def test_texts_of_other_tools_become_the_games_own() -> None:
    wanted = crlf("a 2", "  b", "  c", "b 1", "  a", "c 1", "  a")
    for odd in (
        crlf("x V3.28", "a 2", "  b", "  c", "b 1", "  a", "c 1", "  a"),
        crlf("a 2", "b", "c", "b 1", "a", "c 1", "a"),
        crlf("a 2", "  b 1", "  c", "b 1", "  a", "c 1", "  a -3"),
        crlf("V1.0", "a 2", "b 1", "c", "b 1", "a", "c 1", "a"),
        wanted.replace(b"\r\n", b"\r\r\n"),
        b"\xef\xbb\xbf" + wanted,
    ):
        assert repaired(odd, "a.vis").after == wanted


def test_a_number_that_may_be_a_rooms_own_is_left() -> None:
    """By the count of a, either b is seen, or b is a room that was indented by mistake."""
    data = crlf("a 0", "  b 1", "  a")
    assert repaired(data, "a.vis", unsafe=True).after == data


def test_a_room_that_nobody_lists_is_seen_from_those_it_lists() -> None:
    data = crlf("sky 2", "  a", "  gone", "a 1", "  b", "b 1", "  a")
    wanted = crlf("sky 2", "  a", "  gone", "a 2", "  b", "  sky", "b 1", "  a")
    assert repaired(data, "a.vis", "VIS011", unsafe=True).after == wanted
    assert repaired(data, "a.vis", "VIS011").after == data


def test_sound_files_are_left_alone() -> None:
    for data in (GOOD_VIS, ODD):
        assert not repaired(data, "a.vis", unsafe=True).changed


def test_line_ends_change_and_nothing_else() -> None:
    assert repaired(ODD.replace(b"\r", b""), "a.vis").after == ODD
    assert repaired(ODD[:-2], "a.vis").after == ODD


def test_count_changes_its_digits_only() -> None:
    bad = ODD.replace(b"a   02  ", b"a   17  ")
    assert repaired(bad, "a.vis").after == ODD.replace(b"02", b"2")


def test_room_without_a_number_stops_everything_but_line_ends() -> None:
    """It may be a child that lost its indentation: then every count and pair is in doubt."""
    bad = crlf("a 1", "  b", "b", "  a", "  a", "c 5", "  c").replace(b"\r", b"")
    repair = repaired(bad, "a.vis", unsafe=True)
    assert repair.after == bad.replace(b"\n", b"\r\n")


def test_repeated_child_goes_and_the_count_follows() -> None:
    bad = ODD.replace(b"a   02  ", b"a   3  ").replace(b"   C \r\n", b"   C \r\n  B\r\n")
    assert repaired(bad, "a.vis").after == ODD.replace(b"02", b"2")


def test_second_entry_joins_the_first() -> None:
    bad = crlf("a 1", "  b", "b 1", "  a", "# mine", "A 3", "\tB", "  c  ", "  d", "c 0", "d 0")
    after = repaired(bad, "a.vis").after
    wanted = crlf("a 3", "  b", "  c  ", "  d", "b 1", "  a", "# mine", "c 0", "d 0")
    assert after == wanted
    seen = parse_visibility(bad), parse_visibility(after)
    assert set(seen[0].pairs()) == set(seen[1].pairs())


def test_room_leaves_its_own_list() -> None:
    bad = ODD.replace(b"b\t1\r\n", b"b\t2\r\n \tB\r\n")
    assert repaired(bad, "a.vis", "VIS009").after == ODD


def test_pairs_are_made_mutual_only_when_asked() -> None:
    bad = crlf("a  2", " b", "   x", "b   0 ", "c 1", "  b")
    assert not repaired(bad, "a.vis").changed
    after = repaired(bad, "a.vis", unsafe=True).after
    assert after == crlf("a  2", " b", "   x", "b   2 ", "  a", "  c", "c 1", "  b", "x 1", "  a")


def test_new_lines_at_the_end_of_a_file_without_one() -> None:
    bad = b"a 1\r\n  x\r\nb 1\r\n  a"
    after = repaired(bad, "a.vis", "VIS004", unsafe=True).after
    assert after == crlf("a 2", "  x", "  b", "b 1", "  a", "x 1", "  a")


def test_new_lines_end_as_their_room_does() -> None:
    bad = b"a 1\n  b\nb 0\n"
    assert repaired(bad, "a.vis", "VIS004", unsafe=True).after == b"a 1\n  b\nb 1\n  a\n"


@settings(max_examples=50)
@given(damaged(visibilities.map(lambda visibility: visibility.to_bytes())))
def test_damaged_visibility(data: bytes) -> None:
    safe = repaired(data, "a.vis")
    unsafe = repaired(data, "a.vis", unsafe=True)
    if "FIL001" in left_of(safe):
        return
    pairs = parse_visibility(data).pairs()
    selves = {(a, b) for a, b in pairs if a.lower() == b.lower()}
    kept = parse_visibility(safe.after).pairs()
    assert {(a.lower(), b.lower()) for a, b in pairs} - {
        (a.lower(), b.lower()) for a, b in kept
    } <= {(a.lower(), b.lower()) for a, b in selves}
    if not any(finding.rule == "VIS001" and not finding.fix for finding in unsafe.left):
        assert [finding.rule for finding in unsafe.left if finding.fix] == []


@each_corpus_file("**/*.vis")
def test_real_visibility(path: Path) -> None:
    data = path.read_bytes()
    repair = repaired(data, path.name)
    assert set(parse_visibility(repair.after).pairs()) == set(parse_visibility(data).pairs())
    assert [f for f in repair.left if f.severity is Severity.ERROR] == []
    assert not repaired(data, path.name, unsafe=True).left or path.name not in ("m10aa.vis",)
    lines = repaired(data, path.name, "VIS005").after
    counts = sum(finding.rule == "VIS001" and finding.fix == "safe" for finding in repair.findings)
    only_counts = repaired(lines, path.name, "VIS001").after
    assert sum(len(new) for _, new in changed_lines(lines, only_counts)) == counts


@needs_corpus
def test_corrupted_visibility() -> None:
    repair = repaired((CORPUS / "vis/corrupted.vis").read_bytes(), "corrupted.vis")
    assert "VIS005" not in left_of(repair)
    assert [f for f in repair.left if f.severity is Severity.ERROR] == []


def test_an_empty_file_gets_the_rooms_that_are_linked(tmp_path: Path) -> None:
    """A full disk leaves such files; the rooms behind doorways must be drawn all the same."""
    rooms = {"hall": floor(east=1), "yard": floor(4, west=0)}
    path = write_folder(tmp_path, make_area(rooms, entry=(1, 1, 0)), vis=b"")
    kl.fix(path)
    wanted = crlf("hall 1", "  yard", "yard 1", "  hall")
    assert (tmp_path / "lab.vis").read_bytes() == wanted


@pytest.mark.parametrize("empty", [b"", b"\r\n", b"# nothing\r\n"])
def test_an_area_with_an_empty_visibility_gets_its_linked_rooms(
    tmp_path: Path, empty: bytes
) -> None:
    rooms = {"a": floor(0, 0, 4, 4, east=1), "b": floor(4, 0, 4, 4, west=0)}
    write_folder(tmp_path, make_area(rooms))
    (tmp_path / "lab.vis").write_bytes(empty)
    kl.fix(tmp_path)
    assert kl.read_visibility(tmp_path / "lab.vis").pairs() == (("a", "b"), ("b", "a"))
    assert not [each for each in kl.fix(tmp_path, dry_run=True).files if each.changed]
