"""A report in SARIF 2.1.0, the format of code hosts and editors for the results of checks."""

from dataclasses import replace
from typing import Any
from urllib.parse import quote

from kotorlevel import __version__
from kotorlevel.checks.finding import Finding, Report, Severity, severity_of
from kotorlevel.checks.reports.json import point_to_json
from kotorlevel.checks.reports.places import describe, split_archive
from kotorlevel.checks.rule import Rule, all_rules

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_NO_NAME = "unnamed"  # hosts refuse a result without a place


def report_to_sarif(report: Report) -> dict[str, Any]:
    """The report as one SARIF run."""
    rules = all_rules()
    index = {identity: number for number, identity in enumerate(rules)}
    driver = {
        "name": "KotorLevel",
        "version": __version__,
        "semanticVersion": __version__,
        "rules": [_rule(rule) for rule in rules.values()],
    }
    run = {
        "tool": {"driver": driver},
        "artifacts": [{"location": {"uri": file_uri(file)}} for file in _artifacts(report)],
        "results": [_result(finding, index) for finding in report],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _artifacts(report: Report) -> list[str]:
    """The files on the disk: an archive for all that is in it."""
    return list(dict.fromkeys(split_archive(file)[0] for file in report.named_files))


def file_uri(file: str) -> str:
    """A file's name as a URI: relative as it is, absolute with ``file:``."""
    path = file.replace("\\", "/")
    if path.startswith("/"):
        return "file://" + _quote(path)
    drive, colon, rest = path.partition(":")
    if colon and len(drive) == 1 and drive.isalpha() and rest.startswith("/"):
        return f"file:///{drive}:{_quote(rest)}"
    return _quote(path) or _NO_NAME


def _quote(path: str) -> str:
    return quote(path.encode("utf-8", "surrogateescape"), safe="/")


def _rule(rule: Rule[Any]) -> dict[str, Any]:
    why, how, what = rule.why, rule.how, f"{rule.title}."
    return {
        "id": rule.id,
        "name": rule.name,
        "shortDescription": {"text": what},
        "fullDescription": {"text": f"{what} {why}"},
        "help": {
            "text": f"{why}\n\n{how}",
            "markdown": f"**Why it matters.** {why}\n\n**How to fix.** {how}",
        },
        "defaultConfiguration": {"enabled": not rule.on_request, "level": _LEVELS[rule.severity]},
        "properties": {"fix": rule.fix},
    }


def _result(finding: Finding, index: dict[str, int]) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "level": _LEVELS[severity_of(finding)],
        "message": {"text": describe(finding)},
        "locations": [
            {"physicalLocation": _location(replace(finding, file=file))} for file in finding.files
        ],
        "properties": {
            "fix": finding.fix,
            "place": finding.place,
            "numbers": list(finding.numbers),
            "at": point_to_json(finding.at),
            "section": finding.section,
            "inside": split_archive(finding.file)[1],
        },
    }
    if finding.rule in index:
        result["ruleIndex"] = index[finding.rule]
    return result


def _location(finding: Finding) -> dict[str, Any]:
    """The file, and the part of it where it is known; without a region the whole file is meant."""
    file, inside = split_archive(finding.file)
    location: dict[str, Any] = {"artifactLocation": {"uri": file_uri(file)}}
    if inside:  # a line or an offset in there is none of the archive
        return location
    if finding.line is not None:
        location["region"] = {"startLine": finding.line}
    elif finding.offset is not None:
        location["region"] = {"byteOffset": finding.offset}
    return location
