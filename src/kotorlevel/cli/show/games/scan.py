"""A scan for people (tables and sums) and for programs (docs/schema/scan.schema.json)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import kotorlevel as kl
from kotorlevel.checks.reports.json import finding_to_json
from kotorlevel.cli.ask.levels import quoted
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, join_words

if TYPE_CHECKING:
    from kotorlevel.checks.scan import ModuleScan


def scan_to_json(scan: kl.Scan) -> dict[str, Any]:
    """Modules, rules, sums and findings, as values that JSON has."""
    report, place = scan.report, scan.place
    return {
        "kotorlevel": kl.__version__,
        "game": place.path.as_posix(),
        "version": place.game.version if place.game else None,
        "summary": {
            "modules": len(scan),
            "failed": len(scan.failed),
            "files": len(report.files),
            **{severity.label: report.count(severity) for severity in reversed(kl.Severity)},
        },
        "modules": [
            {
                "module": each.module,
                "area": each.area,
                "rooms": each.rooms,
                "faces": each.faces,
                "files": len(each.files),
                **{severity.label: each.count(severity) for severity in reversed(kl.Severity)},
                "failure": each.error or None,
                "exits": [_exit_to_json(way) for way in scan.transitions.leaving(each.module)],
            }
            for each in scan
        ],
        "rules": [
            {
                "rule": each.rule,
                "name": each.name,
                "worst": each.worst.label,
                "findings": each.findings,
                "modules": each.modules,
            }
            for each in scan.rules
        ],
        "findings": [
            {**finding_to_json(finding), "modules": scan.list_modules(finding)}
            for finding in report
        ],
    }


def _exit_to_json(way: kl.Exit) -> dict[str, Any]:
    return {
        "kind": way.transition.kind,
        "number": way.transition.number,
        "tag": way.transition.tag,
        "to": way.to,
        "target": way.transition.target,
        "state": way.state,
        "back": way.has_way_back,
    }


_LONGEST_ERROR = 300


def format_scan(scan: kl.Scan) -> Iterator[str]:
    """The lines of both tables and the sums. There is at least one module."""
    place = scan.place
    game = quoted(place.path)
    yield f"{paint(printable(str(place.path), 200), 'file')}  {place.title}"
    yield ""
    yield from _module_lines(scan.modules)
    yield ""
    if scan.report.findings:
        yield from _rule_lines(scan)
        yield ""
    yield _summary(scan)
    worst = max(scan, key=lambda each: (each.count(kl.Severity.ERROR), len(each.findings)))
    if worst.findings:
        module = printable(worst.module)
        which = "The worst in detail" if len(scan) > 1 else "In detail"
        yield f"{which}: kotorlevel check {game} --module {module}"
        if any(finding.fix for finding in scan.report):
            yield f"To repair it: kotorlevel extract {game} --module {module} --level -o DIR"


def _module_lines(scans: Sequence[ModuleScan]) -> Iterator[str]:
    names = [printable(scan.module) for scan in scans]
    areas = [printable(scan.area) or "-" for scan in scans]
    name_width = max(len("module"), *map(len, names))
    area_width = max(len("area"), *map(len, areas))
    head = (
        f"{'module':<{name_width}}  {'area':<{area_width}}  rooms  files  errors  warnings  infos"
    )
    yield paint(head, "dim")
    for scan, name, area in zip(scans, names, areas, strict=True):
        begin = f"{name:<{name_width}}  {area:<{area_width}}"
        if scan.error:
            yield f"{begin}  {paint(printable(scan.error, _LONGEST_ERROR), 'error')}"
            continue
        error, warning = (
            _number(scan, severity, width)
            for severity, width in ((kl.Severity.ERROR, 6), (kl.Severity.WARNING, 8))
        )
        info = f"{scan.count(kl.Severity.INFO):>5,}"
        yield f"{begin}  {scan.rooms:>5,}  {len(scan.files):>5,}  {error}  {warning}  {info}"


def _number(scan: ModuleScan, severity: kl.Severity, width: int) -> str:
    number = scan.count(severity)
    text = f"{number:>{width},}"
    return paint(text, severity.label) if number else text


def _rule_lines(scan: kl.Scan) -> Iterator[str]:
    counts = sorted(scan.rules, key=lambda each: (-each.worst, each.rule))
    width = max(len("name"), *(len(each.name) for each in counts))
    yield paint(f"rule    {'name':<{width}}  {'worst':<7}  findings  modules", "dim")
    for each in counts:
        worst = paint(f"{each.worst.label:<7}", each.worst.label)
        numbers = f"{each.findings:>8,}  {each.modules:>7,}"
        yield f"{each.rule:<6}  {each.name:<{width}}  {worst}  {numbers}"


def _summary(scan: kl.Scan) -> str:
    """How many modules there are, and what was found in how many files."""
    report, failed = scan.report, len(scan.failed)
    text = f"{count_of(len(scan), 'module')}"
    text += f", {failed:,} of them could not be checked: " if failed else ": "
    found = join_words(report.counts) or "no faults"
    return f"{text}{found} in {count_of(len(report.files), 'file')}."
