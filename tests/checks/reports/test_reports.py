"""Reports for programs and code hosts, and the pages of rules."""

from __future__ import annotations

import base64
import json
import math
import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from kotorlevel.checks.facts.area.ways import EntryReach
from kotorlevel.checks.finding import Finding, Report, Severity
from kotorlevel.checks.reports.advice import Advice
from kotorlevel.checks.reports.github import report_to_github, summarize_for_github
from kotorlevel.checks.reports.json import report_to_json
from kotorlevel.checks.reports.pages import rule_page, rules_index
from kotorlevel.checks.reports.sarif import file_uri, report_to_sarif
from kotorlevel.checks.reports.text import format_report
from kotorlevel.checks.rule import Rule, all_rules
from kotorlevel.checks.run import check
from support.corpus import ROOT, each_corpus_file
from support.reports.samples import CAUSED, CHILDREN, COUNT, FILES, FINDINGS, REPORT
from support.reports.sarif_schema import SARIF
from support.schemas import validate

SCHEMA = json.loads((ROOT / "docs/schema/check.schema.json").read_text(encoding="utf-8"))


# JSON


def test_json_is_as_its_schema_says() -> None:
    document = report_to_json(REPORT)
    validate(document, SCHEMA)
    assert document["files"] == list(FILES)
    assert document["summary"] == {
        "error": 1,
        "warning": 2,
        "info": 1,
        "safe_fixes": 2,
        "unsafe_fixes": 1,
        "explained": 0,
        "known": 0,
    }
    assert document["findings"][2] == {
        "file": "mod/b.wok",
        "rule": "FIL002",
        "name": "trailing-bytes",
        "severity": "warning",
        "text": "3 bytes behind the last table",
        "place": "",
        "numbers": [],
        "at": None,
        "section": "rest",
        "offset": 472,
        "line": None,
        "fix": "safe",
        "how": all_rules()["FIL002"].how,
    }


def test_json_keeps_what_a_cause_explains_and_says_so() -> None:
    document = report_to_json(CAUSED)
    validate(document, SCHEMA)
    rules = [each["rule"] for each in document["findings"]]
    assert rules == ["CAU001", "ARE011", "NAV001", "VIS004"]
    assert document["summary"]["explained"] == 2
    assert document["findings"][0]["explains"] == [1, 2]
    assert [each.get("explained_by") for each in document["findings"]] == [None, 0, 0, None]


def test_json_says_how_far_the_player_gets() -> None:
    reach = EntryReach("m", 8, 6, 5, 1, 2.5)
    document = report_to_json(Report((), FILES, reached=(reach,)))
    validate(document, SCHEMA)
    assert document["reached"] == [
        {"area": "m", "rooms": 8, "cut_off": 6, "by_fault": 5, "unsure": 1, "parts": 2.5}
    ]


def test_json_has_no_numbers_that_json_lacks() -> None:
    odd = replace(COUNT, at=(math.nan, math.inf, 1.0))
    for make in (report_to_json, report_to_sarif):
        json.dumps(make(Report((odd,), FILES)), allow_nan=False)
    document = report_to_json(Report((odd,), FILES))
    validate(document, SCHEMA)
    assert document["findings"][0]["at"] == ["nan", "inf", 1.0]


def test_schema_refuses_what_is_not_a_report() -> None:
    document = report_to_json(REPORT)
    document["findings"][0]["severity"] = "fatal"
    with pytest.raises(jsonschema.ValidationError):
        validate(document, SCHEMA)


# SARIF


def test_sarif_is_as_its_schema_says() -> None:
    document = report_to_sarif(REPORT)
    validate(document, SARIF)
    (run,) = document["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == list(all_rules())
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    count, _, rest, pairs = run["results"]
    assert (count["level"], pairs["level"]) == ("error", "note")
    assert count["message"]["text"] == "roomcount says 5, but there are 2"
    assert count["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "mod/a.lyt"},
                "region": {"startLine": 4},
            }
        }
    ]
    assert rest["locations"][0]["physicalLocation"]["region"] == {"byteOffset": 472}


def test_sarif_folds_what_a_cause_explains_into_it() -> None:
    document = report_to_sarif(CAUSED)
    validate(document, SARIF)
    cause, other = document["runs"][0]["results"]
    assert (cause["ruleId"], other["ruleId"]) == ("CAU001", "VIS004")
    related = cause["relatedLocations"]
    assert [each["message"]["text"].split(":")[0] for each in related] == ["ARE011", "NAV001"]


