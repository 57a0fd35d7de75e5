"""Reports for programs and code hosts, and the pages of rules."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from kotorlevel.checks.finding import Report, Severity
from kotorlevel.checks.reports.github import report_to_github
from kotorlevel.checks.reports.json import report_to_json
from kotorlevel.checks.reports.pages import rule_page, rules_index
from kotorlevel.checks.reports.sarif import file_uri, report_to_sarif
from kotorlevel.checks.reports.text import format_report
from kotorlevel.checks.rule import Rule, all_rules
from kotorlevel.checks.run import check
from support.corpus import ROOT, each_corpus_file
from support.reports.samples import CHILDREN, COUNT, FILES, FINDINGS, REPORT
from support.reports.sarif_schema import SARIF

SCHEMA = json.loads((ROOT / "docs/schema/check.schema.json").read_text(encoding="utf-8"))


# JSON


def test_json_is_as_its_schema_says() -> None:
    document = report_to_json(REPORT)
    jsonschema.validate(document, SCHEMA)
    assert document["files"] == list(FILES)
    assert document["summary"] == {
        "error": 1,
        "warning": 2,
        "info": 1,
        "safe_fixes": 2,
        "unsafe_fixes": 1,
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
    }


def test_json_has_no_numbers_that_json_lacks() -> None:
    odd = replace(COUNT, at=(math.nan, math.inf, 1.0))
    for make in (report_to_json, report_to_sarif):
        json.dumps(make(Report((odd,), FILES)), allow_nan=False)
    document = report_to_json(Report((odd,), FILES))
    jsonschema.validate(document, SCHEMA)
    assert document["findings"][0]["at"] == ["nan", "inf", 1.0]


def test_schema_refuses_what_is_not_a_report() -> None:
    document = report_to_json(REPORT)
    document["findings"][0]["severity"] = "fatal"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, SCHEMA)


# SARIF


def test_sarif_is_as_its_schema_says() -> None:
    document = report_to_sarif(REPORT)
    jsonschema.validate(document, SARIF)
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
    assert report_to_github(REPORT) == [
        "::error file=mod/a.lyt,line=4,title=LYT001 layout-count-wrong"
        "::roomcount says 5, but there are 2",
        "::warning file=mod/a.lyt,line=6,title=LYT005 duplicate-room"
        "::a is there 9 times (rooms 0, 1, 2, 3, 4, 5 and 3 more)",
        "::warning file=mod/b.wok,title=FIL002 trailing-bytes"
        "::rest: 3 bytes behind the last table (at 0x1d8)",
        "::notice file=mod/c.vis,line=2,title=VIS004 one-way-pair::1 pair one way only: a sees b",
    ]


def test_github_annotations_are_escaped() -> None:
    odd = replace(COUNT, file="C:/a,b%.lyt", text="100% ::error\r\nx: y, z")
    assert report_to_github(Report((odd,), FILES)) == [
        "::error file=C%3A/a%2Cb%25.lyt,line=4,title=LYT001 layout-count-wrong"
        "::100%25 ::error%0D%0Ax: y, z"
    ]


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


@each_corpus_file("lyt/*", "vis/*", "twoda/*", "pwk/*", "ascii/*", "wok/pykotor/*")
def test_reports_of_real_files(path: Path) -> None:
    report = check(path)
    jsonschema.validate(report_to_json(report), SCHEMA)
    jsonschema.validate(report_to_sarif(report), SARIF)
    assert len(report_to_github(report)) == len(report.findings)
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
