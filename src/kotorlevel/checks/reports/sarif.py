"""A report in SARIF 2.1.0, the format of code hosts and editors for the results of checks."""

import base64
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from kotorlevel import __version__
from kotorlevel.checks.finding import Finding, Report, Severity, severity_of
from kotorlevel.checks.reports.json import point_to_json
from kotorlevel.checks.reports.places import describe, split_archive
from kotorlevel.checks.rule import Rule, all_rules

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_NEAR = 8
"""Equal bytes between two runs that are not worth two."""
_NO_NAME = "unnamed"  # hosts refuse a result without a place


Fixes = Mapping[str, tuple[bytes, bytes]]
"""For files by name their bytes before and after the repair."""


def report_to_sarif(report: Report, fixes: Fixes | None = None) -> dict[str, Any]:
    """The report as one SARIF run; what a cause explains is among its related locations.

    ``fixes`` are repairs of whole files. A file is repaired at once, so the first result that can
    be fixed in it has them all.
    """
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
        "results": [*_results(report, index, dict(fixes or {}))],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _results(
    report: Report, index: dict[str, int], fixes: dict[str, tuple[bytes, bytes]]
) -> Iterator[dict[str, Any]]:
    seen: Counter[str] = Counter()
    for finding in report.told:
        mark = _fingerprint(finding)
        seen[mark] += 1
        result = _result(finding, index)
        result["partialFingerprints"] = {
            "kotorlevelFinding/v1": f"{mark}:{seen[mark]}",
            # The one that code scanning of GitHub goes by; there are no lines to take it from.
            "primaryLocationLineHash": f"{mark[:16]}:{seen[mark]}",
        }
        explained = report.explained_by(finding) if finding.is_cause else ()
        if explained:
            result["relatedLocations"] = [_related(*each) for each in enumerate(explained)]
        files = {file for each in (finding, *explained) for file in each.files}
        mine = {file: fixes.pop(file) for file in sorted(files & fixes.keys()) if finding.fix}
        if mine:
            result["fixes"] = [_fix(mine)]
        yield result


def _fingerprint(finding: Finding) -> str:
    """What stays the same while a fault is the same one: no figures, which small edits change."""
    numbers = ",".join(map(str, finding.numbers))
    parts = (finding.rule, file_uri(finding.file), finding.section, finding.place, numbers)
    return sha256("\n".join(parts).encode("utf-8", "surrogateescape")).hexdigest()


def _related(number: int, finding: Finding) -> dict[str, Any]:
    return {
        "id": number,
        "physicalLocation": _location(finding),
        "message": {"text": f"{finding.rule}: {describe(finding)}"},
    }


def _fix(files: dict[str, tuple[bytes, bytes]]) -> dict[str, Any]:
    """What `kotorlevel fix` writes, as bytes that take the place of others."""
    return {
        "description": {"text": "What `kotorlevel fix` does to the file."},
        "artifactChanges": [
            {
                "artifactLocation": {"uri": file_uri(file)},
                "replacements": [
                    {
                        "deletedRegion": {"byteOffset": start, "byteLength": size},
                        "insertedContent": {"binary": base64.b64encode(new).decode()},
                    }
                    for start, size, new in _list_changes(*both)
                ],
            }
            for file, both in files.items()
        ],
    }


def _list_changes(before: bytes, after: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Where bytes are replaced, how many, and by what: runs of them where the size is the same."""
    if len(before) == len(after):
        differ = _find_different(before, after)
        runs = np.split(differ, np.flatnonzero(np.diff(differ) > _NEAR) + 1)
        for first, last in ((int(run[0]), int(run[-1])) for run in runs if len(run)):
            yield first, last + 1 - first, after[first : last + 1]
        return
    shorter = min(len(before), len(after))
    start = int(next(iter(_find_different(before, after)), shorter))
    back = _find_different(before[::-1], after[::-1])
    end = min(int(next(iter(back), shorter)), shorter - start)
    yield start, len(before) - end - start, after[start : len(after) - end]


def _find_different(one: bytes, other: bytes) -> NDArray[np.intp]:
    """The places at which two files differ, as far as both of them go."""
    size = min(len(one), len(other))
    a, b = (np.frombuffer(data, np.uint8)[:size] for data in (one, other))
    return np.flatnonzero(a != b)


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
        "helpUri": f"docs/rules/{rule.id}.md",
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
