"""The report for people."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kotorlevel.checks.finding import Finding, Report
from kotorlevel.checks.reports.places import describe_where
from kotorlevel.checks.reports.text import format_report
from support.reports.samples import COUNT, FILES, PAIRS, REPORT, TWICE, finding


def test_text_of_a_small_report() -> None:
    assert format_report(REPORT, path="mod") == [
        "mod/a.lyt",
        "  error  LYT001  roomcount says 5, but there are 2              line 4",
        "         The game reads as many lines as the count says, so rooms are left out or the next"
        " section",
        "         is read as rooms.  fix: safe",
        "  warn   LYT005  a is there 9 times  rooms 0, 1, 2, 3, 4, 5 and 3 more, line 6",
        "         The model is drawn in each place, but its walkmesh has one place only: elsewhere"
        " there is",
        "         no floor.",
        "",
        "mod/b.wok",
        "  warn   FIL002  rest: 3 bytes behind the last table            at 0x1d8",
        "         The game does not read these bytes; they are waste, or the sign that a tool wrote"
        " a wrong",
        "         count and part of a table is lost.  fix: safe",
        "",
        "mod/c.vis",
        "  info   VIS004  1 pair one way only: a sees b                  line 2",
        "         From one side the other room is drawn, from the other it is not."
        "  fix: needs --unsafe",
        "",
        "1 error, 2 warnings and 1 info in 3 of 4 files; 2 can be fixed by `kotorlevel fix mod`,"
        " 1 needs --unsafe.",
    ]


def test_equal_findings_share_a_line_and_a_rule_gives_its_reason_once() -> None:
    text = "a door hook has ten fields"
    equal = [finding("LYT003", text, "a.lyt", line=line) for line in (9, 8)]
    assert format_report(Report(tuple(equal), ("a.lyt",)))[1:3] == [
        "  error  LYT003  a door hook has ten fields                     lines 8 and 9",
        "         Without its third field every number of the hook moves up by one, so the door's"
        " place and",
    ]
    different = [COUNT, replace(COUNT, text="trackcount says 1, but there are 0", line=7)]
    lines = format_report(Report(tuple(different), ("a.lyt",)))
    assert lines[1:4] == [
        "  error  LYT001  A section has more or fewer lines than its count says (2 times)",
        "                 roomcount says 5, but there are 2              line 4",
        "                 trackcount says 1, but there are 0             line 7",
    ]
    assert sum("fix: safe" in line for line in lines) == 1


def test_long_text_is_wrapped_with_its_place_behind() -> None:
    long = replace(COUNT, text="word " * 30 + "end")
    lines = format_report(Report((long,), ("a.lyt",)))
    assert all(len(line) <= 100 for line in lines[:-1])
    assert lines[2].startswith(" " * 19 + "word")
    assert lines[2].endswith("word end  line 4")
    many = replace(long, place="room", numbers=tuple(range(1000, 1200)))
    lines = format_report(Report((many,), ("a.lyt",)))
    assert lines[3] == " " * 19 + "rooms 1000, 1001, 1002, 1003, 1004, 1005 and 194 more, line 4"


@pytest.mark.parametrize(
    ("findings", "end"),
    [
        ([COUNT], "1 error in 1 of 4 files; 1 can be fixed by `kotorlevel fix PATH`."),
        ([PAIRS], "1 info in 1 of 4 files; 1 can be fixed by `kotorlevel fix PATH --unsafe`."),
        ([TWICE, TWICE], "2 warnings in 1 of 4 files."),
    ],
)
def test_summary(findings: list[Finding], end: str) -> None:
    assert format_report(Report(tuple(findings), tuple(FILES)))[-1] == end


def test_what_is_only_counted_comes_last_and_counts() -> None:
    rows = [
        finding("PTH001", f"point {n}", "a.pth", section=f"Path_Points[{n}]") for n in (10, 2, 0)
    ]
    more = finding("PTH001", "34 more places of this kind", "a.pth", more=34)
    head, *places = format_report(
        Report(
            (
                more,
                *rows,
            ),
            ("a.pth",),
        )
    )[1:5]
    assert head.endswith("(37 times)")
    assert [line.split(": ")[0].strip() for line in places] == [
        "Path_Points[0]",
        "Path_Points[2]",
        "Path_Points[10]",
    ]
    assert (
        "34 more"
        in format_report(
            Report(
                (
                    more,
                    *rows,
                ),
                ("a.pth",),
            )
        )[5]
    )


def test_summary_counts_what_can_be_fixed_there() -> None:
    lines = format_report(REPORT, path="a b", fixable=[COUNT])
    assert lines[-1].endswith("; 1 can be fixed by `kotorlevel fix a b`.")
    assert format_report(REPORT, fixable=[])[-1].endswith("in 3 of 4 files.")


def test_summary_of_a_clean_report() -> None:
    assert format_report(Report((), FILES)) == ["No faults found in 4 files."]
    assert format_report(Report((), ("a",))) == ["No faults found in 1 file."]


def test_the_worst_findings_are_shown_where_only_some_are() -> None:
    lines = format_report(REPORT, max_findings=1)
    assert [line for line in lines if line.startswith("  ") and line[2] != " "] == [
        "  error  LYT001  roomcount says 5, but there are 2              line 4"
    ]
    assert lines[-3] == "3 more findings, not shown."
    assert lines[-1].startswith("1 error, 2 warnings and 1 info")


def test_colours_come_from_the_caller_and_change_no_text() -> None:
    def paint(text: str, role: str) -> str:
        return f"<{role}>{text}</{role}>"

    lines = format_report(REPORT, paint)
    assert lines[0] == "<file>mod/a.lyt</file>"
    assert lines[1].startswith("  <error>error</error>  LYT001  roomcount")
    assert lines[2].startswith("         <dim>The game reads")
    bare = lines
    for role in ("error", "warning", "info", "file", "dim"):
        bare = [line.replace(f"<{role}>", "").replace(f"</{role}>", "") for line in bare]
    assert bare == format_report(REPORT)


def test_text_cannot_write_to_the_terminal() -> None:
    evil = replace(COUNT, text="\x1b[2J", file="\x1b]0;x\x07\n.lyt", section="\r")
    shown = "\n".join(format_report(Report((evil,), ("a",))))
    assert not {"\x1b", "\x07", "\r"} & set(shown)


def test_places_in_words() -> None:
    def where(**places: Any) -> str:
        return describe_where(Finding("", **places))

    assert where(place="face", numbers=(12,)) == "face 12"
    at = (12.44, 3.0, 0.0)
    faces = where(place="face", numbers=(12, 13, 40), at=at)
    assert faces == "faces 12, 13 and 40 near (12.4, 3.0, 0.0)"
    many = where(place="vertex", numbers=tuple(range(43)))
    assert many == "vertices 0, 1, 2, 3, 4, 5 and 37 more"
    assert where(offset=0x1D8) == "at 0x1d8"
    assert where() == ""
