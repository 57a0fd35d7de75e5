"""The report for people."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kotorlevel.checks.facts.area.ways import EntryReach
from kotorlevel.checks.finding import Finding, Report, Severity
from kotorlevel.checks.reports.advice import Advice
from kotorlevel.checks.reports.places import describe_where
from kotorlevel.checks.reports.text import Shown, format_report
from support.reports.samples import (
    CAUSE,
    CAUSED,
    COUNT,
    FILES,
    PAIRS,
    REPORT,
    TWICE,
    WRONG,
    finding,
)

FOLDED = Shown(Severity.WARNING, more="--all shows all")


def test_text_of_a_small_report() -> None:
    assert format_report(REPORT, advice=Advice("mod"), shown=FOLDED) == [
        "Do this first",
        "  error  LYT001  roomcount says 5, but there are 2",
        "                 mod/a.lyt, line 4",
        "         The game reads as many lines as the count says, so rooms are left out or the next"
        " section",
        "         is read as rooms.",
        "         fix: kotorlevel fix mod",
        "",
        "Then look at this",
        "  warn   FIL002  rest: 3 bytes behind the last table",
        "                 mod/b.wok, at 0x1d8",
        "         The game does not read these bytes; they are waste, or the sign that a tool wrote"
        " a wrong",
        "         count and part of a table is lost.",
        "         fix: kotorlevel fix mod",
        "  warn   LYT005  a is there 9 times",
        "                 mod/a.lyt, rooms 0, 1, 2, 3, 4, 5 and 3 more, line 6",
        "         The model is drawn in each place, but its walkmesh has one place only: elsewhere"
        " there is",
        "         no floor.",
        "         What to do: Rename or remove one of them. Links between rooms are room numbers,"
        " so a",
        "         removed room must leave an empty slot (`****`) or every later link must follow.",
        "",
        "1 info, not shown: VIS004; --all shows all.",
        "1 error, 2 warnings and 1 info in 3 of 4 files; 2 can be fixed by `kotorlevel fix mod`.",
    ]


def heads(lines: list[str]) -> list[str]:
    """The rules in the order in which they are told."""
    return [line.split()[1] for line in lines if line.startswith("  ") and line[2] != " "]


def test_causes_come_first_and_what_they_explain_is_counted() -> None:
    lines = format_report(CAUSED, advice=Advice("mod"), shown=FOLDED)
    assert lines[0] == "Do this first"
    assert heads(lines) == ["CAU001"]
    text = " ".join(line.strip() for line in lines)
    assert (
        "explains 2 findings: 1 error and 1 warning (ARE011 and NAV001); --all shows all." in text
    )
    assert "1 error and 1 info in 2 of 4 files; the cause explains 2 more" in lines[-1]
    everything = format_report(CAUSED, shown=Shown(everything=True))
    assert heads(everything) == ["CAU001", "ARE011", "NAV001", "VIS004"]
    assert not any("explains 2 findings" in line for line in everything)


def test_a_cause_is_first_however_mild_it_is() -> None:
    mild = replace(CAUSE, severity=Severity.INFO, explains=())
    lines = format_report(Report((WRONG, mild), FILES), shown=FOLDED)
    assert heads(lines) == ["CAU001", "ARE011"]


@pytest.mark.parametrize(
    ("shown", "rules", "folded"),
    [
        (Shown(Severity.ERROR), ["LYT001"], "2 warnings and 1 info, not shown"),
        (Shown(Severity.WARNING), ["LYT001", "FIL002", "LYT005"], "1 info, not shown: VIS004"),
        (Shown(), ["LYT001", "FIL002", "LYT005", "VIS004"], ""),
    ],
)
def test_from_which_severity_on_it_is_shown(shown: Shown, rules: list[str], folded: str) -> None:
    lines = format_report(REPORT, shown=shown)
    assert heads(lines) == rules
    assert any(line.startswith(folded) for line in lines)
    assert any("not shown" in line for line in lines) is bool(folded)


def test_equal_findings_share_a_line_and_a_rule_gives_its_reason_once() -> None:
    text = "a door hook has ten fields"
    equal = [finding("LYT003", text, "a.lyt", line=line) for line in (9, 8)]
    assert format_report(Report(tuple(equal), ("a.lyt",)))[1:3] == [
        "  error  LYT003  a door hook has ten fields",
        "                 a.lyt, lines 8 and 9",
    ]
    files = [replace(COUNT, file=f"mod/{name}.lyt") for name in "abc"]
    lines = format_report(Report(tuple(files), FILES))
    assert lines[1:5] == [
        "  error  LYT001  A section has more or fewer lines than its count says (3 times)",
        "                 mod/a.lyt: roomcount says 5, but there are 2  line 4",
        "                 mod/b.lyt: roomcount says 5, but there are 2  line 4",
        "                 mod/c.lyt: roomcount says 5, but there are 2  line 4",
    ]
    assert sum("fix: kotorlevel" in line for line in lines) == 1
    assert sum("The game reads as many lines" in line for line in lines) == 1


def test_of_many_places_the_first_are_shown_unless_all_are_asked_for() -> None:
    many = Report(tuple(replace(COUNT, text=f"count {n}", line=n + 1) for n in range(40)), FILES)
    lines = format_report(many, shown=FOLDED)
    assert sum(": count " in line for line in lines) == 12
    assert any(line.strip() == "and 28 more places; --all shows all" for line in lines)
    everything = format_report(many, shown=Shown(everything=True))
    assert sum(": count " in line for line in everything) == 40


@pytest.mark.parametrize("width", [60, 80, 100])
def test_long_text_is_wrapped_with_its_place_behind(width: int) -> None:
    long = replace(COUNT, text="word " * 30 + "end", numbers=(1, 2), at=(12.44, -3.0, 0.0))
    report = Report((long, replace(long, line=9, text="other " * 40)), ("a.lyt",))
    for each in (report, Report((long,), ("a.lyt",))):
        lines = format_report(each, shown=Shown(width=width))
        assert all(len(line) <= width for line in lines[:-1])
        assert any("(12.4, -3.0, 0.0)" in line for line in lines)


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
    _, head, *places = format_report(Report((more, *rows), ("a.pth",)))[:6]
    assert head.endswith("(37 times)")
    assert [line.split(": ")[1] for line in places] == [
        "Path_Points[0]",
        "Path_Points[2]",
        "Path_Points[10]",
        "34 more places of this kind",
    ]


def test_summary_counts_what_can_be_fixed_there() -> None:
    lines = format_report(REPORT, advice=Advice("a b", fixable=[COUNT]))
    assert lines[-1].endswith("; 1 can be fixed by `kotorlevel fix a b`.")
    lines = format_report(REPORT, advice=Advice("mod", fixable=[]))
    assert lines[-1].endswith("in 3 of 4 files.")
    assert not any("fix: kotorlevel" in line for line in lines)


def test_summary_asks_nobody_to_repair_what_it_does_not_show() -> None:
    told = Report((PAIRS,), ("mod/c.vis",))
    assert "--unsafe" in format_report(told)[-1]
    assert format_report(told, shown=FOLDED)[-1] == "1 info in 1 of 1 file."


def test_summary_of_a_clean_report() -> None:
    assert format_report(Report((), FILES)) == ["No faults found in 4 files."]
    assert format_report(Report((), ("a",))) == ["No faults found in 1 file."]


def test_the_worst_findings_are_shown_where_only_some_are() -> None:
    lines = format_report(REPORT, shown=Shown(most=1))
    assert heads(lines) == ["LYT001"]
    assert lines[-3] == "3 more findings, not shown."
    assert lines[-1].startswith("1 error, 2 warnings and 1 info")


@pytest.mark.parametrize(
    ("reach", "text"),
    [
        (EntryReach("m", 8, 6, 6, 0, 0.0), "6 of 8 rooms cannot be reached from the entry of m."),
        (EntryReach("m", 8, 0, 0, 0, 0.0), "Everything in m can be reached from the entry."),
        (
            EntryReach("m", 8, 0, 0, 0, 34.4),
            "Every room of m can be reached from the entry, but for 34 m² of floor; that may be"
            " meant.",
        ),
        (
            EntryReach("m", 8, 1, 0, 2, 0.0),
            "1 of 8 rooms cannot be reached from the entry of m; of 2 nobody can tell while"
            " walkmeshes are missing here; that may be meant.",
        ),
    ],
)
def test_the_end_says_whether_one_gets_everywhere(reach: EntryReach, text: str) -> None:
    lines = format_report(Report((), ("a",), reached=(reach,)), shown=Shown(width=200))
    assert lines == [text, "No faults found in 1 file."]


def test_colours_come_from_the_caller_and_change_no_text() -> None:
    def paint(text: str, role: str) -> str:
        return f"<{role}>{text}</{role}>"

    lines = format_report(REPORT, paint)
    assert lines[0] == "<file>Do this first</file>"
    assert lines[1].startswith("  <error>error</error>  LYT001  roomcount")
    assert lines[3].startswith("<dim>         The game reads")
    bare = lines
    for role in ("error", "warning", "info", "file", "dim"):
        bare = [line.replace(f"<{role}>", "").replace(f"</{role}>", "") for line in bare]
    assert bare == format_report(REPORT)


def test_text_cannot_write_to_the_terminal() -> None:
    evil = replace(COUNT, text="\x1b[2J", file="\x1b]0;x\x07\n.lyt", section="\r", remedy="\x1b")
    shown = "\n".join(format_report(Report((evil, replace(evil, text="\0")), ("a",))))
    assert not {"\x1b", "\x07", "\r", "\0"} & set(shown)


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


# What to do


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("Use `kotorlevel fix` now.", 'Use `kotorlevel fix "my mod"` now.'),
        ("Try `kotorlevel fix --unsafe`.", 'Try `kotorlevel fix "my mod" --unsafe`.'),
        ("`kotorlevel link AREA --snap 0.05` closes it", "`kotorlevel link a.lyt --snap 0.05`"),
        ("`kotorlevel link`, or `kotorlevel reach`", "`kotorlevel link a.lyt`, or `kotorlevel rea"),
        ("`kotorlevel pth AREA build`", "`kotorlevel pth a.lyt build`"),
        ("fix: kotorlevel link AREA --in-place", "kotorlevel link a.lyt --in-place"),
        ("`kotorlevel rules BWM004`", "`kotorlevel rules BWM004`"),
        ("see `kotorlevel.toml` and `*.lyt`", "see `kotorlevel.toml` and `*.lyt`"),
    ],
)
def test_commands_get_the_paths_that_were_checked(text: str, filled: str) -> None:
    advice = Advice('"my mod"', {"": "a.lyt"})
    assert filled in advice.fill(text, COUNT)


def test_a_safe_fix_is_a_command_and_all_else_says_what_to_do() -> None:
    advice = Advice(areas={"mod": "mod/m.lyt"})
    assert advice.what_to_do(COUNT) == "kotorlevel fix mod/a.lyt"
    assert "`kotorlevel fix mod/c.vis --unsafe`" in advice.what_to_do(PAIRS)
    assert advice.what_to_do(TWICE).startswith("Rename or remove")
    link = replace(TWICE, remedy="link them: kotorlevel link AREA --in-place")
    assert advice.what_to_do(link) == "link them: kotorlevel link mod/m.lyt --in-place"


def test_what_is_to_be_done_at_a_place_stands_there_and_not_twice() -> None:
    rooms = [
        finding(
            "NAV001", f"no way to {n}", f"{n}.wok", remedy=f"mend {n}", severity=Severity.WARNING
        )
        for n in "ab"
    ]
    lines = [line.strip() for line in format_report(Report(tuple(rooms), ("a.wok",)))]
    assert "→ mend a" in lines
    assert "→ mend b" in lines
    assert not any(line.startswith("What to do") for line in lines)
