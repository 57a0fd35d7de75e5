"""A scan for people (tables and sums) and for programs (docs/schema/scan.schema.json)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kotorlevel import __version__
from kotorlevel.checks.finding import Severity
from kotorlevel.checks.reports.json import finding_to_json
from kotorlevel.checks.reports.order import sorted_findings
from kotorlevel.checks.scan import count_rules, join_scans, list_sharers
from kotorlevel.cli.ask.levels import quoted
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, join_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kotorlevel.area.install.place import Place
    from kotorlevel.checks.scan import ModuleScan


def scans_to_json(place: Place, scans: Sequence[ModuleScan]) -> dict[str, Any]:
    """Modules, rules, sums and findings, as values that JSON has."""
    report = join_scans(scans)
    sharers = list_sharers(scans)
    return {
        "kotorlevel": __version__,
        "game": place.path.as_posix(),
        "version": place.game.version if place.game else None,
        "summary": {
            "modules": len(scans),
            "failed": sum(bool(scan.error) for scan in scans),
            "files": len(report.files),
            **{severity.label: report.count(severity) for severity in reversed(Severity)},
        },
        "modules": [
            {
                "module": scan.module,
                "area": scan.area,
                "rooms": scan.rooms,
                "files": len(scan.files),
                **{severity.label: scan.count(severity) for severity in reversed(Severity)},
                "failure": scan.error or None,
            }
            for scan in scans
        ],
        "rules": [
            {
                "rule": each.rule,
                "name": each.name,
                "worst": each.worst.label,
                "findings": each.findings,
                "modules": each.modules,
            }
            for each in count_rules(scans)
        ],
        "findings": [
            {**finding_to_json(finding), "modules": sharers[id(finding)]}
            for finding in sorted_findings(report)
        ],
    }


_LONGEST_ERROR = 300


def format_scans(place: Place, scans: Sequence[ModuleScan]) -> Iterator[str]:
    """The lines of both tables and the sums. There is at least one scan."""
    game = quoted(place.path)
    yield f"{paint(printable(str(place.path), 200), 'file')}  {place.title}"
    yield ""
    yield from _module_lines(scans)
    yield ""
    if any(scan.findings for scan in scans):
        yield from _rule_lines(scans)
        yield ""
    yield _summary(scans)
    worst = max(scans, key=lambda scan: (scan.count(Severity.ERROR), len(scan.findings)))
    if worst.findings:
        module = printable(worst.module)
        which = "The worst in detail" if len(scans) > 1 else "In detail"
        yield f"{which}: kotorlevel check {game} --module {module}"
        if any(finding.fix for scan in scans for finding in scan.findings):
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
            for severity, width in ((Severity.ERROR, 6), (Severity.WARNING, 8))
        )
        info = f"{scan.count(Severity.INFO):>5,}"
        yield f"{begin}  {scan.rooms:>5,}  {len(scan.files):>5,}  {error}  {warning}  {info}"


def _number(scan: ModuleScan, severity: Severity, width: int) -> str:
    number = scan.count(severity)
    text = f"{number:>{width},}"
    return paint(text, severity.label) if number else text


def _rule_lines(scans: Sequence[ModuleScan]) -> Iterator[str]:
    counts = sorted(count_rules(scans), key=lambda each: (-each.worst, each.rule))
    width = max(len("name"), *(len(each.name) for each in counts))
    yield paint(f"rule    {'name':<{width}}  {'worst':<7}  findings  modules", "dim")
    for each in counts:
        worst = paint(f"{each.worst.label:<7}", each.worst.label)
        numbers = f"{each.findings:>8,}  {each.modules:>7,}"
        yield f"{each.rule:<6}  {each.name:<{width}}  {worst}  {numbers}"


def _summary(scans: Sequence[ModuleScan]) -> str:
    """How many modules there are, and what was found in how many files."""
    report = join_scans(scans)
    failed = sum(bool(scan.error) for scan in scans)
    text = f"{count_of(len(scans), 'module')}"
    text += f", {failed:,} of them could not be checked: " if failed else ": "
    counts = [
        count_of(report.count(severity), severity.label)
        for severity in reversed(Severity)
        if report.count(severity)
    ]
    return f"{text}{join_words(counts) or 'no faults'} in {count_of(len(report.files), 'file')}."
