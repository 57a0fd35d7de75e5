"""Repairing layouts: only the lines that are wrong change."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from kotorlevel.checks.finding import Severity
from kotorlevel.checks.rule import all_rules
from kotorlevel.formats.lyt import parse_layout
from support.cases.texts import CASES, GOOD_LYT, Case, crlf, hook, lyt, with_line
from support.corpus import CORPUS, each_corpus_file, needs_corpus
from support.formats.lyt_strategies import layouts
from support.formats.vis_strategies import damaged
from support.repair.changes import changed_lines, left_of, repaired

ODD = crlf(
    "#MAXLAYOUT ASCII",
    "filedependancy  x.max ",
    "beginlayout",
    "\troomcount\t2  ",
    "  a   1.50 -0  3.8e-007",
    "//",
    "   # a comment",
    "b 0 0 0 ",
    "trackcount 0",
    "  obstaclecount 0",
    "doorhookcount    1",
    "    a door_01 0  1 2 3  1 0 0 0",
    "donelayout",
    "made by hand",
)
"""Nothing wrong but a comment, and no number and no space as the games would write it."""


def lyt_cases() -> list[Case]:
    fixable = [case for case in CASES if all_rules()[case.rule].fix]
    return [case for case in fixable if case.name.endswith(".lyt") and case.fix != ""]


@pytest.mark.parametrize("case", lyt_cases(), ids=str)
def test_fault_is_repaired(case: Case) -> None:
    repair = repaired(case.bad, case.name, case.rule, unsafe=True)
    assert left_of(repair) == set()
    whole = repaired(case.bad, case.name, unsafe=True)
    assert left_of(whole).isdisjoint({case.rule, "LYT001", "LYT002"})


def test_sound_layouts_are_left_alone() -> None:
    for data in (GOOD_LYT, ODD):
        assert not repaired(data, "a.lyt", unsafe=True).changed


def test_a_doubled_cr_becomes_crlf_without_blank_lines() -> None:
    assert repaired(ODD.replace(b"\r", b"\r\r"), "a.lyt").after == ODD
    half = ODD.replace(b"\r\n", b"\r\r\n", 5)
    assert repaired(half, "a.lyt").after == ODD


def test_blank_lines_go_and_nothing_else() -> None:
    assert repaired(with_line(4, "", with_line(7, "   ")), "a.lyt").after == GOOD_LYT
    around = crlf("", "beginlayout", "") + GOOD_LYT.split(b"beginlayout\r\n")[1] + crlf("", "x")
    assert repaired(around, "a.lyt").after == around


def test_w_goes_first_in_all_door_hooks_of_a_tool() -> None:
    """A quarter turn, none and a half turn as x y z w; numbers and spaces are as before."""
    last = ("a d1  1 2 3 0 0  0.6 +0.80 # mine", "a d2 0 1 2 3 0 0 0 1", "a d3 0 1 2 3 0 0 1 0 7 8")
    first = (
        "a d1  1 2 3 +0.80 0  0 0.6 # mine",
        "a d2 0 1 2 3 1 0 0 0",
        "a d3 0 1 2 3 0 0 0 1 7 8",
    )
    assert repaired(lyt(("a",), last), "a.lyt", "LYT009", unsafe=True).after == lyt(("a",), first)
    assert repaired(lyt(("a",), last), "a.lyt", "LYT009").after == lyt(("a",), last)
    # One that has w first for sure: then 0 0 0 1 is the half turn that it says.
    mixed = (*last[:2], "a d4 0 1 2 3 0.6 0 0 0.8")
    wanted = lyt(("a",), (first[0], last[1], mixed[2]))
    assert repaired(lyt(("a",), mixed), "a.lyt", "LYT009", unsafe=True).after == wanted


def test_section_of_kotorblender_goes_last() -> None:
    data = crlf(
        *("beginlayout", "othercount 1", "NULL lamp 1 2", "roomcount 1", "a 0 0 0"),
        *("trackcount 0", "obstaclecount 0", "doorhookcount 0", "donelayout"),
    )
    wanted = crlf(
        *("beginlayout", "roomcount 1", "a 0 0 0", "trackcount 0", "obstaclecount 0"),
        *("doorhookcount 0", "othercount 1", "NULL lamp 1 2", "donelayout"),
    )
    assert repaired(data, "a.lyt").after == wanted


def test_line_ends_change_and_nothing_else() -> None:
    assert repaired(ODD.replace(b"\r", b""), "a.lyt").after == ODD
    assert repaired(ODD[:-2], "a.lyt").after == ODD


@pytest.mark.parametrize("given", [b"7", b"-1", b"0000", b"+9"])
def test_count_changes_its_digits_only(given: bytes) -> None:
    bad = ODD.replace(b"roomcount\t2  ", b"roomcount\t" + given + b"  ")
    assert repaired(bad, "a.lyt").after == ODD


def test_missing_count_is_put_behind_the_word() -> None:
    bad = ODD.replace(b"roomcount\t2  ", b"roomcount  ")
    assert repaired(bad, "a.lyt").after == ODD.replace(b"roomcount\t2  ", b"roomcount 2  ")


def test_nine_field_hook_gets_a_zero() -> None:
    bad = ODD.replace(b"door_01 0  1 2", b"door_01  1 2")
    assert repaired(bad, "a.lyt").after == ODD
    two = lyt(("a",), (hook(), hook("1.0 2.0 3.0 1 0 0 0")))
    ((old, new),) = changed_lines(two, repaired(two, "a.lyt").after)
    assert new == [old[0].replace(b"door_01 ", b"door_01 0 ")]


def test_mark_is_left_out() -> None:
    assert repaired(b"\xef\xbb\xbf" + ODD, "a.lyt").after == ODD


def test_only_what_is_asked_is_repaired() -> None:
    bad = b"\xef\xbb\xbf" + ODD.replace(b"\r", b"").replace(b"roomcount\t2", b"roomcount\t5")
    after = repaired(bad, "a.lyt", "LYT001").after
    assert after == b"\xef\xbb\xbf" + ODD.replace(b"\r", b"")
    assert repaired(bad, "a.lyt").after == ODD


def test_missing_section_is_added_and_no_line_changes() -> None:
    bad = ODD.replace(b"  obstaclecount 0\r\n", b"")
    assert changed_lines(bad, repaired(bad, "a.lyt").after) == [([], [b"   obstaclecount 0\r\n"])]


def test_sections_are_put_in_order_with_their_comments() -> None:
    lines = ODD.splitlines(keepends=True)
    start = lines.index(b"trackcount 0\r\n")
    rooms, tracks = lines[3:start], [b"   // tracks\r\n", lines[start]]
    bad = b"".join([*lines[:3], *tracks, *rooms, *lines[start + 1 :]])
    wanted = b"".join([*lines[:3], *rooms, *tracks, *lines[start + 1 :]])
    # The comment above the first section of the file stays above all sections.
    moved = b"".join([*lines[:3], tracks[0], *rooms, tracks[1], *lines[start + 1 :]])
    assert repaired(bad, "a.lyt").after in (wanted, moved)
    assert [room.name for room in parse_layout(repaired(bad, "a.lyt").after).rooms] == ["a", "b"]


def test_second_section_joins_the_first() -> None:
    bad = with_line(9, "roomcount 1")
    bad = bad.replace(b"roomcount 1\r\n", b"roomcount 1\r\n  # mine\r\n  late 1.50 2 3\r\n")
    after = repaired(bad, "a.lyt", "LYT004").after
    assert left_of(repaired(after, "a.lyt")) == {"LYT008"}
    layout = parse_layout(after)
    assert [room.name for room in layout.rooms] == ["a", "b", "****", "****", "late"]
    assert b"roomcount 5\r\n" in after
    assert b"  # mine\r\n  late 1.50 2 3\r\n" in after


@settings(max_examples=50)
@given(damaged(layouts.map(lambda layout: layout.to_bytes())))
def test_damaged_layout(data: bytes) -> None:
    repair = repaired(data, "a.lyt", unsafe=True)
    if "FIL001" not in left_of(repair):
        assert [finding.rule for finding in repair.left if finding.fix] == []
        old, new = parse_layout(data).door_hooks, parse_layout(repair.after).door_hooks
        # An unsafe fix may turn them.
        assert [(h.room, h.name, h.position, h.extra) for h in new] == [
            (h.room, h.name, h.position, h.extra) for h in old
        ]


@each_corpus_file("**/*.lyt")
def test_real_layout(path: Path) -> None:
    data = path.read_bytes()
    repair = repaired(data, path.name)
    before, after = parse_layout(data), parse_layout(repair.after)
    assert after.content == before.content
    assert [finding for finding in repair.left if finding.fix] == []
    assert [f for f in repair.left if f.severity is Severity.ERROR] == []
    ends = [old.rstrip(b"\r\n") for old in data.splitlines(keepends=True)]
    same = [new.rstrip(b"\r\n") for new in repair.after.splitlines(keepends=True)]
    assert sum(a != b for a, b in zip(ends, same, strict=True)) == len(
        [finding for finding in repair.findings if finding.rule == "LYT001"]
    )


@needs_corpus
def test_corrupted_layout() -> None:
    repair = repaired((CORPUS / "lyt/corrupted.lyt").read_bytes(), "corrupted.lyt")
    assert "LYT001" in {finding.rule for finding in repair.findings}
    assert left_of(repair) == {"LYT007"}