def test_fingerprints_tell_results_apart_and_outlive_figures() -> None:
    def marks(*findings: Finding) -> list[str]:
        results = report_to_sarif(Report(findings, FILES))["runs"][0]["results"]
        return [each["partialFingerprints"]["primaryLocationLineHash"] for each in results]

    several = marks(*FINDINGS, replace(COUNT, section="x"), replace(COUNT, text="other"))
    assert len(set(several)) == len(several)
    assert marks(COUNT) == marks(replace(COUNT, text="roomcount says 6, but there are 2", line=5))
    assert marks(COUNT) != marks(replace(COUNT, file="mod/z.lyt"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"0123456789" * 9, b"0123x56789" * 9),
        (b"one\ntwo\n", b"one\r\ntwo\r\n"),
        (b"aaaa", b"aaaaaa"),
        (b"aaaaaa", b"aaaa"),
        (b"abc", b""),
        (b"", b"abc"),
    ],
)
def test_fixes_of_sarif_give_the_repaired_file(before: bytes, after: bytes) -> None:
    document = report_to_sarif(REPORT, {"mod/a.lyt": (before, after)})
    validate(document, SARIF)
    with_fix = [each for each in document["runs"][0]["results"] if "fixes" in each]
    assert [each["ruleId"] for each in with_fix] == ["LYT001"]
    (change,) = with_fix[0]["fixes"][0]["artifactChanges"]
    assert change["artifactLocation"]["uri"] == "mod/a.lyt"
    data = before
    for each in reversed(change["replacements"]):
        start, size = each["deletedRegion"]["byteOffset"], each["deletedRegion"]["byteLength"]
        new = base64.b64decode(each["insertedContent"]["binary"])
        data = data[:start] + new + data[start + size :]
    assert data == after


def test_help_of_each_rule_is_a_page_of_the_documentation() -> None:
    rules = report_to_sarif(REPORT)["runs"][0]["tool"]["driver"]["rules"]
    assert all((ROOT / rule["helpUri"]).is_file() for rule in rules)


def test_sarif_without_a_place_means_the_whole_file() -> None:
    (result,) = report_to_sarif(Report((CHILDREN,), FILES))["runs"][0]["results"]
    location = {"artifactLocation": {"uri": "mod/b.wok"}}
    assert result["locations"] == [{"physicalLocation": location}]


@pytest.mark.parametrize(
    ("file", "uri"),
    [
        ("mod/a b#1.wok", "mod/a%20b%231.wok"),
        ("../caf\u00e9.wok", "../caf%C3%A9.wok"),
        ("a:b.wok", "a%3Ab.wok"),
        ("C:\\my mod\\a.wok", "file:///C:/my%20mod/a.wok"),
        ("/tmp/a.wok", "file:///tmp/a.wok"),
        ("\udc81.wok", "%81.wok"),
        ("", "unnamed"),
    ],
)
def test_names_of_files_are_uris(file: str, uri: str) -> None:
    assert file_uri(file) == uri


# GitHub


def test_github_annotations() -> None:
    assert report_to_github(REPORT, Advice("mod"))[0] == (
        "::error file=mod/a.lyt,line=4,title=LYT001 layout-count-wrong"
        "::roomcount says 5, but there are 2%0AWhat to do: kotorlevel fix mod"
    )
    levels = [line.split("::")[1].split("%0A")[0] for line in report_to_github(REPORT)]
    assert [level.split(",")[0] for level in levels] == [
        "error file=mod/a.lyt",
        "warning file=mod/a.lyt",
        "warning file=mod/b.wok",
        "notice file=mod/c.vis",
    ]
    texts = [line.split("::")[2].split("%0A") for line in report_to_github(REPORT)]
    assert [text[0] for text in texts][1:] == [
        "a is there 9 times (rooms 0, 1, 2, 3, 4, 5 and 3 more)",
        "rest: 3 bytes behind the last table (at 0x1d8)",
        "1 pair one way only: a sees b",
    ]
    assert all(text[1].startswith("What to do: ") for text in texts)


def test_github_counts_what_a_cause_explains() -> None:
    first, second = report_to_github(CAUSED)
    assert "title=CAU001" in first
    assert "%0AIt explains 2 findings: 1 error and 1 warning.%0A" in first
    assert "title=VIS004" in second


