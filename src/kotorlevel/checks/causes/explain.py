"""Finding causes one after the other: each is looked for in the area without the ones before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.checks.causes.proposal import Proposal, Suspect
from kotorlevel.checks.finding import Finding, FindingKey, Severity, severity_of
from kotorlevel.checks.rule import Rule, rules_on
from kotorlevel.checks.subjects import (
    AreaSubject,
    LayoutSubject,
    MeshSubject,
    TablesSubject,
    VisibilitySubject,
)

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.checks.options import Options

MOST_CAUSES = 20
"""In one area; more would be no explanation."""

_FIRST = ("CAU004",)
"""Who is who comes before where and which number: a room that is not known has no links."""

_MOST_FILES = 8
_ALWAYS = ("ARE", "LYT", "VIS")
"""Families that a cause must not make worse, whether they have found something or not."""
_KEPT = tuple(f"MDL{number:03}" for number in range(6, 14))
"""Rules on what is seen: they take their time, and no cause is told by them."""


@dataclass(frozen=True)
class Cause:
    """A proven cause: its finding, and the area without it and those before it."""

    finding: Finding
    area: Area


def find_causes(
    subject: AreaSubject, options: Options, found: Sequence[Finding] | None = None
) -> Iterator[Cause]:
    """The causes of what the rules find in an area, each with what it explains.

    ``found`` is what they have found with these options. Where only some rules are selected, the
    others are asked all the same: they are the evidence.
    """
    if not any(options.wants(rule.id, subject.name) for rule in rules_on(Suspect)):
        return
    if found is None or options.select:
        asked = {rule.id for rule in rules_on(AreaSubject)}
        found = _run(subject, asked.difference(_KEPT), options)
    suspect = Suspect(subject, found)
    told: set[FindingKey] = set()
    for _ in range(MOST_CAUSES):
        next_one = _find_next(suspect, options, told)
        if next_one is None:
            return
        cause, suspect = next_one
        told.add(finding_key(cause.finding))
        yield cause


def _find_next(
    suspect: Suspect, options: Options, told: set[FindingKey]
) -> tuple[Cause, Suspect] | None:
    """The first proposal that holds, and the area without it."""
    for rule in sorted(rules_on(Suspect), key=lambda rule: rule.id not in _FIRST):
        if not options.wants(rule.id, suspect.subject.name):
            continue
        for proposal in rule.find(suspect, options):
            finding = _completed(rule, proposal, suspect)
            if finding_key(finding) in told:
                continue
            if proposal.area is None:
                return Cause(finding, suspect.area), suspect
            after = _check_again(proposal.area, suspect, options)
            if not proposal.sure and _is_worse(suspect.findings, after):
                continue
            explained = _explained(suspect.findings, after)
            explained += _explained_in_files(suspect, proposal.area, options)
            if explained:
                subject = replace(suspect.subject, area=proposal.area)
                proven = replace(
                    finding,
                    explains=tuple(map(finding_key, explained)),
                    severity=proposal.finding.severity
                    or max(Severity.WARNING, *map(severity_of, explained)),
                )
                return Cause(proven, proposal.area), Suspect(subject, after)
    return None


def _completed(rule: Rule[Suspect], proposal: Proposal, suspect: Suspect) -> Finding:
    finding = proposal.finding
    return replace(
        finding,
        rule=rule.id,
        name=rule.name,
        fix=rule.fix if finding.fix is None else finding.fix,
        severity=finding.severity or rule.severity,
        file=finding.file or suspect.subject.name,
    )


def _check_again(area: Area, suspect: Suspect, options: Options) -> list[Finding]:
    """What the rules find in another area: those that found something, and those about links."""
    kept = [finding for finding in suspect.findings if finding.rule in _KEPT]
    wanted = {finding.rule for finding in suspect.findings}.difference(_KEPT)
    wanted |= {rule.id for rule in rules_on(AreaSubject) if rule.id.startswith(_ALWAYS)}
    return [*_run(replace(suspect.subject, area=area), wanted, options), *kept]


def _run(subject: AreaSubject, wanted: Collection[str], options: Options) -> list[Finding]:
    """The findings of these rules, whether they are selected or not, but for ignored ones."""
    options = replace(options, select=())
    found: list[Finding] = []
    with np.errstate(all="ignore"):
        for rule in rules_on(AreaSubject):
            if rule.id in wanted and options.wants(rule.id, subject.name):
                found += rule.run(subject, options)
    return [replace(finding, file=finding.file or subject.name) for finding in found]


def finding_key(finding: Finding) -> FindingKey:
    """By which a finding is known again: rule, file and places."""
    return finding.key


def _explained(before: Sequence[Finding], after: Sequence[Finding]) -> list[Finding]:
    """The findings that are gone, or are no more than infos."""
    left = {finding_key(finding): severity_of(finding) for finding in after}
    info = Severity.INFO
    return [
        finding
        for finding in before
        if (now := left.get(finding_key(finding))) is None or now is info < severity_of(finding)
    ]


def _explained_in_files(suspect: Suspect, after: Area, options: Options) -> list[Finding]:
    """What goes with the cause in single files; of many it would take too long."""
    from kotorlevel.checks.files import run_rules

    subjects = _changed_subjects(suspect, after)
    found: list[Finding] = []
    for old, new in subjects if len(subjects) <= _MOST_FILES else ():
        before, now = (run_rules([each], options, each.name) for each in (old, new))
        found += _explained(before, now)
    return found


_FileSubject = MeshSubject | LayoutSubject | VisibilitySubject


def _changed_subjects(suspect: Suspect, after: Area) -> list[tuple[_FileSubject, _FileSubject]]:
    """What rules on files look at, before and after, of files that are not the same."""
    before = suspect.area
    layout = suspect.subject.name
    pairs: list[tuple[_FileSubject, _FileSubject]] = []
    for old, new in zip(before.rooms, after.rooms, strict=True):
        if old.mesh is not None and new.mesh is not None and old.mesh is not new.mesh:
            file = suspect.subject.file_of(old)
            pairs.append((MeshSubject(file, old.mesh), MeshSubject(file, new.mesh)))
            if old.mesh.stored is not None:
                bwm = new.mesh.stored or new.mesh.to_bwm()
                tables = TablesSubject(file, old.mesh, old.mesh.stored)
                pairs.append((tables, TablesSubject(file, new.mesh, bwm)))
    if after.layout is not before.layout:
        pairs.append((LayoutSubject(layout, before.layout), LayoutSubject(layout, after.layout)))
    a, b = before.visibility, after.visibility
    if a and b and (a is not b or after.layout is not before.layout) and "vis" in before.files:
        file = before.files["vis"].source
        old_vis = VisibilitySubject(file, a, before.layout)
        pairs.append((old_vis, VisibilitySubject(file, b, after.layout)))
    return pairs


def _is_worse(before: Sequence[Finding], after: Sequence[Finding]) -> bool:
    """True when there are more errors than before, or more errors and warnings together."""
    old, new = (Counter(map(severity_of, findings)) for findings in (before, after))
    error, warning = Severity.ERROR, Severity.WARNING
    return new[error] > old[error] or new[error] + new[warning] > old[error] + old[warning]