def test_github_annotations_are_escaped() -> None:
    odd = replace(COUNT, file="C:/a,b%.lyt", text="100% ::error\r\nx: y, z", remedy="a\nb")
    assert report_to_github(Report((odd,), FILES), Advice(fixable=())) == [
        "::error file=C%3A/a%2Cb%25.lyt,line=4,title=LYT001 layout-count-wrong"
        "::100%25 ::error%0D%0Ax: y, z%0AWhat to do: a%0Ab"
    ]


def test_step_summary_has_causes_and_errors_first_and_is_a_table() -> None:
    reached = (EntryReach("m", 8, 6, 6, 0, 0.0),)
    text = summarize_for_github(replace(CAUSED, reached=reached), Advice("mod"))
    lines = text.splitlines()
    assert lines[2] == "**1 error and 1 info** in 4 files."
    assert "6 of 8 rooms cannot be reached from the entry of m." in lines
    (row,) = [line for line in lines if line.startswith("| CAU001")]
    assert "it explains 2 findings: 1 error and 1 warning" in row
    assert row.endswith("| `kotorlevel fix mod` |")
    assert "| info | VIS004 one-way-pair | 1 |" in lines
    assert "ARE011" not in text


def test_step_summary_lets_no_file_write_html() -> None:
    evil = replace(COUNT, text="<script>x</script> | *y*\n## head", file="<b>.lyt")
    text = summarize_for_github(Report((evil,), FILES))
    assert "<" not in text
    (row,) = [line for line in text.splitlines() if line.startswith("| LYT001")]
    assert len(re.findall(r"(?<!\\)\|", row)) == 5


# All of them


FORMS: dict[str, Callable[[Report], Any]] = {
    "json": report_to_json,
    "sarif": report_to_sarif,
    "github": report_to_github,
    "text": format_report,
}


@pytest.mark.parametrize("form", FORMS)
def test_same_findings_give_the_same_report_in_any_order(form: str) -> None:
    findings = [*FINDINGS, CHILDREN, replace(COUNT, text="other"), replace(COUNT, section="x")]
    files = [*FILES, *FILES]
    make = FORMS[form]
    expected = json.dumps(make(Report(tuple(findings), tuple(files))))
    for seed in range(10):
        shuffle = random.Random(seed).shuffle
        shuffle(findings)
        shuffle(files)
        assert json.dumps(make(Report(tuple(findings), tuple(files)))) == expected
        assert json.dumps(make(Report(tuple(findings), tuple(files)))) == expected


@pytest.mark.sampled(5)
@each_corpus_file("lyt/*", "vis/*", "twoda/*", "pwk/*", "ascii/*", "wok/pykotor/*")
def test_reports_of_real_files(path: Path) -> None:
    report = check(path)
    validate(report_to_json(report), SCHEMA)
    validate(report_to_sarif(report), SARIF)
    assert len(report_to_github(report)) == len(report.told)
    assert format_report(report) == format_report(report)


# Pages of rules


@pytest.mark.parametrize("rule", all_rules().values(), ids=lambda rule: rule.id)
def test_every_rule_has_a_page(rule: Rule[Any]) -> None:
    page = rule_page(rule)
    asked = ", told only when asked for" if rule.on_request else ""
    assert page.startswith(f"# {rule.id} {rule.name}\n\nSeverity: {rule.severity.label}{asked}. ")
    assert rule.title in page
    assert rule.why in page
    assert rule.how in page
    assert rule.why.startswith(rule.why_in_short)
    assert rule.why_in_short.endswith(".")
    assert f"| [{rule.id}]({rule.id}.md) | {rule.name} |" in rules_index()


def test_page_of_a_rule() -> None:
    assert rule_page(all_rules()["VIS009"]) == (
        "# VIS009 self-listed\n\n"
        "Severity: info. `kotorlevel fix` repairs it.\n\n"
        "A room lists itself among the rooms it sees.\n\n"
        "**Why it matters.** It does no harm: the room the player is in is always drawn. The line"
        " is only waste.\n\n"
        "**How to fix.** Remove the line (`kotorlevel fix`).\n"
    )


def test_severity_of_a_finding_counts_and_not_that_of_its_rule() -> None:
    milder = replace(COUNT, severity=Severity.INFO)
    assert format_report(Report((milder,), FILES))[1].startswith("  info   LYT001")
    assert report_to_github(Report((milder,), FILES))[0].startswith("::notice ")
